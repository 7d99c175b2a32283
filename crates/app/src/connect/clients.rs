//! The table of MCP clients: the one place that knows their files, keys, field names and words.
//!
//! How a file is edited is not here; see `json` and `toml`. The shapes were checked against Claude
//! Code 2.1, Codex 0.166, Gemini CLI 0.61 and opencode 1.18 themselves, the others against their
//! documentation.

use super::{Server, Token, Transport};
use std::path::{Path, PathBuf};

/// One MCP client.
#[derive(Debug)]
pub struct Client {
    /// The word on the command line.
    pub id: &'static str,
    /// The name as its makers write it.
    pub name: &'static str,
    /// What its configuration file is written in.
    pub format: Format,
    /// The key that holds the servers.
    pub key: &'static str,
    pub(super) user: Places,
    pub(super) project: &'static [&'static str],
    pub(super) stdio: StdioShape,
    pub(super) http: HttpShape,
    /// How to see from the client's side that it worked.
    pub check: &'static str,
    /// The client's own command that adds the server, when it can express it.
    pub(super) add: Option<fn(&Server) -> Option<String>>,
}

/// What a configuration file is written in, as strictly as its client reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON without comments.
    Json,
    /// JSON with comments, but no trailing commas.
    JsonWithComments,
    /// JSON with comments and trailing commas.
    Jsonc,
    /// TOML.
    Toml,
}

/// The systems whose users keep their configuration in different places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux and the other free systems.
    Linux,
    /// macOS.
    Mac,
    /// Windows.
    Windows,
}

impl Platform {
    /// The one this program was built for.
    pub const HERE: Self = if cfg!(target_os = "macos") {
        Self::Mac
    } else if cfg!(windows) {
        Self::Windows
    } else {
        Self::Linux
    };
}

/// Paths below the home directory. Where a client reads several names, the first that exists is
/// edited, and a new file gets the first name.
#[derive(Debug)]
pub(super) struct Places {
    linux: &'static [&'static str],
    mac: &'static [&'static str],
    windows: &'static [&'static str],
}

impl Places {
    const fn everywhere(paths: &'static [&'static str]) -> Self {
        Self { linux: paths, mac: paths, windows: paths }
    }

    pub(super) const fn on(&self, platform: Platform) -> &'static [&'static str] {
        match platform {
            Platform::Linux => self.linux,
            Platform::Mac => self.mac,
            Platform::Windows => self.windows,
        }
    }
}

/// The fields of an entry whose server is a process.
#[derive(Debug)]
pub(super) struct StdioShape {
    /// The value of `type`, for clients that want one.
    pub(super) kind: Option<&'static str>,
    pub(super) program: Program,
    /// The key of the variables.
    pub(super) env: &'static str,
    /// Whether the entry says `enabled: true`.
    pub(super) enabled: bool,
}

/// How a program and its arguments are written.
#[derive(Debug)]
pub(super) enum Program {
    /// `command` is the program, `args` the list of arguments.
    Split,
    /// `command` is one list of both.
    Joined,
}

/// The fields of an entry whose server is an address.
#[derive(Debug)]
pub(super) struct HttpShape {
    pub(super) kind: Option<&'static str>,
    pub(super) url: &'static str,
    pub(super) headers: &'static str,
    pub(super) variable: Variable,
    pub(super) enabled: bool,
}

/// How an entry refers to an environment variable for its bearer token.
#[derive(Debug)]
pub(super) enum Variable {
    /// Inside the header, between these two.
    Between(&'static str, &'static str),
    /// As the value of a field of its own.
    Field(&'static str),
    /// Not at all: the client sends header values as they stand.
    Unread,
}

const SPLIT: StdioShape = StdioShape { kind: None, program: Program::Split, env: "env", enabled: false };

const URL: HttpShape = HttpShape { kind: None, url: "url", headers: "headers", variable: Variable::Between("${env:", "}"), enabled: false };

/// Every client Palace can connect.
pub(super) const CLIENTS: &[Client] = &[
    Client {
        id: "claude-code",
        name: "Claude Code",
        format: Format::Json,
        key: "mcpServers",
        user: Places::everywhere(&[".claude.json"]),
        project: &[".mcp.json"],
        stdio: StdioShape { kind: Some("stdio"), ..SPLIT },
        http: HttpShape { kind: Some("http"), variable: Variable::Between("${", "}"), ..URL },
        check: "`claude mcp list` shows palace as connected",
        add: Some(claude_mcp_add),
    },
    Client {
        id: "codex",
        name: "Codex",
        format: Format::Toml,
        key: "mcp_servers",
        user: Places::everywhere(&[".codex/config.toml"]),
        project: &[".codex/config.toml"],
        stdio: SPLIT,
        http: HttpShape { headers: "http_headers", variable: Variable::Field("bearer_token_env_var"), ..URL },
        check: "`codex mcp list` shows palace; `/mcp` inside Codex lists its tools",
        add: Some(codex_mcp_add),
    },
    Client {
        id: "cursor",
        name: "Cursor",
        format: Format::Jsonc,
        key: "mcpServers",
        user: Places::everywhere(&[".cursor/mcp.json"]),
        project: &[".cursor/mcp.json"],
        stdio: StdioShape { kind: Some("stdio"), ..SPLIT },
        http: URL,
        check: "restart Cursor; Settings, MCP lists palace and its tools",
        add: None,
    },
    Client {
        id: "vscode",
        name: "VS Code",
        format: Format::Jsonc,
        key: "servers",
        user: Places {
            linux: &[".config/Code/User/mcp.json"],
            mac: &["Library/Application Support/Code/User/mcp.json"],
            windows: &["AppData/Roaming/Code/User/mcp.json"],
        },
        project: &[".vscode/mcp.json"],
        stdio: StdioShape { kind: Some("stdio"), ..SPLIT },
        http: HttpShape { kind: Some("http"), ..URL },
        check: "run `MCP: List Servers` from the command palette",
        add: None,
    },
    Client {
        id: "gemini-cli",
        name: "Gemini CLI",
        format: Format::JsonWithComments,
        key: "mcpServers",
        user: Places::everywhere(&[".gemini/settings.json"]),
        project: &[".gemini/settings.json"],
        stdio: SPLIT,
        http: HttpShape {
            // `url` with a `type` is newer; `httpUrl` is the one that every version reads as HTTP.
            url: "httpUrl",
            variable: Variable::Between("${", "}"),
            ..URL
        },
        check: "`gemini mcp list` shows palace as connected",
        add: None,
    },
    Client {
        id: "opencode",
        name: "opencode",
        format: Format::Jsonc,
        key: "mcp",
        user: Places::everywhere(&[".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"]),
        project: &["opencode.json", "opencode.jsonc"],
        stdio: StdioShape { kind: Some("local"), program: Program::Joined, env: "environment", enabled: true },
        http: HttpShape { kind: Some("remote"), variable: Variable::Between("{env:", "}"), enabled: true, ..URL },
        check: "`opencode mcp list` shows palace as connected",
        add: None,
    },
    Client {
        id: "zed",
        name: "Zed",
        format: Format::Jsonc,
        key: "context_servers",
        user: Places { linux: &[".config/zed/settings.json"], mac: &[".config/zed/settings.json"], windows: &["AppData/Roaming/Zed/settings.json"] },
        project: &[".zed/settings.json"],
        stdio: SPLIT,
        http: HttpShape { variable: Variable::Unread, ..URL },
        check: "the agent panel's settings list palace under MCP servers",
        add: None,
    },
    Client {
        id: "windsurf",
        name: "Windsurf",
        format: Format::Jsonc,
        key: "mcpServers",
        user: Places::everywhere(&[".codeium/windsurf/mcp_config.json"]),
        project: &[],
        stdio: SPLIT,
        http: HttpShape { url: "serverUrl", ..URL },
        check: "refresh the MCP servers in Cascade's settings; palace is listed",
        add: None,
    },
];

impl Client {
    /// The file of the person's own configuration on this platform.
    pub fn user_path(&self, home: &Path) -> PathBuf {
        choose(home, self.user.on(Platform::HERE)).unwrap_or_else(|| home.to_path_buf())
    }

    /// The file of a project's configuration, for clients that have one.
    pub fn project_path(&self, project: &Path) -> Option<PathBuf> {
        choose(project, self.project)
    }
}

fn choose(root: &Path, names: &[&str]) -> Option<PathBuf> {
    let paths = || names.iter().map(|name| root.join(name));
    paths().find(|path| path.symlink_metadata().is_ok()).or_else(|| paths().next())
}

// The name comes first: `--env` and `--header` take every word up to the next option.
fn claude_mcp_add(server: &Server) -> Option<String> {
    let mut words = vec!["claude".into(), "mcp".into(), "add".into()];
    words.push(server.name.clone());
    match &server.transport {
        Transport::Stdio { command, args, env } => {
            words.extend(["--scope".into(), "user".into()]);
            for (name, value) in env {
                words.extend(["--env".into(), format!("{name}={value}")]);
            }
            words.push("--".into());
            words.push(command.clone());
            words.extend(args.iter().cloned());
        }
        Transport::Http { url, token } => {
            words.push(url.clone());
            words.extend(["--scope", "user", "--transport", "http"].map(String::from));
            match token {
                Token::None => {}
                Token::Variable(name) => {
                    let header = format!("Authorization: Bearer ${{{name}}}");
                    words.extend(["--header".into(), header]);
                }
                // A command line ends up in the shell's history; a file need not.
                Token::Literal(_) => return None,
            }
        }
    }
    Some(shell(&words))
}

fn codex_mcp_add(server: &Server) -> Option<String> {
    let mut words = vec!["codex".into(), "mcp".into(), "add".into()];
    words.push(server.name.clone());
    match &server.transport {
        Transport::Stdio { command, args, env } => {
            for (name, value) in env {
                words.extend(["--env".into(), format!("{name}={value}")]);
            }
            words.push("--".into());
            words.push(command.clone());
            words.extend(args.iter().cloned());
        }
        Transport::Http { url, token } => {
            words.extend(["--url".into(), url.clone()]);
            match token {
                Token::None => {}
                Token::Variable(name) => {
                    words.extend(["--bearer-token-env-var".into(), name.clone()]);
                }
                // The command has no option for it; the file has.
                Token::Literal(_) => return None,
            }
        }
    }
    Some(shell(&words))
}

/// The words of a line that [`shell`] or a person wrote: quotes and backslashes join, nothing is expanded. None where a quote stays open.
pub(super) fn unshell(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = line.chars();
    while let Some(c) = letters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().push(letters.next()?),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Joins words so that a POSIX shell reads them back as they are.
pub(crate) fn shell(words: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c);
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        if !word.is_empty() && word.chars().all(plain) {
            line.push_str(word);
        } else {
            line.push('\'');
            line.push_str(&word.replace('\'', r"'\''"));
            line.push('\'');
        }
    }
    line.push('\n');
    line
}
