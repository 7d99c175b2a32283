//! Makes cards from knowledge that lies beside its evidence; each is believed only as far as its own evidence passes the gate today.
//!
//! Not here: copying a standing. A drawer that is believed makes a believed card only through the gate, under the yes at hand.

use super::{
    is_believed,
    lifecycle::{Happened, happen, make_as, rest},
    roles,
};
use crate::{Error, PalaceState, Reviewed};
use kernel::text::Slice;
use kernel::{
    canonical,
    claim::{Form, Happening, Knowledge, Lesson, Move, Roles, Standing, Status, Tier, Weighed, vouched, weigh_knowledge},
    id::KnowledgeId,
    ledger::Digest,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::collections::HashMap;
use store::{KnowledgeFilter, View};

/// What would become of a drawer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Fate {
    /// It can become a card
    Ready,
    /// It cannot
    Skipped,
    /// Its card is there
    AlreadyExists,
}

/// A drawer, and the card it would become.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) drawer: Knowledge,
    pub(crate) card: KnowledgeId,
    pub(crate) fate: Fate,
    /// Why it is skipped, or why the card would only be a candidate.
    pub(crate) reasons: Vec<String>,
    /// How far the card would be believed.
    pub(crate) status: Status,
    lesson: Lesson,
    roles: Roles,
    weighed: Weighed,
}

impl Planned {
    fn believes(&self) -> bool {
        self.fate == Fate::Ready && self.status.is_active()
    }
}

/// The card of a drawer: one drawer, one card, however often it is asked.
fn card_of(drawer: &KnowledgeId) -> Result<KnowledgeId, Error> {
    let digest = canonical::digest(&("card.backfill", drawer))?.to_string();
    Ok(KnowledgeId::mint(Form::Card.prefix(), digest.slice(..16)))
}

/// What would become of every drawer that a filter lets through.
pub(crate) fn plan(view: &mut View<'_>, house: &PalaceState, filter: &KnowledgeFilter) -> Result<Vec<Planned>, Error> {
    let cards = view.knowledge_list(&KnowledgeFilter { form: Some(Form::Card), limit: i64::MAX, ..KnowledgeFilter::default() })?;
    // A card that was made elsewhere and brought in has another id than one that is made here.
    let made: HashMap<KnowledgeId, KnowledgeId> = cards.into_iter().filter_map(|card| Some((card.lesson.made_from?, card.id))).collect();
    view.knowledge_list(filter)?.into_iter().map(|drawer| one(view, house, &made, drawer)).collect()
}

fn one(view: &mut View<'_>, house: &PalaceState, made: &HashMap<KnowledgeId, KnowledgeId>, drawer: Knowledge) -> Result<Planned, Error> {
    let card = made.get(&drawer.id).cloned().map_or_else(|| card_of(&drawer.id), Ok)?;
    let lesson = Lesson { anchor: drawer.anchor.clone(), made_from: Some(drawer.id.clone()), ..drawer.lesson.clone() };
    let roles = roles(view, &drawer.id)?;
    let weighed = weigh_knowledge(lesson.tier, &roles, true);
    let target = lesson.tier.target();
    let (mut fate, mut reasons, mut status) = (Fate::Ready, Vec::new(), Status::Candidate);
    if let Some(there) = view.knowledge(&card)? {
        fate = Fate::AlreadyExists;
        status = there.standing.status();
    } else if is_believed(view, house, &drawer)? && weighed.allowed() {
        status = target;
    } else {
        match drawer.standing.status() {
            Status::Demoted | Status::Retired => reasons.push(format!("{} knowledge is decided anew, not copied", drawer.standing.status().name())),
            Status::Promoted | Status::Canonical if weighed.allowed() => reasons.push("no seal stands behind its status".into()),
            Status::Promoted | Status::Canonical => reasons.extend(weighed.reasons.iter().cloned()),
            Status::Candidate => {}
        }
        let no_half = lesson.tier == Tier::DaoTian; // it knows no candidates
        if no_half || matches!(drawer.standing.status(), Status::Demoted | Status::Retired) {
            fate = Fate::Skipped;
            status = drawer.standing.status();
        }
    }
    Ok(Planned { drawer, card, fate, reasons, status, lesson, roles, weighed })
}

/// What a seal over the whole list covers: every card that would be believed, and every one that would be made at all.
pub(crate) fn covers(planned: &[Planned]) -> Result<Vec<Digest>, Error> {
    let ready = || planned.iter().filter(|p| p.fate == Fate::Ready);
    let made: Vec<(&KnowledgeId, Status)> = ready().map(|p| (&p.card, p.status)).collect();
    let mut covers = vec![canonical::digest(&("card.backfill", made))?];
    covers.extend(ready().filter(|p| p.believes()).map(|p| vouched(&p.card, &p.lesson, p.status, &p.roles.premises())));
    Ok(covers)
}

/// Makes the cards that are ready, all of them or none.
pub(crate) fn apply(cx: &mut Reviewed<'_>, planned: &[Planned]) -> Result<usize, Error> {
    let mut made = 0;
    for p in planned.iter().filter(|p| p.fate == Fate::Ready) {
        let metadata = json!({ "sourceDrawerId": p.drawer.id });
        if p.believes() {
            believe(cx, p, metadata)?;
        } else {
            make_as(cx, &p.card, p.lesson.clone(), &p.roles, "made from knowledge", metadata)?;
        }
        made += 1;
    }
    Ok(made)
}

fn believe(cx: &mut Reviewed<'_>, p: &Planned, metadata: serde_json::Value) -> Result<(), Error> {
    let pass = p.weighed.pass()?;
    let with = if p.status == Status::Canonical { Move::Canonize(pass, &cx.review) } else { Move::Promote(pass, &cx.review) };
    let (by, now, seal) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal());
    let card = Knowledge {
        id: p.card.clone(),
        standing: Standing::Candidate.step(&with)?,
        seal: Some(seal),
        anchor: p.lesson.anchor.clone(),
        promoted_from: cx.from.as_ref().map(|p| p.id.clone()),
        principal: by.clone(),
        created_at: now,
        updated_at: now,
        lesson: p.lesson.clone(),
    };
    cx.put_knowledge(&card)?;
    rest(cx, &card.id, &p.roles, "")?;
    let event = Happened { what: Happening::Created, from: None, to: Some(p.status), reason: "made from knowledge", metadata, seal: Some(seal) };
    happen(cx, &card.id, &by, now, event)?;
    Ok(())
}
