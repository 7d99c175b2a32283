//! Say how good a record would be, and what is missing. Nothing is written.

use super::Input;
use crate::knowledge::adoption::QualityReport;
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;

/// Checks a record.
#[derive(Debug)]
pub struct Check;

impl Operation for Check {
    const SPEC: Spec = Spec::new("adoption.check", "Check whether a record would say enough to count")
        .http(Method::Post, "/v1/adoption/check")
        .action(Dialect::Mind, "mempal_phase3", "check_record", "recordQuality")
        .mind("phase3 adoption check-record");
    type Effect = Read;
    type Input = Input;
    type Output = QualityReport;

    fn run(_: &mut Look<'_>, input: Input) -> Result<QualityReport, Error> {
        Ok(input.told().judge().into())
    }
}
