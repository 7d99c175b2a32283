//! Search experiences by words and meaning, best first. What something took the place of is not found, nor what was put away.

use super::{KIND, Shown};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    memory::{Filter, Question, around, find, rounded},
};
use kernel::{
    claim::Confidence,
    cycle::{Area, Worked},
    effect::Read,
    text::Query,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How many, when nobody says.
const DEFAULT: u32 = 20;
/// The most at once.
const MOST: u32 = 100;
/// Looked at, so that narrow filters find something behind what they leave out.
const LOOKED_AT: usize = 1_000;

/// Searches them.
#[derive(Debug)]
pub struct Search;

/// For what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Words to look for
    pub query: Query,
    /// Only about this
    #[serde(default)]
    pub domain: Option<Area>,
    /// Only what worked, or did not
    #[serde(default, rename = "type")]
    pub worked: Option<Worked>,
    /// Only what its author is at least so sure of
    #[serde(default)]
    pub min_confidence: Option<Confidence>,
    /// Most to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
    /// How many to leave out first
    #[serde(default)]
    pub offset: u32,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Experiences, best first
    pub results: Vec<Hit>,
    /// How many are given
    pub count: usize,
    /// The words
    pub query: String,
    /// What was left out
    pub filters: Filters,
}

/// An experience that was found.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Hit {
    /// The experience
    #[serde(flatten)]
    pub experience: Shown,
    /// How well it fits, from 0 to 1
    pub rank: f64,
}

/// What was left out.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Filters {
    /// Only about this
    pub domain: Option<Area>,
    /// Only what worked, or did not
    #[serde(rename = "type")]
    pub worked: Option<Worked>,
    /// Only what its author is at least so sure of
    pub min_confidence: Option<Confidence>,
}

impl Operation for Search {
    const SPEC: Spec = Spec::new("experience.search", "Search what was tried before, and whether it worked")
        .http(Method::Get, "/v1/experiences/search")
        .positional(&["query"])
        .empty("Nothing like that was tried here. Record what you try with `palace experience record`.")
        .also(&[(Dialect::Cycle, "search_experiences")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let (house, now) = (cx.house, cx.call.now);
        let filter = Filter { kinds: vec![KIND.to_owned()], anchors: around(&cx.call.anchor, None, false), ..Filter::default() };
        let question = Question { text: input.query.as_str().to_owned(), filter, as_of: None, limit: LOOKED_AT, now: Some(now) };
        let found = find(cx, house, &question)?;
        let ids: Vec<&str> = found.iter().map(|one| one.item.id.as_str()).collect();
        let mut behind: HashMap<String, _> = cx.experiences_behind(&ids)?.into_iter().map(|x| (x.evidence.to_string(), x)).collect();
        let limit = usize::try_from(input.limit.unwrap_or(DEFAULT).clamp(1, MOST)).unwrap_or(0);
        let results: Vec<Hit> = found
            .iter()
            .filter_map(|one| Some((behind.remove(&one.item.id)?, one.verdict.score)))
            .filter(|(x, _)| x.is_current())
            .filter(|(x, _)| input.domain.is_none_or(|area| x.area == area) && input.worked.is_none_or(|worked| x.worked == worked))
            .filter(|(x, _)| input.min_confidence.is_none_or(|least| x.confidence.is_some_and(|c| c >= least)))
            .skip(usize::try_from(input.offset).unwrap_or(usize::MAX))
            .take(limit)
            .map(|(x, score)| Hit { experience: x.into(), rank: rounded(score) })
            .collect();
        let filters = Filters { domain: input.domain, worked: input.worked, min_confidence: input.min_confidence };
        Ok(Output { count: results.len(), results, query: input.query.into(), filters })
    }
}
