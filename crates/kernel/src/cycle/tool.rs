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
    "ls", "cat", "head", "tail", "wc", "pwd", "cd", "echo", "true", "false", "which", "type", "whoami", "id", "groups", "uname", "nproc",
    "uptime", "printenv", "stat", "du", "df", "basename", "dirname", "realpath", "readlink", "cut", "tr", "diff", "cmp", "comm", "nl", "tac",
    "rev", "fold", "column", "expr", "seq", "sleep", "ps", "jq", "md5sum", "sha1sum", "sha256sum", "cksum", "od", "hexdump", "strings",
];

/// What git says without changing anything.
#[rustfmt::skip] // a list to be read across
const GIT_READING: &[&str] = &[
    "status", "log", "diff", "show", "rev-parse", "ls-files", "ls-tree", "blame", "describe", "shortlog", "cat-file", "rev-list", "name-rev",
    "merge-base",
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

/// A word as the shell hands it on, once it has taken the quotes away.
#[derive(Default)]
struct Word {
    text: String,
    /// Some of it was quoted, so that it cannot name a descriptor.
    quoted: bool,
    /// The shell may put names of files in its place, as many as it finds.
    globs: bool,
}

impl Word {
    /// Whether files lying about decide what it says: one may be called `-o` or `-delete`.
    fn may_become_an_option(&self) -> bool {
        self.globs && self.text.starts_with(['-', '*', '?', '['])
    }
}

struct Reader<'l> {
    rest: std::iter::Peekable<std::str::Chars<'l>>,
    parts: Vec<Vec<Word>>,
    words: Vec<Word>,
    word: Option<Word>,
}

impl Reader<'_> {
    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().text.push(c);
    }

    fn push_quoted(&mut self, c: char) {
        self.word.get_or_insert_default().quoted = true;
        self.push(c);
    }

    /// What follows a backslash. A line that goes on below would join two halves of a word behind our back.
    fn escaped(&mut self) -> Option<char> {
        self.rest.next().filter(|c| *c != '\n')
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
        self.word.get_or_insert_default().quoted = true;
        loop {
            match self.rest.next()? {
                c if c == quote => return Some(()),
                '$' | '`' if quote == '"' => return None,
                '\\' if quote == '"' => {
                    let escaped = self.escaped()?;
                    if !"$`\"\\".contains(escaped) {
                        self.push('\\'); // between quotes a backslash stays before anything else
                    }
                    self.push(escaped);
                }
                c => self.push(c),
            }
        }
    }

    /// Where output goes: nowhere, or to where other output goes already. Anything else is a file.
    fn redirected(&mut self) -> Option<()> {
        // `2>` names a descriptor and is no argument; `'2'>`, and a number that is too long to be one, are.
        match &self.word {
            Some(word) if !word.quoted && ["1", "2"].contains(&word.text.as_str()) => self.word = None,
            Some(word) if word.text.chars().all(|c| c.is_ascii_digit()) => return None,
            Some(_) | None => self.end_word(),
        }
        let known: &[&str] = match self.rest.next_if_eq(&'&') {
            Some(_) => &["1", "2"],
            None => {
                while self.rest.next_if_eq(&' ').is_some() {}
                &["/dev/null"]
            }
        };
        // Up to the next blank or joint, and only to what the shell takes for a blank: a wider space is part of a name.
        let target: String = std::iter::from_fn(|| self.rest.next_if(|c| !" \t\n;|&".contains(*c))).collect();
        known.contains(&target.as_str()).then_some(())
    }
}

/// The commands of a line, each as its words; `None` where the line says more than words, quotes and joints.
fn parts(line: &str) -> Option<Vec<Vec<Word>>> {
    let mut reader = Reader { rest: line.chars().peekable(), parts: Vec::new(), words: Vec::new(), word: None };
    while let Some(c) = reader.rest.next() {
        match c {
            '\'' | '"' => reader.quoted(c)?,
            '\\' => {
                let escaped = reader.escaped()?;
                reader.push_quoted(escaped);
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
            // Shells do not agree on what a space is beyond the two above.
            c if crate::text::is_hidden(c) || c.is_whitespace() => return None,
            c => {
                reader.push(c);
                reader.word.get_or_insert_default().globs |= "*?[".contains(c);
            }
        }
    }
    reader.end_part();
    Some(reader.parts)
}

/// Whether an argument is one of these options, as far as it is spelled: GNU takes `--outp` for `--output`, and what comes after a
/// name may be its value.
fn names(arg: &str, options: &[&str]) -> bool {
    let name = arg.split('=').next().unwrap_or_default();
    let is_short_for = |option: &str| name.len() > 2 && name.starts_with("--") && option.starts_with(name);
    options.iter().any(|option| arg.starts_with(option) || is_short_for(option))
}

/// Whether an argument is a bunch of short options with one of these letters: `-uo` is `-u -o`.
fn bunches(arg: &str, letters: &str) -> bool {
    arg.starts_with('-') && !arg.starts_with("--") && arg.contains(|c| letters.contains(c))
}

fn part_only_reads(words: &[Word]) -> bool {
    let Some((command, given)) = words.split_first() else { return false };
    let args: Vec<&str> = given.iter().map(|word| word.text.as_str()).collect();
    let has = |options: &[&str]| args.iter().any(|arg| names(arg, options));
    let bunched = |letters: &str| args.iter().any(|arg| bunches(arg, letters));
    match command.text.as_str() {
        word if READING.contains(&word) => true,
        // Some clients bring `ugrep` under this name, which can run filters and write its settings down.
        "grep" | "egrep" | "fgrep" => !has(&["--filter", "--pager", "--save-config", "--config", "---", "--query", "--view"]) && !bunched("Q"),
        _ if given.iter().any(Word::may_become_an_option) => false,
        // Only the tests of files and texts: a shell works out the rest as arithmetic, in which an index may hold a command.
        "test" | "[" => args.iter().all(|arg| !arg.starts_with('-') || TESTS.contains(arg)),
        "printf" => args.first().is_some_and(|format| !format.starts_with('-') && takes_only_texts(format)),
        "date" => args.iter().all(|arg| arg.starts_with('+') || arg.starts_with("-I") || ["-u", "--utc"].contains(arg)),
        "hostname" | "arch" => args.is_empty(), // on a Mac `arch` runs what it is given
        "file" => !has(&["--compile", "--preserve-date"]) && !bunched("Cp"),
        // The second name is written to, and a dash is a name.
        "uniq" => {
            let is_name = |arg: &&&str| !arg.starts_with('-') || **arg == "-";
            !args.contains(&"--") && !given.iter().any(|word| word.globs) && args.iter().filter(is_name).count() <= 1
        }
        "sort" => !has(&["--output", "--compress-program"]) && !bunched("o"),
        "tree" => !has(&["--output"]) && !bunched("oR"), // `-R` leaves a page in every folder
        "rg" => !has(&["--pre", "--hostname-bin"]),
        "find" => !has(&["-exec", "-ok", "-delete", "-rm", "-fprint", "-fls"]),
        "fd" => !has(&["--exec"]) && !bunched("xX"),
        // One script that prints, and names: any further option could bring a script that writes.
        "sed" => match args.as_slice() {
            ["-n", script, names @ ..] => {
                script.chars().all(|c| c.is_ascii_digit() || ",p$;".contains(c)) && names.iter().all(|name| !name.starts_with('-'))
            }
            _ => false,
        },
        "cargo" | "rustc" | "node" | "npm" | "python3" => matches!(args.as_slice(), ["--version" | "-V"]),
        "git" => git_only_reads(&args),
        "palace" => args.first().is_some_and(|word| PALACE_WORDS.contains(word)) && !has(&["--mode", "--user", "--home", "--database"]),
        _ => false,
    }
}

/// What `test` asks of files and texts.
const TESTS: &[&str] = &["-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h", "-n", "-z"];

/// Whether a format asks for texts alone: some shells work a number out, with whatever stands in it. A percent sign may be spelled by
/// its number too, so that only the plainest escapes pass.
fn takes_only_texts(format: &str) -> bool {
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        let known = match c {
            '%' => matches!(rest.next(), Some('s' | 'b' | '%')),
            '\\' => matches!(rest.next(), Some('n' | 't' | '\\')),
            _ => true,
        };
        if !known {
            return false;
        }
    }
    true
}

fn git_only_reads(args: &[&str]) -> bool {
    let args = match args {
        ["--no-pager", rest @ ..] => rest,
        all => all,
    };
    let Some((verb, rest)) = args.split_first() else { return false };
    // A file to write to, and programs that a configuration may name: those that show, filter, sign and explain.
    let runs = ["--output", "--ext-diff", "--textconv", "--filters", "--open-files-in-pager", "-O", "--show-signature", "--help"];
    if rest.iter().any(|arg| names(arg, &runs) || (arg.contains('%') && arg.contains('G'))) {
        return false;
    }
    let among = |allowed: &[&str]| rest.iter().all(|arg| allowed.contains(arg));
    match *verb {
        "grep" => !rest.iter().any(|arg| bunches(arg, "O")),
        word if GIT_READING.contains(&word) => true,
        "branch" => among(&["-a", "-r", "-v", "-vv", "--all", "--list", "--show-current"]),
        "remote" => among(&["-v"]),
        "tag" => among(&["-l", "--list"]),
        "stash" => rest.first() == Some(&"list"),
        "--version" => rest.is_empty(),
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
            "ls *.rs 2>&1; grep -n a *.rs",
            "sort ./*.txt",
            "[ -f a ] && echo yes",
            "printf '%s\\n' a",
            "git grep -n a",
            "git log --oneline -S FOO",
            "sed -n 5p a b",
            "uniq -c a",
            "cat bücher.txt",
            "date -u -Iseconds",
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
            // Further scripts and options.
            "sed -n 1p -e 'w out' f",
            "sed -n 1p -e '1e touch out' f",
            "sed -n 1p --expression='w out' f",
            "sed -n 1p -f script f",
            "sed -n 1p -s f",
            "sed -n",
            // Names cut short, and letters in bunches.
            "sort --outp=o2 f",
            "sort --o o2 f",
            "sort --comp=./x f",
            "git diff --outp=a",
            "git grep --open=./x a",
            "git grep -nO./x a",
            "git cat-file --filter HEAD:a",
            "git log --show-sig",
            "git log --format=%G?",
            "git log --format=%+GG",
            "git --version -c a",
            "rg --pr=./x a",
            "file -zC -m a",
            "file --comp -m a",
            "tree -aR -H . -L 1",
            "fd --exec-b rm",
            "date -us now",
            "palace workflow status --mod human",
            "grep --filter='*:./x' a b",
            "grep -Q a",
            // Where output goes.
            "echo x >&1foo",
            "echo x >&2\u{a0}foo",
            "echo x >&",
            "echo x >/dev/null\u{a0}foo",
            "echo x > /dev/nullfoo",
            "echo x <> a",
            "echo x >& a",
            "echo x 1<>a",
            "cat <(rm a)",
            "ls > >(tee a)",
            // A word is what the shell makes of it.
            "uniq a '2'>/dev/null",
            "uniq a 99999999999999999999>/dev/null",
            "uniq a 3>/dev/null",
            "uniq - b",
            "uniq -- -a -b",
            "uniq a*",
            "sort *",
            "sort -*",
            "find * -name a",
            "sed -n 1p *",
            "sort --outp\\\nut=a f",
            "sort \"--outp\\\nut=a\" f",
            "ls\rrm a",
            "ls\u{a0}a",
            "ls\u{b}a",
            // What a shell works out by itself.
            "test -v 'a[`touch b`]'",
            "[ 'a[`touch b`]' -eq 1 ]",
            "printf -v PATH .",
            "printf %d 'a[`touch b`]'",
            "printf '\\45d' 'a[`touch b`]'",
            "printf %5d 1",
            "printf",
            "arch -arm64 rm a",
            "find . -rm",
            "! ls",
            "alias ls=rm",
            "time ls",
        ];
        for line in writes {
            assert!(!only_reads(line), "{line}");
        }
    }
}
