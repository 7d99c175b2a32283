//! Which tools of a client change things. What is not known to only read counts as changing: a guard that guesses wrong in that
//! direction costs a question, in the other a file.
//!
//! Not here: whether a change may happen now. The preset and the tokens decide that.

/// Tools of the clients that only look, or that only talk to the person.
#[rustfmt::skip] // a list to be read across
const READERS: &[&str] = &[
    "read", "glob", "grep", "ls", "list", "notebookread", "webfetch", "websearch", "todoread", "todowrite", "bashoutput", "askuserquestion",
    "exitplanmode", "task", "agent",
    "read_file", "read_many_files", "list_directory", "list_dir", "search_file_content", "glob_files", "grep_search", "codebase_search",
    "file_search", "google_web_search", "web_search", "web_fetch", "view_image", "update_plan",
];

/// Tools that run a command line.
const SHELLS: &[&str] = &["bash", "shell", "local_shell", "run_shell_command", "run_terminal_cmd", "exec_command", "beforeshellexecution"];

/// Commands that only read, whatever their arguments.
#[rustfmt::skip] // a list to be read across
const READING: &[&str] = &[
    "ls", "cat", "head", "tail", "wc", "pwd", "cd", "echo", "printf", "true", "false", "test", "[", "which", "type", "whoami", "id", "groups",
    "uname", "arch", "nproc", "uptime", "printenv", "stat", "du", "df", "basename", "dirname", "realpath", "readlink", "cut", "tr", "grep",
    "egrep", "fgrep", "diff", "cmp", "comm", "nl", "tac", "rev", "fold", "column", "expr", "seq", "sleep", "ps", "jq", "md5sum", "sha1sum",
    "sha256sum", "cksum", "od", "hexdump", "strings",
];

/// What git says without changing anything.
#[rustfmt::skip] // a list to be read across
const GIT_READING: &[&str] = &[
    "status", "log", "diff", "show", "rev-parse", "ls-files", "ls-tree", "blame", "describe", "shortlog", "cat-file", "rev-list", "name-rev",
    "merge-base", "grep",
];

/// Our own words that an agent needs to be let through at all. Each asks its own gate.
const PALACE_WORDS: &[&str] = &["workflow", "experience", "reasoning", "cycle", "recall", "context", "session", "status"];

/// Whether a client's tool counts as changing something. `command` is the command line, where the tool runs one.
pub fn is_write_like(tool: &str, command: Option<&str>) -> bool {
    let name = tool.to_ascii_lowercase();
    if is_own(&name) || READERS.contains(&name.as_str()) {
        return false;
    }
    if SHELLS.contains(&name.as_str()) {
        return !command.is_some_and(only_reads);
    }
    true
}

/// How clients spell the tools of a server called `palace`: Claude Code and Codex, Gemini CLI, opencode.
const OWN_PREFIXES: &[&str] = &["mcp__palace__", "mcp_palace_", "palace_"];

/// Whether a tool is this very server's. They have a gate of their own, and are on the ledger already; guarding them as well would
/// lock the door behind which the key lies.
pub fn is_own(tool: &str) -> bool {
    OWN_PREFIXES.iter().any(|prefix| tool.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)))
}

/// Whether a command line is known to only read: every part of it is a known command, and nothing in it hides another.
pub fn only_reads(line: &str) -> bool {
    parts(line).is_some_and(|parts| !parts.is_empty() && parts.iter().all(|words| part_only_reads(words)))
}

/// A character of a word, and whether quotes kept it from meaning anything.
struct Reader<'l> {
    rest: std::iter::Peekable<std::str::Chars<'l>>,
    parts: Vec<Vec<String>>,
    words: Vec<String>,
    word: Option<String>,
}

impl Reader<'_> {
    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().push(c);
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn end_part(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.parts.push(std::mem::take(&mut self.words));
        }
    }

    /// Takes the rest of a quoted stretch; `None` if it never ends, or if it could hold another command.
    fn quoted(&mut self, quote: char) -> Option<()> {
        self.word.get_or_insert_default();
        loop {
            match self.rest.next()? {
                c if c == quote => return Some(()),
                '$' | '`' if quote == '"' => return None,
                '\\' if quote == '"' => {
                    let escaped = self.rest.next()?;
                    self.push(escaped);
                }
                c => self.push(c),
            }
        }
    }

    /// Where output goes: nowhere, or to where other output goes already. Anything else is a file.
    fn redirected(&mut self) -> Option<()> {
        // `2>` names a descriptor, not an argument.
        if self.word.as_ref().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit())) {
            self.word = None;
        }
        self.end_word();
        let target: String = std::iter::from_fn(|| self.rest.next_if(|c| !c.is_whitespace() && !";|&".contains(*c))).collect();
        match target.as_str() {
            "" if self.rest.next_if_eq(&'&').is_some() => {
                let to: String = std::iter::from_fn(|| self.rest.next_if(char::is_ascii_digit)).collect();
                ["1", "2"].contains(&to.as_str()).then_some(())
            }
            "/dev/null" => Some(()),
            "" => {
                while self.rest.next_if(|c| *c == ' ').is_some() {}
                let target: String = std::iter::from_fn(|| self.rest.next_if(|c| !c.is_whitespace() && !";|&".contains(*c))).collect();
                (target == "/dev/null").then_some(())
            }
            _ => None,
        }
    }
}

/// The commands of a line, each as its words; `None` where the line says more than words, quotes and joints.
fn parts(line: &str) -> Option<Vec<Vec<String>>> {
    let mut reader = Reader { rest: line.chars().peekable(), parts: Vec::new(), words: Vec::new(), word: None };
    while let Some(c) = reader.rest.next() {
        match c {
            '\'' | '"' => reader.quoted(c)?,
            '\\' => {
                let escaped = reader.rest.next()?;
                reader.push(escaped);
            }
            ' ' | '\t' => reader.end_word(),
            ';' | '\n' => reader.end_part(),
            '|' => {
                // `|&` would send errors along, which is no file either, but rare enough to be asked about.
                let _ = reader.rest.next_if_eq(&'|');
                reader.end_part();
            }
            '&' => {
                reader.rest.next_if_eq(&'&')?; // alone it would start something behind our back
                reader.end_part();
            }
            '>' => reader.redirected()?,
            // Substitutions, groups, other input, and what a shell may or may not take for a comment.
            '$' | '`' | '(' | ')' | '{' | '}' | '<' => return None,
            '#' if reader.word.is_none() => return None,
            c if crate::text::is_hidden(c) || c == '\r' => return None,
            c => reader.push(c),
        }
    }
    reader.end_part();
    Some(reader.parts)
}

fn part_only_reads(words: &[String]) -> bool {
    let Some((command, args)) = words.split_first() else { return false };
    let has = |starts: &[&str]| args.iter().any(|arg| starts.iter().any(|start| arg.starts_with(start)));
    // A short option may stand in a bunch: `-uo` is `-u -o`.
    let bunched = |letters: &str| args.iter().any(|arg| arg.starts_with('-') && !arg.starts_with("--") && arg.contains(|c| letters.contains(c)));
    let plain = || args.iter().filter(|arg| !arg.starts_with('-')).count();
    match command.as_str() {
        word if READING.contains(&word) => true,
        "date" => args.iter().all(|arg| arg.starts_with('+') || arg.starts_with("-u") || arg.starts_with("-I") || arg == "--utc"),
        "hostname" => args.is_empty(),
        "file" => !has(&["-C", "--compile"]),
        "uniq" => plain() <= 1,
        "sort" => !has(&["--output", "--compress-program"]) && !bunched("o"),
        "tree" => !has(&["--output"]) && !bunched("o"),
        "rg" => !has(&["--pre", "--hostname-bin"]),
        "find" => !has(&["-exec", "-ok", "-delete", "-fprint", "-fls"]),
        "fd" => !has(&["--exec"]) && !bunched("xX"),
        "sed" => {
            args.len() >= 2 && args[0] == "-n" && args[1].chars().all(|c| c.is_ascii_digit() || ",p$;".contains(c)) && !has(&["-i", "--in-place"])
        }
        "cargo" | "rustc" | "node" | "npm" | "python3" => args.len() == 1 && ["--version", "-V"].contains(&args[0].as_str()),
        "git" => git_only_reads(args),
        "palace" => args.first().is_some_and(|word| PALACE_WORDS.contains(&word.as_str())) && !has(&["--mode", "--user", "--home", "--database"]),
        _ => false,
    }
}

fn git_only_reads(args: &[String]) -> bool {
    let args = match args {
        [pager, rest @ ..] if pager == "--no-pager" => rest,
        all => all,
    };
    let Some((verb, rest)) = args.split_first() else { return false };
    // A file to write to, and programs that a configuration may name.
    let runs = ["--output", "--ext-diff", "--textconv", "--open-files-in-pager", "-O"];
    if rest.iter().any(|arg| runs.iter().any(|start| arg.starts_with(start))) {
        return false;
    }
    let among = |allowed: &[&str]| rest.iter().all(|arg| allowed.contains(&arg.as_str()));
    match verb.as_str() {
        word if GIT_READING.contains(&word) => true,
        "branch" => among(&["-a", "-r", "-v", "-vv", "--all", "--list", "--show-current"]),
        "remote" => among(&["-v"]),
        "tag" => among(&["-l", "--list"]),
        "stash" => rest.first().is_some_and(|word| word == "list"),
        "--version" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_that_are_not_known_to_read_count_as_writing() {
        let table = [
            ("Write", true),
            ("Edit", true),
            ("MultiEdit", true),
            ("NotebookEdit", true),
            ("apply_patch", true),
            ("write_file", true),
            ("replace", true),
            ("something_new", true),
            ("", true),
            ("mcp__files__write", true),
            ("mcp__palaces__write", true),
            ("Read", false),
            ("Grep", false),
            ("TodoWrite", false),
            ("read_file", false),
            ("mcp__palace__record_experience", false),
        ];
        for (tool, writes) in table {
            assert_eq!(is_write_like(tool, None), writes, "{tool}");
        }
        assert!(is_write_like("Bash", None), "a shell that says nothing may do anything");
        assert!(is_write_like("Bash", Some("rm -r src")) && !is_write_like("Bash", Some("ls")) && !is_write_like("shell", Some("git status")));
    }

    #[test]
    fn a_command_line_is_known_to_read_or_it_is_not() {
        let reads = [
            "ls -la src",
            "cat a.txt | grep -n 'rm -rf' | wc -l",
            "git status && git log --oneline -5",
            "git --no-pager diff HEAD~1; pwd",
            "grep -r \"a > b\" .",
            "find . -name '*.rs' -type f",
            "cargo --version 2>&1",
            "ls missing 2>/dev/null || echo none",
            "ls > /dev/null",
            "sed -n '10,20p' a.rs",
            "sort a.txt | uniq -c",
            "date +%s",
            "cd src && ls",
            "git branch -a",
            "git stash list",
            "palace workflow status",
            "echo a\\;b",
        ];
        for line in reads {
            assert!(only_reads(line), "{line}");
        }
        let writes = [
            "",
            "   ",
            "rm a",
            "ls; rm a",
            "ls && rm a",
            "ls || rm a",
            "ls | tee a",
            "ls & rm a",
            "ls &",
            "ls\nrm a",
            "echo x > a",
            "echo x >> a",
            "echo x >a",
            "echo x 2>a",
            "echo x >&a",
            "echo x &> a",
            "echo x >| a",
            "cat < a",
            "cat <<E",
            "echo $(rm a)",
            "echo \"$(rm a)\"",
            "echo `rm a`",
            "echo \"`rm a`\"",
            "echo ${A:=b}",
            "cat $A",
            "(rm a)",
            "{ rm a; }",
            "A=b ls",
            "LD_PRELOAD=./x ls",
            "sudo ls",
            "env ls",
            "xargs rm",
            "find . -delete",
            "find . -exec rm a +",
            "find . -fprint a",
            "fd -x rm",
            "sort -o a a",
            "sort -uo a a",
            "uniq a b",
            "rg --pre ./x a",
            "sed -i s/a/b/ c",
            "sed -n 'w out' a",
            "awk '{print > \"a\"}' b",
            "tee a",
            "git commit -m x",
            "git checkout .",
            "git diff --output=a",
            "git -c core.pager=./x log",
            "git branch new",
            "git stash",
            "git grep -O./x a",
            "cargo build",
            "date -s now",
            "hostname new",
            "python3 -c 'x'",
            "./ls",
            "/bin/ls",
            "palace hooks uninstall",
            "palace preset apply minimal",
            "palace workflow status --mode human",
            "echo 'never ends",
            "ls # rm a",
            "ls \u{202e}",
        ];
        for line in writes {
            assert!(!only_reads(line), "{line}");
        }
    }
}
