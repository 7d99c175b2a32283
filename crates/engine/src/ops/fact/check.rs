//! Check a text against facts: names that are nearly known ones, relations that cannot be, and what no longer holds.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    knowledge::{
        check::{Check as Held, Issue},
        names::sure_names,
    },
};
use kernel::{
    anchor::Anchor,
    effect::Read,
    text::{Content, Name},
    time::MomentOrDay,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{DrawerFilter, View};

/// Texts whose names are known to be right.
const TEXTS_READ: i64 = 50;

/// Checks a text.
#[derive(Debug)]
pub struct Check;

/// The text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Text to check
    pub text: Content,
    /// Wing whose names are known
    #[serde(default)]
    pub wing: Option<Name>,
    /// Room whose names are known
    #[serde(default)]
    pub room: Option<Name>,
    /// Moment at which facts must hold, or day, by its end in UTC (now if left out)
    #[serde(default)]
    pub now: Option<MomentOrDay>,
}

/// What is wrong with it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// What to look at
    pub issues: Vec<Issue>,
    /// Names in the text
    pub checked_entities: Vec<String>,
    /// Facts it was held against
    pub kg_triples_scanned: usize,
}

impl Operation for Check {
    const SPEC: Spec = Spec::new("fact.check", "Check a text against facts: nearly known names, impossible relations, what no longer holds")
        .http(Method::Post, "/v1/facts/check")
        .positional(&["text"])
        .files(&["text"])
        .also(&[(Dialect::Mind, "mempal_fact_check")])
        .mind("fact-check")
        .flags(&[("text", "-")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { text, wing, room, now }: Input) -> Result<Output, Error> {
        let (asked, project) = (cx.call.now, cx.call.anchor.project());
        let mut check = Held::new(text.as_str(), now.map_or(asked, MomentOrDay::last));
        let texts = texts(cx, &project, wing.as_ref().map(Name::as_str), room.as_ref().map(Name::as_str))?;
        cx.each_fact_of(&project, &mut |fact| {
            check.against(&fact, asked);
            Ok(())
        })?;
        for text in texts {
            for name in sure_names(&text) {
                check.know(&name);
            }
        }
        let (checked_entities, kg_triples_scanned) = (check.names(), check.scanned);
        Ok(Output { issues: check.issues(), checked_entities, kg_triples_scanned })
    }
}

/// The texts of a project whose names are taken to be right: those that matter most, of one wing or room if one is named.
fn texts(view: &mut View<'_>, project: &Anchor, wing: Option<&str>, room: Option<&str>) -> Result<Vec<String>, Error> {
    if wing.is_none() && room.is_none() {
        return Ok(view.newest_texts(project, TEXTS_READ)?);
    }
    let filter = DrawerFilter {
        wing: wing.unwrap_or_default().to_owned(),
        room: room.unwrap_or_default().to_owned(),
        by_importance: true,
        limit: TEXTS_READ,
        ..DrawerFilter::default()
    };
    let mut found = view.drawers(&filter)?;
    found.retain(|drawer| Anchor::parse(&drawer.anchor_id).is_ok_and(|anchor| anchor.project() == *project));
    Ok(found.into_iter().map(|drawer| drawer.content).collect())
}
