//! Explain a scope: which levels a question about a file passes through, why that room, and how much holds at each.

use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::claim::held_at};
use kernel::{
    claim::Kind,
    effect::Read,
    floorplan::Because,
    id::ClaimId,
    scope::{ProjectPath, Scope, ScopeKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Explains how a question about a file widens.
#[derive(Debug)]
pub struct Explain;

/// About what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// File that is asked about
    #[serde(alias = "filePath", alias = "file", alias = "path", rename = "file_path")]
    pub file_path: String,
}

/// One level, narrow to wide.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Level {
    /// Which level
    pub scope: ScopeKind,
    /// File or room
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scope_path: String,
    /// How it came to be asked
    pub because: String,
    /// Decisions that hold exactly there, newest first
    pub decisions: Vec<ClaimId>,
    /// Learnings that hold exactly there, newest first
    pub learnings: Vec<ClaimId>,
}

/// The levels.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Narrow to wide: what is said first wins a place first
    pub levels: Vec<Level>,
}

impl Operation for Explain {
    const SPEC: Spec = Spec::new("palace.scope", "Explain which scopes a question about a file passes through, and what holds at each")
        .http(Method::Get, "/v1/scope")
        .positional(&["file_path"])
        .also(&[(Dialect::Palace, "scope_explain")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let path = ProjectPath::parse(&input.file_path)?;
        let why = cx.call.floorplan.room_of(&path).map(|(room, because)| match because {
            Because::EntryPoint => format!("an entry point of room `{room}` holds this path, and none holds it more closely"),
            Because::FirstFolder => "no room claims this path: its first folder is its room".to_owned(),
            Because::Default => "no room claims this path: it is the project's default room".to_owned(),
        });
        let mut levels = Vec::new();
        for scope in cx.call.floorplan.expand(&Scope::File(path)) {
            let because = match scope.kind() {
                ScopeKind::File => "the file itself".to_owned(),
                ScopeKind::Room => why.clone().unwrap_or_default(),
                ScopeKind::Palace => "what holds everywhere".to_owned(),
            };
            let ids = |claims: Vec<kernel::claim::Claim>| claims.into_iter().map(|claim| claim.id).collect();
            let (decisions, learnings) = (ids(held_at(cx, Kind::Decision, &scope)?), ids(held_at(cx, Kind::Learning, &scope)?));
            levels.push(Level { scope: scope.kind(), scope_path: scope.path().to_owned(), because, decisions, learnings });
        }
        Ok(Output { levels })
    }
}
