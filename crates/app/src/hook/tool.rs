//! Tools by one name: each client calls reading a file something else, and what is guarded is the act and not the word.
//!
//! Not here: what is allowed. A tool that is not in the table keeps its own name, and is treated as one that may write.

/// What clients call their tools, and what they are called here: as Claude Code does.
#[rustfmt::skip] // one line for each tool
const TOOLS: &[(&str, &[&str])] = &[
    ("Read",         &["read", "read_file", "read_many_files", "view", "ReadFile"]),
    ("Grep",         &["grep", "grep_search", "search_file_content", "codebase_search", "SemanticSearch"]),
    ("Glob",         &["glob", "file_search", "find_files"]),
    ("LS",           &["ls", "list", "list_dir", "list_directory"]),
    ("WebFetch",     &["webfetch", "web_fetch", "fetch"]),
    ("WebSearch",    &["websearch", "web_search", "google_web_search"]),
    ("TodoWrite",    &["todowrite", "todo_write", "write_todos", "update_plan"]),
    ("TodoRead",     &["todoread", "todo_read"]),
    ("Write",        &["write", "write_file", "create_file"]),
    ("Edit",         &["edit", "edit_file", "replace", "search_replace", "StrReplace", "apply_patch", "patch"]),
    ("MultiEdit",    &["multiedit", "multi_edit"]),
    ("NotebookEdit", &["notebook_edit", "edit_notebook", "EditNotebook"]),
    ("Bash",         &["bash", "shell", "Shell", "local_shell", "exec_command", "run_shell_command", "run_terminal_cmd"]),
    ("Task",         &["task", "Agent"]),
];

/// The one name of a tool.
pub(super) fn name(said: &str) -> &str {
    TOOLS.iter().find(|(_, others)| others.contains(&said)).map_or(said, |(name, _)| name)
}

/// Whether a tool only reads.
pub(super) fn only_reads(said: &str) -> bool {
    !kernel::cycle::tool::is_write_like(name(said), None)
}

/// Whether a tool is this palace's own. Cursor names a server's tools without the server, so there only its own names are known.
pub(super) fn is_own(said: &str) -> bool {
    kernel::cycle::tool::is_own(said) || said.strip_prefix("MCP:").is_some_and(|tool| engine::find(tool).is_some())
}
