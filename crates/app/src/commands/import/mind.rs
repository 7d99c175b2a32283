//! Knowledge of another palace: each piece that is believed there comes in as a candidate, where it lay, on its evidence as it
//! lies here. If that passes the gate here, a human is asked.

use super::{Bundle, evidence_here, verify::Export};
use crate::{commands::export::line::KnowledgeLine, desk::Desk};
use kernel::{
    claim::{Happening, Role},
    id::EvidenceId,
    refusal::{Code, Refusal},
};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use store::KnowledgeRow;

/// Brings in what is not here yet, and says what came of it.
pub(super) fn bring_in(desk: &mut Desk, export: &Export, bundles: &[Bundle], own: &str) -> Result<Json, Refusal> {
    let here = known(desk, &export.palace)?;
    let (believed, past): (Vec<&KnowledgeLine>, Vec<&KnowledgeLine>) = export.knowledge.iter().partition(|k| k.standing.is_authoritative());
    let wanted: Vec<&KnowledgeLine> = believed.iter().copied().filter(|k| !here.contains(k.id.as_str())).collect();
    let rests = if wanted.is_empty() { BTreeMap::new() } else { evidence_here(desk, export, bundles, own)? };
    let (mut candidates, mut proposed, stands_at) = (0, 0, desk.anchor().clone());
    let brought = wanted.iter().try_for_each(|knowledge| {
        desk.stand_at(knowledge.anchor.clone());
        let envelope = desk.ask("knowledge.import", input(export, knowledge, &rests)?)?;
        let result = &envelope.get().result;
        candidates += u64::from(result["created"] == json!(true));
        proposed += u64::from(result["proposalId"].is_string());
        Ok(())
    });
    desk.stand_at(stands_at);
    brought?;
    Ok(json!({ "candidates": candidates, "proposed": proposed, "known": believed.len() as u64 - candidates, "past": past.len() }))
}

/// Knowledge of that palace that was brought in here before.
fn known(desk: &Desk, palace: &str) -> Result<BTreeSet<String>, Refusal> {
    let found = desk.engine.look(|_, view| {
        let mut known = BTreeSet::new();
        view.each_knowledge(&mut |_, row| {
            if let KnowledgeRow::Event(event) = row
                && event.what == Happening::Created
            {
                let told: Json = serde_json::from_str(&event.metadata).unwrap_or(Json::Null);
                known.extend(told["record"].as_str().filter(|_| told["palace"] == palace).map(str::to_owned));
            }
            Ok(())
        })?;
        Ok(known)
    });
    found.map_err(engine::Error::into_refusal)
}

fn input(export: &Export, knowledge: &KnowledgeLine, here: &BTreeMap<EvidenceId, String>) -> Result<Json, Refusal> {
    let mut input = serde_json::to_value(&knowledge.lesson).map_err(|e| Code::Internal.refuse(knowledge.id.as_str(), e.to_string()))?;
    let Some(fields) = input.as_object_mut() else {
        return Err(Code::Internal.refuse(knowledge.id.as_str(), "a lesson is an object"));
    };
    fields.remove("anchor");
    fields.remove("madeFrom");
    fields.insert("palace".into(), json!(export.palace));
    fields.insert("record".into(), json!(knowledge.id));
    fields.insert("status".into(), json!(knowledge.standing.status()));
    for role in Role::ALL {
        let linked = export.premises.iter().filter(|p| p.knowledge == knowledge.id && p.role == role);
        let refs: BTreeSet<&String> = linked.filter_map(|p| here.get(&p.evidence)).collect();
        fields.insert(format!("{}Refs", role.name()), json!(refs));
    }
    Ok(input)
}
