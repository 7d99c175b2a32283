//! The demonstration behind `palace demo cycle`: teach, learn, reason under guard, act, and what is noticed when somebody edits the
//! file. Five acts; each is checked as it is played, and one that does not come out as it should ends the play.

use super::{Answer, Player, Scratch, Stage, program, text, unexpected};
use crate::{commands::Context, desk::Desk, home::Home};
use kernel::{actor::Mode, palace::Sealing, refusal::Refusal};
use serde_json::{Value as Json, json};
use std::process::ExitCode;

const TASK: &str = "May the release go out today?";
const KEYS: &[&str] = &["Process", "release"];

/// Plays it.
pub(super) fn run(context: &Context, keep: bool) -> Result<ExitCode, Refusal> {
    let scratch = Scratch::make(keep)?;
    let home = Home::at(scratch.dir());
    drop(Desk::create(home.clone(), Mode::Human, "ada", Sealing::Unsealed)?);
    let mut stage = Stage::new(context.format);
    stage.open(
        "The guarded cycle: reasoning that leaves receipts",
        &format!("What follows really happens: an MCP server, started from this program, on a scratch palace in {}.", scratch.dir().display()),
        "UNSEALED: this scratch palace asks nobody for a passphrase.",
    );
    let agent = Player::start(scratch.dir(), "agent", "cycle", "demo-agent")?;
    let auditor = Player::start(scratch.dir(), "agent", "all", "demo-auditor")?;
    let mut play = Play { agent, auditor, stage };
    play.teach()?;
    play.learn()?;
    let session = play.reason()?;
    let receipt = play.act(&session)?;
    play.tampering(&home, &receipt)?;
    let Play { mut stage, agent, auditor } = play;
    agent.leave();
    auditor.leave();
    let palace = program();
    let gone = scratch.kept().map_or_else(
        || "The scratch palace is removed. All five acts held.".to_owned(),
        |dir| format!("All five acts held. The scratch palace is kept: {palace} --home {} receipts list", dir.display()),
    );
    let next = [
        (
            format!("{palace} init --preset three-gate"),
            "Makes a palace of your own whose gates are held. Then let a client ask it before it writes:".to_owned(),
        ),
        (format!("{palace} hooks install --client claude-code --dry-run"), String::new()),
    ];
    stage.close(&gone, &next);
    Ok(ExitCode::SUCCESS)
}

struct Play {
    agent: Player,
    auditor: Player,
    stage: Stage,
}

impl Play {
    fn teach(&mut self) -> Result<(), Refusal> {
        self.stage.step("TEACH. The agent tells what it tried, and whether it worked.");
        let told = [
            (
                "effective",
                "A release broke on its second start",
                "Ran the migration twice",
                "It held",
                "Always run the migration twice before a release.",
            ),
            (
                "ineffective",
                "A release waited for a review",
                "Skipped the checks on a Friday",
                "It had to be taken back",
                "Never skip the checks of a release.",
            ),
        ];
        for (kind, situation, approach, outcome, reasoning) in told {
            let input = json!({
                "type": kind, "domain": "Process", "situation": situation, "approach": approach, "outcome": outcome, "reasoning": reasoning,
                "confidence": 0.9, "tags": ["release"],
            });
            let kept = self.done("record_experience", &input, &["recorded", "experience_id"])?;
            expect(kept["recorded"] == true, "record_experience", &kept)?;
            if kind == "effective" {
                let again = self.done("record_experience", &input, &["recorded", "duplicate_id", "similarity"])?;
                expect(again["recorded"] == false, "record_experience", &again)?;
            }
        }
        Ok(())
    }

    fn learn(&mut self) -> Result<(), Refusal> {
        self.stage.step("LEARN. What was lived is consolidated into cells, by rules alone. A second time there is nothing to do.");
        let input = json!({ "threshold": 1 });
        let first = self.done("run_consolidation", &input, &["processed", "cells_created", "idempotent"])?;
        expect(first["cells_created"].as_u64().is_some_and(|cells| cells > 0), "run_consolidation", &first)?;
        let second = self.done("run_consolidation", &input, &["processed", "cells_created", "idempotent"])?;
        expect(second["idempotent"] == true, "run_consolidation", &second)
    }

    /// Answers the session.
    fn reason(&mut self) -> Result<String, Refusal> {
        self.stage.step("GUARDED_REASON. Seven phases, each only after the one before. Who jumps ahead is told what comes next.");
        let begun = self.done("compliance_snapshot", &json!({ "context_keys": KEYS }), &["session_id", "phase", "snapshot_hash"])?;
        let session = text(&begun["session_id"]).to_owned();
        let input = json!({ "session_id": session, "phase": "DRAFT", "input": { "draft": "Yes." } });
        let answer = self.agent.call("guarded_cycle", &input)?;
        let Answer::Refused { code, message, .. } = &answer else { return Err(unexpected("guarded_cycle", &answer)) };
        self.stage.refused("agent", "guarded_cycle", &input, &[format!("{code}: {message}")], &answer.raw());
        let routed = json!({ "session_id": session, "snapshot_hash": begun["snapshot_hash"], "user_input": TASK });
        self.done("compliance_router", &routed, &["route", "status"])?;
        let packed =
            self.done("context_pack", &json!({ "session_id": session, "context_keys": KEYS, "byte_budget": 4000 }), &["byte_count", "context_hash"])?;
        for cell in packed["packed_context"]["cells"].as_array().into_iter().flatten() {
            self.stage.aside(&format!("packed: {} ({}, {})", text(&cell["title"]), text(&cell["state"]), text(&cell["why_included"])));
        }
        let draft = "Yes: the migration ran twice, and no check was skipped.";
        self.done("guarded_cycle", &json!({ "session_id": session, "phase": "DRAFT", "input": { "draft": draft } }), &["phase", "next_phase"])?;
        let looked = self.done("finalize_response", &json!({ "session_id": session, "draft": draft }), &["integrity", "response"])?;
        expect(looked["integrity"] != "BLOCKED", "finalize_response", &looked)?;
        Ok(session)
    }

    /// Answers the receipt.
    fn act(&mut self, session: &str) -> Result<String, Refusal> {
        self.stage.step("ACT. The palace judges the cycle from its own ledger, and signs a receipt and a token. Nobody vouches for themselves.");
        let judged = self.done("governance_validate", &json!({ "session_id": session }), &["valid", "receipt_id"])?;
        expect(judged["valid"] == true, "governance_validate", &judged)?;
        let done = self.done("guarded_cycle", &json!({ "session_id": session, "phase": "MEMORY_UPDATE" }), &["phase", "next_phase"])?;
        expect(done["output"]["outcome"] == "success", "guarded_cycle", &done)?;
        let receipt = text(&judged["receipt_id"]).to_owned();
        let verified = self.audited("receipt_verify", &json!({ "id": receipt }), &["valid", "signatureValid", "logSignatureValid"])?;
        expect(verified["valid"] == true, "receipt_verify", &verified)?;
        Ok(receipt)
    }

    fn tampering(&mut self, home: &Home, receipt: &str) -> Result<(), Refusal> {
        self.stage.step("Somebody opens the file with SQL and makes another kind of receipt of it. The receipt says so, and so does the ledger.");
        let edit = "update receipt set receipt_type = 'license' where id = ?1";
        store::forge(&home.place(), &[(edit, vec![receipt.into()])]).map_err(|e| engine::Error::from(e).into_refusal())?;
        self.stage.sql(&[edit]);
        let verified = self.audited("receipt_verify", &json!({ "id": receipt }), &["valid", "error"])?;
        expect(verified["valid"] == false, "receipt_verify", &verified)?;
        let input = json!({});
        let answer = self.auditor.call("ledger_verify", &input)?;
        let Answer::Refused { code, message, .. } = &answer else { return Err(unexpected("ledger_verify", &answer)) };
        self.stage.refused("auditor", "ledger_verify", &input, &[format!("{code}: {message}")], &answer.raw());
        Ok(())
    }

    /// Calls a tool of the cycle that must not be refused, and shows some of its answer.
    fn done(&mut self, tool: &str, input: &Json, shown: &[&str]) -> Result<Json, Refusal> {
        let answer = self.agent.call(tool, input)?;
        self.told("agent", tool, input, shown, answer)
    }

    /// The same for whoever checks.
    fn audited(&mut self, tool: &str, input: &Json, shown: &[&str]) -> Result<Json, Refusal> {
        let answer = self.auditor.call(tool, input)?;
        self.told("auditor", tool, input, shown, answer)
    }

    fn told(&mut self, who: &str, tool: &str, input: &Json, shown: &[&str], answer: Answer) -> Result<Json, Refusal> {
        let Answer::Done(result) = answer else { return Err(unexpected(tool, &answer)) };
        let told = |field: &&&str| match &result[**field] {
            Json::String(word) => format!("{field}: {}", word.split_whitespace().collect::<Vec<_>>().join(" ")),
            other => format!("{field}: {other}"),
        };
        let lines: Vec<String> = shown.iter().filter(|field| !result[**field].is_null()).map(|field| told(&field)).collect();
        self.stage.heard(who, tool, input, &lines, &result);
        Ok(result)
    }
}

/// Ends the play where an answer is not what it must be.
fn expect(holds: bool, tool: &str, answer: &Json) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(unexpected(tool, &Answer::Done(answer.clone()))) }
}
