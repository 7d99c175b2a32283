//! Say that a fact ended, or never held. Nothing is deleted: what was known before can still be asked.

use super::Triple;
use crate::{Dialect, Error, Method, Operation, Spec, Work, ops::missing};
use kernel::{effect::Propose, fact::Closed, id::FactId, refusal::Code, time::MomentOrDay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Closes a fact.
#[derive(Debug)]
pub struct Invalidate;

/// Which, and since when.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Fact that ended
    pub triple_id: FactId,
    /// When it ended: a moment, or a day, as it began in UTC (now if left out)
    #[serde(default)]
    pub valid_to: Option<MomentOrDay>,
    /// It never held: it was said by mistake
    #[serde(default)]
    pub mistaken: bool,
}

/// What became of it.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The fact, one
    pub triples: Vec<Triple>,
}

impl Operation for Invalidate {
    const SPEC: Spec = Spec::new("fact.invalidate", "Say that a fact ended, or never held; what was known before stays")
        .http(Method::Post, "/v1/facts/{tripleId}/invalidate")
        .positional(&["tripleId"])
        .action(Dialect::Mind, "mempal_kg", "invalidate", "")
        .mind("kg invalidate");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { triple_id, valid_to, mistaken }: Input) -> Result<Output, Error> {
        let (now, valid_to) = (cx.call.now, valid_to.map(MomentOrDay::begins));
        // What was said in another project does not exist for whoever asks here.
        let here = cx.call.anchor.project().outwards();
        let fact = cx.fact(&triple_id)?.filter(|fact| here.contains(&fact.anchor));
        let Some(mut fact) = fact else { return Err(missing("fact", &triple_id)) };
        if let Some(closed) = &fact.closed {
            return Err(Code::NoSuchMove
                .refuse(triple_id.as_str(), format!("{} said at {} that fact {triple_id} ended at {}", closed.by, closed.at, closed.ended))
                .next("Say it anew with `fact add` if it holds again")
                .into());
        }
        if mistaken && valid_to.is_some() {
            return Err(Code::InputInvalid
                .refuse("validTo", "what never held has no end")
                .next("Say when it ended, or that it is mistaken; not both")
                .into());
        }
        let ended = if mistaken { fact.valid_from } else { valid_to.unwrap_or_else(|| now.max(fact.valid_from)) };
        if ended < fact.valid_from {
            let why = format!("fact {triple_id} cannot end at {ended} because it begins at {}", fact.valid_from);
            return Err(Code::InputInvalid.refuse("validTo", why).next("Name a later moment, or say that it is mistaken").into());
        }
        if let Some(end) = fact.valid_to.filter(|end| *end <= ended && !mistaken) {
            return Err(Code::NoSuchMove
                .refuse(triple_id.as_str(), format!("fact {triple_id} ends at {end} as it was said"))
                .next("Name an earlier moment, or say that it is mistaken")
                .into());
        }
        let closed = Closed { ended, by: cx.call.actor.name().to_owned(), at: now };
        cx.close_fact(&triple_id, &closed)?;
        cx.about(&triple_id);
        fact.closed = Some(closed);
        Ok(Output { triples: vec![Triple::at(fact, now)] })
    }
}
