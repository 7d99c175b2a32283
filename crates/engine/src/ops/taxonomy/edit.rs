//! Say which words lead to a place, instead of what was said before. It leans on searches, and on nothing else.

use super::Entries;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
};
use kernel::{effect::Propose, refusal::Code, text::Name};
use schemars::JsonSchema;
use serde::Deserialize;
use store::Signpost;

/// Words of one place, at most.
const KEYWORDS_MAX: usize = 100;

/// Writes a signpost.
#[derive(Debug)]
pub struct Edit;

/// Where the words lead.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Wing they lead to
    pub wing: Name,
    /// Room of it they lead to (the whole wing if left out)
    #[serde(default)]
    pub room: Option<Name>,
    /// Word that leads there; several may be parted by commas (can be repeated)
    #[serde(default)]
    pub keywords: Vec<String>,
    /// What people call the place
    #[serde(default)]
    pub display_name: Option<Name>,
}

impl Operation for Edit {
    const SPEC: Spec = Spec::new("taxonomy.edit", "Say which words lead to a wing and room; searches lean on it and leave nothing out")
        .http(Method::Post, "/v1/taxonomy")
        .positional(&["wing", "room"])
        .action(Dialect::Mind, "mempal_taxonomy", "edit", "")
        .mind("taxonomy edit");
    type Effect = Propose;
    type Input = Input;
    type Output = Entries;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Entries, Error> {
        let wing = String::from(input.wing);
        let room = input.room.map_or_else(String::new, String::from);
        let before = cx.signpost(&wing, &room)?;
        let display_name = match input.display_name {
            Some(name) => redact_text(name.as_str(), &mut Secrets::new()),
            None => before.map_or_else(String::new, |post| post.display_name),
        };
        let keywords = keywords(&input.keywords)?;
        let post = Signpost { wing, room, display_name, keywords, edited_by: cx.call.actor.name().to_owned(), edited_at: cx.call.now };
        cx.put_signpost(&post)?;
        cx.about("taxonomy"); // what people call a place can be erased, and an entry's subject cannot
        Ok(Entries { entries: vec![post.into()] })
    }
}

/// The words one by one, each once, in the order they were said.
fn keywords(said: &[String]) -> Result<Vec<String>, Error> {
    let unfit = |why: String| Code::InputInvalid.refuse("keywords", format!("`keywords`: {why}"));
    let mut found: Vec<String> = Vec::new();
    for word in said.iter().flat_map(|words| words.split([',', '，'])).map(str::trim).filter(|word| !word.is_empty()) {
        let word = Name::parse(word).map_err(|e| unfit(e.to_string()))?;
        let word = redact_text(&word.as_str().to_lowercase(), &mut Secrets::new());
        if search::text::words(&word).is_empty() {
            return Err(unfit(format!("`{word}` is no word that anyone could say")).into());
        }
        if !found.contains(&word) {
            found.push(word);
        }
    }
    if found.len() > KEYWORDS_MAX {
        return Err(unfit(format!("at most {KEYWORDS_MAX} are taken; {} were given", found.len())).into());
    }
    Ok(found)
}
