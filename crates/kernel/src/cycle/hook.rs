//! What happens in a client that the palace wants to know of: the six events that its hooks answer, by every name they have here.
//!
//! Not here: what each client calls them, and where. That is the program's table of clients.

/// What happens in a client that Palace wants to know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookEvent {
    /// A session begins or is resumed.
    SessionStart,
    /// A person sent a prompt.
    UserPromptSubmit,
    /// A tool is about to be used.
    PreToolUse,
    /// A tool was used.
    PostToolUse,
    /// The conversation is about to be shortened.
    PreCompact,
    /// The agent has finished its answer.
    Stop,
}

impl HookEvent {
    /// Every event, in the order they happen.
    pub const ALL: [Self; 6] = [Self::SessionStart, Self::UserPromptSubmit, Self::PreToolUse, Self::PostToolUse, Self::PreCompact, Self::Stop];

    /// Its word on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::UserPromptSubmit => "user-prompt-submit",
            Self::PreToolUse => "pre-tool-use",
            Self::PostToolUse => "post-tool-use",
            Self::PreCompact => "pre-compact",
            Self::Stop => "stop",
        }
    }

    /// The contract's name for it, which Claude Code and Codex use too.
    pub const fn title(self) -> &'static str {
        match self {
            Self::SessionStart => "SessionStart",
            Self::UserPromptSubmit => "UserPromptSubmit",
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
            Self::PreCompact => "PreCompact",
            Self::Stop => "Stop",
        }
    }

    /// The event of this word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::HookEvent;

    #[test]
    fn each_event_is_the_same_words_on_the_command_line_and_in_the_contract() {
        for event in HookEvent::ALL {
            assert_eq!(event.name().replace('-', ""), event.title().to_lowercase());
            assert_eq!(HookEvent::named(event.name()), Some(event));
        }
        assert_eq!(HookEvent::named("SessionStart"), None);
    }
}
