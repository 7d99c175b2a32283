//! A source is no longer where it was: what it said is the past, and stays readable as such.

use crate::{Error, Method, Operation, Spec, Work, memory::Keeper, ops::missing};
use kernel::{effect::Propose, id::SourceId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::SourceState;

/// Marks sources as gone.
#[derive(Debug)]
pub struct Gone;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Source that is no longer there (can be repeated)
    pub id: Vec<SourceId>,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Sources marked as gone now
    pub gone: usize,
    /// Pieces that are the past from now on
    pub replaced: usize,
}

impl Operation for Gone {
    const SPEC: Spec =
        Spec::new("source.gone", "Mark sources as gone: what they said becomes the past").http(Method::Post, "/v1/sources/gone").positional(&["id"]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { id }: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let mut output = Output { gone: 0, replaced: 0 };
        let (house, call) = (cx.house, cx.call);
        let mut keeper = Keeper::open(cx, house, call)?;
        let mut going = Vec::new();
        for id in &id {
            let mut source = cx.source(id)?.ok_or_else(|| missing("source", id))?;
            if source.state == SourceState::Gone {
                continue;
            }
            source.state = SourceState::Gone;
            source.revision += 1;
            source.updated_at = now;
            source.principal = cx.call.actor.name().into();
            cx.put_source(&source)?;
            cx.put_revision(&source, "gone")?;
            cx.unsight(source.n)?;
            going.push(source.n);
        }
        output.gone = going.len();
        // Once all of them are gone: what one said is not handed on to another that goes with it.
        for n in going {
            for item in cx.items_of_source(n)? {
                keeper.retire(cx, &item, now)?;
                output.replaced += 1;
            }
        }
        keeper.close(cx)?;
        if let [only] = id.as_slice() {
            cx.about(only);
        } else {
            cx.about(format!("{} sources", output.gone));
        }
        Ok(output)
    }
}
