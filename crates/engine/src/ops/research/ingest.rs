//! Bring the findings of a report in as evidence, one piece each. A plan, unless a person says to carry it out.
//!
//! Its insights become suggestions to distill, each with the findings it cites. Not here: knowledge. Research never makes any.

use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Keeper, Secrets, redact},
    ops::evidence::record::keep,
};
use kernel::{
    actor::ActorKind,
    adoption::{Finding, Report},
    call::id_tail,
    canonical,
    effect::Propose,
    evidence::Origin,
    id::EvidenceId,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

/// Brings findings in.
#[derive(Debug)]
pub struct Ingest;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Report, as JSON: report_id, title, sources, findings, candidate_insights
    pub report: Map<String, Json>,
    /// Write the findings down as evidence; for people only (planned if left out)
    #[serde(default)]
    pub execute: bool,
}

/// What is planned, and what was written.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether the report can be used
    pub valid: bool,
    /// Whether anything was written
    pub writes: bool,
    /// Its id
    pub report_id: String,
    /// Its title
    pub title: String,
    /// Sources it names
    pub source_count: usize,
    /// Findings it has
    pub finding_count: usize,
    /// Insights it suggests
    pub candidate_insight_count: usize,
    /// Pieces of evidence they come to
    pub planned_evidence_count: usize,
    /// Pieces that were written now
    pub created_count: usize,
    /// Pieces that were there already
    pub skipped_count: usize,
    /// What the report lacks
    pub errors: Vec<String>,
    /// The pieces
    pub evidence_drawers: Vec<Drawer>,
    /// What might be distilled from them
    pub candidate_insights: Vec<Suggested>,
}

/// A piece of evidence that a finding comes to.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Drawer {
    /// Its id, the same whenever the same finding is read
    pub drawer_id: EvidenceId,
    /// Which finding, from zero
    pub finding_index: usize,
    /// Where it is from
    pub source_file: String,
    /// Whether it was written now
    pub created: bool,
    /// Whether it was there already
    pub skipped: bool,
}

/// What might be distilled.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Suggested {
    /// What it says
    pub statement: String,
    /// The evidence it rests on
    pub supporting_refs: Vec<EvidenceId>,
    /// How to ask for it, word by word
    pub suggested_command: Vec<String>,
}

impl Operation for Ingest {
    const SPEC: Spec = Spec::new("research.ingest", "Plan a report's findings as evidence; a person may have them written")
        .http(Method::Post, "/v1/research/ingest")
        .positional(&["report"])
        .files(&["report"])
        .action(Dialect::Mind, "mempal_phase3", "research_ingest_plan", "researchIngestPlan")
        .mind("phase3 research-ingest-plan");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // What the findings say lives in the evidence, and can be erased there.
        Some(json!({ "report_id": input["report"]["report_id"], "execute": input["execute"] }))
    }

    fn run(cx: &mut Work<'_>, Input { report, execute }: Input) -> Result<Output, Error> {
        if execute && cx.call.actor.kind() != ActorKind::Human {
            return Err(Code::ModeHumanOnly
                .refuse("execute", "an agent plans what research would bring in; a person has it written")
                .next("Leave `execute` out, and ask a person to run `palace research ingest FILE --execute`")
                .into());
        }
        let report = Json::Object(report);
        let read = Report::read(&report);
        let findings = if read.errors.is_empty() { read.evidence(&report).unwrap_or_default() } else { Vec::new() };
        let mut drawers = Vec::with_capacity(findings.len());
        let (house, call) = (cx.house, cx.call);
        let mut keeper = Keeper::open(cx, house, call)?;
        for finding in findings {
            drawers.push(bring(cx, &mut keeper, finding, execute)?);
        }
        let created = drawers.iter().filter(|drawer| drawer.created).count();
        if created > 0 {
            keeper.close(cx)?;
            cx.about(format!("research {}", read.id));
        } else {
            cx.nothing();
        }
        let suggested = if drawers.is_empty() { Vec::new() } else { suggestions(&read, &report, &drawers) };
        Ok(Output {
            valid: read.errors.is_empty(),
            writes: created > 0,
            report_id: read.id,
            title: read.title,
            source_count: read.sources,
            finding_count: read.findings,
            candidate_insight_count: read.insights,
            planned_evidence_count: drawers.len(),
            created_count: created,
            skipped_count: drawers.iter().filter(|drawer| drawer.skipped).count(),
            errors: read.errors,
            evidence_drawers: drawers,
            candidate_insights: suggested,
        })
    }
}

/// Writes one finding down, if that was asked for and it is not there.
fn bring(cx: &mut Work<'_>, keeper: &mut Keeper, Finding { index, source, content }: Finding, execute: bool) -> Result<Drawer, Error> {
    let content = redact(content, &mut Secrets::new())?;
    // The same finding of the same report is the same piece, whoever brings it and however often.
    let id = EvidenceId::mint("e", &id_tail(&canonical::digest(&(Ingest::SPEC.name, &source, content.as_str()))?.0));
    let there = cx.evidence(&id)?.is_some();
    let created = execute && !there;
    if created {
        keep(cx, keeper, id.clone(), content, source.clone(), Origin::Research)?;
    }
    Ok(Drawer { drawer_id: id, finding_index: index, source_file: source, created, skipped: there })
}

/// What might be distilled, and how to ask for it.
fn suggestions(read: &Report, report: &Json, drawers: &[Drawer]) -> Vec<Suggested> {
    let one = |insight: kernel::adoption::Insight| {
        let refs: Vec<EvidenceId> = insight.findings.iter().filter_map(|n| drawers.get(*n)).map(|drawer| drawer.drawer_id.clone()).collect();
        let said = insight.statement.clone();
        let words = ["palace", "mind", "knowledge", "distill", "--tier", "qi", "--field", "research"].map(str::to_owned);
        let mut command: Vec<String> = words.to_vec();
        command.extend([format!("--statement={said}"), format!("--content={said}")]);
        for id in &refs {
            command.extend(["--supporting-ref".to_owned(), id.to_string()]);
        }
        Suggested { statement: insight.statement, supporting_refs: refs, suggested_command: command }
    };
    read.insights(report).into_iter().map(one).collect()
}
