//! Translates a call of any contract: finds the operation, spells its input in our names, and its answer in theirs. Operations and the ledger only
//! meet our own names.
//!
//! Not here: what any operation does, and how tools look on a wire.

mod spelling;

pub use spelling::{snake, snake_schema};

use crate::{Action, Dialect, Envelope, Op, call::catalogue::OPERATIONS};
use kernel::{
    actor::ActorKind,
    gate::{Reach, reach},
    refusal::{Code, Refusal},
};
use serde_json::{Value as Json, json};
use std::borrow::Cow;

/// A tool that does several things, told apart by `action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a line.
    pub about: &'static str,
    /// The action that is meant when none is said; empty where one must be.
    pub default: &'static str,
    /// Whether its answer says which action it answers.
    pub echoes: bool,
}

/// Every tool of several actions.
pub const TOOLS: &[Tool] = &[
    Tool { name: "mempal_taxonomy", about: "Wings, their rooms, and the words that lead there", default: "", echoes: true },
    Tool { name: "mempal_kg", about: "Facts as subject, predicate and object, each with the time it holds", default: "", echoes: true },
    Tool { name: "mempal_tunnels", about: "Passages between wings: found by a shared room, or linked", default: "discover", echoes: false },
    Tool { name: "mempal_knowledge_cards", about: "Knowledge cards: find them, ask their gate, move them", default: "", echoes: false },
    Tool { name: "mempal_phase3", about: "What came of using memory, and what may follow from it", default: "", echoes: false },
];

/// How a vocabulary spells fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    /// As our own types do: `drawerId`.
    Own,
    /// In snake case: `drawer_id`.
    Snake,
}

impl Dialect {
    /// Every vocabulary, ours first.
    pub const ALL: [Self; 5] = [Self::Native, Self::Memory, Self::Palace, Self::Mind, Self::Cycle];

    const fn spelling(self) -> Spelling {
        match self {
            Self::Native | Self::Memory | Self::Palace => Spelling::Own,
            Self::Mind | Self::Cycle => Spelling::Snake,
        }
    }

    /// Whether fields are spelled `drawer_id` rather than `drawerId`.
    pub const fn is_snake(self) -> bool {
        matches!(self.spelling(), Spelling::Snake)
    }
}

/// Which operation a name means, and how it is spoken to there.
#[derive(Clone, Copy)]
pub(crate) struct Meaning {
    pub(crate) op: &'static dyn Op,
    spelling: Spelling,
    within: &'static str,
    /// Whether `action` only told which operation is meant.
    is_action: bool,
    echo: Option<&'static str>,
}

impl Meaning {
    /// What a name means, with the `action` of its input where the name alone does not say. No vocabularies means any.
    pub(crate) fn of(name: &str, dialects: &[Dialect], input: &Json, kind: ActorKind) -> Result<Self, Refusal> {
        Self::among(OPERATIONS, name, dialects, input, kind)
    }

    fn plain(op: &'static dyn Op, dialect: Dialect) -> Self {
        Self { op, spelling: dialect.spelling(), within: "", is_action: false, echo: None }
    }

    fn among(ops: &[&'static dyn Op], name: &str, dialects: &[Dialect], input: &Json, kind: ActorKind) -> Result<Self, Refusal> {
        let dialects = if dialects.is_empty() { &Dialect::ALL[..] } else { dialects };
        for dialect in dialects.iter().copied() {
            if let Some(op) = crate::call::catalogue::named_among(ops, name, dialect) {
                return Ok(Self::plain(op, dialect));
            }
            let ways: Vec<(Action, &'static dyn Op)> = crate::call::catalogue::actions_among(ops, name, dialect).collect();
            if !ways.is_empty() {
                return one_of(&ways, name, input, kind);
            }
        }
        let name: String = name.chars().filter(|c| !kernel::text::is_hidden(*c)).take(100).collect();
        let what = format!("Unknown tool: {}", if name.is_empty() { "it has no name" } else { &name });
        Err(Code::ToolUnknown.refuse(if name.is_empty() { "tool".to_owned() } else { name }, what))
    }

    /// An input that is meant for the operation, in its own spelling.
    fn say(self, mut input: Cow<'_, Json>) -> Result<Said<'_>, Refusal> {
        if self.is_action
            && input.get("action").is_some()
            && let Json::Object(fields) = input.to_mut()
        {
            fields.remove("action");
        }
        let input = match self.spelling {
            Spelling::Own => input,
            Spelling::Snake => Cow::Owned(spelling::inward(input.into_owned(), &self.op.input_schema())?),
        };
        Ok(Said { meaning: self, input })
    }
}

/// What was said, understood.
#[derive(Clone)]
pub struct Said<'i> {
    meaning: Meaning,
    input: Cow<'i, Json>,
}

impl std::fmt::Debug for Said<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Said").field("op", &self.op().spec().name).field("input", &self.input).finish_non_exhaustive()
    }
}

impl<'i> Said<'i> {
    /// Understands a name and an input. No vocabularies means any.
    pub fn understand(name: &str, dialects: &[Dialect], input: &'i Json, kind: ActorKind) -> Result<Self, Refusal> {
        Meaning::of(name, dialects, input, kind)?.say(Cow::Borrowed(input))
    }

    /// An operation asked for by its command words in a vocabulary: its fields are spelled as there, its answer stands alone.
    pub fn in_words(op: &'static dyn Op, dialect: Dialect, input: Cow<'i, Json>) -> Result<Self, Refusal> {
        Meaning::plain(op, dialect).say(input)
    }

    /// The operation that is meant.
    pub fn op(&self) -> &'static dyn Op {
        self.meaning.op
    }

    /// Its input, as it reads it.
    pub fn input(&self) -> &Json {
        &self.input
    }

    /// The same call with another input.
    pub(crate) fn with_input(&self, input: Json) -> Said<'static> {
        Said { meaning: self.meaning, input: Cow::Owned(input) }
    }

    /// Says an answer back as the caller speaks.
    pub fn answer(&self, mut envelope: Envelope) -> Envelope {
        if self.meaning.spelling == Spelling::Own {
            return envelope;
        }
        // A call that waits answers with its proposal, which is ours and stands where the caller looks first.
        if envelope.approval_required {
            envelope.result = spelling::outward_all(envelope.result);
        } else {
            envelope.result = spelling::outward(envelope.result, &self.op().output_schema());
            if !self.meaning.within.is_empty() {
                envelope.result = json!({ snake(self.meaning.within): envelope.result });
            }
        }
        if let (Some(action), Json::Object(fields)) = (self.meaning.echo, &mut envelope.result) {
            fields.entry("action").or_insert_with(|| json!(action));
        }
        envelope
    }

    /// Says a refusal back as the caller speaks. Its shape is the same in every vocabulary.
    pub fn refuse(&self, refusal: Refusal) -> Refusal {
        if self.meaning.spelling == Spelling::Own {
            return refusal;
        }
        let schema = self.op().input_schema();
        let say = |text: &str| spelling::respelled(text, &schema);
        let said = refusal.code().refuse(say(refusal.subject()), say(refusal.what())).next(say(refusal.remedy()));
        match refusal.details() {
            Some(details) => said.with(details.clone()),
            None => said,
        }
    }
}

/// The way of a tool that the input's `action` names.
fn one_of(ways: &[(Action, &'static dyn Op)], name: &str, input: &Json, kind: ActorKind) -> Result<Meaning, Refusal> {
    let tool = TOOLS.iter().find(|tool| tool.name == name);
    let said = match (&input["action"], tool) {
        (Json::String(word), _) => word.as_str(),
        (Json::Null, Some(tool)) => tool.default,
        (Json::Null, None) => "",
        (Json::Array(_) | Json::Bool(_) | Json::Number(_) | Json::Object(_), _) => {
            return Err(Code::InputInvalid.refuse("action", "`action`: it must be a word").next(words(ways, kind)));
        }
    };
    // Whoever types writes dashes where the contract has lines.
    let word = said.replace('-', "_");
    let Some((way, op)) = ways.iter().find(|(way, _)| way.action == word) else {
        let shown: String = said.chars().filter(|c| !kernel::text::is_hidden(*c)).take(100).collect();
        let what = if said.is_empty() { "Missing required parameter: action".to_owned() } else { format!("`{name}` has no action `{shown}`") };
        return Err(Code::InputInvalid.refuse("action", what).next(words(ways, kind)));
    };
    let echo = tool.filter(|tool| tool.echoes).map(|_| way.action);
    Ok(Meaning { within: way.within, is_action: true, echo, ..Meaning::plain(*op, way.dialect) })
}

/// The actions that an actor of this kind may reach, as the next step.
fn words(ways: &[(Action, &'static dyn Op)], kind: ActorKind) -> String {
    let reached: Vec<&str> = ways.iter().filter(|(_, op)| is_listed(*op, kind)).map(|(way, _)| way.action).collect();
    format!("Use one of {}", reached.join(", "))
}

fn is_listed(op: &dyn Op, kind: ActorKind) -> bool {
    reach(kind, op.effect(), op.spec().agents) != Reach::Hidden
}

/// A tool as one actor is offered it.
pub struct Offer {
    /// Its name.
    pub name: String,
    /// The vocabulary that it belongs to.
    pub dialect: Dialect,
    /// What it does: one operation, or several with the action that means each.
    pub ways: Vec<(Option<Action>, &'static dyn Op)>,
}

impl std::fmt::Debug for Offer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Offer").field("name", &self.name).field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

impl Offer {
    /// The one operation it is, if it is one.
    pub fn only(&self) -> Option<&'static dyn Op> {
        match self.ways[..] {
            [(None, op)] => Some(op),
            _ => None,
        }
    }

    /// What is said of it as a tool of several actions.
    pub fn tool(&self) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == self.name)
    }
}

/// What an actor of this kind is offered in some vocabularies: each operation under the names it has in the first of them that
/// knows it, the actions of one tool together. Dispatch asks the same `reach`, so the two cannot disagree.
pub fn offered(kind: ActorKind, dialects: &[Dialect]) -> Vec<Offer> {
    offered_among(OPERATIONS, kind, dialects)
}

/// The same over a registry of the caller's own: how a listing is tried before there are operations for it.
pub fn offered_among(ops: &[&'static dyn Op], kind: ActorKind, dialects: &[Dialect]) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for op in ops.iter().copied().filter(|op| is_listed(*op, kind)) {
        for dialect in dialects.iter().copied() {
            let names = op.spec().names_in(dialect).map(|name| (name, None));
            let action = op.spec().action.filter(|action| action.dialect == dialect).map(|action| (action.tool.to_owned(), Some(action)));
            let known: Vec<(String, Option<Action>)> = names.chain(action).collect();
            let found = !known.is_empty();
            for (name, action) in known {
                match offers.iter_mut().find(|offer| action.is_some() && offer.name == name) {
                    Some(offer) => offer.ways.push((action, op)),
                    None => offers.push(Offer { name, dialect, ways: vec![(action, op)] }),
                }
            }
            if found {
                break;
            }
        }
    }
    offers
}

#[cfg(test)]
mod tests;
