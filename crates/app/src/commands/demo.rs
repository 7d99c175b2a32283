//! The demonstration behind `palace up --demo` and `palace demo`: an agent and a human, played over real MCP, on a palace that is thrown away.
//!
//! Nothing is staged but the words: every answer is what a `palace serve` process gave. Not here: timing; it takes as
//! long as the work takes.

mod cycle;
mod player;
mod scratch;
mod stage;

use super::{Context, LocalCommand, up::client_lines};
use crate::{desk::Desk, home::Home};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{
    actor::Mode,
    ledger::ProofDocument,
    palace::Sealing,
    refusal::{Code, Refusal},
};
use player::{Answer, Player};
use scratch::Scratch;
use serde_json::{Value as Json, json};
use stage::{Stage, short};
use std::process::ExitCode;
use store::{Place, Value};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "demo", verbs: &[], command, run: play };

fn command() -> Command {
    Command::new("demo")
        .about("Play what a palace does, over real MCP, on one that is thrown away")
        .arg(
            Arg::new("show")
                .value_parser(["memory", "cycle"])
                .default_value("memory")
                .help("What to play: how memory is decided, or the guarded cycle"),
        )
        .arg(Arg::new("keep").long("keep").action(ArgAction::SetTrue).help("Keep the scratch palace"))
}

fn play(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let keep = matches.get_flag("keep");
    if matches.get_one::<String>("show").is_some_and(|show| show == "cycle") { cycle::run(context, keep) } else { run(context, keep) }
}

const DECISION: &str = "Use PostgreSQL 16 for billing";
const WHY: &str = "Invoices need real transactions";
const QUESTION: &str = "billing";
const BAD_IDEA: &str = "Skip the billing tests on Fridays";

/// Plays it.
pub(super) fn run(context: &Context, keep: bool) -> Result<ExitCode, Refusal> {
    let scratch = Scratch::make(keep)?;
    let home = Home::at(scratch.dir());
    let (desk, _) = Desk::create(home.clone(), Mode::Human, "ada", Sealing::Unsealed)?;
    let palace = desk.engine.house().map_err(engine::Error::into_refusal)?.palace;
    drop(desk); // from here on the palace is met only as others meet it

    let mut stage = Stage::new(context.format);
    stage.open(
        "Palace: what an agent remembers, a human decides",
        &format!("What follows really happens: two MCP servers, started from this program and spoken to over their standard streams, share the scratch palace {palace} in {}.", scratch.dir().display()),
        "UNSEALED: approvals in this scratch palace carry no signature, so that nobody is asked for a passphrase. A palace of your own is sealed.",
    );
    let mut play = Play {
        agent: Player::start(scratch.dir(), "agent", "memory", "demo-agent")?,
        human: Player::start(scratch.dir(), "human", "all", "demo-human")?,
        stage,
    };
    play.hello()?;
    let wanted = play.agent_remembers()?;
    play.agent_oversteps(&wanted)?;
    let unwanted = play.agent_insists()?;
    let entry = play.human_decides(&wanted, &unwanted)?;
    let claim = play.agent_recalls()?;
    play.ledger(entry)?;
    play.tampering(&home.place(), &claim, &unwanted)?;
    let Play { mut stage, agent, human } = play;
    agent.leave();
    human.leave();
    farewell(context, &mut stage, &scratch)?;
    Ok(ExitCode::SUCCESS)
}

struct Play {
    agent: Player,
    human: Player,
    stage: Stage,
}

impl Play {
    fn hello(&mut self) -> Result<(), Refusal> {
        self.stage.step("Both say hello and list their tools. The agent is not even shown what only a human may do.");
        let (agent, human) = (self.agent.tools()?, self.human.tools()?);
        let only: Vec<&str> =
            ["approve", "reject", "store_direct"].into_iter().filter(|t| human.iter().any(|h| h == t) && !agent.iter().any(|a| a == t)).collect();
        self.stage.heard("agent", "tools/list", &json!({}), &[format!("{} tools: {}", agent.len(), agent.join(", "))], &json!(agent));
        self.stage.heard("human", "tools/list", &json!({}), &[format!("{} tools, among them {}", human.len(), only.join(", "))], &json!(human));
        Ok(())
    }

    /// Answers the proposal's id.
    fn agent_remembers(&mut self) -> Result<String, Refusal> {
        self.stage.step("The agent asks what is known about the database.");
        self.recall("agent")?;
        self.stage.step("So it decides, and asks the palace to remember. That files a proposal: nothing is believed yet.");
        let proposal = self.store(json!({ "content": DECISION, "rationale": WHY }))?;
        self.stage.step("Until a human agrees, recall shows it as waiting. A proposal is not memory.");
        self.recall("agent")?;
        Ok(proposal)
    }

    fn agent_oversteps(&mut self, proposal: &str) -> Result<(), Refusal> {
        self.stage.step("The agent tries the tools it was not shown. It is refused, and the refusals are written down.");
        for (tool, input) in [("store_direct", json!({ "content": DECISION })), ("approve", json!({ "proposalId": proposal }))] {
            let answer = self.agent.call(tool, &input)?;
            let Answer::Refused { code, message, next } = &answer else { return Err(unexpected(tool, &answer)) };
            let mut lines = vec![format!("{code}: {message}")];
            if tool == "approve" {
                lines.push(format!("Next: {next}")); // the same for both; once is enough
            }
            self.stage.refused("agent", tool, &input, &lines, &answer.raw());
        }
        Ok(())
    }

    fn agent_insists(&mut self) -> Result<String, Refusal> {
        self.stage.step("It asks to have something written at once, with `direct`. From an agent the word means nothing: a proposal again.");
        self.store(json!({ "content": BAD_IDEA, "as": "decision", "direct": true }))
    }

    /// Answers the ledger entry of the approval.
    fn human_decides(&mut self, wanted: &str, unwanted: &str) -> Result<u64, Refusal> {
        self.stage.step("Ada, the human, looks at what waits.");
        let listed = self.done("human", "proposals", &json!({}))?;
        let mut waiting: Vec<&Json> = listed["proposals"].as_array().into_iter().flatten().collect();
        waiting.sort_by_key(|p| p["id"] != wanted); // two of the same millisecond come in any order
        let line = |p: &&Json| format!("{}  {}: {}", text(&p["id"]), text(&p["input"]["as"]), text(&p["input"]["content"]));
        let lines: Vec<String> = waiting.iter().map(line).collect();
        self.stage.heard("human", "proposals", &json!({}), &lines, &listed);

        self.stage.step("She approves one and rejects the other. In a sealed palace each would ask for her passphrase, on her terminal.");
        let input = json!({ "proposalId": wanted });
        let approved = self.done("human", "approve", &input)?;
        self.stage.heard(
            "human",
            "approve",
            &input,
            &[
                format!("approved, now {} with authority {}", text(&approved["promotedTo"]), text(&approved["result"]["authority"])),
                receipt(&approved),
            ],
            &approved,
        );
        let input = json!({ "proposalId": unwanted, "note": "Fridays break too" });
        let rejected = self.done("human", "reject", &input)?;
        self.stage.heard(
            "human",
            "reject",
            &input,
            &[format!("{}, and kept with the reason", text(&rejected["status"])), receipt(&rejected)],
            &rejected,
        );
        Ok(approved["receipt"]["seq"].as_u64().unwrap_or_default())
    }

    /// Answers the claim's id.
    fn agent_recalls(&mut self) -> Result<String, Refusal> {
        self.stage.step("Now the agent is given the decision, with its authority and what it rests on.");
        let found = self.recall("agent")?;
        Ok(text(&found["items"][0]["id"]).to_owned())
    }

    fn ledger(&mut self, entry: u64) -> Result<(), Refusal> {
        self.stage.step("All of it is on the ledger, the refusals too. Each entry carries the hash of the one before.");
        let shown = self.done("human", "ledger_show", &json!({}))?;
        let lines: Vec<String> = shown["entries"].as_array().into_iter().flatten().rev().map(line).collect();
        self.stage.heard("human", "ledger_show", &json!({}), &lines, &shown);

        self.stage.step("Anyone can check it: the whole chain, and every row that it speaks of.");
        let verified = self.done("human", "ledger_verify", &json!({}))?;
        let found = format!("valid: {} entries, {} rows, root {}", verified["entries"], verified["rows"], short(text(&verified["root"])));
        self.stage.heard("human", "ledger_verify", &json!({}), &[found], &verified);

        self.stage.step("A single entry is proved to someone who has nothing but a signed checkpoint.");
        let input = json!({ "entry": entry });
        let proved = self.done("human", "ledger_prove", &input)?;
        let proof: ProofDocument = serde_json::from_value(proved["proof"].clone()).map_err(|e| Code::Internal.refuse("proof", e.to_string()))?;
        proof.check().map_err(|e| Code::StoreDamaged.refuse("proof", e.to_string()))?;
        let found = format!(
            "entry {entry} ({}) is among the first {}: {} hashes lead to the signed root; checked here",
            proof.entry.op,
            proof.size,
            proof.hashes.len()
        );
        self.stage.heard("human", "ledger_prove", &input, &[found], &proved);
        let signed = self.done("human", "ledger_checkpoint", &json!({}))?;
        let note: Vec<String> = text(&signed["note"]).lines().filter(|l| !l.is_empty()).map(|l| clipped(l, 64)).collect();
        self.stage.heard("human", "ledger_checkpoint", &json!({}), &note, &signed);
        Ok(())
    }

    /// Somebody with the file open writes what the palace never said.
    fn tampering(&mut self, place: &Place, claim: &str, rejected: &str) -> Result<(), Refusal> {
        self.stage.step("Now somebody opens the file with SQL, behind the palace's back: rewrites the decision, and turns the rejected one into another under the same seal.");
        let forged = format!("{claim}0"); // an id that nobody minted; it sorts after the real one, so that the verifier meets that first
        let edits: [(&str, Vec<Value>); 2] = [
            ("update claim set draft = replace(draft, 'PostgreSQL 16', 'Excel') where id = ?1", vec![claim.into()]),
            (
                "insert into claim (id, draft, standing, seal, promoted_from_proposal_id, source, created_at, updated_at) \
                 select ?1, p.input, c.standing, c.seal, p.id, c.source, c.created_at, c.updated_at \
                 from claim c, proposal p where c.id = ?2 and p.id = ?3",
                vec![forged.as_str().into(), claim.into(), rejected.into()],
            ),
        ];
        store::forge(place, &edits).map_err(|e| engine::Error::from(e).into_refusal())?;
        self.stage.sql(&[
            "update claim set draft = replace(draft, 'PostgreSQL 16', 'Excel') …",
            "insert into claim … select … the rejected text, the approved seal",
        ]);

        self.stage
            .step("Recall gives neither: a seal covers exactly the words a human saw. The rewritten decision lost it, the forged one never had it.");
        self.recall("agent")?;
        self.stage.step("And the ledger says what was done to the file.");
        let input = json!({});
        let answer = self.human.call("ledger_verify", &input)?;
        let Answer::Refused { code, message, next } = &answer else { return Err(unexpected("ledger_verify", &answer)) };
        self.stage.refused("human", "ledger_verify", &input, &[format!("{code}: {message}"), format!("Next: {next}")], &answer.raw());
        self.stage.aside("Who forges with care could write a seal here too, because this palace is unsealed; the ledger would still tell. In a sealed palace a seal takes the human's passphrase.");
        Ok(())
    }

    fn recall(&mut self, who: &'static str) -> Result<Json, Refusal> {
        let input = json!({ "query": QUESTION });
        let found = self.done(who, "recall", &input)?;
        let mut lines = Vec::new();
        for item in found["items"].as_array().into_iter().flatten() {
            lines.push(format!("{} {}: {}", text(&item["as"]), text(&item["id"]), text(&item["content"])));
            lines.push(format!("authority {}, because: {}", text(&item["authority"]), text(&item["rationale"])));
            lines.push(format!("evidence {}, proposal {}", text(&item["evidence"][0]), text(&item["promotedFromProposalId"])));
        }
        for proposal in found["waiting"].as_array().into_iter().flatten() {
            lines.push(format!("waiting for a human: {} {}", text(&proposal["as"]), text(&proposal["id"])));
        }
        if lines.is_empty() {
            lines.push("nothing".into());
        }
        self.stage.heard(who, "recall", &input, &lines, &found);
        Ok(found)
    }

    /// Stores as the agent; answers the proposal's id.
    fn store(&mut self, input: Json) -> Result<String, Refusal> {
        let filed = self.done("agent", "store", &input)?;
        let lines = [
            format!("proposal {}, authority {}, {}", text(&filed["proposalId"]), text(&filed["authority"]), text(&filed["status"])),
            receipt(&filed),
        ];
        self.stage.heard("agent", "store", &input, &lines, &filed);
        Ok(text(&filed["proposalId"]).to_owned())
    }

    /// Calls a tool that must not be refused.
    fn done(&mut self, who: &str, tool: &str, input: &Json) -> Result<Json, Refusal> {
        let player = if who == "agent" { &mut self.agent } else { &mut self.human };
        match player.call(tool, input)? {
            Answer::Done(result) => Ok(result),
            refused @ Answer::Refused { .. } => Err(unexpected(tool, &refused)),
        }
    }
}

fn farewell(context: &Context, stage: &mut Stage, scratch: &Scratch) -> Result<(), Refusal> {
    let palace = program();
    let gone = scratch.kept().map_or_else(
        || "The scratch palace is removed.".to_owned(),
        |dir| format!("The scratch palace is kept: {palace} --home {} ledger show", dir.display()),
    );
    let mut next = vec![
        (format!("{palace} up"), "Makes your own palace, sealed, and serves it. Then make the key that your approvals are signed with:".to_owned()),
        (format!("{palace} key create"), "And tell a client about it, in its own words or in its own file:".to_owned()),
    ];
    let lines = client_lines(&context.home, None)?;
    next.extend(lines.iter().filter(|l| l.is_command()).map(|l| (l.text.trim_end().to_owned(), String::new())));
    let files: Vec<&str> = lines.iter().filter(|l| !l.is_command()).map(|l| l.id).collect();
    next.push((
        format!("{palace} connect <client>"),
        format!("where <client> is {}, or one named above; --dry-run shows the lines first.", files.join(", ")),
    ));
    stage.close(&gone, &next);
    Ok(())
}

/// This program as it is typed here: by its name where the shell finds it, else by its path.
fn program() -> String {
    let Ok(own) = std::env::current_exe() else { return "palace".into() };
    let found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join("palace").canonicalize().is_ok_and(|p| p == own)));
    if found {
        return "palace".into();
    }
    let near = std::env::current_dir().ok().and_then(|here| own.strip_prefix(here).ok().map(|rest| format!("./{}", rest.display())));
    near.unwrap_or_else(|| own.display().to_string())
}

/// One line of the ledger.
fn line(entry: &Json) -> String {
    let who = match text(&entry["actor_kind"]) {
        "machine" => "palace",
        _ => text(&entry["actor"]),
    };
    format!(
        "{:>2} {} {:<10} {:<16} {}",
        entry["seq"].as_u64().unwrap_or_default(),
        short(text(&entry["hash"])),
        who,
        text(&entry["op"]),
        text(&entry["outcome"])
    )
}

fn receipt(answer: &Json) -> String {
    format!("ledger entry {} {}", answer["receipt"]["seq"], short(text(&answer["receipt"]["hash"])))
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

fn clipped(line: &str, chars_max: usize) -> String {
    if line.chars().count() <= chars_max { line.to_owned() } else { line.chars().take(chars_max).chain(['…']).collect() }
}

fn unexpected(tool: &str, answer: &Answer) -> Refusal {
    Code::Internal.refuse(tool, format!("the demonstration did not expect this answer of `{tool}`: {}", answer.raw()))
}
