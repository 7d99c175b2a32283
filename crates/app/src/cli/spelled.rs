//! What to do next, in words that can be typed here: one sentence serves every door, and names a tool that is a command on this one.
//!
//! Not here: the sentences. They stay with whoever says them.

use super::arguments::kebab;
use engine::Dialect;

/// A sentence in which every tool is the command that it is here.
pub(super) fn spelled(text: &str) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut quoted = false;
    for word in text.split(' ') {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let opens = quoted || word.starts_with('`');
        // What follows `call` is a tool by the name that it has everywhere.
        let called = said.last().is_some_and(|last| last == "call");
        said.push(match command(bare).filter(|_| !called) {
            Some(command) if opens => word.replace(bare, &command),
            Some(command) => word.replace(bare, &format!("`{command}`")),
            None => word.to_owned(),
        });
        quoted ^= word.matches('`').count() % 2 == 1;
    }
    said.join(" ")
}

/// The command of a tool. A plain word may be just a word, so only what no sentence would say otherwise is taken for a tool.
fn command(tool: &str) -> Option<String> {
    let spec = engine::find(tool).filter(|_| tool.contains(['_', '.']))?.spec();
    let words = spec.names_in(Dialect::Palace).next().unwrap_or_else(|| spec.name.strip_prefix("palace.").unwrap_or(spec.name).replace('.', " "));
    Some(format!("palace {}", kebab(&words)))
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn a_tool_is_the_command_that_it_is_here() {
        let table = [
            ("Look for it with code.search, or run `palace index`", "Look for it with `palace explore`, or run `palace index`"),
            ("Use list_presets to see available presets", "Use `palace preset list` to see available presets"),
            ("Make a candidate with `knowledge.distill`.", "Make a candidate with `palace knowledge distill`."),
            ("Run `palace inherit` with the ancestor's palace.db", "Run `palace inherit` with the ancestor's palace.db"),
            ("Ask with `palace call code.search` or `recall`", "Ask with `palace call code.search` or `recall`"),
        ];
        for (said, typed) in table {
            assert_eq!(spelled(said), typed);
        }
    }
}
