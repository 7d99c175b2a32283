//! Consolidate experiences: what they say becomes cells, what belongs together a scene. The same experiences give the same
//! cells; a run that finds nothing new changes nothing.
//!
//! Not here: the rules, which are the kernel's.

use crate::{Dialect, Error, Method, Operation, Spec, Work, governance::claim_state::settings, ops::LIST_MAX};
use kernel::{
    anchor::Anchor,
    cycle::{Author, Change, Lived, Memory, Reach, Run},
    effect::Propose,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::{Experience, ExperienceFilter};

/// What is counted while it takes long.
const EXPERIENCES: &str = "experiences";
/// Why an experience is put away.
const BEYOND: &str = "beyond maxExperiencesTotal: less trusted than those that stay, or older";

/// Consolidates a scope.
#[derive(Debug)]
pub struct Consolidate;

/// Which scope, and from how many on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Whose experiences (project if left out)
    #[serde(default)]
    pub scope: Option<Reach>,
    /// New experiences there must be (`cycle.consolidationThreshold` if left out)
    #[serde(default)]
    pub threshold: Option<u32>,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Experiences that were taken in
    pub processed: usize,
    /// Cells that are new
    pub cells_created: usize,
    /// Cells that were there and changed
    pub cells_updated: usize,
    /// Whether nothing changed
    pub idempotent: bool,
    /// Whose experiences
    pub scope: Reach,
    /// Experiences that wait: until there are enough of them, and `cycle.memoryEnabled`
    pub waiting: i64,
    /// How many would be enough
    pub threshold: u32,
    /// Rules that were broken so often that breaking them again blocks
    pub escalated: Vec<String>,
    /// Experiences that were put away, because there were too many
    pub archived: u64,
}

impl Operation for Consolidate {
    const SPEC: Spec = Spec::new("cycle.consolidate", "Turn new experiences into what they come to: scenes, and cells with what speaks for them")
        .http(Method::Post, "/v1/cycle/consolidate")
        .also(&[(Dialect::Cycle, "run_consolidation")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        Some(json!({ "scope": input["scope"], "threshold": input["threshold"] }))
    }

    fn run(cx: &mut Work<'_>, Input { scope, threshold }: Input) -> Result<Output, Error> {
        let (house, now, scope) = (cx.house, cx.call.now, scope.unwrap_or_default());
        let set = settings(cx, house)?.cycle;
        let anchor = scope.anchor(&cx.call.anchor);
        let threshold = threshold.unwrap_or(set.consolidation_threshold.get());
        cx.about(&anchor);
        let before = cx.consolidated(&anchor)?;
        let waiting = cx.experiences_since(&anchor, before.last)?;
        let escalated = |broken| Memory { broken, ..Memory::default() }.escalated().into_iter().collect();
        let mut output = Output {
            processed: 0,
            cells_created: 0,
            cells_updated: 0,
            idempotent: true,
            scope,
            waiting,
            threshold,
            escalated: Vec::new(),
            archived: 0,
        };
        if !set.memory_enabled || waiting == 0 || waiting < i64::from(threshold) {
            output.escalated = escalated(before.broken);
            return Ok(output);
        }
        let cells = cx.live_cells(&anchor)?.into_iter().map(|cell| (cell.key, cell)).collect();
        let memory = Memory { scenes: cx.scenes(&anchor)?, cells, broken: before.broken };
        let run = Run::over(&anchor.to_string(), memory, set.caps(), now);
        let (memory, change, last) = take_all(cx, run, &anchor, before.last, waiting)?;
        cx.put_memory(&anchor, &memory, &change, last, now)?;
        output.archived = cx.archive_experiences(&anchor, i64::from(set.max_experiences_total.get()), now, BEYOND)?;
        output.escalated = escalated(memory.broken);
        (output.processed, output.cells_created, output.cells_updated) = (change.processed, change.created.len(), change.updated.len());
        (output.idempotent, output.waiting) = (change.processed == 0, 0);
        Ok(output)
    }
}

/// Takes in the current experiences of a scope that came after a number, some at a time. Gives the number of the last, too.
fn take_all(cx: &mut Work<'_>, mut run: Run, anchor: &Anchor, after: i64, waiting: i64) -> Result<(Memory, Change, i64), Error> {
    let has_archived = cx.has_archived_cells(anchor)?;
    let mut filter = ExperienceFilter { anchors: vec![anchor.to_string()], after, limit: LIST_MAX, ..ExperienceFilter::default() };
    let mut taken = 0;
    loop {
        let page = cx.experiences(&filter)?;
        let Some(last) = page.last() else { break };
        filter.after = last.n;
        let lived: Vec<Lived> = page.into_iter().map(lived).collect();
        let plan = run.hear(&lived);
        let found = if has_archived { cx.cells_keyed(&run.unknown(&plan))? } else { Vec::new() };
        run.take(plan, found);
        taken += lived.len();
        cx.progress(taken, usize::try_from(waiting).unwrap_or(0), EXPERIENCES)?;
    }
    let (memory, change) = run.close();
    Ok((memory, change, filter.after))
}

/// An experience as the kernel takes it in: all that it says, and all that it is about.
fn lived(x: Experience) -> Lived {
    Lived {
        keys: x.keys(),
        by_user: x.author == Author::User,
        at: x.created_at,
        id: x.id.into(),
        said: vec![x.situation, x.approach, x.outcome, x.reasoning],
    }
}
