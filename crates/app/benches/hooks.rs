//! How long a client waits for each hook: the program started cold, fed what a client says, until it is gone.
//!
//! Beside it stands `true`, which is what starting any program costs here. Figures are printed and never asserted: a busy
//! machine is not a broken one. Not here: what a hook does to the client's own start.

use serde_json::{Value as Json, json};
use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use testkit::temp::Temp;

const PALACE: &str = env!("CARGO_BIN_EXE_palace");
/// What each hook may take, at the 95th of a hundred.
const BUDGET: Duration = Duration::from_millis(30);
/// Decisions in the palace that is asked.
const CLAIMS: usize = 200;
/// Turns in the transcript that is kept.
const TURNS: usize = 100;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let rounds = rounds()?;
    let temp = Temp::new();
    let (home, project) = (temp.path().join("home"), temp.path().join("project"));
    furnish(&home, &project)?;
    let transcript = temp.path().join("talk.jsonl");
    println!("hooks: {rounds} of each, a palace of {CLAIMS} decisions, a transcript of {TURNS} turns, budget {} ms at p95\n", BUDGET.as_millis());
    println!("{:<26} {:>9} {:>9} {:>9}", "", "p50 ms", "p95 ms", "× true");
    let nothing = Times::of(rounds, |_| timed(&mut Command::new("true"), ""))?;
    nothing.row("true", &nothing);
    let mut filing = Vec::new();
    for event in ["session-start", "user-prompt-submit", "pre-tool-use", "post-tool-use", "pre-compact", "stop"] {
        let times = Times::of(rounds, |round| {
            let session = format!("bench-{round}");
            if event == "stop" {
                // A session that there is something to end of.
                timed(&mut hook("post-tool-use", &home), &said(&project, &session, &transcript))?;
            }
            if event == "pre-compact" {
                talk(&transcript, &project, TURNS, round)?;
            }
            let took = timed(&mut hook(event, &home), &said(&project, &session, &transcript))?;
            if event == "pre-compact" {
                // The program that the hook left behind; this one waits for it.
                filing.push(took + timed(hook(event, &home).arg("--filing"), "")?);
            }
            Ok(took)
        })?;
        times.row(event, &nothing);
    }
    filing.sort_unstable();
    Times(filing).told("the conversation is kept", &nothing, "");
    Ok(())
}

fn rounds() -> Result<usize> {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    match (words.next().as_deref(), words.next()) {
        (None, _) => Ok(100),
        (Some("--rounds"), Some(rounds)) => Ok(rounds.parse()?),
        (Some(word), _) => Err(format!("`{word}` means nothing; there is --rounds N").into()),
    }
}

/// A palace that has something to say, and a repository to say it in.
fn furnish(home: &Path, project: &Path) -> Result<()> {
    fs::create_dir_all(project)?;
    let git = |words: &[&str]| Command::new("git").args(words).current_dir(project).stdout(Stdio::null()).status();
    git(&["init", "-q"])?;
    git(&["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "first"])?;
    let palace = |words: &[&str]| -> Result<()> {
        let done = Command::new(PALACE).arg("--home").arg(home).args(words).current_dir(project).stdin(Stdio::null()).output()?;
        if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into()) }
    };
    palace(&["init", "--unsealed", "--no-describe"])?;
    for number in 0..CLAIMS {
        let decision = format!("Service {number} keeps its rows in table t{number} and answers on port {}", 4_000 + number);
        palace(&["--mode", "human", "store-direct", &decision, "--as", "decision", "--rationale", "so that each has its own"])?;
    }
    Ok(())
}

fn hook(event: &str, home: &Path) -> Command {
    let mut command = Command::new(PALACE);
    command.args(["hook", event, "--client", "claude-code", "--home"]).arg(home);
    command
}

/// What Claude Code says, of whatever event.
fn said(project: &Path, session: &str, transcript: &Path) -> String {
    let file = project.join("src/main.rs");
    json!({
        "session_id": session, "transcript_path": transcript, "cwd": project, "hook_event_name": "PreToolUse", "source": "startup",
        "prompt": "go on", "trigger": "auto", "tool_name": "Write", "tool_input": { "file_path": file, "content": "fn main() {}\n".repeat(50) },
        "tool_response": { "success": true },
    })
    .to_string()
}

/// A conversation that has grown since the last round.
fn talk(path: &Path, project: &Path, turns: usize, round: usize) -> Result<()> {
    let line = |turn: usize| -> Json {
        let role = if turn.is_multiple_of(2) { "user" } else { "assistant" };
        let words = format!("Turn {turn} of round {round}: the parser of module {turn} should keep its place, and the test says why it does not.");
        json!({ "type": role, "sessionId": format!("talk-{round}"), "cwd": project, "uuid": format!("u{turn}"), "message": { "role": role, "content": words } })
    };
    let lines: Vec<String> = (0..turns).map(|turn| line(turn).to_string()).collect();
    Ok(fs::write(path, lines.join("\n"))?)
}

/// How long a program takes from its start to its end.
fn timed(command: &mut Command, said: &str) -> Result<Duration> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(said.as_bytes()); // `true` does not read
    }
    let done = child.wait_with_output()?;
    let took = start.elapsed();
    if !done.status.success() || !done.stderr.is_empty() {
        return Err(String::from_utf8_lossy(&done.stderr).into());
    }
    Ok(took)
}

/// How long each of many took, sorted.
struct Times(Vec<Duration>);

impl Times {
    fn of(rounds: usize, run: impl FnMut(usize) -> Result<Duration>) -> Result<Self> {
        let mut times = (0..rounds).map(run).collect::<Result<Vec<_>>>()?;
        times.sort_unstable();
        Ok(Self(times))
    }

    fn at(&self, percent: usize) -> Duration {
        self.0.get((self.0.len() * percent / 100).min(self.0.len().saturating_sub(1))).copied().unwrap_or_default()
    }

    fn row(&self, name: &str, beside: &Self) {
        self.told(name, beside, if self.at(95) <= BUDGET { "" } else { "  over the budget" });
    }

    fn told(&self, name: &str, beside: &Self, verdict: &str) {
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        println!("{name:<26} {:>9.1} {:>9.1} {:>9.1}{verdict}", ms(self.at(50)), ms(self.at(95)), ms(self.at(50)) / ms(beside.at(50)));
    }
}
