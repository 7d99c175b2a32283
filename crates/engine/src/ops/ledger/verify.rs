//! Verify the ledger: every entry, link, payload and tree hash, the governed rows, and checkpoints kept here or elsewhere.

use super::opened;
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, ledger::Digest, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Checks everything.
#[derive(Debug)]
pub struct Verify;

/// Against what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Signed checkpoint kept elsewhere, as text (can be repeated)
    #[serde(default)]
    pub checkpoint: Vec<String>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Whether everything holds
    pub valid: bool,
    /// Entries checked
    pub entries: u64,
    /// Governed rows checked
    pub rows: u64,
    /// Checkpoints it was held to
    pub checkpoints: usize,
    /// Hash of the last entry
    pub head: Digest,
    /// Root of the tree
    pub root: Digest,
    /// Claims that call themselves authoritative without a seal that holds
    pub unsealed: Vec<kernel::id::ClaimId>,
    /// Knowledge that calls itself believed without a seal over it and what it rests on
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbelieved: Vec<kernel::id::KnowledgeId>,
}

/// Checkpoints kept here that a verification is held to.
const KEPT_MAX: i64 = 1_000;

impl Operation for Verify {
    const SPEC: Spec = Spec::new("ledger.verify", "Verify the whole ledger and the rows it speaks of")
        .http(Method::Post, "/v1/ledger/verify")
        .files(&["checkpoint"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let palace = house.palace.clone();
        let mut expected = Vec::new();
        for note in &input.checkpoint {
            expected.push(opened(house, note)?);
        }
        for (_, note) in cx.checkpoints(KEPT_MAX)? {
            expected.push(opened(house, &note)?);
        }
        let broken = |fault: &store::LedgerFault| -> Error {
            Code::StoreDamaged
                .refuse("ledger", format!("the ledger does not verify: {fault}"))
                .next("Keep this file as evidence and restore a backup made before the change")
                .into()
        };
        let (watcher, (total, _)) = (cx.watcher, cx.head()?);
        let mut told = |done| {
            watcher.is_none_or(|w| {
                w.progress(done, total, "entries");
                !w.cancelled()
            })
        };
        let verified = cx.verify_entries_watched(&palace, &expected, &mut told)?.map_err(|f| broken(&f))?;
        let rows = cx.verify_rows(&palace)?.map_err(|f| broken(&f))?;
        let mut unsealed = Vec::new();
        for claim in cx.claims(&store::ClaimFilter { limit: i64::MAX, ..Default::default() })? {
            if claim.standing.is_authoritative() && !house.is_authoritative(cx, &claim)? {
                unsealed.push(claim.id);
            }
        }
        let mut unbelieved = Vec::new();
        for knowledge in cx.knowledge_list(&store::KnowledgeFilter { limit: i64::MAX, ..Default::default() })? {
            if knowledge.standing.is_authoritative() && !crate::knowledge::is_believed(cx, house, &knowledge)? {
                unbelieved.push(knowledge.id);
            }
        }
        Ok(Output {
            valid: unsealed.is_empty() && unbelieved.is_empty(),
            entries: verified.size,
            rows,
            checkpoints: expected.len(),
            head: verified.head,
            root: verified.root,
            unsealed,
            unbelieved,
        })
    }
}
