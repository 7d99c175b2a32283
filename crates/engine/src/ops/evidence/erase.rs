//! Erase evidence: its words leave every row, index, payload and known copy, and a sealed tombstone stays.
//!
//! Not here: what a human sealed as a statement of their own. A claim that rested on what is erased is no longer believed,
//! and its words stay until it is decided otherwise; the answer names it.

use super::{quote_derived, work};
use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, code,
    erasure::remaining::RemainingMention,
    memory::{Keeper, Quotes},
    ops::{claim::adopt::Adopt, missing, source::sources},
};
use kernel::{
    call::Call,
    canonical,
    claim::{Claim, Move},
    effect::Govern,
    evidence::Evidence,
    gate::Agents,
    id::{ClaimId, EvidenceId, KnowledgeId, ProposalId, SourceId},
    ledger::Digest,
    proposal::{ERASED, Proposal, Status},
    refusal::Code,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use store::{ClaimFilter, Fate, KnowledgeFilter, NameCounts, RequestStatus, Source, SourceFilter, Tombstone, View};

/// Why something fell.
const FELL: &str = "evidence it rested on was erased";
/// Shorter texts are part of nearly everything.
const MATCHING_CHARS_MIN: usize = 3;
/// Longest text to look for.
const MATCHING_CHARS_MAX: usize = 1_000;
/// Ids that the answer names one by one; the entry binds all of them.
const IDS_TOLD: usize = 1_000;
/// Pieces whose first line a person is shown.
const LINES_SHOWN: usize = 20;
/// Characters of such a line.
const LINE_CHARS: usize = 100;
/// What is written beside a proposal that waited and can no longer be carried out.
const RESTED: &str = "it rested on evidence that was erased";

/// Takes words out of everything.
#[derive(Debug)]
pub struct Erase;

/// Which evidence: by id, or by one of the others.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Evidence to erase (can be repeated)
    #[serde(default)]
    pub id: Vec<EvidenceId>,
    /// Everything read from this source, by id or path; remove it there too, or it comes back when it is read again
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub source: Option<Name>,
    /// Everything this principal brought
    #[serde(default)]
    pub principal: Option<Name>,
    /// Everything that holds this text, letter for letter. Exports, and copies made by other programs, are not known
    #[serde(default)]
    pub matching: Option<String>,
    /// That every piece of evidence may go, where the text is in all of them
    #[serde(default)]
    pub everything: bool,
    /// Why; this stays
    #[serde(default)]
    pub reason: Option<Note>,
}

/// What was erased, and what was not.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// How many pieces are gone
    pub erased: usize,
    /// Their ids
    pub ids: Vec<EvidenceId>,
    /// Sources that were called by the text, and have no title now
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub titles: Vec<SourceId>,
    /// Names that said the text and were taken off, by kind; what they stood beside stays
    #[serde(skip_serializing_if = "NameCounts::is_empty")]
    pub names: NameCounts,
    /// Claims that rested on them, and are no longer believed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fell: Vec<ClaimId>,
    /// Knowledge that rested on them, was lowered, and waits to be decided anew
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lowered: Vec<KnowledgeId>,
    /// Proposals that quoted or cited them: the words are gone, and what waited is rejected
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<ProposalId>,
    /// Packs that showed them, and are gone
    pub packs: usize,
    /// Ledger entries whose payload is gone
    pub payloads: usize,
    /// Copies that were made anew without them
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
    /// What still holds the words, and why
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub still: Vec<RemainingMention>,
}

impl Operation for Erase {
    const SPEC: Spec =
        Spec::new("evidence.erase", "Erase evidence from rows, indexes, ledger payloads, free pages and known backups; agents propose it")
            .http(Method::Post, "/v1/evidence/erase")
            .positional(&["id"])
            .secrets(&["matching"])
            .agents(Agents::Propose);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        let mut noted = input.clone();
        if let Some(fields) = noted.as_object_mut()
            && fields.contains_key("matching")
        {
            fields.insert("matching".into(), json!(true)); // what is to be forgotten is not written down once more
        }
        Some(noted)
    }

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let Wanted { pieces, titled, names, all } = wanted(view, input)?;
        let falls = resting_on(view, &ids(&pieces))?;
        let resting = crate::knowledge::premises::resting_on(view, &ids(&pieces))?;
        let lowered = crate::knowledge::premises::falling(view, resting)?;
        // The very pieces: one that comes in meanwhile is not covered, and a human is asked again.
        let told = (
            Self::SPEC.name,
            pieces.iter().map(|e| (&e.id, e.digest())).collect::<Vec<_>>(),
            falls.iter().map(|c| c.id.as_str()).chain(lowered.iter().map(|k| k.id.as_str())).collect::<Vec<_>>(),
            titled.iter().map(|s| (&s.id, &s.title)).collect::<Vec<_>>(),
            // Where no evidence says it, the words are all that is agreed to; only their digest is kept.
            input.matching.as_deref().filter(|_| pieces.is_empty() && titled.is_empty()),
            &names,
        );
        let lines: Vec<Json> =
            pieces.iter().take(LINES_SHOWN).map(|e| json!({ "id": e.id, "from": e.source, "line": line(e.content.as_str()) })).collect();
        let mut fall: Vec<Json> = falls.iter().map(|c| json!({ "id": c.id, "line": line(c.draft.content.as_str()) })).collect();
        fall.extend(lowered.iter().map(|k| json!({ "id": k.id, "line": line(k.lesson.statement.as_str()) })));
        let mut what = json!({ "pieces": pieces.len(), "of": all, "first": lines, "no longer believed": fall, "reason": input.reason });
        if !titled.is_empty() {
            let first: Vec<Json> = titled.iter().take(LINES_SHOWN).map(|s| json!({ "id": s.id, "from": s.path, "line": line(&s.title) })).collect();
            what["titles"] = json!(first);
        }
        if !names.is_empty() {
            what["names"] = json!(names);
        }
        Ok(Shown { covers: vec![canonical::digest(&told)?], what })
    }

    /// There is something to erase again: what it erased then says nothing about that.
    fn is_past(view: &mut View<'_>, _: &PalaceState, input: &Input) -> Result<bool, Error> {
        match wanted(view, input) {
            Ok(_) => Ok(true),
            Err(Error::Refused(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let Wanted { pieces, titled, names, .. } = wanted(cx, &input)?;
        let mut output = erase(cx, pieces, &titled, input.matching.as_deref(), input.reason.as_ref())?;
        output.names = names;
        if let Some(principal) = &input.principal {
            output.still.push(RemainingMention::new(principal.as_str(), crate::erasure::remaining::ACTED));
        }
        Ok(output)
    }
}

/// Takes the words of these pieces, these titles, and all that quotes them or this text, out of everything.
pub(crate) fn erase(
    cx: &mut Reviewed<'_>,
    pieces: Vec<Evidence>,
    titled: &[Source],
    matching: Option<&str>,
    reason: Option<&Note>,
) -> Result<Output, Error> {
    let gone = ids(&pieces);
    let mut quotes = matching.map_or_else(Quotes::default, Quotes::of_text);
    for piece in &pieces {
        quotes.add(piece.content.as_str(), piece.digest().to_string());
    }
    if reason.is_some_and(|reason| quotes.in_text(reason.as_str())) {
        return Err(Code::InputInvalid.refuse("reason", "the reason stays, so it must not say what is to be erased").into());
    }
    quote_derived(cx, &gone, &mut quotes)?;
    let fell = fall(cx, &gone, &quotes)?;
    let lowered = lower(cx, &gone, &quotes)?;
    let proposals = proposals(cx, &gone, &quotes)?;
    requests(cx, &quotes)?;
    work(cx, &gone, matching, &quotes)?;
    let packs = cx.packs_quoting(&mut |query, body, items| {
        let shows = || serde_json::from_str::<Vec<String>>(items).is_ok_and(|ids| ids.iter().any(|id| gone.contains(id)));
        shows() || quotes.in_text(query) || quotes.in_text(body)
    })?;
    for pack in &packs {
        cx.drop_pack(pack)?;
    }
    let read = forget(cx, &pieces)?;
    let paths = read.iter().map(|(source, _)| source.path.clone()).collect();
    code::erase(cx, matching, &quotes, &paths)?;
    untitle(cx, titled)?;
    if let Some(text) = matching {
        // Last, because whoever keeps something says what the project is called, and so does an erasure.
        cx.unname(&mut |name| name.contains(text))?;
    }
    let titles: Vec<SourceId> = titled.iter().map(|source| source.id.clone()).collect();
    let subject = match (pieces.as_slice(), titles.as_slice()) {
        ([only], _) => only.id.to_string(),
        ([], [only]) => only.to_string(),
        ([], []) => "a text".to_owned(),
        ([], all) => format!("{} titles", all.len()),
        (all, _) => format!("{} pieces", all.len()),
    };
    let mut told = json!({ "erased": pieces.len(), "fell": fell, "lowered": lowered, "proposals": proposals, "reason": reason });
    if !titles.is_empty() {
        told["titles"] = json!(titles.len());
    }
    let tombstone = Tombstone { op: Erase::SPEC.name, subject: subject.clone(), body: told };
    let shown: BTreeSet<&str> = packs.iter().map(kernel::id::PackId::as_str).collect();
    let (palace, now) = (cx.house.palace.clone(), cx.call.now);
    let payloads =
        cx.erase_payloads(&palace, tombstone, now, &mut |stored, body| shown.contains(stored.entry.subject.as_str()) || quotes.in_json(body))?;
    cx.about(subject);
    let still = still(cx, matching, &quotes, &read)?;
    let ids = pieces.into_iter().map(|e| e.id).take(IDS_TOLD).collect();
    let names = NameCounts::new();
    Ok(Output { erased: gone.len(), ids, titles, names, fell, lowered, proposals, packs: packs.len(), payloads, copies: Vec::new(), still })
}

/// What is meant.
struct Wanted {
    pieces: Vec<Evidence>,
    /// Sources whose title goes.
    titled: Vec<Source>,
    /// Names that go.
    names: NameCounts,
    /// How much evidence there is.
    all: usize,
}

/// What is meant, or a refusal if that is nothing, or more than anybody would mean.
fn wanted(view: &mut View<'_>, input: &Input) -> Result<Wanted, Error> {
    let Input { id, source, principal, matching, .. } = input;
    let named = [!id.is_empty(), source.is_some(), principal.is_some(), matching.is_some()];
    if named.iter().filter(|named| **named).count() != 1 {
        return Err(Code::InputInvalid
            .refuse("id", "say which evidence in exactly one way: ids, a source, a principal, or a text it holds")
            .next("Name ids, or use one of --source, --principal and --matching")
            .into());
    }
    let found: Vec<String> = if let Some(source) = source {
        let sources = sources(view, source.as_str())?;
        let found: Result<Vec<_>, _> = sources.iter().map(|source| view.evidence_of_source(source.n)).collect();
        found?.concat()
    } else if let Some(principal) = principal {
        view.evidence_by(principal.as_str())?.iter().map(ToString::to_string).collect()
    } else if let Some(text) = matching {
        view.evidence_saying(checked(text)?)?
    } else {
        id.iter().map(ToString::to_string).collect()
    };
    let distinct: Vec<&str> = found.iter().map(String::as_str).collect::<BTreeSet<_>>().into_iter().collect();
    let pieces = view.evidences(&distinct)?;
    if let Some(absent) = id.iter().find(|id| !pieces.iter().any(|e| e.id == **id)) {
        return Err(missing("evidence", absent));
    }
    let all = view.evidence_count()?;
    let (mut titled, mut names) = (Vec::new(), NameCounts::new());
    if let Some(text) = matching {
        titled = all_sources(view)?.into_iter().filter(|source| source.title.contains(text)).collect();
        names = view.names_saying(&mut |name| name.contains(text))?;
        if pieces.len() == all && all > LINES_SHOWN && !input.everything {
            return Err(Code::InputInvalid
                .refuse("matching", format!("all {all} pieces of evidence hold this text, so it tells none from the others"))
                .next("Name a longer text, or add --everything if all of it is to go")
                .into());
        }
    }
    if pieces.is_empty() && titled.is_empty() && names.is_empty() {
        elsewhere(view, matching.as_deref())?;
    }
    Ok(Wanted { pieces, titled, names, all })
}

/// A text may stand where no evidence is: in a session, a fact, a note. Where it stands nowhere, or only where it stays, there is
/// nothing to erase.
fn elsewhere(view: &mut View<'_>, matching: Option<&str>) -> Result<(), Error> {
    let found = matching.map_or_else(|| Ok(Vec::new()), |text| crate::erasure::remaining::places(view, text))?;
    // A backup at such a path is forgotten with the sweep, once it is gone.
    if found.iter().any(|said| matches!(said.fate, Fate::Taken | Fate::Payload | Fate::Copied)) {
        return Ok(());
    }
    if !found.is_empty() {
        let still = crate::erasure::remaining::lines(&found);
        let stands: Vec<String> = still.iter().map(|one| format!("{}: {}", one.what, one.why)).collect();
        return Err(Code::NotFound
            .refuse("evidence", format!("what says this text stays, so nothing is erased. {}", stands.join("; ")))
            .with(json!({ "still": still }))
            .next("Do what is said of each place; there is nothing else that erasing could take")
            .into());
    }
    let whom = if matching.is_some() { "this text" } else { "it" };
    Err(Code::NotFound
        .refuse("evidence", format!("nothing was found by {whom}, so nothing is erased"))
        .next("Check the spelling; letters are compared as they are")
        .into())
}

fn all_sources(view: &mut View<'_>) -> Result<Vec<Source>, Error> {
    Ok(view.sources(&SourceFilter { limit: i64::MAX, ..SourceFilter::default() })?)
}

fn checked(text: &str) -> Result<&str, Error> {
    let chars = text.trim().chars().count();
    if (MATCHING_CHARS_MIN..=MATCHING_CHARS_MAX).contains(&chars) {
        return Ok(text);
    }
    Err(Code::InputInvalid.refuse("matching", format!("a text of {MATCHING_CHARS_MIN} to {MATCHING_CHARS_MAX} characters can be looked for")).into())
}

fn ids(pieces: &[Evidence]) -> BTreeSet<String> {
    pieces.iter().map(|e| e.id.to_string()).collect()
}

pub(crate) fn line(text: &str) -> String {
    search::bound(text.trim().lines().next().unwrap_or_default(), LINE_CHARS).0
}

/// Believed claims that cite what goes.
pub(crate) fn resting_on(view: &mut View<'_>, gone: &BTreeSet<String>) -> Result<Vec<Claim>, Error> {
    let mut found = Vec::new();
    for claim in view.claims(&ClaimFilter { limit: i64::MAX, ..ClaimFilter::default() })? {
        let cites = claim.draft.evidence.iter().any(|id| gone.contains(id.as_str()));
        if claim.standing.is_authoritative() && (cites || view.rests_on(&claim.id)?.iter().any(|id| gone.contains(id.as_str()))) {
            found.push(claim);
        }
    }
    Ok(found)
}

/// What rested on erased evidence is no longer believed, and waits in the inbox to be decided anew on what is left.
pub(crate) fn fall(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, quotes: &Quotes) -> Result<Vec<ClaimId>, Error> {
    let mut fell = Vec::new();
    for mut claim in resting_on(cx, gone)? {
        claim.standing = claim.standing.step(&Move::Retire(&cx.review))?;
        claim.seal = Some(cx.review.seal());
        claim.updated_at = cx.call.now;
        cx.put_claim(&claim)?;
        ask_again(cx, &claim, gone, quotes)?;
        fell.push(claim.id);
    }
    Ok(fell)
}

/// Files the same statement on the evidence that is left, unless it says what was erased, nothing is left, or it waits already.
fn ask_again(cx: &mut Reviewed<'_>, claim: &Claim, gone: &BTreeSet<String>, quotes: &Quotes) -> Result<(), Error> {
    let mut draft = claim.draft.clone();
    draft.evidence.retain(|id| !gone.contains(id.as_str()));
    let (house, call) = (cx.house, cx.call);
    let waits = cx.twin(draft.sameness())?.is_some_and(|twin| twin.expires_at > call.now);
    if draft.evidence.is_empty() || waits || quotes.in_json(&crate::call::operation::to_json(&draft)?) {
        return Ok(());
    }
    let refs = json!({ "fell": claim.id, "reason": FELL });
    let filed = Proposal::filed(call, Adopt::SPEC.name, canonical::canonical(&draft)?, draft.sameness());
    let proposal = Proposal { evidence_refs: canonical::canonical(&refs)?, evidence: draft.evidence, ..filed };
    crate::call::effects::file(cx, house, call, &proposal)?;
    Ok(())
}

/// Knowledge that rested on erased evidence waits to be decided anew; a candidate that quotes it is gone with it.
fn lower(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, quotes: &Quotes) -> Result<Vec<KnowledgeId>, Error> {
    let (house, call) = (cx.house, cx.call);
    let resting = crate::knowledge::premises::resting_on(cx, gone)?;
    let lowered = crate::knowledge::premises::lower(cx, house, call, resting, FELL)?;
    for cited in cx.knowledge_citing(&gone.iter().map(String::as_str).collect::<Vec<_>>())? {
        cx.drop_knowledge_ref(&cited.knowledge, &cited.evidence)?;
    }
    for knowledge in cx.knowledge_list(&KnowledgeFilter { limit: i64::MAX, ..KnowledgeFilter::default() })? {
        if knowledge.seal.is_none() && !lowered.contains(&knowledge.id) && quotes.in_json(&crate::call::operation::to_json(&knowledge.lesson)?) {
            cx.drop_candidate(&knowledge.id)?;
        }
    }
    cx.erase_knowledge_words(&mut |text| quotes.in_text(text) || quotes.in_kept(text))?;
    Ok(lowered)
}

/// Takes the words out of proposals that quote them. One that waits and cannot be carried out any more is rejected.
fn proposals(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, quotes: &Quotes) -> Result<Vec<ProposalId>, Error> {
    let mut touched = Vec::new();
    let own = cx.from.as_ref().map(|p| p.id.clone());
    for id in cx.proposal_ids()? {
        let Some(mut proposal) = cx.proposal(&id)? else { continue };
        let is_own = own.as_ref() == Some(&id);
        let quoted = quotes.in_kept(&proposal.input) || quotes.in_kept(&proposal.evidence_refs) || quotes.in_text(&proposal.review_note);
        let rests = proposal.status == Status::Pending && proposal.evidence.iter().any(|id| gone.contains(id.as_str()));
        if !quoted && !rests {
            continue;
        }
        if quoted {
            blank(&mut proposal);
        }
        if proposal.status == Status::Pending && !is_own {
            proposal.status = Status::Rejected;
            cx.call.actor.name().clone_into(&mut proposal.reviewed_by);
            proposal.reviewed_at = Some(cx.call.now);
            proposal.review_note = RESTED.into();
        }
        cx.erase_proposal(&proposal)?;
        if !is_own {
            touched.push(id);
        }
    }
    Ok(touched)
}

fn blank(proposal: &mut Proposal) {
    proposal.input = ERASED.into();
    proposal.evidence_refs = "{}".into();
    proposal.review_note = String::new();
    // It was made from the words, and only what waits needs one of its own.
    proposal.dedupe_key = Digest::of(proposal.id.as_str().as_bytes());
}

/// Takes the words out of requests for a seal. A request to erase shows what it would erase.
fn requests(cx: &mut Reviewed<'_>, quotes: &Quotes) -> Result<(), Error> {
    for id in cx.request_ids()? {
        let Some(request) = cx.request(&id)? else { continue };
        let own = request.status == RequestStatus::Open && request.statement.same_as(&cx.seal.statement);
        let speaks = request.op == Erase::SPEC.name || [&request.input, &request.shown, &request.result].iter().any(|text| quotes.in_kept(text));
        if own || speaks {
            cx.erase_request(&request, own)?;
        }
    }
    Ok(())
}

/// Takes the pieces themselves, and all that finds them, out of their rows. Answers what they were read from, and whether nothing
/// of it is left.
fn forget(cx: &mut Reviewed<'_>, pieces: &[Evidence]) -> Result<Vec<(Source, bool)>, Error> {
    let (house, call) = (cx.house, cx.call);
    let mut keeper = Keeper::open(cx, house, call)?;
    let mut revisions: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for piece in pieces {
        if let Some(item) = cx.item_of(piece.id.as_str())? {
            revisions.entry(item.source).or_default().insert(item.revision);
            keeper.forget(cx, &item)?;
        }
        cx.forget_drawer(&piece.id)?;
        cx.erase_evidence(&piece.id)?;
    }
    keeper.close(cx)?;
    let mut read = Vec::new();
    for (n, revisions) in revisions {
        let Some(source) = cx.source_numbered(n)? else { continue };
        for revision in revisions {
            cx.bind_revision(&source.id, n, revision)?;
        }
        let emptied = cx.evidence_of_source(n)?.is_empty();
        if emptied {
            cx.untitle(n)?;
        }
        read.push((source, emptied));
    }
    Ok(read)
}

/// Takes the titles off these sources. What was found by a title is found by its heading and its words alone.
fn untitle(cx: &mut Reviewed<'_>, titled: &[Source]) -> Result<(), Error> {
    let (house, call) = (cx.house, cx.call);
    let mut keeper = Keeper::open(cx, house, call)?;
    for source in titled {
        cx.untitle(source.n)?;
        keeper.retitle(cx, &Source { title: String::new(), ..source.clone() })?;
    }
    keeper.close(cx)
}

/// What still says what was erased. A path that is not what had to go stays with its source.
fn still(cx: &mut Reviewed<'_>, matching: Option<&str>, quotes: &Quotes, read: &[(Source, bool)]) -> Result<Vec<RemainingMention>, Error> {
    let house = cx.house;
    if let Some(text) = matching {
        return crate::erasure::remaining::of_text(cx, house, text);
    }
    let mut still = crate::erasure::remaining::of_pieces(cx, quotes)?;
    let lay = crate::erasure::remaining::listed(read.iter().filter(|(_, emptied)| *emptied).map(|(source, _)| source.id.to_string()));
    if !lay.is_empty() {
        still.push(RemainingMention::new(lay, crate::erasure::remaining::LAY));
    }
    Ok(still)
}
