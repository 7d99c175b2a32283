//! What was seen; and how far an erasure of it reaches into what was made from it by rule, or written down beside it.
//!
//! Not here: what somebody said in their own words after reading. Only a quotation of the erased words gives that away.

pub mod erase;
pub mod get;
pub mod record;
pub mod show;

pub(crate) use crate::memory::evidence::cited;
use crate::{Error, Reviewed, memory::Quotes};
use kernel::{fact::Fact, ledger::Digest, proposal::Proposal};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use store::Postmortem;

/// Fields of `evidence_refs` that only a rule of ours writes: such a proposal quotes part of what it cites.
const MADE_FROM: [&str; 2] = ["conversation_id", "postmortem_id"];

/// Lets the words of postmortems that go, and of proposals that a rule made from what goes, be looked for too: they are part of
/// a piece, not all of it.
fn quote_derived(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, quotes: &mut Quotes) -> Result<(), Error> {
    for id in cx.proposal_ids()? {
        let Some(proposal) = cx.proposal(&id)? else { continue };
        if !is_derived(&proposal) || !proposal.evidence.iter().any(|id| gone.contains(id.as_str())) {
            continue;
        }
        let input: Json = serde_json::from_str(&proposal.input).unwrap_or(Json::Null);
        if let Some(content) = input["content"].as_str() {
            quotes.add(content, proposal.digest().to_string());
        }
    }
    for p in cx.postmortems(i64::MAX)?.into_iter().filter(|p| gone.contains(p.evidence.as_str())) {
        for text in texts(&p) {
            quotes.add(text, Digest::of(text.as_bytes()).to_string());
        }
    }
    cx.each_fact(&mut |fact| {
        if is_read_from(&fact, gone) {
            // By its id, too: an entry that names the fact tells what it said.
            quotes.add(&fact.line(), fact.id.to_string());
        }
        Ok(())
    })?;
    crate::erasure::experiences::quote(cx, gone, quotes)
}

fn is_read_from(fact: &Fact, gone: &BTreeSet<String>) -> bool {
    fact.source.as_ref().is_some_and(|source| gone.contains(source.as_str()))
}

/// What a postmortem says, part by part.
fn texts(p: &Postmortem) -> impl Iterator<Item = &String> {
    [&p.title, &p.what_happened, &p.root_cause].into_iter().chain(&p.lessons).chain(&p.prevention).filter(|text| !text.is_empty())
}

fn is_derived(proposal: &Proposal) -> bool {
    let refs: Json = serde_json::from_str(&proposal.evidence_refs).unwrap_or(Json::Null);
    MADE_FROM.iter().any(|field| refs.get(*field).is_some())
}

/// Takes the words out of what was written down about work: sessions, what was done in them, what came of features,
/// postmortems, experiences and the graph. A postmortem goes with its evidence, or when it says the very text that must go.
fn work(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, matching: Option<&str>, quotes: &Quotes) -> Result<(), Error> {
    for session in cx.sessions_quoting(&mut |text| quotes.in_text(text))? {
        cx.erase_session(&session)?;
    }
    for activity in cx.activities_quoting(&mut |text| quotes.in_text(text))? {
        cx.erase_activity(&activity)?;
    }
    for record in cx.adoptions_quoting(&mut |text| quotes.in_kept(text))? {
        let named = !quotes.in_text(&record.feature);
        cx.erase_adoption(&record, named)?;
    }
    // What a token allows is signed, so one that says the words cannot say less: it goes, and whoever held it asks again.
    for token in cx.tokens_quoting(&mut |payload| payload["action"].as_str().or_else(|| payload.as_str()).is_some_and(|said| quotes.in_text(said)))? {
        cx.drop_token(&token)?;
    }
    for thought in cx.reasoning_quoting(&mut |text| quotes.in_text(text))? {
        cx.erase_reasoning(&thought)?;
    }
    for p in cx.postmortems(i64::MAX)? {
        let says = matching.is_some_and(|wanted| texts(&p).chain(&p.files).any(|text| text.contains(wanted)));
        if says || gone.contains(p.evidence.as_str()) {
            cx.drop_postmortem(&p)?;
        }
    }
    for told in cx.told_quoting(&mut |text| quotes.in_text(text))? {
        cx.erase_told(&told)?;
    }
    for mut cycle in cx.cycles_quoting(&mut |text| quotes.in_text(text))? {
        cycle.context_keys.retain(|key| !quotes.in_text(key));
        cx.put_cycle(&mut cycle)?;
    }
    crate::erasure::experiences::erase(cx, gone, quotes)?;
    graph(cx, gone, quotes)
}

/// Takes out facts that were read from what goes, and facts, tunnels and signposts that say its words.
fn graph(cx: &mut Reviewed<'_>, gone: &BTreeSet<String>, quotes: &Quotes) -> Result<(), Error> {
    let mut facts = Vec::new();
    cx.each_fact(&mut |fact| {
        let says = [&fact.subject, &fact.predicate, &fact.object].into_iter().any(|text| quotes.in_text(text)) || quotes.in_text(&fact.line());
        if says || is_read_from(&fact, gone) {
            facts.push(fact);
        }
        Ok(())
    })?;
    for fact in facts {
        cx.drop_fact(&fact)?;
    }
    for tunnel in cx.tunnels_quoting(&mut |text| quotes.in_text(text))? {
        cx.drop_tunnel(&tunnel)?;
    }
    let lowered = quotes.lowered();
    for post in cx.signposts(i64::MAX)? {
        let named = [&post.wing, &post.room, &post.display_name].into_iter().any(|text| quotes.in_text(text));
        if named || post.keywords.iter().any(|word| lowered.in_text(word)) {
            cx.drop_signpost(&post.wing, &post.room)?;
        }
    }
    Ok(())
}
