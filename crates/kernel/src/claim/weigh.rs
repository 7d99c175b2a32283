//! The threshold over evidence. Silence is not evidence, and neither is the same voice twice.

use super::{Premise, Requirements, Role, Tier};
use crate::{
    evidence::{Evidence, Origin},
    refusal::{Code, Refusal},
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Proof that evidence met its threshold. Only weighing makes one.
#[derive(Debug)]
pub struct GatePass(());

/// Independent origins an adopted claim must rest on.
const ORIGINS_MIN: usize = 1;

/// Where a piece of evidence really came from. What an agent says is the agent's word, whatever it says it read; and however
/// many findings a report has (`research://REPORT#finding-N`), it is one report, here or as another palace brought it.
fn voice(evidence: &Evidence) -> (Origin, &str, &str) {
    let source = evidence.source.as_str();
    let source = match evidence.origin {
        Origin::Agent => "",
        Origin::Research | Origin::Import => source.rsplit_once('#').map_or(source, |(page, _)| page),
        _ => source,
    };
    (evidence.origin, &evidence.principal, source)
}

/// Counts independent origins, not references: the same drawer twice, or two drawers from one source, count once, and so does
/// one's own word under another source's name.
pub fn independent<'e>(evidence: impl IntoIterator<Item = &'e Evidence>) -> usize {
    let (voices, words): (BTreeSet<_>, BTreeSet<_>) = evidence.into_iter().map(|piece| (voice(piece), said(piece))).unzip();
    voices.len().min(words.len())
}

/// Who said it, and what: said again under another source's name, it is the same word.
fn said(evidence: &Evidence) -> (&str, &str) {
    (&evidence.principal, evidence.content.as_str())
}

/// Whether a claim may be adopted on this evidence.
pub fn weigh(evidence: &[Evidence]) -> Result<GatePass, Refusal> {
    if independent(evidence) >= ORIGINS_MIN {
        return Ok(GatePass(()));
    }
    Err(Code::EvidenceShort.refuse("evidence", format!("a claim rests on at least {ORIGINS_MIN} piece of evidence; this one cites none")))
}

/// Evidence by what it is to the knowledge that is weighed.
#[derive(Clone, Debug, Default)]
pub struct Roles(BTreeMap<Role, Vec<Evidence>>);

impl Roles {
    /// Adds a piece in a role. A piece that is there in another role is refused: nothing verifies itself.
    pub fn add(&mut self, role: Role, evidence: Evidence) -> Result<(), Refusal> {
        if let Some(other) = self.role_of(&evidence) {
            if other == role {
                return Ok(());
            }
            return Err(Code::InputInvalid
                .refuse(evidence.id.to_string(), format!("`{}` is {} evidence already, and cannot be {} too", evidence.id, other.name(), role.name()))
                .next("Name another piece of evidence for this role"));
        }
        self.0.entry(role).or_default().push(evidence);
        Ok(())
    }

    fn role_of(&self, evidence: &Evidence) -> Option<Role> {
        self.0.iter().find(|(_, list)| list.iter().any(|known| known.id == evidence.id)).map(|(role, _)| *role)
    }

    /// What is there in a role.
    pub fn of(&self, role: Role) -> &[Evidence] {
        self.0.get(&role).map_or(&[], Vec::as_slice)
    }

    /// All of it, by role.
    pub fn all(&self) -> impl Iterator<Item = (Role, &Evidence)> {
        self.0.iter().flat_map(|(role, list)| list.iter().map(|evidence| (*role, evidence)))
    }

    /// All of it, as a seal binds it.
    pub fn premises(&self) -> Vec<Premise> {
        self.all().map(|(role, e)| Premise { role, evidence: e.id.clone(), digest: e.digest() }).collect()
    }

    /// How many independent voices speak in each role. Only what a human taught is a teaching, and a voice that speaks for
    /// something cannot also check it.
    pub fn counts(&self) -> Counts {
        let of = |role| independent(self.of(role));
        let speaks: BTreeSet<_> = self.of(Role::Supporting).iter().map(voice).collect();
        let says: BTreeSet<_> = self.of(Role::Supporting).iter().map(said).collect();
        let checks = |e: &&Evidence| !speaks.contains(&voice(e)) && !says.contains(&said(e));
        Counts {
            supporting: of(Role::Supporting),
            counterexample: of(Role::Counterexample),
            teaching: independent(self.of(Role::Teaching).iter().filter(|e| e.origin == Origin::Human)),
            verification: independent(self.of(Role::Verification).iter().filter(checks)),
        }
    }
}

/// Independent voices, by role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[schemars(inline)]
pub struct Counts {
    /// For it
    pub supporting: usize,
    /// Against it
    pub counterexample: usize,
    /// Humans who taught it
    pub teaching: usize,
    /// That checked it again
    pub verification: usize,
}

/// What weighing came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What it takes.
    pub requirements: Requirements,
    /// What is there.
    pub counts: Counts,
    /// Why not; empty where nothing is missing.
    pub reasons: Vec<String>,
}

impl Weighed {
    /// Whether nothing is missing.
    pub const fn allowed(&self) -> bool {
        self.reasons.is_empty()
    }

    /// The proof, or what is missing.
    pub fn pass(&self) -> Result<GatePass, Refusal> {
        if self.allowed() {
            return Ok(GatePass(()));
        }
        let refusal = Code::EvidenceShort.refuse("gate", format!("promotion gate failed: {}", self.reasons.join("; ")));
        let is_blocked = self.requirements.counterexamples_block && self.counts.counterexample > 0;
        Err(if is_blocked {
            refusal.next("Name the counterexamples that were answered in `answered`, and add what else is missing")
        } else {
            refusal
        })
    }
}

/// Weighs knowledge for its tier. Whether a human reviews it is for the caller to have proved, never to have said.
pub fn weigh_knowledge(tier: Tier, roles: &Roles, reviewed: bool) -> Weighed {
    let (requirements, counts) = (tier.requirements(), roles.counts());
    let mut reasons = Vec::new();
    let mut at_least = |what: &str, have: usize, need: usize| {
        if have < need {
            reasons.push(format!("{what} evidence refs below requirement: have {have}, need {need}"));
        }
    };
    at_least("supporting", counts.supporting, requirements.min_supporting_refs);
    at_least("verification", counts.verification, requirements.min_verification_refs);
    at_least("teaching", counts.teaching, requirements.min_teaching_refs);
    if requirements.reviewer_required && !reviewed {
        reasons.push("reviewer is required for this gate".into());
    }
    if requirements.counterexamples_block && counts.counterexample > 0 {
        reasons.push(format!("counterexample refs present: {}", counts.counterexample));
    }
    Weighed { requirements, counts, reasons }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{id::EvidenceId, text::Content, time::Moment};

    fn seen(id: &str, origin: Origin, principal: &str, source: &str) -> Evidence {
        said(id, origin, principal, source, &format!("it was so {id}"))
    }

    fn said(id: &str, origin: Origin, principal: &str, source: &str, words: &str) -> Evidence {
        Evidence {
            id: EvidenceId::mint("e", id),
            origin,
            principal: principal.into(),
            source: source.into(),
            content: Content::parse(words).expect("words"),
            recorded_at: Moment::from_millis(0),
        }
    }

    #[test]
    fn nothing_becomes_true_without_evidence() {
        assert_eq!(weigh(&[]).expect_err("nothing").code(), Code::EvidenceShort);
    }

    #[test]
    fn voices_are_counted_not_references() {
        use Origin::{Agent, Human, Research, Tool};
        type Voices<'v> = &'v [(Origin, &'v str, &'v str)];
        let table: [(Voices<'_>, usize); 8] = [
            (&[(Tool, "a", "x.log"), (Tool, "a", "x.log")], 1),
            (&[(Tool, "a", "x.log"), (Tool, "a", "y.log")], 2),
            (&[(Agent, "a", "one"), (Agent, "a", "two")], 1),
            (&[(Agent, "a", "one"), (Agent, "b", "one")], 2),
            (&[(Research, "a", "page"), (Research, "b", "page")], 2),
            (&[(Research, "a", "research://r-1#finding-0"), (Research, "a", "research://r-1#finding-1")], 1),
            (&[(Research, "a", "research://r-1#finding-0"), (Research, "a", "research://r-2#finding-0")], 2),
            (&[(Human, "ana", "talk"), (Agent, "ana", "talk")], 2),
        ];
        for (voices, count) in table {
            let pieces: Vec<Evidence> = voices.iter().enumerate().map(|(n, (origin, who, from))| seen(&n.to_string(), *origin, who, from)).collect();
            assert_eq!(independent(&pieces), count, "{voices:?}");
        }
    }

    #[test]
    fn one_piece_has_one_role() {
        let mut roles = Roles::default();
        roles.add(Role::Supporting, seen("1", Origin::Tool, "a", "x")).expect("the first role");
        roles.add(Role::Supporting, seen("1", Origin::Tool, "a", "x")).expect("said twice, there once");
        assert_eq!(roles.of(Role::Supporting).len(), 1);
        let refused = roles.add(Role::Verification, seen("1", Origin::Tool, "a", "x")).expect_err("it cannot verify itself");
        assert_eq!(refused.what(), "`e_1` is supporting evidence already, and cannot be verification too");
    }

    #[test]
    fn each_tier_asks_for_what_the_contract_says() {
        let full = |supporting: usize, verification: usize, teaching: usize, against: usize| {
            let mut roles = Roles::default();
            let counts =
                [(Role::Supporting, supporting), (Role::Verification, verification), (Role::Teaching, teaching), (Role::Counterexample, against)];
            for (role, count) in counts {
                for n in 0..count {
                    roles.add(role, seen(&format!("{}{n}", role.name()), Origin::Human, "ana", &format!("{}{n}", role.name()))).expect("a new piece");
                }
            }
            roles
        };
        let table: [(Tier, Roles, bool, &[&str]); 10] = [
            (Tier::Qi, full(1, 1, 0, 0), false, &[]),
            (Tier::Shu, full(1, 1, 0, 0), false, &[]),
            (Tier::Shu, full(1, 0, 0, 0), false, &["verification evidence refs below requirement: have 0, need 1"]),
            (Tier::DaoRen, full(2, 1, 0, 0), false, &[]),
            (Tier::DaoRen, full(1, 1, 0, 0), false, &["supporting evidence refs below requirement: have 1, need 2"]),
            (Tier::DaoTian, full(3, 2, 1, 0), true, &[]),
            (Tier::DaoTian, full(3, 2, 1, 0), false, &["reviewer is required for this gate"]),
            (Tier::DaoTian, full(3, 2, 0, 0), true, &["teaching evidence refs below requirement: have 0, need 1"]),
            (Tier::DaoTian, full(3, 1, 1, 0), true, &["verification evidence refs below requirement: have 1, need 2"]),
            (Tier::Qi, full(1, 1, 0, 2), true, &["counterexample refs present: 2"]),
        ];
        for (tier, roles, reviewed, reasons) in table {
            let weighed = weigh_knowledge(tier, &roles, reviewed);
            assert_eq!(weighed.reasons, reasons, "{tier:?}");
            assert_eq!(weighed.pass().is_ok(), reasons.is_empty());
        }
    }

    #[test]
    fn a_voice_that_speaks_for_it_does_not_check_it() {
        use Origin::{Agent, Tool};
        let table = [
            // The same log, read again; the same agent, in other words; the same words, under another log's name.
            (said("1", Tool, "a", "x.log", "it held"), said("2", Tool, "a", "x.log", "it held again"), 0),
            (said("1", Agent, "a", "x", "it held"), said("2", Agent, "a", "y", "it still holds"), 0),
            (said("1", Tool, "a", "x.log", "it held"), said("2", Tool, "a", "y.log", "it held"), 0),
            (said("1", Tool, "a", "x.log", "it held"), said("2", Tool, "a", "y.log", "it held again"), 1),
            (said("1", Agent, "a", "x", "it held"), said("2", Agent, "b", "x", "it held"), 1),
        ];
        for (supports, checks, verification) in table {
            let mut roles = Roles::default();
            roles.add(Role::Supporting, supports.clone()).expect("a piece");
            roles.add(Role::Verification, checks.clone()).expect("another piece");
            assert_eq!(roles.counts().verification, verification, "{supports:?} {checks:?}");
            assert_eq!(weigh_knowledge(Tier::Qi, &roles, true).allowed(), verification > 0);
        }
    }

    proptest::proptest! {
        /// However often the same few pieces are named, and in whatever roles, a gate opens only for as many voices as it asks.
        #[test]
        fn naming_a_piece_again_never_opens_a_gate(
            tier in 0..4_usize,
            named in proptest::collection::vec((0..4_usize, 0..6_usize), 0..40),
            voices in proptest::collection::vec((0..2_usize, 0..2_usize, 0..3_usize), 6),
        ) {
            let tier = Tier::ALL[tier];
            let origins = [Origin::Tool, Origin::Agent];
            let pieces: Vec<Evidence> = voices
                .iter()
                .enumerate()
                .map(|(n, (origin, who, from))| said(&n.to_string(), origins[*origin], &format!("p{who}"), &format!("s{from}"), &format!("w{from}")))
                .collect();
            let (mut roles, mut once) = (Roles::default(), Roles::default());
            for (role, piece) in named {
                let (role, piece) = (Role::ALL[role], &pieces[piece]);
                if roles.role_of(piece).is_none() {
                    once.add(role, piece.clone()).expect("the first time");
                }
                let _ = roles.add(role, piece.clone());
            }
            proptest::prop_assert_eq!(roles.counts(), once.counts());
            let all = roles.of(Role::Supporting).iter().chain(roles.of(Role::Verification));
            let distinct: BTreeSet<_> = all.map(voice).collect();
            let need = tier.requirements();
            if weigh_knowledge(tier, &roles, true).allowed() {
                proptest::prop_assert!(distinct.len() >= need.min_supporting_refs + need.min_verification_refs);
                proptest::prop_assert!(roles.of(Role::Counterexample).is_empty());
            }
        }
    }

    #[test]
    fn a_teaching_is_a_humans() {
        let mut roles = Roles::default();
        roles.add(Role::Teaching, seen("1", Origin::Agent, "codex", "talk")).expect("a piece");
        assert_eq!(roles.counts().teaching, 0);
    }
}
