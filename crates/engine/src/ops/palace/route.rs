//! Show the way: which rooms, decisions, learnings and files to look at for an intent, in order, and how to fetch each.
//! Not here: searching. A route says where to begin; `recall` and `explore` find.

use crate::{Dialect, Error, Look, Method, Operation, Spec, governance::claim_state::sure, ops::claim::held};
use kernel::{
    claim::{Claim, Confidence, Kind},
    effect::Read,
    floorplan::Floorplan,
    scope::{Scope, ScopeKind},
    text::Query,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the rules below. The same rules over the same palace give the same way.
pub const RULE_VERSION: &str = "v1.0";
/// Most nodes of a way.
const NODES_MAX: usize = 10;
/// Most claims of a kind that are looked at, the narrowest and newest first.
const LOOKED_AT: i64 = 500;
/// Learnings less sure than this, in hundredths, do not show the way.
const SURE: u32 = 70;

/// What a match is worth, in hundredths.
mod worth {
    pub(super) const ROOM_NAME: u32 = 100;
    pub(super) const ROOM_SUMMARY: u32 = 50;
    pub(super) const DECISION: u32 = 80;
    pub(super) const RATIONALE: u32 = 30;
    pub(super) const LEARNING: u32 = 60;
    pub(super) const SCOPE_FILE: u32 = 50;
    /// A room's files are worth this much of the room, and a learning's certainty this much of a match.
    pub(super) const ENTRY_POINT_PERCENT: u32 = 80;
    pub(super) const CERTAINTY_PERCENT: u32 = 40;
}

/// Shows the way.
#[derive(Debug)]
pub struct Route;

/// Where to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What you want to understand or do
    pub intent: Query,
    /// Where to begin
    #[serde(default)]
    pub scope: ScopeKind,
    /// File path or room name
    #[serde(default, alias = "scope_path")]
    pub scope_path: Option<String>,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum NodeKind {
    /// A room of the project
    Room,
    /// A decision that holds
    Decision,
    /// A learning that holds
    Learning,
    /// A file
    File,
}

impl NodeKind {
    /// The tool to call for the whole of it.
    fn fetch_ref(self, id: &str) -> String {
        match self {
            Self::Room => "explore_rooms".to_owned(),
            Self::Decision => format!("recall_decisions --id {id}"),
            Self::Learning => format!("recall --id {id}"),
            Self::File => format!("explore_file --path {id}"),
        }
    }
}

/// One stop.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Node {
    /// Its place, from 1
    pub order: usize,
    /// What it is
    pub kind: NodeKind,
    /// Room name, file path or id
    pub id: String,
    /// Why it is on the way
    pub reason: String,
    /// The words that matched
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<String>,
    /// Tool and argument that give the whole
    pub fetch_ref: String,
}

/// How the way was found.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Meta {
    /// Version of the rules
    pub rule_version: &'static str,
    /// How many nodes
    pub node_count: usize,
}

/// The way.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Stops, best first
    pub nodes: Vec<Node>,
    /// How it was found
    pub meta: Meta,
}

impl Operation for Route {
    const SPEC: Spec = Spec::new("palace.route", "Show the way for an intent: rooms, decisions, learnings and files to look at, in order")
        .http(Method::Get, "/v1/route")
        .positional(&["intent"])
        .empty("No room, decision or learning here has these words. Ask with others; rooms are described in `.palace/rooms`, decisions come from `store`.")
        .also(&[(Dialect::Palace, "get_route")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let scope = Scope::parse(input.scope, input.scope_path.as_deref())?;
        let mut way = Way { keywords: crate::memory::keywords(input.intent.as_str()), stops: BTreeMap::new() };
        way.rooms(&cx.call.floorplan);
        for decision in held(cx, Kind::Decision, Some(&scope), None, LOOKED_AT)? {
            way.decision(&decision);
        }
        let (house, learnings) = (cx.house, held(cx, Kind::Learning, Some(&scope), None, LOOKED_AT)?);
        for (learning, sure) in learnings.iter().zip(sure(cx, house, &learnings)?) {
            way.learning(learning, sure);
        }
        if let Scope::File(path) = &scope {
            way.stop(NodeKind::File, path.as_str(), worth::SCOPE_FILE, "Specified scope file".into(), &[]);
        }
        let nodes = way.nodes();
        Ok(Output { meta: Meta { rule_version: RULE_VERSION, node_count: nodes.len() }, nodes })
    }
}

/// A stop that may be on the way.
struct Stop {
    score: u32,
    reason: String,
    matched: Vec<String>,
}

/// What is known of the way so far. Of two reasons to stop at one place the better stays.
struct Way {
    keywords: Vec<String>,
    stops: BTreeMap<(NodeKind, String), Stop>,
}

impl Way {
    fn rooms(&mut self, plan: &Floorplan) {
        for room in plan.rooms() {
            let keywords = self.keywords.clone();
            let (name, summary) = (search::mentioned(&keywords, room.name()), search::mentioned(&keywords, &room.document.summary));
            let score = worth::ROOM_NAME * count(&name) + worth::ROOM_SUMMARY * count(&summary);
            if score == 0 {
                continue;
            }
            let (reason, matched) = if name.is_empty() { ("Room summary matches intent", summary) } else { ("Room name matches intent", name) };
            self.stop(NodeKind::Room, room.name(), score, reason.into(), &matched);
            // A place written with a slash behind it is a folder: it belongs to the room, and there is nothing to open.
            for (place, written) in room.entry_points().iter().zip(&room.document.entry_points) {
                if !written.ends_with('/') {
                    self.stop(NodeKind::File, place.as_str(), score * worth::ENTRY_POINT_PERCENT / 100, "Room entry point".into(), &[]);
                }
            }
        }
    }

    fn decision(&mut self, claim: &Claim) {
        let keywords = self.keywords.clone();
        let content = search::mentioned(&keywords, claim.draft.content.as_str());
        let rationale = claim.draft.rationale.as_ref().map_or_else(Vec::new, |why| search::mentioned(&keywords, why.as_str()));
        let score = worth::DECISION * count(&content) + worth::RATIONALE * count(&rationale);
        if score > 0 {
            let (reason, matched) =
                if content.is_empty() { ("Decision rationale matches intent", rationale) } else { ("Decision content matches intent", content) };
            self.stop(NodeKind::Decision, claim.id.as_str(), score, reason.into(), &matched);
        }
    }

    fn learning(&mut self, claim: &Claim, sure: Confidence) {
        let sure = u32::from(sure.points());
        if sure < SURE {
            return;
        }
        let keywords = self.keywords.clone();
        let content = search::mentioned(&keywords, claim.draft.content.as_str());
        let score = worth::LEARNING * count(&content) + sure * worth::CERTAINTY_PERCENT / 100;
        let reason =
            if content.is_empty() { format!("High-confidence learning ({sure}%)") } else { format!("Learning content matches intent ({sure}%)") };
        self.stop(NodeKind::Learning, claim.id.as_str(), score, reason, &content);
    }

    fn stop(&mut self, kind: NodeKind, id: &str, score: u32, reason: String, matched: &[&str]) {
        let stop = Stop { score, reason, matched: matched.iter().map(|word| (*word).to_owned()).collect() };
        let known = self.stops.entry((kind, id.to_owned()));
        match known {
            std::collections::btree_map::Entry::Occupied(mut known) if known.get().score < score => {
                known.insert(stop);
            }
            std::collections::btree_map::Entry::Occupied(_) => {}
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(stop);
            }
        }
    }

    /// Best first; among equals by id, then by kind.
    fn nodes(self) -> Vec<Node> {
        let mut stops: Vec<((NodeKind, String), Stop)> = self.stops.into_iter().collect();
        stops.sort_by(|((a_kind, a), left), ((b_kind, b), right)| {
            right.score.cmp(&left.score).then_with(|| a.cmp(b)).then_with(|| a_kind.cmp(b_kind))
        });
        stops.truncate(NODES_MAX);
        let node = |(at, ((kind, id), stop)): (usize, ((NodeKind, String), Stop))| Node {
            order: at + 1,
            kind,
            fetch_ref: kind.fetch_ref(&id),
            id,
            reason: stop.reason,
            matched: stop.matched,
        };
        stops.into_iter().enumerate().map(node).collect()
    }
}

fn count(words: &[&str]) -> u32 {
    u32::try_from(words.len()).unwrap_or(u32::MAX).min(1_000)
}
