//! What each text field of the operations holds. A field that is new must be put in its row, so that it is tried with what could
//! hurt it.

/// Ids.
#[rustfmt::skip] // a list to be read across
pub(crate) const IDS: &[&str] = &[
    "id", "claim", "proposalId", "sessionId", "anchor", "receipt", "recordId", "record1Id", "record2Id", "decisionId", "learningId", "linkId",
    "sourceId", "targetId", "conversationId", "relatedDecision", "relatedSession", "tripleId", "tunnelId", "sourceDrawer", "cardId", "drawerId",
    "anchorId", "parentAnchorId", "evidenceDrawerId", "targetAnchorId", "record", "revisionOf", "operationToken", "tokenId",
];
/// Digests and keys.
pub(crate) const DIGESTS: &[&str] = &["tokenDigest", "public", "replaces", "textDigest"];
/// Paths.
pub(crate) const PATHS: &[&str] = &["scopePath", "file", "file_path", "projectPath"];
/// Words of a list.
#[rustfmt::skip] // a list to be read across
pub(crate) const WORDS: &[&str] = &[
    "as", "scope", "status", "origin", "source", "outcome", "only", "state", "from", "until", "asOf", "knownAt", "validFrom", "validTo", "now",
    "relation", "direction", "kind", "style", "severity", "track", "signal", "surface", "candidate", "memoryKind", "domain", "provenance",
    "tier", "anchorKind", "before", "targetStatus", "fromStatus", "toStatus", "reasonType", "role", "to", "currentPhase", "phase",
];
/// Free texts.
#[rustfmt::skip] // a list to be read across
pub(crate) const TEXTS: &[&str] = &[
    "content", "context", "rationale", "query", "intent", "task", "reason", "name", "by", "note", "goal", "summary", "agentType", "agentId",
    "actor", "op", "subject", "type", "old", "path", "after", "author", "principal", "matching", "model", "palace", "target", "details", "title",
    "whatHappened", "rootCause", "contextPath", "room", "symbol", "predicate", "object", "text", "wing", "displayName", "label", "left", "right",
    "feature", "contextHash", "evaluatorId", "researchReportId", "subjectKind", "subjectId", "proposedAction", "field", "statement",
    "scopeConstraints", "reviewer", "situation", "approach", "reasoning", "action", "tool", "presetName", "problem", "thought", "conclusion",
    "snapshotHash", "userInput", "draft", "toolName",
];
