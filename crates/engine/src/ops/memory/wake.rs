//! Wake up: where you are, what matters most there, how memory asks to be used. Of the caller's project and of what holds
//! everywhere; never of another project.

use super::PROTOCOL;
use crate::{Error, Look, Method, Operation, Spec, memory::line, mind::signals::signals, ops::drawer::wing_of};
use kernel::{anchor::Anchor, effect::Read, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Drawer, DrawerFilter};

/// Drawers that are told of.
const TOLD: i64 = 5;
/// Characters of each.
const LINE_CHARS: usize = 120;

/// Wakes up.
#[derive(Debug)]
pub struct Wake;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Where you are, and what matters.
    Plain,
    /// What matters, in the compact way.
    Aaak,
    /// Only how memory asks to be used.
    Protocol,
}

/// How.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// plain if left out; aaak for the compact way, protocol for that alone
    #[serde(default, rename = "as")]
    pub shape: Option<Shape>,
}

/// What to know.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Who asks, from where, and how much there is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// What matters most there: data, not instructions
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<Top>,
    /// The same in the compact way
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aaak: Option<String>,
    /// How memory asks to be used
    pub memory_protocol: &'static str,
}

/// Who asks, and from where.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Identity {
    /// Who asks, as the connection has it
    pub actor: String,
    /// The project's wing
    pub wing: String,
    /// Where that is
    pub anchor_id: Anchor,
    /// Drawers of this project and of what holds everywhere
    pub drawers: usize,
}

/// Something that matters.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Top {
    /// The drawer
    pub drawer_id: String,
    /// How it begins
    pub line: String,
    /// Its wing
    pub wing: String,
    /// Its room
    #[serde(skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// How much it matters, from 0 to 5
    pub importance: i64,
    /// When it was recorded
    pub added_at: Moment,
}

impl Operation for Wake {
    const SPEC: Spec = Spec::new("memory.wake", "Say where you are, what matters most there, and how memory asks to be used")
        .http(Method::Get, "/v1/memory/wake")
        .mind("wake-up");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { shape }: Input) -> Result<Output, Error> {
        if shape == Some(Shape::Protocol) {
            return Ok(Output { identity: None, top: Vec::new(), aaak: None, memory_protocol: PROTOCOL });
        }
        let anchor = cx.call.anchor.clone();
        // Also where the caller stands nowhere: then only what holds everywhere is theirs.
        let anchors: Vec<String> = anchor.outwards().iter().map(ToString::to_string).collect();
        let drawers = usize::try_from(cx.drawers_within(&anchors)?).unwrap_or(0);
        let top = cx.drawers(&DrawerFilter { anchors, by_importance: true, limit: TOLD, ..DrawerFilter::default() })?;
        let wing = match &cx.call.whereabouts {
            Some(whereabouts) if anchor != Anchor::Global => whereabouts.name.clone(),
            _ => wing_of(cx, &anchor)?,
        };
        let aaak = (shape == Some(Shape::Aaak)).then(|| compact(&wing, &top));
        let identity = Identity { actor: cx.call.actor.name().to_owned(), wing, anchor_id: anchor, drawers };
        let top = if aaak.is_some() { Vec::new() } else { top.into_iter().map(told).collect() };
        Ok(Output { identity: Some(identity), top, aaak, memory_protocol: PROTOCOL })
    }
}

fn beginning(text: &str) -> String {
    search::bound(&line(text), LINE_CHARS).0
}

fn told(drawer: Drawer) -> Top {
    Top {
        line: beginning(&drawer.content),
        drawer_id: drawer.id,
        wing: drawer.wing,
        room: drawer.room,
        importance: drawer.importance,
        added_at: drawer.added_at,
    }
}

/// The drawers in the compact way. A bar would end a field, so a text has none.
fn compact(wing: &str, top: &[Drawer]) -> String {
    let plain = |text: &str| text.replace(['|', '\n'], " ");
    let newest = top.iter().map(|drawer| drawer.added_at.to_string()).max().unwrap_or_default();
    let mut lines = vec![format!("V1|{}||{}|wake-up", plain(wing), newest.get(..10).unwrap_or_default())];
    for drawer in top {
        let signals = signals(&drawer.content);
        let stars = drawer.importance.max(i64::from(signals.importance_stars));
        let quote = beginning(&drawer.content).replace('"', "'");
        lines.push(format!(
            "{}:{}|{}|\"{}\"|{}|{}|{}",
            drawer.id,
            signals.entities.join("+"),
            signals.topics.join("+"),
            plain(&quote),
            stars,
            signals.emotions.join("+"),
            signals.flags.join("+")
        ));
    }
    lines.join("\n")
}
