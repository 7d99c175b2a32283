//! Keep experiences that another palace's export holds. Their words came in as evidence before; this says what they are.
//!
//! Nobody here lived them, so none counts as a person's word. Not here: verifying the export, which whoever reads the file
//! does before the first call; and what they came to, which consolidating here finds out anew.

use super::{KIND, Telling, Told};
use crate::{
    Error, Method, Operation, Spec, Work,
    memory::Secrets,
    ops::{missing, source::BATCH_BYTES_MAX},
};
use kernel::{
    call::id_tail,
    cycle::Author,
    effect::Propose,
    id::{EvidenceId, ExperienceId, PalaceId},
    ledger::Digest,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Experiences in one call, at most.
pub const EXPERIENCES_MAX: usize = 1_000;

/// Keeps experiences of another palace.
#[derive(Debug)]
pub struct Inherit;

/// What is brought.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The palace they come from
    pub palace: PalaceId,
    /// Its experiences, oldest first
    pub experiences: Vec<Inherited>,
}

/// An experience as another palace holds it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Inherited {
    /// Its id there
    pub id: ExperienceId,
    /// The evidence that holds its words, by its id here
    pub evidence: EvidenceId,
    /// What it says
    pub told: Told,
    /// What it revises, by its id there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision_of: Option<ExperienceId>,
    /// What took its place, by its id there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<ExperienceId>,
}

/// What became of them.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Experiences that came in
    pub kept: usize,
    /// Experiences that were here
    pub known: usize,
}

/// The id that an experience of another palace has in this one.
pub fn id_here(palace: &str, id: &ExperienceId) -> ExperienceId {
    let name = format!("palace/import/v1\n{palace}\n{id}");
    ExperienceId::mint("x", &id_tail(&Digest::of(name.as_bytes()).0))
}

impl Operation for Inherit {
    const SPEC: Spec = Spec::new("experience.inherit", "Keep experiences from another palace's export, as that palace's word")
        .http(Method::Post, "/v1/experiences/inherit")
        .files(&["experiences"])
        .bytes_max(BATCH_BYTES_MAX);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are in rows of their own, and can be erased there.
        Some(json!({ "palace": input["palace"], "experiences": input["experiences"].as_array().map(Vec::len) }))
    }

    fn run(cx: &mut Work<'_>, Input { palace, experiences }: Input) -> Result<Output, Error> {
        if experiences.len() > EXPERIENCES_MAX {
            let what = format!("at most {EXPERIENCES_MAX} are taken; {} were given", experiences.len());
            return Err(Code::InputInvalid.refuse("experiences", what).into());
        }
        let (mut done, anchor) = (Output { kept: 0, known: 0 }, cx.call.anchor.project());
        for one in experiences {
            let here = |id: &ExperienceId| id_here(palace.as_str(), id);
            let id = here(&one.id);
            if cx.experience(&id)?.is_some() {
                done.known += 1;
                continue;
            }
            if cx.evidences(&[one.evidence.as_str()])?.is_empty() {
                return Err(missing("evidence", &one.evidence));
            }
            let telling = Telling::of(one.told, anchor.clone(), &mut Secrets::new())?;
            let print = telling.print();
            let mut experience = telling.experience(cx.call, id, one.evidence, Author::Agent);
            experience.revision_of = one.revision_of.as_ref().map(here);
            experience.superseded_by = one.superseded_by.as_ref().map(here);
            cx.put_experience(&experience, &print)?;
            done.kept += 1;
        }
        cx.about(format!("{} {KIND}s of {palace}", done.kept));
        Ok(done)
    }
}
