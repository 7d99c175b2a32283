//! The threshold over evidence. Silence is not evidence, and neither is the same voice twice.

use crate::{
    evidence::Evidence,
    refusal::{Code, Refusal},
};
use std::collections::BTreeSet;

/// Proof that a claim's evidence met its threshold. Only [`weigh`] makes one.
#[derive(Debug)]
pub struct GatePass(());

/// Independent origins an adopted claim must rest on.
const ORIGINS_MIN: usize = 1;

/// Counts independent origins (kind, principal and source), not references: the same drawer twice counts once.
pub fn weigh(evidence: &[Evidence]) -> Result<GatePass, Refusal> {
    let origins: BTreeSet<_> = evidence.iter().map(|e| (e.origin, e.principal.as_str(), e.source.as_str())).collect();
    if origins.len() >= ORIGINS_MIN {
        return Ok(GatePass(()));
    }
    Err(Code::EvidenceShort.refuse("evidence", format!("a claim rests on at least {ORIGINS_MIN} piece of evidence; this one cites none")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_true_without_evidence() {
        assert_eq!(weigh(&[]).expect_err("nothing").code(), Code::EvidenceShort);
    }
}
