//! The table of clients and events: which hooks each client has, what it calls them, and where it reads them.
//!
//! Only what a client documents is here; where it has nothing for an event, the row says why. What is said to each client when
//! its hook runs is not here; see `crate::hook::reply`. Sources: `docs/hooks.md`.

use crate::{
    connect::{Format, Scope},
    dialects::GATES,
};
use ingest::format::Format as Transcript;
pub use kernel::cycle::HookEvent as Event;
use kernel::text::Slice;
use std::path::Path;

/// How long a client may wait for an event, in seconds. A transcript takes longer to keep than a question to answer.
pub(super) const fn patience_s(event: Event) -> u32 {
    match event {
        Event::PreCompact => 60,
        Event::SessionStart | Event::UserPromptSubmit | Event::PreToolUse | Event::PostToolUse | Event::Stop => 10,
    }
}

/// What a client has for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A hook, by the client's own name for it.
    Named(&'static str),
    /// Nothing that would serve, and why.
    Missing(&'static str),
}

/// How a client writes its hooks down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Lists of groups, each with a list of commands; time-outs in seconds.
    Grouped,
    /// The same with a name on each command and time-outs in milliseconds.
    Named,
    /// Lists of commands, and a version beside them.
    Flat,
    /// A program of its own in a folder of plugins.
    Plugin,
}

/// A client and its hooks.
#[derive(Debug)]
pub struct Hooked {
    /// The word on the command line; the same as in `palace connect`.
    pub id: &'static str,
    /// How its hooks are written.
    pub style: Style,
    pub(super) format: Format,
    pub(super) user: &'static str,
    pub(super) project: &'static str,
    /// How it writes its conversations down; none where that is found out from what one says.
    pub transcript: Option<Transcript>,
    /// What it has for each of [`Event::ALL`], in that order.
    pub slots: [Slot; 6],
    /// What a person has to know or do before they run.
    pub check: &'static str,
}

/// The events under the contract's own names.
const TITLED: [Slot; 6] = {
    let mut slots = [Slot::Missing(""); 6];
    let mut n = 0;
    while n < slots.len() {
        slots[n] = Slot::Named(Event::ALL[n].title());
        n += 1;
    }
    slots
};

/// Every client whose hooks Palace writes, in the order of `palace connect`.
pub(super) const HOOKED: &[Hooked] = &[
    Hooked {
        id: "claude-code",
        style: Style::Grouped,
        format: Format::Json,
        user: ".claude/settings.json",
        // The local file, which is not committed: not everybody who works in the project has this program.
        project: ".claude/settings.local.json",
        transcript: Some(Transcript::ClaudeCode),
        slots: TITLED,
        check: "`/hooks` inside Claude Code lists them",
    },
    Hooked {
        id: "codex",
        style: Style::Grouped,
        format: Format::Json,
        user: ".codex/hooks.json",
        project: ".codex/hooks.json",
        transcript: Some(Transcript::Codex),
        slots: TITLED,
        check: "Codex asks you to trust new hooks before it runs them; `/hooks` inside Codex lists them",
    },
    Hooked {
        id: "cursor",
        style: Style::Flat,
        format: Format::Jsonc,
        user: ".cursor/hooks.json",
        project: ".cursor/hooks.json",
        transcript: None,
        slots: [
            Slot::Named("sessionStart"),
            Slot::Missing("beforeSubmitPrompt can stop a prompt but tell the agent nothing"),
            Slot::Named("preToolUse"),
            Slot::Named("postToolUse"),
            Slot::Named("preCompact"),
            Slot::Named("stop"),
        ],
        check: "restart Cursor; Settings, Hooks lists them",
    },
    Hooked {
        id: "gemini-cli",
        style: Style::Named,
        format: Format::JsonWithComments,
        user: ".gemini/settings.json",
        project: ".gemini/settings.json",
        transcript: Some(Transcript::Gemini),
        slots: [
            Slot::Named("SessionStart"),
            Slot::Named("BeforeAgent"),
            Slot::Named("BeforeTool"),
            Slot::Named("AfterTool"),
            Slot::Named("PreCompress"),
            Slot::Named("AfterAgent"),
        ],
        check: "`/hooks panel` inside Gemini CLI lists them",
    },
    Hooked {
        id: "opencode",
        style: Style::Plugin,
        format: Format::Json,
        user: ".config/opencode/plugins/palace.js",
        project: ".opencode/plugins/palace.js",
        transcript: Some(Transcript::Opencode),
        slots: [
            Slot::Named("event session.created"),
            Slot::Named("chat.message"),
            Slot::Named("tool.execute.before"),
            Slot::Named("tool.execute.after"),
            Slot::Named("experimental.session.compacting"),
            Slot::Named("event session.idle"),
        ],
        check: "restart opencode; it loads every file in that folder",
    },
];

/// What clients add to their names over MCP: Codex says `codex-mcp-client`, Cursor `cursor-vscode`, and Gemini CLI adds the name of
/// the server behind its own.
const ENDINGS: [&str; 2] = ["-mcp-client", "-vscode"];

impl Hooked {
    /// The name as its makers write it: `palace connect` has it.
    pub fn name(&self) -> &'static str {
        crate::connect::find(self.id).map_or(self.id, |client| client.name)
    }

    /// What gives its agent the tools that pass a gate: the connection that most agents have lists none of them.
    pub fn gates(&self) -> String {
        format!("palace connect {} --profile {}", self.id, GATES.name)
    }

    /// Whether it is this client that calls itself so over MCP: by its id, or with one of the endings that clients are known to add.
    /// Any other name is somebody's own: two agents called `codex-a` and `codex-b` are two.
    pub(super) fn calls_itself(&self, said: &str) -> bool {
        let start = said.get(..self.id.len()).filter(|start| start.eq_ignore_ascii_case(self.id));
        start.is_some_and(|start| {
            let ending = said.slice(start.len()..);
            ending.is_empty() || ENDINGS.iter().any(|known| ending.starts_with(known))
        })
    }

    /// What it has for an event.
    pub fn slot(&self, event: Event) -> Slot {
        let place = Event::ALL.iter().position(|other| *other == event);
        place.map_or(Slot::Missing("it is no event"), |place| self.slots[place])
    }

    /// The events it has a hook for, with its own names.
    pub(super) fn named(&self) -> impl Iterator<Item = (Event, &'static str)> + '_ {
        Event::ALL.into_iter().zip(self.slots).filter_map(|(event, slot)| match slot {
            Slot::Named(name) => Some((event, name)),
            Slot::Missing(_) => None,
        })
    }
}

impl Hooked {
    /// Whether the client keeps something in this home or project.
    pub fn is_here(&self, scope: &Scope, home: &Path) -> bool {
        let (root, file) = match scope {
            Scope::User => (home, self.user),
            Scope::Project(project) => (project.as_path(), self.project),
        };
        // The client's own folder is the first of the path; opencode's is below the folder of all.
        let folder = file.strip_prefix(".config/").map_or_else(|| file.split('/').next(), |_| Some(".config/opencode"));
        folder.is_some_and(|folder| root.join(folder).is_dir())
    }
}
