//! Keep rows of an ancestor's palace, all or none. A person brings them; none of it is believed.

use crate::{
    Error, Method, Operation, Spec, Work,
    knowledge::ancestor::{
        Rows, beside, drawer,
        lesson::{self, Lost},
    },
    memory::{Keeper, Secrets},
};
use kernel::{
    anchor::Anchor,
    effect::Propose,
    gate::Agents,
    id::{FactId, KnowledgeId},
    refusal::Code,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

/// Largest batch of rows, in bytes of JSON.
const BATCH_BYTES_MAX: usize = 64 << 20;

/// Keeps rows.
#[derive(Debug)]
pub struct Keep;

/// What became of them.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Drawers that were new
    pub drawers: usize,
    /// Knowledge that was new
    pub knowledge: Vec<Brought>,
    /// Evidence that was linked to knowledge
    pub links: usize,
    /// What happened to knowledge there, written down here
    pub events: usize,
    /// Facts that were new, or ended since
    pub facts: usize,
    /// Facts that name a drawer which is not here
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsourced: Vec<Unsourced>,
    /// Tunnels that were new
    pub tunnels: usize,
    /// Signposts that were new
    pub signposts: usize,
    /// Records of use that were new
    pub adoptions: usize,
    /// Rows without words, by their ids there
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blank: Vec<String>,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
    /// Where they belong
    pub anchor: Anchor,
}

/// Knowledge that came in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Brought {
    /// The knowledge
    pub id: KnowledgeId,
    /// Its id there
    pub from: String,
    /// What it was said to rest on, and does not
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
}

/// A fact without what it was read in.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Unsourced {
    /// The fact
    pub id: FactId,
    /// The drawer it was said to be read in, by its id there
    pub drawer: String,
}

impl Operation for Keep {
    const SPEC: Spec = Spec::new("ancestor.keep", "Keep rows of an ancestor's palace: drawers as evidence, knowledge as candidates")
        .http(Method::Post, "/v1/ancestor")
        .files(&["drawers", "knowledge", "facts", "tunnels", "signposts", "adoptions"])
        .bytes_max(BATCH_BYTES_MAX)
        .agents(Agents::Never);
    type Effect = Propose;
    type Input = Rows;
    type Output = Output;

    /// What the ledger keeps: how many, never the words.
    fn noted(input: &Json) -> Option<Json> {
        let told: Map<String, Json> =
            input.as_object()?.iter().map(|(table, rows)| (table.clone(), json!(rows.as_array().map_or(0, Vec::len)))).collect();
        Some(Json::Object(told))
    }

    fn run(cx: &mut Work<'_>, rows: Rows) -> Result<Output, Error> {
        if rows.is_empty() {
            return Err(Code::InputInvalid.refuse("drawers", "no rows were given").next("Run `palace inherit` with the ancestor's palace.db").into());
        }
        let (house, call) = (cx.house, cx.call);
        let mut output = Output { anchor: call.anchor.clone(), ..Output::default() };
        let mut found = Secrets::new();
        let mut keeper = Keeper::open(cx, house, call)?;
        for row in &rows.drawers {
            match drawer::keep(cx, &mut keeper, row, &mut found)? {
                true => output.drawers += 1,
                false if row.content.trim().is_empty() => output.blank.push(row.id.clone()),
                false => {}
            }
        }
        keeper.close(cx)?;
        for row in &rows.knowledge {
            lesson::require_form(row)?;
            let Some(came) = lesson::keep(cx, row, &mut found)? else {
                output.blank.push(row.id.clone());
                continue;
            };
            output.links += came.links;
            output.events += came.events;
            if came.is_new {
                output.knowledge.push(Brought { id: came.id, from: row.id.clone(), lost: came.lost });
            }
        }
        for row in &rows.facts {
            let came = beside::fact(cx, row, &mut found)?;
            output.facts += usize::from(came.is_news);
            if came.unsourced {
                output.unsourced.push(Unsourced { id: came.id, drawer: row.source_drawer.clone() });
            }
        }
        for row in &rows.tunnels {
            output.tunnels += usize::from(beside::tunnel(cx, row, &mut found)?);
        }
        for row in &rows.signposts {
            output.signposts += usize::from(beside::signpost(cx, row, &mut found)?);
        }
        for row in &rows.adoptions {
            output.adoptions += usize::from(beside::adoption(cx, row, &mut found)?);
        }
        output.redacted = found;
        cx.about(format!("{} rows", rows.len()));
        Ok(output)
    }
}
