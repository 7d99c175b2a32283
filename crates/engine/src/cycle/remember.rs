//! Records finished cycles and broken rules as experiences, written by the program. Experiences like any other, written by the house and not by
//! whoever ran the cycle.

use super::phases::anchor;
use crate::{
    Error, Work,
    experience::{Telling, Told},
    memory::Secrets,
};
use kernel::{
    claim::{Confidence, Tag},
    cycle::{Area, Author, Integrity, Violation, Worked},
    id::ExperienceId,
    refusal::Code,
    text::Account,
};
use store::Cycle;

/// The label of a broken rule; the rule is the label after it.
const VIOLATION: &str = "behavioral_violation";
/// The label of a cycle that was finished.
const SUCCESS: &str = "governance_success";
/// Characters of a question that are kept.
const ASKED_CHARS: usize = 100;
/// How sure the house is of a broken rule, in hundredths: trust 2.
const BROKEN_CONFIDENCE: u8 = 60;
/// The same for a cycle that was finished: trust 1.
const DONE_CONFIDENCE: u8 = 50;

/// Remembers that a rule was broken.
pub(crate) fn violation(cx: &mut Work<'_>, cycle: &Cycle, violation: &Violation) -> Result<ExperienceId, Error> {
    keep(
        cx,
        cycle,
        Worked::Ineffective,
        BROKEN_CONFIDENCE,
        [
            format!("Violation: {} - {}", violation.rule, violation.message),
            "A response was looked at before it was given".to_owned(),
            format!("The rule {} did not hold", violation.rule),
            violation.message.clone(),
        ],
        &[VIOLATION, violation.rule],
    )
}

/// Remembers that a cycle was finished.
pub(crate) fn finished(cx: &mut Work<'_>, cycle: &Cycle, asked: &str, summary: Option<&Account>) -> Result<ExperienceId, Error> {
    let asked: String = asked.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(ASKED_CHARS).collect();
    let of = if asked.is_empty() { String::new() } else { format!(" for: {asked}") };
    let outcome = match cycle.integrity {
        Some(Integrity::Ok) => "The response stood as it was",
        Some(Integrity::NeedsVerification) => "The response was given to be verified",
        Some(Integrity::Blocked) | None => "No response stood",
    };
    let learned = summary.map_or_else(|| format!("Every phase of cycle {} was done in order", cycle.n), |summary| summary.as_str().to_owned());
    let said = [format!("Guarded cycle completed{of}"), "The seven phases were run in order".to_owned(), outcome.to_owned(), learned];
    keep(cx, cycle, Worked::Effective, DONE_CONFIDENCE, said, &[SUCCESS])
}

fn keep(cx: &mut Work<'_>, cycle: &Cycle, worked: Worked, confidence: u8, said: [String; 4], labels: &[&str]) -> Result<ExperienceId, Error> {
    let account = |text: &str| Account::parse(text).map_err(|e| Code::InputInvalid.refuse("summary", e.to_string()));
    let tag = |text: &str| Tag::try_from(text.to_owned()).map_err(|e| Code::InputInvalid.refuse("contextKeys", e.to_string()));
    let mut tags = labels.iter().map(|label| tag(label)).collect::<Result<Vec<_>, _>>()?;
    for key in &cycle.context_keys {
        tags.push(tag(key)?);
    }
    let [situation, approach, outcome, reasoning] = &said;
    let told = Told {
        worked,
        domain: Area::Process,
        situation: account(situation)?,
        approach: account(approach)?,
        outcome: account(outcome)?,
        reasoning: account(reasoning)?,
        confidence: Some(Confidence::hundredths(confidence)),
        tags,
    };
    let anchor = anchor(cx, cycle);
    let kept = Telling::of(told, anchor, &mut Secrets::new())?.keep(cx, None, Author::System)?;
    Ok(kept.id)
}
