//! What is believed.

pub mod adopt;
pub mod archive;
pub mod compare;
pub mod conflicts;
pub mod contradictions;
pub mod decisions;
pub mod find;
pub mod ideas;
pub mod inform;
pub mod inherit;
pub mod learnings;
pub mod link;
pub mod links;
pub mod obsolete;
pub mod outcome;
pub mod propose;
pub mod recall;
pub mod retire;

pub mod show;
pub mod similar;
pub mod unlink;

pub(crate) use crate::governance::claims::{authoritative_standings, holding, newest, vouched};
use crate::{
    Error, Look, PalaceState,
    code::{Now, Spot, again},
    governance::claim_state::{Beside, believed, beside},
    memory,
    ops::missing,
};
use kernel::{
    anchor::Anchor,
    claim::{Claim, Confidence, Draft, IdeaStatus, Kind, Outcome, Standing, Tag, Target},
    id::{ClaimId, EvidenceId, LinkId, ProposalId},
    proposal::Source,
    scope::{Scope, ScopeKind},
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{ClaimFilter, SealedLink, View};

/// Items per kind, when nobody asks for another number.
const ITEMS_DEFAULT: i64 = 10;
/// Characters per item. Counted in Unicode scalars; tokens are never guessed.
pub(crate) const CONTENT_CHARS_MAX: usize = 500;

/// A claim, as every reader is given it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// Its id
    pub id: ClaimId,
    /// Kind of belief
    #[serde(rename = "as")]
    pub kind: Kind,
    /// What is believed
    pub content: String,
    /// Whether the content was cut
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Why it is so
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// The contract's word for how far it is believed
    pub authority: &'static str,
    /// Our own word
    pub standing: Standing,
    /// How it stands today, where the question is how things stood before it ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing_now: Option<Standing>,
    /// Where it holds
    pub scope: ScopeKind,
    /// File or room
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_path: Option<String>,
    /// The project it was made in; outside of any, it holds in all
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<Anchor>,
    /// How sure we are by now
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// What came of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What was said about that
    #[serde(skip_serializing_if = "String::is_empty")]
    pub outcome_note: String,
    /// Where an idea is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<IdeaStatus>,
    /// How it stands to other records
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Tie>,
    /// Labels
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// What it rests on
    pub evidence: Vec<EvidenceId>,
    /// Who brought it
    pub source: String,
    /// The proposal it came from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted_from_proposal_id: Option<ProposalId>,
    /// When it was made
    pub created_at: Moment,
    /// It is no longer believed: until when it was
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
    /// Why it is here
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}

/// Why a belief was found.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Reason {
    /// In a sentence
    pub because: &'static str,
    /// Words of the question that it says
    pub matched: Vec<String>,
    /// How near its meaning is, from 0 to 1
    pub similarity: Confidence,
    /// How many days ago it was made
    pub days: i64,
}

impl Reason {
    fn of(cx: &Look<'_>, query: &str, claim: &Claim) -> Self {
        let matched = memory::said_of(query, claim);
        Self {
            because: if matched.is_empty() { "its meaning is near" } else { "its words match" },
            matched,
            similarity: cx.house.cache.memory.similarity(&search::embed::Model::embedded().embed(query), claim),
            days: (cx.call.now.millis() - claim.created_at.millis()).div_euclid(kernel::time::DAY_MS),
        }
    }
}

/// A link, as every reader is given it.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Tie {
    /// Its id
    pub id: LinkId,
    /// From which record
    pub source_id: String,
    /// How it stands to the other
    pub relation: String,
    /// To which record, or lines of code
    pub target_id: String,
    /// Whether the other end still stands
    pub state: TieState,
    /// Where lines of code are now that are no longer there
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
}

/// Whether what a link leads to still stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum TieState {
    /// It is believed
    Holds,
    /// It is there, and no longer believed, or reads differently now
    Stale,
    /// It is not there
    Missing,
    /// It is code that reads as it did
    Fresh,
    /// It is code, and its file is not in this tree
    Gone,
    /// It is code, and could not be compared: its tree is not at hand, or nobody said what it read like
    Unverified,
}

/// The links of a record, each with how its other end stands.
pub(crate) fn ties(cx: &mut Look<'_>, links: &[SealedLink], of: &ClaimId, known: &BTreeMap<ClaimId, bool>) -> Result<Vec<Tie>, Error> {
    let mut ties = Vec::with_capacity(links.len());
    for link in links {
        let other = if link.source == of.as_str() { &link.target } else { &link.source };
        let (state, moved_to) = match ClaimId::parse(other).map(|id| known.get(&id)) {
            Ok(Some(true)) => (TieState::Holds, None),
            Ok(Some(false)) => (TieState::Stale, None),
            Ok(None) => (TieState::Missing, None),
            Err(_) => reads(cx, link)?,
        };
        let (id, source_id, relation) = (link.id.clone(), link.source.clone(), link.relation.clone());
        ties.push(Tie { id, source_id, relation, target_id: told_target(&link.target, &cx.call.anchor), state, moved_to });
    }
    Ok(ties)
}

/// How the lines of code that a link leads to read now.
fn reads(cx: &mut Look<'_>, link: &SealedLink) -> Result<(TieState, Option<String>), Error> {
    let (Ok(Target::Code { tree, path, from, to }), Some(digest)) = (Target::parse(&link.target), link.text_digest) else {
        return Ok((TieState::Unverified, None));
    };
    let (house, call) = (cx.house, cx.call);
    Ok(match again(cx, house, &call.anchor, Spot { tree: &tree, path: &path, from, to }, digest)? {
        Now::Fresh => (TieState::Fresh, None),
        Now::Stale(moved_to) => (TieState::Stale, moved_to),
        Now::Gone(moved_to) => (TieState::Gone, moved_to),
        Now::Unknown => (TieState::Unverified, None),
    })
}

/// Where a link leads, in the words of whoever stands there.
pub(crate) fn told_target(target: &str, anchor: &Anchor) -> String {
    Target::parse(target).map_or_else(|_| target.to_owned(), |target| target.told_at(anchor))
}

/// Which of the records at either end of these links are believed.
pub(crate) fn ends(view: &mut View<'_>, house: &PalaceState, all: &BTreeMap<ClaimId, Beside>) -> Result<BTreeMap<ClaimId, bool>, Error> {
    let links = all.values().flat_map(|there| &there.links);
    let ids: BTreeSet<ClaimId> = links.flat_map(|link| [&link.source, &link.target]).filter_map(|end| ClaimId::parse(end).ok()).collect();
    believed(view, house, &ids)
}

impl Item {
    fn of(cx: &mut Look<'_>, claim: Claim, chars_max: usize) -> Result<Self, Error> {
        let id = claim.id.clone();
        Self::all(cx, vec![claim], chars_max)?.pop().ok_or_else(|| missing("claim", id))
    }

    /// Claims as readers are given them, in the same order, with what stands beside each.
    pub(crate) fn all(cx: &mut Look<'_>, claims: Vec<Claim>, chars_max: usize) -> Result<Vec<Self>, Error> {
        Self::all_as_of(cx, claims, chars_max, None)
    }

    /// The same, as they stood then: what was said about them later is not told.
    fn all_as_of(cx: &mut Look<'_>, claims: Vec<Claim>, chars_max: usize, then: Option<Moment>) -> Result<Vec<Self>, Error> {
        let house = cx.house;
        let mut all = beside(cx, house, &claims.iter().map(|claim| &claim.id).collect::<Vec<_>>())?;
        if let Some(then) = then {
            for there in all.values_mut() {
                there.forget_after(then);
            }
        }
        let known = ends(cx, house, &all)?;
        let told = |claim: Claim| {
            let item = Self::with(cx, &all.remove(&claim.id).unwrap_or_default(), &known, claim, chars_max)?;
            Ok(if then.is_some() { item.before_it_ended() } else { item })
        };
        claims.into_iter().map(told).collect()
    }

    /// As it stood while it was believed. Only what a human approved, or let in from before there was governance, ever is.
    fn before_it_ended(mut self) -> Self {
        if !self.standing.is_authoritative() {
            let inherited = self.promoted_from_proposal_id.is_none() && self.source == Source::Import.name();
            let then = if inherited { Standing::Legacy } else { Standing::Promoted };
            self.standing_now = Some(std::mem::replace(&mut self.standing, then));
            self.authority = then.authority();
        }
        self
    }

    fn with(cx: &mut Look<'_>, there: &Beside, known: &BTreeMap<ClaimId, bool>, claim: Claim, chars_max: usize) -> Result<Self, Error> {
        let (confidence, outcome) = (there.confidence(&claim), there.outcome());
        let links = ties(cx, &there.links, &claim.id, known)?;
        // What a draft cites is under its seal. One that cites nothing may still rest on the word of the human who wrote it.
        let evidence = if claim.draft.evidence.is_empty() { cx.rests_on(&claim.id)? } else { claim.draft.evidence };
        let (content, truncated) = search::bound(claim.draft.content.as_str(), chars_max);
        Ok(Self {
            id: claim.id,
            kind: claim.draft.kind,
            content,
            truncated,
            rationale: claim.draft.rationale.as_ref().map(|r| search::bound(r.as_str(), chars_max).0),
            authority: claim.standing.authority(),
            standing: claim.standing,
            standing_now: None,
            scope: claim.draft.scope,
            scope_path: claim.draft.scope_path,
            project: claim.draft.project,
            confidence,
            outcome: outcome.map(|row| row.outcome),
            outcome_note: outcome.map_or_else(String::new, |row| search::bound(&row.note, chars_max).0),
            status: None,
            links,
            tags: claim.draft.tags,
            evidence,
            source: claim.source,
            promoted_from_proposal_id: claim.promoted_from,
            created_at: claim.created_at,
            until: (!claim.standing.is_authoritative()).then_some(claim.updated_at),
            why: None,
        })
    }
}

/// Candidates looked at per scope, newest first. What is older than these is neither found nor counted, and answers say so.
const WINDOW: i64 = 2_000;

/// What a reader looks for among the claims.
#[derive(Clone)]
struct Question<'q> {
    kind: Option<Kind>,
    standings: Vec<Standing>,
    /// Where to begin; nowhere in particular asks once, about everywhere.
    scope: Option<Scope>,
    /// For whoever stands in this project; in any, if none.
    project: Option<Anchor>,
    query: Option<&'q str>,
    limit: i64,
    /// When and by whom it came to be believed.
    when: When,
}

/// When something came to be believed, and by whom; nothing set asks about now, and lets everything through.
#[derive(Clone, Default)]
struct When {
    from: Option<Moment>,
    until: Option<Moment>,
    as_of: Option<Moment>,
    principal: Option<String>,
}

/// What was found among the claims that were looked at.
struct Found {
    claims: Vec<Claim>,
    /// How many matched before the limit.
    total: usize,
    /// Whether there were more claims than were looked at.
    at_least: bool,
}

/// The claims that answer, from the narrowest scope to the widest, best match first within each.
fn find(cx: &mut Look<'_>, question: &Question<'_>) -> Result<Found, Error> {
    let scopes = question.scope.as_ref().map_or_else(|| vec![None], |scope| cx.call.floorplan.expand(scope).into_iter().map(Some).collect());
    let (house, mut found, mut at_least) = (cx.house, Vec::new(), false);
    for scope in scopes {
        let (kind, standings, project) = (question.kind, question.standings.clone(), question.project.clone());
        let When { from, until, as_of, principal } = question.when.clone();
        let (claims, more) = vouched(cx, house, ClaimFilter { kind, standings, scope, project, from, until, as_of, principal, limit: WINDOW })?;
        at_least |= more;
        found.extend(match question.query {
            Some(query) => house.cache.memory.answering(query, claims),
            None => claims,
        });
    }
    let total = found.len();
    found.truncate(usize::try_from(question.limit).unwrap_or(usize::MAX));
    Ok(Found { claims: found, total, at_least })
}

/// What is believed by whoever stands where a call is made from.
pub(crate) fn believed_at(anchor: &Anchor) -> ClaimFilter {
    ClaimFilter { standings: authoritative_standings(), project: Some(anchor.project()), limit: WINDOW, ..ClaimFilter::default() }
}

/// The claim that already says this and is believed where it would hold, if there is one.
pub(crate) fn believed_already(view: &mut View<'_>, house: &PalaceState, draft: &Draft) -> Result<Option<ClaimId>, Error> {
    let here = believed_at(draft.project.as_ref().unwrap_or(&Anchor::Global));
    let filter = ClaimFilter { kind: Some(draft.kind), scope: Some(draft.scope()?), ..here };
    let same = draft.sameness();
    for claim in newest(view, house, filter)?.0 {
        // One of no project, or let out through the corridor, holds here as much as one that was made here.
        if claim.draft.sameness_in(draft.project.as_ref()) == same && house.is_authoritative(view, &claim)? {
            return Ok(Some(claim.id));
        }
    }
    Ok(None)
}

/// What holds of one kind exactly there, newest first.
pub(crate) fn held_at(cx: &mut Look<'_>, kind: Kind, scope: &Scope) -> Result<Vec<Claim>, Error> {
    let (house, here) = (cx.house, believed_at(&cx.call.anchor));
    Ok(vouched(cx, house, ClaimFilter { kind: Some(kind), scope: Some(scope.clone()), ..here })?.0)
}

/// A claim in one line, for a briefing.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Line {
    /// Its id: `recall` with it gives the whole
    pub id: ClaimId,
    /// What is believed
    pub content: String,
    /// Where it holds
    pub scope: ScopeKind,
    /// File or room
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_path: Option<String>,
}

impl Line {
    /// A claim, cut to so many characters.
    pub(crate) fn of(claim: Claim, chars_max: usize) -> Self {
        let content = search::bound(claim.draft.content.as_str(), chars_max).0;
        Self { id: claim.id, content, scope: claim.draft.scope, scope_path: claim.draft.scope_path }
    }
}

/// What holds of one kind in a scope, bounded.
pub(crate) fn lines(cx: &mut Look<'_>, kind: Kind, scope: &Scope) -> Result<Vec<Line>, Error> {
    Ok(held(cx, kind, Some(scope), None, ITEMS_DEFAULT)?.into_iter().map(|claim| Line::of(claim, CONTENT_CHARS_MAX)).collect())
}

/// Claims of one kind that hold in a scope, narrowest first, or wherever; with words, best match first within each.
pub(crate) fn held(cx: &mut Look<'_>, kind: Kind, scope: Option<&Scope>, query: Option<&str>, limit: i64) -> Result<Vec<Claim>, Error> {
    let project = Some(cx.call.anchor.project());
    let (standings, scope, when) = (authoritative_standings(), scope.cloned(), When::default());
    let question = Question { kind: Some(kind), standings, scope, project, query, limit, when };
    Ok(find(cx, &question)?.claims)
}

/// The scopes that the newest authoritative claims hold in, with how much, in order; and whether there are older ones.
pub(crate) fn authoritative_scopes(cx: &mut Look<'_>) -> Result<(std::collections::BTreeMap<Scope, usize>, bool), Error> {
    let mut scopes = std::collections::BTreeMap::new();
    let (house, here) = (cx.house, believed_at(&cx.call.anchor));
    let (claims, more) = vouched(cx, house, here)?;
    for claim in claims {
        *scopes.entry(claim.draft.scope()?).or_insert(0) += 1;
    }
    Ok((scopes, more))
}
