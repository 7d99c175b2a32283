//! Experiences of another palace: their words are evidence that came in before, this says what they are.

use super::{Bundle, Export, evidence_here};
use crate::{commands::export::lived::ExperienceLine, desk::Desk};
use engine::ops::experience::inherit::{EXPERIENCES_MAX, id_here};
use kernel::{anchor::Anchor, id::EvidenceId, refusal::Refusal};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use store::View;

/// Keeps its experiences as its word, project by project. Gives how many came in, and how many were here.
pub(super) fn bring_in(desk: &mut Desk, export: &Export, bundles: &[Bundle], own: &str) -> Result<(u64, u64), Refusal> {
    let fresh = unknown(desk, export, own)?;
    let known = (export.lived.len() - fresh.len()) as u64;
    if fresh.is_empty() {
        return Ok((0, known));
    }
    let here = evidence_here(desk, export, bundles, own)?;
    let (mut kept, stands_at) = (0, desk.anchor().clone());
    let mut projects: BTreeMap<&Anchor, Vec<&ExperienceLine>> = BTreeMap::new();
    for line in fresh {
        projects.entry(&line.anchor).or_default().push(line);
    }
    for (anchor, lines) in projects {
        desk.stand_at(anchor.clone());
        for batch in lines.chunks(EXPERIENCES_MAX) {
            let experiences: Vec<Json> = batch.iter().filter_map(|line| said(line, &here)).collect();
            let envelope = desk.ask("experience.inherit", json!({ "palace": export.palace, "experiences": experiences }))?;
            kept += envelope.get().result["kept"].as_u64().unwrap_or(0);
        }
    }
    desk.stand_at(stands_at);
    Ok((kept, known))
}

/// Those that are not here. What came from here is no news.
fn unknown<'e>(desk: &Desk, export: &'e Export, own: &str) -> Result<Vec<&'e ExperienceLine>, Refusal> {
    let look = |view: &mut View<'_>| {
        let mut ours = BTreeSet::new();
        view.each_experience(&mut |x| {
            ours.insert(id_here(own, &x.id));
            ours.insert(x.id);
            Ok(())
        })?;
        Ok(export.lived.iter().filter(|line| !ours.contains(&line.id) && !ours.contains(&id_here(&export.palace, &line.id))).collect())
    };
    desk.engine.look(|_, view| look(view)).map_err(engine::Error::into_refusal)
}

fn said(line: &ExperienceLine, here: &BTreeMap<EvidenceId, String>) -> Option<Json> {
    let mut told = json!({
        "type": line.worked, "domain": line.domain, "situation": line.situation, "approach": line.approach, "outcome": line.outcome,
        "reasoning": line.reasoning, "tags": line.tags,
    });
    if let Some(confidence) = line.confidence {
        told["confidence"] = json!(confidence);
    }
    let mut one = json!({ "id": line.id, "evidence": here.get(&line.evidence)?, "told": told });
    for (field, id) in [("revisionOf", &line.revision_of), ("supersededBy", &line.superseded_by)] {
        if let Some(id) = id {
            one[field] = json!(id);
        }
    }
    Some(one)
}
