//! The way through the same palace, with as many rooms and sealed claims as a project of some years has.

use super::{
    Ripgrep, Source, asked, at,
    common::{Palace, Result, row},
    verdict,
};
use ed25519_dalek::SigningKey;
use kernel::{
    floorplan::{Floorplan, Room, RoomDocument, RoomKind, Version},
    seal::ENROL,
    time::Moment,
};
use serde_json::json;
use std::collections::BTreeSet;

const ROOMS: usize = 30;
const CLAIMS: usize = 500;
const ROUTE_MS: f64 = 5.0;

/// Puts up rooms, has claims sealed, and asks the way for every question.
pub(super) fn show(palace: &mut Palace, sources: &[Source], questions: &[String], searched: &Ripgrep, now: Moment) -> Result<()> {
    let folders: BTreeSet<&str> = sources.iter().filter_map(|source| source.name.rsplit_once("/src/").map(|(folder, _)| folder)).collect();
    let every = (folders.len() / ROOMS).max(1);
    let rooms: Vec<&str> = folders.into_iter().step_by(every).take(ROOMS).collect();
    palace.furnish(Floorplan::new(None, rooms.iter().map(|folder| room(folder)).collect::<Result<_>>()?, vec![], vec![]));

    let human = SigningKey::from_bytes(&[3; 32]);
    let public = kernel::ledger::Digest(human.verifying_key().to_bytes());
    palace.decide(&human, ENROL, &json!({ "name": "ana", "public": public }), now)?;
    for n in 0..CLAIMS {
        let words = &questions[n % questions.len()];
        let kind = if n % 2 == 0 { "decision" } else { "learning" };
        let input = json!({ "content": format!("Claim {n}: what we do about {words}, and why it is so"), "as": kind });
        palace.decide(&human, "claim.adopt", &input, now)?;
    }
    let (times, cpu, found) = asked(questions, |question| {
        let answer = palace.ask("palace.route", json!({ "intent": format!("change how {question} works") }), now)?;
        Ok(answer["nodes"].as_array().is_some_and(|nodes| !nodes.is_empty()))
    })?;
    println!();
    let title = format!("route, {} rooms, {CLAIMS} claims, {found} answered", rooms.len());
    row(&title, &["p50", "p95", "CPU mean", "target"].map(String::from));
    let (half, most) = (at(&times, 50), at(&times, 95));
    row("palace.route", &[format!("{half:.2} ms"), format!("{most:.2} ms"), format!("{cpu:.2} ms"), verdict(half < ROUTE_MS)]);
    searched.beside(half);
    Ok(())
}

fn room(folder: &str) -> Result<Room> {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let document = RoomDocument {
        schema: None,
        schema_version: Version::One,
        kind: RoomKind::Word,
        name: name.to_owned(),
        summary: format!("Everything about {}", name.replace(['-', '_', '.'], " ")),
        entry_points: vec![format!("{folder}/"), format!("{folder}/src/lib.rs")],
        capabilities: vec![],
        artifacts: vec![],
        steps: vec![],
        provenance: None,
    };
    Room::new(document).map_err(|refusal| refusal.to_json().to_string().into())
}
