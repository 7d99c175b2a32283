//! List the fields of knowledge that are known by name. Guidance only: any other name is taken too.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists fields.
#[derive(Debug)]
pub struct Fields;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The fields.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Fields of knowledge
    pub entries: Vec<Field>,
}

/// A field of knowledge.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Field {
    /// Its name
    pub field: &'static str,
    /// Domains it is used in
    pub domains: &'static [&'static str],
    /// What belongs there
    pub description: &'static str,
    /// What it looks like
    pub examples: &'static [&'static str],
}

/// The fields that are known by name.
#[rustfmt::skip] // a table to be read across
pub const FIELDS: [Field; 8] = [
    Field { field: "general", domains: &["project", "agent", "skill", "global"], description: "What fits no other field",
        examples: &["The office closes at six"] },
    Field { field: "epistemics", domains: &["global"], description: "How to know: what counts as evidence, and when to doubt",
        examples: &["A claim needs two independent sources"] },
    Field { field: "software-engineering", domains: &["project", "skill"], description: "How software is designed, built and changed",
        examples: &["Every change travels with its test"] },
    Field { field: "debugging", domains: &["project", "skill"], description: "How faults are found and kept from coming back",
        examples: &["Make it fail twice before changing anything"] },
    Field { field: "tooling", domains: &["project", "agent", "skill"], description: "How programs and services are used here",
        examples: &["The formatter runs before the linter"] },
    Field { field: "research", domains: &["project", "agent", "global"], description: "What was found outside, with where it was found",
        examples: &["The paper reports a drop of nine points"] },
    Field { field: "writing", domains: &["project", "skill"], description: "How texts are written for whoever reads them",
        examples: &["An error says what happened and what to do"] },
    Field { field: "diary", domains: &["agent"], description: "What an agent saw and learned, day by day",
        examples: &["LESSON: ask before renaming a table"] },
];

impl Operation for Fields {
    const SPEC: Spec = Spec::new("taxonomy.fields", "List the fields of knowledge that are known by name, as guidance")
        .http(Method::Get, "/v1/taxonomy/fields")
        .also(&[(Dialect::Mind, "mempal_field_taxonomy")])
        .mind("field-taxonomy");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        Ok(Output { entries: FIELDS.to_vec() })
    }
}
