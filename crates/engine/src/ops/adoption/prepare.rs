//! Say how something would be recorded: as a command and as a tool's input. Nothing is written, and no id is drawn.

use super::Input;
use crate::knowledge::adoption::{Plan, plan};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;

/// Plans a record.
#[derive(Debug)]
pub struct Prepare;

impl Operation for Prepare {
    const SPEC: Spec = Spec::new("adoption.prepare", "Show the command and the tool input that would record this")
        .http(Method::Post, "/v1/adoption/prepare")
        .action(Dialect::Mind, "mempal_phase3", "prepare_record", "recordPlan")
        .mind("phase3 adoption prepare-record");
    type Effect = Read;
    type Input = Input;
    type Output = Plan;

    fn run(_: &mut Look<'_>, input: Input) -> Result<Plan, Error> {
        Ok(plan(&input.told(), input.id.as_ref()))
    }
}
