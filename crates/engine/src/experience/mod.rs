//! Keeps experiences: what was tried in which situation, and whether it worked; writes them as Markdown.

pub(crate) mod markdown;

use crate::{
    Error, PalaceState, Work,
    call::not_found::missing,
    memory::{Keeper, Piece, Secrets, redact_text},
};
use ::search::Traits;
use kernel::{
    actor::ActorKind,
    anchor::Anchor,
    call::Call,
    claim::{Confidence, Tag},
    cycle::{Area, Author, Bigrams, DUPLICATE, Print, Reach, Worked},
    evidence::{Evidence, Origin},
    id::{EvidenceId, ExperienceId},
    refusal::Code,
    text::{Account, Content},
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Experience, Txn, View};

/// What an experience is called among the kinds of things that can be found.
pub const KIND: &str = crate::memory::EXPERIENCE;
/// Most labels of one experience.
const TAGS_MAX: usize = 32;

/// What an experience says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Told {
    /// Whether it worked
    #[serde(rename = "type")]
    pub worked: Worked,
    /// What it is about
    pub domain: Area,
    /// What things were like
    pub situation: Account,
    /// What was tried
    pub approach: Account,
    /// What came of it
    pub outcome: Account,
    /// Why
    pub reasoning: Account,
    /// How sure you are, from 0 to 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Label (can be repeated)
    #[serde(default)]
    pub tags: Vec<Tag>,
}

/// An experience, as it is shown.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Shown {
    /// The experience
    pub id: ExperienceId,
    /// Whether it worked
    #[serde(rename = "type")]
    pub worked: Worked,
    /// What it is about
    pub domain: Area,
    /// What things were like
    pub situation: String,
    /// What was tried
    pub approach: String,
    /// What came of it
    pub outcome: String,
    /// Why
    pub reasoning: String,
    /// How sure its author is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Its labels
    pub tags: Vec<Tag>,
    /// Whose it is
    pub scope: Reach,
    /// The evidence that holds its words
    pub evidence: EvidenceId,
    /// What it revises
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision_of: Option<ExperienceId>,
    /// What took its place
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<ExperienceId>,
    /// Who thought of it
    pub source: Author,
    /// Who wrote it
    pub principal: String,
    /// When
    pub created_at: Moment,
    /// When its labels last changed
    pub updated_at: Moment,
    /// When it was put away
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Moment>,
    /// Why it was put away
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive_reason: Option<String>,
}

impl From<Experience> for Shown {
    fn from(x: Experience) -> Self {
        let (archived_at, archive_reason) = x.archived.unzip();
        Self {
            scope: Reach::of(&x.anchor),
            id: x.id,
            worked: x.worked,
            domain: x.area,
            situation: x.situation,
            approach: x.approach,
            outcome: x.outcome,
            reasoning: x.reasoning,
            confidence: x.confidence,
            tags: x.tags,
            evidence: x.evidence,
            revision_of: x.revision_of,
            superseded_by: x.superseded_by,
            source: x.author,
            principal: x.principal,
            created_at: x.created_at,
            updated_at: x.updated_at,
            archived_at,
            archive_reason,
        }
    }
}

/// The experience of this id.
pub(crate) fn known(view: &mut View<'_>, id: &ExperienceId) -> Result<Experience, Error> {
    view.experience(id)?.ok_or_else(|| missing(KIND, id))
}

/// The experience of this id, if it may be revised: only the newest may, so that there is one.
pub(crate) fn revisable(view: &mut View<'_>, id: &ExperienceId) -> Result<Experience, Error> {
    let old = known(view, id)?;
    match &old.superseded_by {
        None => Ok(old),
        Some(newer) => {
            Err(Code::NoSuchMove.refuse(id.to_string(), format!("`{newer}` took the place of `{id}`")).next(format!("Revise {newer} instead")).into())
        }
    }
}

/// The labels in the order they were given, each once.
pub(crate) fn settled(tags: Vec<Tag>) -> Result<Vec<Tag>, Error> {
    let mut each: Vec<Tag> = Vec::new();
    for tag in tags {
        if !each.contains(&tag) {
            each.push(tag);
        }
    }
    if each.len() > TAGS_MAX {
        return Err(Code::InputInvalid.refuse("tags", format!("at most {TAGS_MAX} tags are taken; {} were given", each.len())).into());
    }
    Ok(each)
}

/// An experience whose secrets are out, and where it belongs.
pub(crate) struct Telling {
    told: Told,
    anchor: Anchor,
    pairs: Bigrams,
}

impl Telling {
    /// Takes the secrets out of what is told, and counts them.
    pub(crate) fn of(told: Told, anchor: Anchor, redacted: &mut Secrets) -> Result<Self, Error> {
        let mut clean = |field: &str, text: &Account| {
            let text = redact_text(text.as_str(), redacted);
            Account::parse(&text).map_err(|e| Code::InputInvalid.refuse(field, format!("once its secrets are out: {e}")))
        };
        let told = Told {
            situation: clean("situation", &told.situation)?,
            approach: clean("approach", &told.approach)?,
            outcome: clean("outcome", &told.outcome)?,
            reasoning: clean("reasoning", &told.reasoning)?,
            tags: settled(told.tags)?,
            ..told
        };
        let pairs = compared(&[&told.situation, &told.approach, &told.outcome, &told.reasoning].map(Account::as_str));
        Ok(Self { told, anchor, pairs })
    }

    /// One that says the same: about the same, with the same end, in the same place; and how nearly. What is put away counts
    /// too, and what something took the place of does not.
    pub(crate) fn duplicate(&self, view: &mut View<'_>, house: &PalaceState) -> Result<Option<(Experience, f64)>, Error> {
        let kind = Experience::kind(self.told.domain, self.told.worked, &self.anchor);
        let near = house.cache.memory.prints.lock().unwrap_or_else(std::sync::PoisonError::into_inner).near(view, &kind, &self.print())?;
        let mut best: Option<(Experience, f64)> = None;
        for (most, n) in near {
            if best.as_ref().is_some_and(|(_, likeness)| *likeness >= most) {
                break; // nothing that follows can be more alike
            }
            let Some(known) = view.experience_numbered(n)?.filter(|known| known.superseded_by.is_none()) else { continue };
            let likeness = compared(&known.parts()).dice(&self.pairs);
            if likeness >= DUPLICATE && best.as_ref().is_none_or(|(_, most)| likeness > *most) {
                best = Some((known, likeness));
            }
        }
        Ok(best)
    }

    pub(crate) fn print(&self) -> Print {
        self.pairs.print()
    }

    /// Keeps it: its words as evidence that can be found, and its row. Whatever it revises is in its past from then on.
    pub(crate) fn keep(self, cx: &mut Work<'_>, revises: Option<Experience>, author: Author) -> Result<Experience, Error> {
        let (house, call) = (cx.house, cx.call);
        let mut keeper = Keeper::open_at(cx, house, call, &self.anchor)?;
        let kept = self.keep_among(cx, &mut keeper, revises, author)?;
        keeper.close(cx)?;
        Ok(kept)
    }

    /// The same, where many are kept at once.
    pub(crate) fn keep_among(self, cx: &mut Work<'_>, keeper: &mut Keeper, revises: Option<Experience>, author: Author) -> Result<Experience, Error> {
        let call = cx.call;
        let id = ExperienceId::mint("x", &call.tail());
        let words: Vec<String> = self.parts().into_iter().map(|(name, text)| format!("{name}: {text}")).collect();
        let evidence = Evidence {
            id: EvidenceId::mint("e", &call.tail()),
            origin: if author == Author::User { Origin::Human } else { Origin::Agent },
            principal: call.actor.name().to_owned(),
            source: format!("{KIND} {id}"),
            content: Content::parse(&words.join("\n")).map_err(|e| Code::InputInvalid.refuse("situation", format!("all of it together: {e}")))?,
            recorded_at: call.now,
        };
        cx.record(&evidence)?;
        let print = self.print();
        let mut experience = self.experience(call, id, evidence.id.clone(), author);
        experience.revision_of = revises.as_ref().map(|old| old.id.clone());
        experience.n = cx.put_experience(&experience, &print)?;
        index(cx, keeper, &experience, &evidence)?;
        if let Some(old) = revises {
            supersede(cx, keeper, old, &experience.id)?;
        }
        Ok(experience)
    }

    /// Its row, as it stands before anything revises it.
    pub(crate) fn experience(self, call: &Call, id: ExperienceId, evidence: EvidenceId, author: Author) -> Experience {
        let Self { told, anchor, .. } = self;
        Experience {
            n: 0,
            id,
            evidence,
            worked: told.worked,
            area: told.domain,
            situation: told.situation.into(),
            approach: told.approach.into(),
            outcome: told.outcome.into(),
            reasoning: told.reasoning.into(),
            confidence: told.confidence,
            tags: told.tags,
            anchor,
            revision_of: None,
            superseded_by: None,
            session: call.session.clone(),
            author,
            principal: call.actor.name().to_owned(),
            created_at: call.now,
            updated_at: call.now,
            archived: None,
        }
    }

    fn parts(&self) -> [(&'static str, &Account); 4] {
        let Told { situation, approach, outcome, reasoning, .. } = &self.told;
        [("Situation", situation), ("Approach", approach), ("Outcome", outcome), ("Reasoning", reasoning)]
    }
}

/// What already says the same as an experience that somebody would tell here, and how nearly: what `experience.record` asks first.
pub fn duplicate_of(view: &mut View<'_>, house: &PalaceState, told: Told, anchor: &Anchor) -> Result<Option<(ExperienceId, f64)>, Error> {
    let telling = Telling::of(told, anchor.clone(), &mut Secrets::new())?;
    Ok(telling.duplicate(view, house)?.map(|(known, likeness)| (known.id, likeness)))
}

/// Who thought of what a caller tells.
pub(crate) fn author(cx: &Work<'_>) -> Author {
    if cx.call.actor.kind() == ActorKind::Human { Author::User } else { Author::Agent }
}

/// All that is compared when two experiences may say the same.
pub(crate) fn compared(parts: &[&str; 4]) -> Bigrams {
    Bigrams::of(&parts.join(" "))
}

/// Lets an experience be found by its words and its labels.
fn index(txn: &mut Txn<'_>, keeper: &mut Keeper, experience: &Experience, evidence: &Evidence) -> Result<(), Error> {
    let piece = Piece {
        kind: KIND,
        source: (0, 0),
        seq: 0,
        thread: &experience.session,
        author: &evidence.principal,
        speaker: Traits::default(),
        heading: "",
        title: &experience.keys().join(" "),
        at: evidence.recorded_at,
        lines: None,
        print: &ingest::Fingerprint::of(evidence.content.as_str()),
    };
    keeper.index(txn, evidence, &piece)?;
    Ok(())
}

/// Gives an experience other labels, and lets it be found by those: labels are part of what it is found by.
pub(crate) fn relabel(txn: &mut Txn<'_>, house: &PalaceState, call: &Call, experience: &Experience) -> Result<(), Error> {
    txn.tag_experience(experience)?;
    let Some(item) = txn.item_of(experience.evidence.as_str())?.filter(|item| item.until.is_none()) else { return Ok(()) };
    let evidence = txn.evidence(&experience.evidence)?.ok_or_else(|| missing("evidence", &experience.evidence))?;
    let mut keeper = Keeper::open_at(txn, house, call, &experience.anchor)?;
    keeper.forget(txn, &item)?;
    index(txn, &mut keeper, experience, &evidence)?;
    keeper.close(txn)
}

/// Puts an experience in the past of another: it is no longer found, and stays on record.
fn supersede(cx: &mut Work<'_>, keeper: &mut Keeper, mut old: Experience, by: &ExperienceId) -> Result<(), Error> {
    let now = cx.call.now;
    if let Some(item) = cx.item_of(old.evidence.as_str())? {
        keeper.retire(cx, &item, now)?;
    }
    old.superseded_by = Some(by.clone());
    old.updated_at = now;
    cx.supersede_experience(&old)?;
    Ok(())
}
