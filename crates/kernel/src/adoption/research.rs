//! A report of research done elsewhere, as data: what it must hold, and what each finding reads like as evidence.
//!
//! Nothing of a report is believed. Its findings become evidence, its insights become suggestions to distill. Not here:
//! writing either.

use crate::text::{Content, Name};
use serde_json::{Value as Json, json};

/// Most findings of one report.
const FINDINGS_MAX: usize = 500;
/// Fields that say what a finding found, best first.
const FINDING_FIELDS: [&str; 4] = ["summary", "statement", "content", "text"];
/// Fields that say an insight, best first.
const INSIGHT_FIELDS: [&str; 4] = ["statement", "summary", "content", "text"];
/// Fields in which an insight names the findings it rests on, by number.
const CITING_FIELDS: [&str; 3] = ["findings", "finding_refs", "supporting_findings"];

/// A report, as far as it can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What it is called by programs.
    pub id: String,
    /// What it is called by people.
    pub title: String,
    /// How many sources it names.
    pub sources: usize,
    /// How many findings it has.
    pub findings: usize,
    /// How many insights it suggests.
    pub insights: usize,
    /// What it lacks; nothing if it is sound.
    pub errors: Vec<String>,
}

/// A finding as evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its number, from zero.
    pub index: usize,
    /// Where it is from: `research://REPORT#finding-N`.
    pub source: String,
    /// What it reads like.
    pub content: Content,
}

/// An insight and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// What it says.
    pub statement: String,
    /// The findings it cites, by number; all of them where it cites none.
    pub findings: Vec<usize>,
}

fn items<'r>(report: &'r Json, field: &str) -> &'r [Json] {
    report[field].as_array().map_or(&[], Vec::as_slice)
}

fn said<'j>(value: &'j Json, fields: &[&str]) -> Option<&'j str> {
    let texts = std::iter::once(value.as_str()).chain(fields.iter().map(|field| value[field].as_str()));
    texts.flatten().map(str::trim).find(|text| !text.is_empty())
}

impl Report {
    /// Reads a report and says what it lacks.
    pub fn read(report: &Json) -> Self {
        let mut errors = Vec::new();
        let mut name = |field: &str| match report[field].as_str().map(str::trim).filter(|text| !text.is_empty()) {
            None => {
                errors.push(format!("{field} is required"));
                String::new()
            }
            Some(text) => match Name::parse(text) {
                Ok(name) => name.into(),
                Err(why) => {
                    errors.push(format!("{field}: {why}"));
                    String::new()
                }
            },
        };
        let (id, title) = (name("report_id"), name("title"));
        let (sources, findings) = (items(report, "sources").len(), items(report, "findings").len());
        for (field, count) in [("sources", sources), ("findings", findings)] {
            if count == 0 {
                errors.push(format!("{field} must contain at least one item"));
            }
        }
        if findings > FINDINGS_MAX {
            errors.push(format!("findings must contain at most {FINDINGS_MAX} items"));
        }
        let insights = items(report, "candidate_insights");
        if !report["candidate_insights"].is_null() && !report["candidate_insights"].is_array() {
            errors.push("candidate_insights must be a list".into());
        }
        for (n, insight) in insights.iter().enumerate() {
            if said(insight, &INSIGHT_FIELDS).is_none() {
                errors.push(format!("candidate_insights.{n} says nothing"));
            }
            if let Err(cited) = cited(insight, findings) {
                errors.push(format!("candidate_insights.{n} cites finding {cited}, which is not there"));
            }
        }
        let mut read = Self { id, title, sources, findings, insights: insights.len(), errors };
        if read.errors.is_empty()
            && let Err(why) = read.evidence(report)
        {
            read.errors.push(why);
        }
        read
    }

    /// Its findings as evidence, in order.
    pub fn evidence(&self, report: &Json) -> Result<Vec<Finding>, String> {
        let one = |(index, finding): (usize, &Json)| {
            let summary = said(finding, &FINDING_FIELDS).map_or_else(|| finding.to_string(), str::to_owned);
            let text = format!(
                "# {}: finding {index}\n\nReport: {}\n\n{summary}\n\n## As it was reported\n\n{}\n\n## Sources of the report\n\n{}\n",
                self.title,
                self.id,
                pretty(finding),
                pretty(&json!(items(report, "sources"))),
            );
            let content = Content::parse(&text).map_err(|why| format!("findings.{index}: {why}"))?;
            Ok(Finding { index, source: format!("research://{}#finding-{index}", self.id), content })
        };
        items(report, "findings").iter().enumerate().map(one).collect()
    }

    /// Its insights, with what each rests on.
    pub fn insights(&self, report: &Json) -> Vec<Insight> {
        let one = |insight: &Json| {
            let cited = cited(insight, self.findings).ok().filter(|cited| !cited.is_empty());
            Some(Insight { statement: said(insight, &INSIGHT_FIELDS)?.to_owned(), findings: cited.unwrap_or_else(|| (0..self.findings).collect()) })
        };
        items(report, "candidate_insights").iter().filter_map(one).collect()
    }
}

/// The findings an insight cites, or the first that is not there.
fn cited(insight: &Json, findings: usize) -> Result<Vec<usize>, String> {
    let mut all = Vec::new();
    for cited in CITING_FIELDS.iter().flat_map(|field| items(insight, field)) {
        match cited.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < findings) {
            Some(n) if all.contains(&n) => {}
            Some(n) => all.push(n),
            None => return Err(cited.to_string().chars().take(40).collect()),
        }
    }
    Ok(all)
}

fn pretty(value: &Json) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_it_lacks() {
        let table = [
            (
                json!({}),
                vec![
                    "report_id is required",
                    "title is required",
                    "sources must contain at least one item",
                    "findings must contain at least one item",
                ],
            ),
            (json!({"report_id": " ", "title": "T", "sources": ["s"], "findings": ["f"]}), vec!["report_id is required"]),
            (
                json!({"report_id": "r", "title": "T", "sources": [], "findings": "f"}),
                vec!["sources must contain at least one item", "findings must contain at least one item"],
            ),
            (
                json!({"report_id": "r", "title": "T", "sources": ["s"], "findings": ["f"], "candidate_insights": {}}),
                vec!["candidate_insights must be a list"],
            ),
            (
                json!({"report_id": "r", "title": "T", "sources": ["s"], "findings": ["f"], "candidate_insights": [{}]}),
                vec!["candidate_insights.0 says nothing"],
            ),
            (
                json!({"report_id": "r", "title": "T", "sources": ["s"], "findings": ["f"], "candidate_insights": [{"statement": "x", "findings": [1]}]}),
                vec!["candidate_insights.0 cites finding 1, which is not there"],
            ),
            (json!({"report_id": "r", "title": "T", "sources": [1], "findings": [{"summary": "f"}], "candidate_insights": ["x"]}), vec![]),
        ];
        for (report, errors) in table {
            assert_eq!(Report::read(&report).errors, errors, "{report}");
        }
    }

    #[test]
    fn a_finding_names_its_report_and_an_insight_what_it_cites() {
        let report = json!({"report_id": "r-7", "title": "Caches", "sources": [{"url": "https://a.example"}], "findings": ["cold", {"text": "warm"}],
            "candidate_insights": ["both", {"statement": "one", "findings": [1, 1]}]});
        let read = Report::read(&report);
        assert_eq!((read.errors.len(), read.findings, read.insights), (0, 2, 2));
        let findings = read.evidence(&report).expect("sound");
        assert_eq!(findings[1].source, "research://r-7#finding-1");
        assert!(findings[1].content.as_str().contains("\n\nwarm\n\n") && findings[1].content.as_str().contains("https://a.example"));
        let insights: Vec<Vec<usize>> = read.insights(&report).into_iter().map(|i| i.findings).collect();
        assert_eq!(insights, [vec![0, 1], vec![1]]);
    }
}
