//! Reading another palace's export, and believing none of it before all of it holds together.
//!
//! The ledger binds words, claims and links. Where a piece lies in its source, who said it and when, is what the other
//! palace says of it; no entry vouches for that. Not here: what becomes of it in this palace.

use crate::commands::export::{
    line::{ClaimLine, EvidenceLine, FactLine, KnowledgeLine, Line, LinkLine, PremiseLine, RevisionLine, SourceLine, drawer_of},
    lived::{ExperienceLine, ReceiptLine},
};
use kernel::{
    id::{EvidenceId, SourceId},
    ledger::{Digest, ExportError, ExportedEntry, Header, export::verify_export},
    refusal::{Code, Refusal},
};
use std::collections::{BTreeMap, BTreeSet};
use store::{
    DrawerRow, claim_state, drawer_state, experience_state, fact_end_state, fact_state, left_by, link_state, receipt_state, revision_name,
    revision_state,
};

/// An export that was verified whole.
pub(super) struct Export {
    pub(super) palace: String,
    pub(super) entries: u64,
    pub(super) sources: Vec<SourceLine>,
    pub(super) revisions: Vec<RevisionLine>,
    pub(super) evidence: Vec<EvidenceLine>,
    pub(super) claims: Vec<ClaimLine>,
    pub(super) links: Vec<LinkLine>,
    pub(super) facts: Vec<FactLine>,
    pub(super) lived: Vec<ExperienceLine>,
    pub(super) receipts: Vec<ReceiptLine>,
    pub(super) knowledge: Vec<KnowledgeLine>,
    pub(super) premises: Vec<PremiseLine>,
    /// Where single remarks stand there.
    pub(super) drawers: BTreeMap<EvidenceId, DrawerRow>,
    /// What was checked and does not come in: what it is called, and how many.
    pub(super) left_out: BTreeMap<&'static str, u64>,
}

impl Export {
    /// Checks the signature, every entry, every proof, and that evidence and claims are what the entries left.
    pub(super) fn verify(text: &str, notes: &[String], key: Option<&str>) -> Result<Self, Refusal> {
        let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        let verified = verify_export(lines.iter().copied(), &notes).map_err(|e| fault(&e))?;
        let header: Header = serde_json::from_str(lines[0]).map_err(|e| unreadable(1, &e.to_string()))?;
        if key.is_some_and(|key| key != header.log_key) {
            return Err(Code::InputInvalid
                .refuse("--key", "the export was signed with another log key")
                .next("Compare the key with the one `palace ledger checkpoint` prints there"));
        }
        let mut export = Self {
            palace: header.palace,
            entries: verified.size,
            sources: Vec::new(),
            revisions: Vec::new(),
            evidence: Vec::new(),
            claims: Vec::new(),
            links: Vec::new(),
            facts: Vec::new(),
            lived: Vec::new(),
            receipts: Vec::new(),
            knowledge: Vec::new(),
            premises: Vec::new(),
            drawers: BTreeMap::new(),
            left_out: BTreeMap::new(),
        };
        let mut left = LeftBehind::new();
        for (line, number) in lines.iter().zip(1..).skip(1) {
            let kind: Kind = serde_json::from_str(line).map_err(|e| unreadable(number, &e.to_string()))?;
            if kind.r#type == "entry" {
                let entry: ExportedEntry = serde_json::from_str(line).map_err(|e| unreadable(number, &e.to_string()))?;
                let states = entry.body.as_deref().map(left_by).unwrap_or_default();
                left.extend(states.into_iter().map(|(id, state)| (id, (entry.seq, state))));
                continue;
            }
            match serde_json::from_str(line).map_err(|e| unreadable(number, &e.to_string()))? {
                Line::Source(source) => export.sources.push(source),
                Line::Revision(revision) => export.revisions.push(revision),
                Line::Evidence(evidence) => export.evidence.push(*evidence),
                Line::Claim(claim) => export.claims.push(*claim),
                Line::Link(link) => export.links.push(link),
                Line::Fact(fact) => export.facts.push(*fact),
                Line::Experience(experience) => export.lived.push(*experience),
                Line::Knowledge(knowledge) => export.knowledge.push(*knowledge),
                Line::Premise(premise) => export.premises.push(premise),
                Line::Beside(line) => match drawer_of(&line) {
                    Some(row) => drop(export.drawers.insert(row.id.clone(), row)),
                    None => export.leave_out("changes and settings"),
                },
                Line::Receipt(receipt) => {
                    export.leave_out("receipts");
                    export.receipts.push(*receipt);
                }
                Line::Proposal(_) => export.leave_out("proposals"),
                Line::Seal(_) => export.leave_out("seals"),
                Line::Key(_) => export.leave_out("keys"),
            }
        }
        export.require_left(&left)?;
        Ok(export)
    }

    fn leave_out(&mut self, what: &'static str) {
        *self.left_out.entry(what).or_default() += 1;
    }

    /// A proof speaks of an entry, so what a line says must be what that entry left.
    fn require_left(&self, left: &LeftBehind) -> Result<(), Refusal> {
        let is_left = |id: &str, state: Digest| left.get(id).is_some_and(|(_, left)| *left == state.to_string());
        let is_left_by = |id: &str, entry: u64, state: Digest| left.get(id) == Some(&(entry, state.to_string()));
        let mut brought: BTreeMap<String, Vec<(&str, Digest)>> = BTreeMap::new();
        for evidence in &self.evidence {
            let found = evidence.found();
            let known = match evidence.revision() {
                // Bound with the rest of its revision, in order.
                Some(revision) => {
                    brought.entry(revision).or_default().push((evidence.id.as_str(), found));
                    true
                }
                None => is_left(evidence.id.as_str(), found),
            };
            if !known || found != evidence.digest {
                return Err(unvouched(evidence.id.as_str()));
            }
        }
        for (revision, pieces) in brought {
            if !is_left(&revision, revision_state(pieces)) {
                return Err(unvouched(&revision));
            }
        }
        for revision in &self.revisions {
            let name = revision_name(&revision.source, revision.revision);
            if left.get(&name).map(|(entry, _)| *entry) != revision.proof.as_ref().map(|proof| proof.index) {
                return Err(unvouched(&name));
            }
        }
        for claim in &self.claims {
            let state = claim_state(&claim.claim()).map_err(|e| engine::Error::from(e).into_refusal())?;
            if !is_left_by(claim.id.as_str(), claim.proof.index, state) {
                return Err(unvouched(claim.id.as_str()));
            }
        }
        for link in &self.links {
            let state = link_state(&link.link()).map_err(|e| engine::Error::from(e).into_refusal())?;
            if !is_left_by(&link.id, link.proof.index, state) {
                return Err(unvouched(&link.id));
            }
        }
        for line in &self.facts {
            let fact = line.fact();
            let states = fact_state(&fact).and_then(|told| Ok((told, fact_end_state(&fact)?))).map_err(|e| engine::Error::from(e).into_refusal())?;
            let ends = states.1.is_none_or(|(name, state)| is_left(&name, state));
            if !is_left_by(line.id.as_str(), line.proof.index, states.0) || !ends {
                return Err(unvouched(line.id.as_str()));
            }
        }
        for line in &self.lived {
            let state = experience_state(&line.experience()).map_err(|e| engine::Error::from(e).into_refusal())?;
            if !is_left_by(line.id.as_str(), line.proof.index, state) {
                return Err(unvouched(line.id.as_str()));
            }
        }
        for line in &self.receipts {
            let state = receipt_state(&line.receipt()).map_err(|e| engine::Error::from(e).into_refusal())?;
            if !is_left_by(line.id.as_str(), line.proof.index, state) {
                return Err(unvouched(line.id.as_str()));
            }
        }
        let rows = self.knowledge.iter().map(|k| (k.id.as_str(), k.proof.index, k.row()));
        for (name, entry, row) in rows.chain(self.premises.iter().map(|p| (p.name.as_str(), p.proof.index, p.row()))) {
            let state = row.state().map_err(|e| engine::Error::from(e).into_refusal())?;
            // A premise's name is made of what it joins, so that no line can speak in another's name.
            if name != row.name() || !is_left_by(name, entry, state) {
                return Err(unvouched(name));
            }
        }
        for row in self.drawers.values() {
            let (name, state) = drawer_state(row).map_err(|e| engine::Error::from(e).into_refusal())?;
            if !is_left(&name, state) {
                return Err(unvouched(&name));
            }
        }
        let known: BTreeSet<&SourceId> = self.sources.iter().map(|source| &source.id).collect();
        let named = self.evidence.iter().filter_map(|e| e.place.as_ref()?.source.as_ref());
        named.into_iter().find(|source| !known.contains(source)).map_or(Ok(()), |source| Err(unvouched(source.as_str())))
    }
}

/// What the entries left of each record: the last entry about it, and its state.
type LeftBehind = BTreeMap<String, (u64, String)>;

#[derive(serde::Deserialize)]
struct Kind {
    r#type: String,
}

fn fault(error: &ExportError) -> Refusal {
    let why = std::error::Error::source(error).map_or_else(String::new, |source| format!(": {source}"));
    Code::InputInvalid.refuse("export", format!("the export does not verify: {error}{why}")).next("Ask for a new export; nothing was brought in")
}

fn unreadable(line: usize, why: &str) -> Refusal {
    Code::InputInvalid
        .refuse(format!("line {line}"), format!("line {line} of the export cannot be used: {why}"))
        .next("Ask for a new export; nothing was brought in")
}

fn unvouched(id: &str) -> Refusal {
    Code::InputInvalid
        .refuse(id, format!("the export does not verify: `{id}` is not what its ledger left"))
        .next("Ask for a new export; nothing was brought in")
}
