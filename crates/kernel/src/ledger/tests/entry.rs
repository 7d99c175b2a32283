//! The bytes of a leaf, the spelling of digests, and what a verifier says about payloads.

use super::*;
use crate::ledger::{EntryError, FIELD_BYTES_MAX};

fn sample() -> Entry {
    Entry {
        palace: "p_1".into(),
        seq: 7,
        prev: Digest([0x11; 32]),
        at: -1_700_000_000_123,
        actor_kind: "agent".into(),
        actor: "claude".into(),
        session: "s_1".into(),
        op: "claim.promote".into(),
        outcome: "refused SEAL_REQUIRED".into(),
        subject: "c_é".into(),
        input: Digest([0x22; 32]),
        output: Digest([0x33; 32]),
        payload: payload_digest(&std::array::from_fn(|at| u8::try_from(at).unwrap()), br#"{"a":1}"#),
    }
}

#[test]
fn a_leaf_is_the_text_that_another_language_builds() {
    let leaf = "palace/entry/v1\np_1\n7\n\
        1111111111111111111111111111111111111111111111111111111111111111\n-1700000000123\n\
        agent\nclaude\ns_1\nclaim.promote\nrefused SEAL_REQUIRED\nc_é\n\
        2222222222222222222222222222222222222222222222222222222222222222\n\
        3333333333333333333333333333333333333333333333333333333333333333\n\
        beb4d92744ea2038704a8359b5e03324bef237a880cdb109ed2e6b1f5b8237f9\n";
    assert_eq!(String::from_utf8(sample().leaf_bytes()).unwrap(), leaf);
    assert_eq!(sample().hash().to_string(), "da1a87ea7de3ddd75d0eeda766e0774983d42ea99261abf3831b40c31b2d8295");
}

#[test]
fn integers_are_written_as_everyone_writes_them() {
    for (seq, at) in [(0, 0), (9, -1), (10, i64::MIN), (u64::MAX, i64::MAX)] {
        let entry = Entry { seq, at, ..sample() };
        let leaf = String::from_utf8(entry.leaf_bytes()).unwrap();
        let lines: Vec<&str> = leaf.lines().collect();
        assert_eq!((lines[2], lines[4]), (&*seq.to_string(), &*at.to_string()));
    }
}

#[test]
fn a_field_that_would_span_lines_is_refused() {
    for bad in ["\n", "\r", "\0", "\u{1f}", "\u{7f}", "\u{85}", "\u{2028}", "é\u{2029}"] {
        let entry = Entry { subject: format!("c_1{bad}"), ..sample() };
        assert_eq!(entry.check(), Err(EntryError::ControlCharacter { field: "subject" }), "{bad:?}");
    }
    for good in ["", "é", "日本", "a b", "\u{200d}"] {
        assert_eq!(Entry { actor: good.into(), ..sample() }.check(), Ok(()), "{good:?}");
    }
    let entry = Entry { op: "x".repeat(FIELD_BYTES_MAX + 1), ..sample() };
    assert_eq!(entry.check(), Err(EntryError::TooLong { field: "op", bytes: 513 }));
}

#[test]
fn a_digest_has_one_spelling() {
    let digest = Digest::of(b"abc");
    let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(digest.to_string(), text);
    assert_eq!(format!("{digest:?}"), text);
    assert_eq!(text.parse(), Ok(digest));
    assert_eq!(serde_json::to_value(digest).unwrap(), text);
    assert_eq!(serde_json::from_value::<Digest>(text.into()).unwrap(), digest);
    for other in [&text.to_uppercase(), &text[1..], &format!("{text} "), "", "é"] {
        assert!(other.parse::<Digest>().is_err(), "{other}");
    }
    assert_eq!(schemars::schema_for!(Digest).get("type").unwrap(), "string");
}

#[test]
fn an_erased_payload_needs_a_later_completed_erasure() {
    let honest = ledger(10, "a");
    assert_eq!(verify(&honest).map(|verified| verified.size), Ok(10));

    let nobody = |seq, by| Err(Fault::ErasedByNobody { seq, by });
    let mut rows = honest.clone();
    for by in [0, 3, 5, 10, u64::MAX] {
        rows[3].kept = Kept::Erased(by);
        assert_eq!(verify(&rows), nobody(3, by));
    }
    // An erasure that was refused erased nothing, and so does an approval of something else.
    for (op, outcome) in [("evidence.erase", "refused MODE"), ("evidence.erase", "proposed"), ("claim.eraser", "done")] {
        let mut rows = honest.clone();
        let last = &mut rows[9];
        last.entry.op = op.into();
        last.entry.outcome = outcome.into();
        last.rehash();
        assert_eq!(verify(&rows), nobody(4, 9), "{op} {outcome}");
    }
    let mut rows = honest.clone();
    rows[2].kept = Kept::Nothing;
    assert_eq!(verify(&rows), Err(Fault::MissingPayload { seq: 2 }));
}

#[test]
fn entries_of_another_palace_and_unwritable_fields_are_faults() {
    let mut rows = ledger(3, "a");
    rows[1].entry.palace = "p_away".into();
    rows[1].rehash();
    assert_eq!(verify(&rows), Err(Fault::ForeignPalace { seq: 1, found: "p_away".into() }));
    rows[1].entry.palace = "p_home".into();
    rows[1].entry.actor = "a\nb".into();
    rows[1].rehash();
    assert_eq!(verify(&rows), Err(Fault::BadField { seq: 1, field: "actor" }));
}
