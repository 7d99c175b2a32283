//! Record what came of using a feature. It is marked with how good it is; what says too little is kept, and counts for nothing.

use super::{Event, Input, write};
use crate::{Dialect, Error, Method, Operation, Spec, Work};
use kernel::effect::Propose;

/// Records it.
#[derive(Debug)]
pub struct Record;

impl Operation for Record {
    const SPEC: Spec = Spec::new("adoption.record", "Record what came of using a feature; it carries your name and how good it is")
        .http(Method::Post, "/v1/adoption")
        .action(Dialect::Mind, "mempal_phase3", "record", "event")
        .mind("phase3 adoption record");
    type Effect = Propose;
    type Input = Input;
    type Output = Event;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Event, Error> {
        let told = input.told();
        write(cx, told, input.id)
    }
}
