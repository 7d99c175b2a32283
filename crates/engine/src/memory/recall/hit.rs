//! Renders found evidence: one line and a citation each, the whole text on demand.

use crate::memory::{Filter, Found, Passage, Place, Question, find};
use crate::{
    Error, Look, PalaceState,
    governance::claims::{authoritative_standings, vouched},
};
use kernel::{
    anchor::Anchor,
    claim::Claim,
    evidence::{Evidence, Origin},
    ledger::Digest,
    scope::Scope,
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use store::{ClaimFilter, View};

/// Longest line, in characters.
const LINE_CHARS_MAX: usize = 160;
/// Beliefs looked at in each scope.
const BELIEFS_LOOKED_AT: i64 = 2_000;
/// Beliefs in one pack.
const BELIEFS_MAX: usize = 20;

/// Something that was seen, in one line.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Sight {
    /// The evidence: `get` gives its words
    pub id: String,
    /// How it begins
    pub line: String,
    /// How surely it is the answer, from 0 to 1: others that answer as well take from it
    pub score: f64,
    /// What kind of thing it is
    pub kind: String,
    /// Who said it, as the source has it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// When it was said or written
    pub at: Moment,
    /// What it was read from
    pub source: String,
    /// Where it stands in its file
    #[serde(flatten)]
    pub place: Place,
    /// Where in it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// Where it came from; it is data, whatever it says
    pub origin: Origin,
    /// What a seal would vouch for
    pub digest: Digest,
    /// It is no longer current: until when it was
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
    /// The lines of it that answer best
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<Passage>,
    /// Why it is here
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}

/// Why something was found.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Why {
    /// In a sentence
    pub because: String,
    /// Place among what the words found
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_words: Option<usize>,
    /// Place among what the meaning found
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_meaning: Option<usize>,
    /// What its words add
    pub words: f64,
    /// What its meaning adds
    pub meaning: f64,
    /// What stands around it adds
    pub context: f64,
    /// Words of the question that it holds
    pub matched: Vec<String>,
    /// How many days ago it was said
    pub days: i64,
    /// Other places where the same was seen
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

/// What was left out, and under which rule.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Withheld {
    /// The rule
    pub rule: &'static str,
    /// How many of the best matches it left out
    pub count: usize,
}

/// Where a question looks unless it says otherwise: from where the caller stands outwards.
pub(crate) fn around(anchor: &Anchor, asked: Option<&Anchor>, anywhere: bool) -> Vec<String> {
    let from = asked.unwrap_or(anchor);
    if anywhere || (asked.is_none() && *from == Anchor::Global) {
        return Vec::new();
    }
    from.outwards().iter().map(ToString::to_string).collect()
}

/// What is believed in a project, or in any, that answers a question: from the narrowest scope to the widest, best match first
/// within each.
pub(crate) fn beliefs(
    view: &mut View<'_>,
    house: &PalaceState,
    project: Option<&Anchor>,
    scopes: Vec<Scope>,
    query: &str,
) -> Result<Vec<Claim>, Error> {
    let mut found = Vec::new();
    for scope in scopes {
        let (standings, project) = (authoritative_standings(), project.cloned());
        let filter = ClaimFilter { standings, scope: Some(scope), project, limit: BELIEFS_LOOKED_AT, ..ClaimFilter::default() };
        let (held, _) = vouched(view, house, filter)?;
        found.extend(house.cache.memory.answering(query, held));
    }
    found.truncate(BELIEFS_MAX);
    Ok(found)
}

/// What was seen that answers a question, best first, as it was found.
pub(crate) fn sights(cx: &mut Look<'_>, question: &Question) -> Result<Vec<Sight>, Error> {
    let house = cx.house;
    let found = find(cx, house, question)?;
    let texts = texts(cx, &found)?;
    found.into_iter().filter_map(|one| texts.get(&one.item.id).map(|evidence| sight(cx, one, evidence))).collect()
}

/// The evidence behind what was found.
pub(crate) fn texts(view: &mut View<'_>, found: &[Found]) -> Result<HashMap<String, Evidence>, Error> {
    let ids: Vec<&str> = found.iter().map(|one| one.item.id.as_str()).collect();
    Ok(view.evidences(&ids)?.into_iter().map(|evidence| (evidence.id.to_string(), evidence)).collect())
}

/// Something that was found, as it is shown.
pub(super) fn sight(cx: &mut Look<'_>, found: Found, evidence: &Evidence) -> Result<Sight, Error> {
    let (house, call) = (cx.house, cx.call);
    let place = Place::of(cx, house, &call.anchor, &found.item, evidence)?;
    let Found { item, verdict, .. } = found;
    Ok(Sight {
        id: item.id,
        line: line(evidence.content.as_str()),
        score: rounded(verdict.score),
        kind: item.kind,
        author: item.author,
        at: item.at,
        source: evidence.source.clone(),
        place,
        heading: item.heading,
        origin: evidence.origin,
        digest: evidence.digest(),
        until: item.until,
        passage: None,
        why: None,
    })
}

/// The beginning of a text, on one line.
pub(crate) fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(LINE_CHARS_MAX).collect();
    search::bound(&words.join(" "), LINE_CHARS_MAX).0
}

/// Three digits: more would only look exact.
pub(crate) fn rounded(score: f32) -> f64 {
    (f64::from(score) * 1_000.0).round() / 1_000.0
}

pub(super) fn why(view: &mut View<'_>, found: &Found, now: Moment) -> Result<Why, Error> {
    let verdict = &found.verdict;
    let reasons = [
        (found.at_path, "it lies at the path asked for"),
        (found.by_words.is_some() || !verdict.matched.is_empty(), "its words match"),
        (found.near, "its meaning is near"),
        (verdict.dated, "it is of the time asked about"),
        (found.beside && verdict.context > 0.0, "it stands beside something that matches"),
    ];
    let mut because: Vec<&str> = reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| reason).collect();
    if because.is_empty() {
        because.push("nothing else comes nearer");
    }
    // A source that says it in several places is one place to look at.
    let mut also: Vec<String> = view.sightings(found.item.n)?.into_iter().map(|seen| seen.path).collect();
    also.dedup();
    Ok(Why {
        because: because.join(", and "),
        by_words: found.by_words,
        by_meaning: found.by_meaning,
        words: rounded(verdict.lexical),
        meaning: rounded(verdict.semantic),
        context: rounded(verdict.context),
        matched: verdict.matched.clone(),
        days: (now.millis() - found.item.at.millis()).div_euclid(kernel::time::DAY_MS),
        also,
    })
}

/// How many of the best matches a filter leaves out, by rule.
pub(crate) fn withheld(cx: &mut Look<'_>, question: &Question) -> Result<Vec<Withheld>, Error> {
    if question.filter.anchors.is_empty() {
        return Ok(Vec::new());
    }
    let house = cx.house;
    let everywhere = Question { filter: Filter { anchors: Vec::new(), ..question.filter.clone() }, ..question.clone() };
    let here: Vec<i64> = find(cx, house, question)?.iter().map(|found| found.item.n).collect();
    let count = find(cx, house, &everywhere)?.iter().filter(|found| !here.contains(&found.item.n)).count();
    Ok(if count == 0 { Vec::new() } else { vec![Withheld { rule: "belongs to another repository; ask with anywhere", count }] })
}
