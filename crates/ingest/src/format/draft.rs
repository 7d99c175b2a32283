//! What a model writes for its reader in the argument of a tool: an artifact, a canvas, a plan. It is what the talk was
//! for, so it is kept whole, as text, where other calls are one line.
//!
//! Not here: files that a model writes. They lie somewhere, and are read there.

use super::value::{first_text, list, text};
use serde_json::Value;
use std::{borrow::Cow, collections::HashMap};

/// The draft in a call, under the name of its tool, if there is one.
pub(super) fn of(tool: &str, input: &Value) -> Option<String> {
    let (name, words) = match tool {
        "artifacts" => (text(input, "title"), first_text(input, &["content", "new_str"]).to_owned()),
        "ExitPlanMode" | "exit_plan_mode" => ("", text(input, "plan").to_owned()),
        "canmore.create_textdoc" => (text(input, "name"), text(input, "content").to_owned()),
        "canmore.update_textdoc" => ("", list(input, "updates").iter().map(|update| text(update, "replacement")).collect::<Vec<_>>().join("\n")),
        _ => return None,
    };
    (!words.trim().is_empty()).then(|| format!("{}\n{}", format!("[{tool}] {name}").trim_end(), words.trim()))
}

/// The content of a message with its drafts as text. `tools` remembers which call an answer belongs to.
pub(super) fn unfold<'c>(content: &'c Value, tools: &mut HashMap<String, String>) -> Cow<'c, Value> {
    let draft = |block: &Value| if text(block, "type") == "tool_use" { of(text(block, "name"), &block["input"]) } else { None };
    let Some(blocks) = content.as_array().filter(|blocks| blocks.iter().any(|block| draft(block).is_some())) else { return Cow::Borrowed(content) };
    let unfolded = blocks.iter().map(|block| match draft(block) {
        Some(words) => {
            tools.insert(text(block, "id").to_owned(), text(block, "name").to_owned());
            Value::String(words)
        }
        None => block.clone(),
    });
    Cow::Owned(unfolded.collect())
}
