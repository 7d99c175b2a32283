//! Exports and proof documents, written and read back.

use ed25519_dalek::SigningKey;

use super::*;
use crate::ledger::export::{EXPORT_FORMAT, verify_export};
use crate::ledger::{Checkpoint, ExportError, ExportedEntry, ExportedProof, Header, LogKey, ProofDocument};

fn key() -> SigningKey {
    SigningKey::from_bytes(&[3; 32])
}

fn note(rows: &[Row]) -> String {
    let size = rows.len() as u64;
    let root = merkle::root(&mut Memory::with(rows.iter().map(|row| row.hash)), size).unwrap();
    Checkpoint { origin: "home".into(), size, root }.sign("home", &key()).unwrap()
}

fn exported(row: &Row) -> ExportedEntry {
    let (kept, erased_by) = match &row.kept {
        Kept::Payload(salt, body) => (Some((*salt, body.clone())), None),
        Kept::Erased(by) => (None, Some(*by)),
        Kept::Nothing => (None, None),
    };
    ExportedEntry::new(row.entry.clone(), row.hash, kept, erased_by)
}

fn export(rows: &[Row]) -> Vec<String> {
    let header = Header {
        format: EXPORT_FORMAT.into(),
        palace: "p_home".into(),
        origin: "home".into(),
        log_key: LogKey::new("home", key().verifying_key()).unwrap().to_string(),
        checkpoint: note(rows),
    };
    let mut lines = vec![serde_json::to_string(&header).unwrap()];
    lines.extend(rows.iter().map(|row| serde_json::to_string(&exported(row)).unwrap()));
    lines
}

fn verify_lines(lines: &[String], kept_elsewhere: &[&str]) -> Result<Verified, ExportError> {
    verify_export(lines.iter().map(String::as_str), kept_elsewhere)
}

#[test]
fn an_export_verifies_and_its_lines_have_the_documented_fields() {
    let rows = ledger(20, "a");
    let lines = export(&rows);
    assert_eq!(verify_lines(&lines, &[&note(&rows[..7])]).unwrap(), verify(&rows).unwrap());
    let line = &lines[5];
    let names: Vec<&str> = line.split('"').skip(1).step_by(2).filter(|word| line.contains(&format!("\"{word}\":"))).collect();
    assert_eq!(names.join(" "), "type palace seq prev at actor_kind actor session op outcome subject input output payload hash salt body erased_by");
    assert!(line.starts_with(r#"{"type":"entry","palace":"p_home","seq":4,"#), "{line}");
    assert!(line.ends_with(r#","salt":null,"body":null,"erased_by":9}"#), "{line}");
    assert_eq!(serde_json::from_str::<ExportedEntry>(line).unwrap(), exported(&rows[4]));
}

#[test]
fn what_is_wrong_with_an_export_is_named() {
    let rows = ledger(20, "a");
    let good = export(&rows);
    let check = |change: &dyn Fn(&mut Vec<String>), expected: &str| {
        let mut lines = good.clone();
        change(&mut lines);
        let error = verify_lines(&lines, &[]).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error} / {expected}");
    };
    check(&|lines| lines.clear(), "not a `palace-export/v1` export");
    check(&|lines| lines[0] = lines[0].replace("v1", "v2"), "not a `palace-export/v1` export");
    check(&|lines| lines[0] = lines[0].replace(r#""origin":"home""#, r#""origin":"away""#), "for \"home\", not for \"away\"");
    check(&|lines| lines[0] = lines[0].replace(r"\n20\n", r"\n21\n"), "signature of \"home\"");
    check(&|lines| lines[3] = lines[3].replace("e_2", "e_3"), "entry 2 does not have the hash");
    check(&|lines| lines[3] = lines[3].replace(r#""subject":"e_2","#, ""), "line 4 of the export");
    check(&|lines| lines[3] = lines[3].replace(r#""erased_by":null"#, r#""erased_by":9"#), "payload of entry 2 is missing");
    check(&|lines| drop(lines.pop()), "erased by entry 19");
    check(&|lines| lines.truncate(11), "10 entries, but a checkpoint was signed at 20");
    let elsewhere = note(&ledger(5, "b"));
    let error = verify_lines(&good, &[&elsewhere]).unwrap_err();
    assert!(matches!(error, ExportError::Fault(Fault::OtherThanCheckpoint { size: 5 })), "{error}");
}

#[test]
fn proofs_beside_entries_are_checked_against_the_checkpoint() {
    let rows = ledger(20, "a");
    let mut memory = Memory::with(rows.iter().map(|row| row.hash));
    let hashes = merkle::inclusion(&mut memory, 6, 20).unwrap();
    let proof = ExportedProof { index: 6, size: 20, leaf: rows[6].hash, hashes };
    let with = |proof: &ExportedProof| {
        let mut lines = export(&rows);
        let proof = serde_json::to_string(proof).unwrap();
        lines.push(format!(r#"{{"type":"claim","id":"c_1","proof":{proof}}}"#));
        lines.push(r#"{"type":"evidence","id":"e_1"}"#.into());
        verify_lines(&lines, &[])
    };
    assert!(with(&proof).is_ok());
    let other = ExportedProof { index: 7, ..proof.clone() };
    assert!(matches!(with(&other), Err(ExportError::Proof { line: 22, .. })));
    let other = ExportedProof { size: 19, ..proof };
    assert!(matches!(with(&other), Err(ExportError::OtherSize { line: 22, size: 19, checkpoint: 20 })));
}

#[test]
fn a_proof_document_stands_alone() {
    let rows = ledger(20, "a");
    let mut memory = Memory::with(rows.iter().map(|row| row.hash));
    let good = ProofDocument {
        entry: exported(&rows[6]),
        index: 6,
        size: 20,
        hashes: merkle::inclusion(&mut memory, 6, 20).unwrap(),
        checkpoint: note(&rows),
        log_key: LogKey::new("home", key().verifying_key()).unwrap().to_string(),
    };
    assert_eq!(good.check().unwrap().size, 20);
    let refused = |change: &dyn Fn(&mut ProofDocument)| {
        let mut other = good.clone();
        change(&mut other);
        assert!(other.check().is_err(), "{other:?}");
    };
    refused(&|document| document.index = 5);
    refused(&|document| document.size = 19);
    refused(&|document| document.entry.actor_kind = "human".into());
    refused(&|document| document.entry.body = Some("{}".into()));
    refused(&|document| document.entry.body = None);
    refused(&|document| document.entry = exported(&rows[7]));
    refused(&|document| document.hashes.truncate(1));
    refused(&|document| document.checkpoint = note(&rows[..10]));
}
