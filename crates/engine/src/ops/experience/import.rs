//! Import experiences from an export, JSON or Markdown. What is already known is left out, so that reading the same again
//! writes nothing.
//!
//! Not here: files. The command line reads those, and hands over what is in them.

use super::{Telling, Told, author};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    experience::markdown,
    memory::{Keeper, Secrets},
};
use kernel::{cycle::Reach, effect::Propose, id::ExperienceId, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

/// Faults that are told one by one.
const FAULTS_TOLD: usize = 5;
/// Experiences after which it is told how far it is.
const PROGRESS: usize = 100;

/// Imports them.
#[derive(Debug)]
pub struct Import;

/// From what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// An export as text: a JSON list, an object whose `experiences` is one, or Markdown
    pub content: String,
    /// Whose they are (project if left out)
    #[serde(default)]
    pub scope: Option<Reach>,
}

/// What came in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// How many are new
    pub imported: usize,
    /// How many were known
    pub skipped: usize,
    /// How many there were
    pub total: usize,
    /// The same, as the contract's other tool calls it
    pub total_records: usize,
    /// What could not be read, the first few
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// The new ones
    pub ids: Vec<ExperienceId>,
    /// What was done
    pub message: String,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Import {
    const SPEC: Spec = Spec::new("experience.import", "Import experiences from an export, JSON or Markdown; what is known is left out")
        .http(Method::Post, "/v1/experiences/import")
        .positional(&["content"])
        .files(&["content"])
        .bytes_max(64 << 20)
        .also(&[(Dialect::Cycle, "import_experiences"), (Dialect::Cycle, "import_data")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are evidence, and can be erased there.
        Some(json!({ "characters": input["content"].as_str().map_or(0, |text| text.chars().count()), "scope": input["scope"] }))
    }

    fn run(cx: &mut Work<'_>, Input { content, scope }: Input) -> Result<Output, Error> {
        let read = read(&content)?;
        let (total, anchor, author) = (read.len(), scope.unwrap_or_default().anchor(&cx.call.anchor), author(cx));
        let (mut ids, mut skipped, mut faults, mut redacted) = (Vec::new(), 0, Vec::new(), Secrets::new());
        let (house, call) = (cx.house, cx.call);
        let mut keeper = Keeper::open_at(cx, house, call, &anchor)?;
        for (n, one) in (1..).zip(read) {
            if n % PROGRESS == 0 {
                cx.progress(n, total, "experiences")?;
            }
            let telling = one.and_then(|told| Telling::of(told, anchor.clone(), &mut redacted).map_err(|e| e.into_refusal().what().to_owned()));
            match telling {
                Err(fault) => faults.push(format!("experience {n}: {fault}")),
                Ok(telling) if telling.duplicate(cx, house)?.is_some() => skipped += 1,
                Ok(telling) => ids.push(telling.keep_among(cx, &mut keeper, None, author)?.id),
            }
        }
        keeper.close(cx)?;
        cx.about(format!("{} experiences", ids.len()));
        let message = format!("Imported {} experiences; {skipped} were known, {} could not be read", ids.len(), faults.len());
        faults.truncate(FAULTS_TOLD);
        Ok(Output { imported: ids.len(), skipped, total, total_records: total, errors: faults, ids, message, redacted })
    }
}

/// What an export says, one by one; what cannot be read as a whole is refused.
fn read(content: &str) -> Result<Vec<Result<Told, String>>, Error> {
    let content = content.trim_start_matches('\u{feff}').trim();
    let unfit = |why: String| Error::from(Code::InputInvalid.refuse("content", why).next("Give what `experience export` wrote, JSON or Markdown"));
    let found: Vec<Result<Map<String, Json>, String>> = if content.starts_with(['[', '{']) {
        let json: Json = serde_json::from_str(content).map_err(|e| unfit(format!("`content` is not JSON that can be read: {e}")))?;
        let list = if json.is_array() { json } else { json["experiences"].clone() };
        let Json::Array(list) = list else { return Err(unfit("`content` has no list of experiences".into())) };
        let object = |one| if let Json::Object(fields) = one { Ok(fields) } else { Err("it is not an object".to_owned()) };
        list.into_iter().map(object).collect()
    } else {
        markdown::read(content)
    };
    if found.is_empty() && !content.starts_with(['[', '{', '#']) {
        return Err(unfit("`content` holds no experiences".into()));
    }
    Ok(found.into_iter().map(|one| one.and_then(markdown::told)).collect())
}
