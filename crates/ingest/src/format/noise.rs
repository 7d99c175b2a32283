//! What programs put into a person's mouth: reminders, preambles, banners. It is taken out before anything is kept, unless
//! somebody asks for the transcript as it was written.
//!
//! What stands inside a code fence is left alone: somebody is showing it. Not here: thinking and tool output, which are
//! told apart by the shape of a transcript.

use kernel::text::Slice;

/// What is noise in one kind of transcript.
pub(super) struct Noise {
    /// Tags whose blocks go, with what is in them.
    pub(super) blocks: &'static [&'static str],
    /// Tags that go while what is in them stays, behind these words.
    pub(super) wrappers: &'static [(&'static str, &'static str)],
    /// How a preamble begins, and the line that it ends with.
    pub(super) preamble: Option<(&'static str, &'static str)>,
    /// Whether a line goes.
    pub(super) line: fn(&str) -> bool,
}

/// What becomes of noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wording {
    /// It is taken out.
    #[default]
    WithoutNoise,
    /// It stays: somebody wants the transcript as it was written.
    AsWritten,
}

impl Wording {
    /// The text as it is to be kept, trimmed.
    pub(super) fn of(self, text: &str, noise: &Noise) -> String {
        match self {
            Self::WithoutNoise => strip(text, noise),
            Self::AsWritten => text.trim().to_owned(),
        }
    }
}

/// Claude Code.
pub(super) const CLAUDE: Noise = Noise {
    blocks: &[
        "system-reminder",
        "local-command-caveat",
        "local-command-stdout",
        "local-command-stderr",
        "command-name",
        "command-message",
        "ide_opened_file",
        "ide_selection",
        "task-notification",
        "bash-stdout",
        "bash-stderr",
    ],
    // What a person runs without the model is written as they typed it.
    wrappers: &[("command-args", ""), ("bash-input", "! ")],
    preamble: None,
    line: |line| {
        (line.starts_with("=== ") && line.ends_with(" ===")) && (line.starts_with("=== DORA SKILLS") || line.starts_with("=== RUST SKILLS"))
            || line.starts_with("[{\"tool_use_id\"")
            || line.starts_with("[Request interrupted by user")
    },
};

/// Codex.
pub(super) const CODEX: Noise = Noise {
    blocks: &[
        "INSTRUCTIONS",
        "user_instructions",
        "environment_context",
        "recommended_plugins",
        "turn_aborted",
        "user_shell_command",
        "subagent_notification",
        "skill",
    ],
    wrappers: &[],
    preamble: Some(("# Context from my IDE setup:", "## My request for Codex:")),
    line: |line| {
        let is_picture = line.starts_with("<image name=") && line.ends_with('>') || line == "</image>";
        is_picture
            || line.starts_with("# AGENTS.md instructions for ")
            || line.starts_with("[session ") && (line.ends_with(" started]") || line.ends_with(" ended]"))
    },
};

/// Gemini CLI.
pub(super) const GEMINI: Noise = Noise { blocks: &["session_context", "system-reminder"], wrappers: &[], preamble: None, line: |_| false };

/// The text without noise, trimmed. Every byte is looked at a bounded number of times, whatever the text.
fn strip(text: &str, noise: &Noise) -> String {
    let text = noise.preamble.map_or(text, |preamble| without_preamble(text, preamble));
    let mut kept = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    // A tag that is never closed is not looked for again, or a text of nothing but openings would take for ever.
    let mut unclosed: Vec<&str> = Vec::new();
    let (mut place, mut line_end, mut at_start) = (0, 0, true);
    while place < text.len() {
        if place >= line_end {
            line_end = text.slice(place..).find('\n').map_or(text.len(), |newline| place + newline + 1);
        }
        let line = text.slice(place..line_end);
        if at_start {
            let bare = line.trim();
            let mark = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark));
            let inside = fence.is_some();
            fence = match (fence, mark) {
                (Some(open), Some(mark)) if open == mark => None,
                (None, mark) => mark,
                (open, _) => open,
            };
            if inside || fence.is_some() || (noise.line)(bare) {
                if inside || fence.is_some() {
                    kept.push_str(line);
                }
                place = line_end;
                continue;
            }
        }
        let Some(open) = line.find('<') else {
            kept.push_str(line);
            (place, at_start) = (line_end, true);
            continue;
        };
        kept.push_str(line.slice(..open));
        (place, at_start) = (place + open, false);
        let tag = tag_at(text.slice(place..), noise).filter(|(tag, _)| !unclosed.contains(tag));
        match tag.map(|(tag, keeps)| (tag, keeps, block(text.slice(place..), tag))) {
            Some((_, keeps, Some((inner, length)))) => {
                if let Some(before) = keeps {
                    kept.push_str(before);
                    kept.push_str(inner);
                }
                place += length;
            }
            other => {
                unclosed.extend(other.map(|(tag, ..)| tag));
                kept.push('<');
                place += 1;
            }
        }
    }
    kept.trim().to_owned()
}

/// What follows the preamble, if the text begins with one.
fn without_preamble<'t>(text: &'t str, (begins, ends): (&str, &str)) -> &'t str {
    let rest = text.trim_start().strip_prefix(begins);
    rest.and_then(|rest| rest.split_once(&format!("\n{ends}"))).map_or(text, |(_, request)| request)
}

/// The tag that the text begins with, and what its content stays behind, if it stays.
fn tag_at(text: &str, noise: &Noise) -> Option<(&'static str, Option<&'static str>)> {
    let name = text.strip_prefix('<')?;
    let blocks = noise.blocks.iter().map(|tag| (*tag, None));
    let mut tags = blocks.chain(noise.wrappers.iter().map(|(tag, before)| (*tag, Some(*before))));
    tags.find(|(tag, _)| name.strip_prefix(tag).is_some_and(|after| after.starts_with('>')))
}

/// What is inside the block that the text begins with, and where the block ends.
fn block<'t>(text: &'t str, tag: &str) -> Option<(&'t str, usize)> {
    let close = format!("</{tag}>");
    let end = text.find(&close)?;
    Some((text.get(tag.len() + 2..end)?, end + close.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_goes_and_what_is_shown_in_a_fence_stays() {
        for (noise, text, kept) in [
            (&CLAUDE, "hello <system-reminder>a\n```\nb</system-reminder>world", "hello world"),
            (&CLAUDE, "```\n<system-reminder>a</system-reminder>\n```", "```\n<system-reminder>a</system-reminder>\n```"),
            (&CLAUDE, "<command-name>/fix</command-name>\n<command-message>fix</command-message>\n<command-args>the door</command-args>", "the door"),
            (&CLAUDE, "=== RUST SKILLS Loaded ===\nhi", "hi"),
            (&CLAUDE, "=== results ===\nhi", "=== results ===\nhi"),
            (&CLAUDE, "[{\"tool_use_id\":\"a\"}]\nhi", "hi"),
            (&CLAUDE, "<system-reminder>never closed", "<system-reminder>never closed"),
            (&CLAUDE, "a < b <system-reminders>", "a < b <system-reminders>"),
            (&CLAUDE, "<bash-input>ls ovens</bash-input>", "! ls ovens"),
            (&CLAUDE, "<bash-stdout>a\nb</bash-stdout><bash-stderr></bash-stderr>", ""),
            (&CLAUDE, "<task-notification>\n<status>completed</status>\n</task-notification>", ""),
            (&CLAUDE, "<ide_selection>The user selected line 3</ide_selection>Mend this", "Mend this"),
            (&CODEX, "<user_shell_command>\n<command>ls</command>\n</user_shell_command>", ""),
            (&CODEX, "<subagent_notification>{}</subagent_notification>", ""),
            (&CODEX, "<skill>\n<name>bake</name>\n</skill>", ""),
            (&CODEX, "# Context from my IDE setup:\n\n## Open tabs:\n- a.rs\n\n## My request for Codex:\nMend a.rs", "Mend a.rs"),
            (&CODEX, "# Context from my IDE setup:\n\nnothing more", "# Context from my IDE setup:\n\nnothing more"),
            (&CODEX, "<image name=[Image #1]>\n[image]\n</image>\nWhat is it?", "[image]\nWhat is it?"),
            (&CODEX, "# AGENTS.md instructions for the shop\n\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>", ""),
            (&CODEX, "[session 12 started]\n<environment_context>x</environment_context>\nfix it\n[session 12 ended]", "fix it"),
        ] {
            assert_eq!(Wording::WithoutNoise.of(text, noise), kept, "{text:?}");
            assert_eq!(Wording::AsWritten.of(text, noise), text, "{text:?}");
        }
    }
}
