//! What waking the mind costs beside recalling: one palace of 100,000 drawers, 300 beliefs and 100 cards, asked in turn.
//!
//! Figures and ratios of one run, said and never asserted. Not here: whether what is woken is right; stories tell that.

#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code, reason = "only the documents and the questions are wanted")]
#[path = "../speed/corpus.rs"]
mod corpus;
#[allow(dead_code, reason = "how fast things are kept is for `speed` to say")]
#[path = "../speed/keeping.rs"]
mod keeping;
#[allow(dead_code, reason = "not every figure is told here")]
#[path = "../speed/timing.rs"]
mod timing;

use common::{Palace, Result, Scratch, machine, row, targets::Targets};
use ed25519_dalek::SigningKey;
use keeping::Keeping;
use kernel::{ledger::Digest, time::Moment};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use store::Place;
use timing::{Times, ms};

/// Now, for a corpus that was written in the years before.
const NOW_MS: i64 = 1_767_225_600_000;
/// Believed drawers and cards.
const BELIEFS: usize = 300;
const CARDS: usize = 100;
/// Items that a question is answered with, by either.
const ITEMS: usize = 12;
/// Questions in a row, before it is the next one's turn.
const IN_A_ROW: usize = 20;
/// Questions asked right after a write.
const AFTER_A_WRITE: usize = 40;

struct Options {
    items: usize,
    questions: usize,
    scratch: PathBuf,
}

fn options() -> Result<Options> {
    let mut options = Options { items: 100_000, questions: 200, scratch: PathBuf::from(env!("CARGO_TARGET_TMPDIR")) };
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--items" => options.items = value.replace('_', "").parse()?,
            "--questions" => options.questions = value.parse()?,
            "--scratch" => options.scratch = value.into(),
            _ => return Err(format!("`{word}` means nothing; there are --items N, --questions N and --scratch FOLDER").into()),
        }
    }
    Ok(options)
}

fn main() -> Result<()> {
    let options = options()?;
    let now = Moment::from_millis(NOW_MS);
    let scratch = Scratch::below(&options.scratch, "mind-bench")?;
    println!("\nmachine: {}", machine());
    println!("SQLite, WAL, synchronous = full; one thread asks");
    let palace = Palace::found(Place::File(scratch.path().join("palace.db")), now)?;
    let questions = fill(&palace, &options, now)?;
    let beliefs = believe(&palace, &questions, now)?;
    println!("\n{} drawers, {BELIEFS} beliefs, {CARDS} cards", options.items);
    measure(&palace, &questions, &beliefs, options.questions, now)
}

/// Keeps so many drawers, and gives twice the questions: half of them only warm up.
fn fill(palace: &Palace, options: &Options, now: Moment) -> Result<Vec<String>> {
    let vocabulary = corpus::Vocabulary::of_repository()?;
    let mut writer = corpus::Writer::new(&vocabulary);
    let mut keeping = Keeping::new(palace, now);
    let mut questions = corpus::Questions::new();
    while keeping.expected() < options.items {
        let document = writer.next(now);
        questions.look(&document);
        keeping.bring(document)?;
    }
    keeping.finish()?;
    Ok(questions.some(options.questions * 2))
}

/// Lets a human believe things that the questions are about, as drawers and as cards.
fn believe(palace: &Palace, questions: &[String], now: Moment) -> Result<Vec<String>> {
    let key = SigningKey::from_bytes(&[9; 32]);
    let public = Digest(key.verifying_key().to_bytes()).to_string(); // 32 bytes in hexadecimal
    palace.decide(&key, "key.enrol", &json!({ "name": "ana", "public": public }), now)?;
    let seen = |n: usize, part: usize| -> Result<String> {
        let said = json!({ "content": format!("sight {n}.{part}: {}", questions[n % questions.len()]), "source": format!("{n}.{part}.log"), "origin": "tool" });
        text(&palace.ask("evidence.record", said, now)?, "id")
    };
    let mut beliefs = Vec::with_capacity(BELIEFS + CARDS);
    for n in 0..BELIEFS + CARDS {
        let (first, second, third) = (seen(n, 1)?, seen(n, 2)?, seen(n, 3)?);
        let about = &questions[n * 7 % questions.len()];
        let (statement, content) = (format!("Rule {n}: {about}"), format!("What was seen twice holds. {about} {about}"));
        let made =
            json!({ "statement": statement, "content": content, "domain": "global", "field": if n % 3 == 0 { "general" } else { "debugging" } });
        let with = |fields: Json| merged(&made, fields);
        if n < BELIEFS {
            let tier = ["dao_ren", "shu", "qi"][n % 3];
            let id = text(&palace.ask("knowledge.distill", with(json!({ "tier": tier, "supportingRefs": [first, second] })), now)?, "drawerId")?;
            let wish = json!({ "drawerId": id, "status": "promoted", "verificationRefs": [third], "reason": "it held" });
            palace.decide(&key, "knowledge.promote", &wish, now)?;
            beliefs.push(id);
        } else {
            let id = text(&palace.ask("card.create", with(json!({ "tier": "shu" })), now)?, "cardId")?;
            palace.ask("card.link", json!({ "cardId": id, "evidenceDrawerId": first, "role": "supporting" }), now)?;
            let wish = json!({ "cardId": id, "status": "promoted", "verificationRefs": [third], "reason": "it held" });
            palace.decide(&key, "card.promote", &wish, now)?;
        }
    }
    Ok(beliefs)
}

fn text(answer: &Json, field: &str) -> Result<String> {
    answer[field].as_str().map(str::to_owned).ok_or_else(|| format!("no {field} in {answer}").into())
}

fn merged(base: &Json, more: Json) -> Json {
    let mut base = base.clone();
    if let (Some(fields), Json::Object(more)) = (base.as_object_mut(), more) {
        fields.extend(more);
    }
    base
}

#[derive(Default)]
struct Asked {
    recall: Times,
    context: Times,
    with_evidence: Times,
    with_all: Times,
    brief: Times,
    retrieve: Times,
    gate: Times,
    recall_after_write: Times,
    context_after_write: Times,
}

fn measure(palace: &Palace, questions: &[String], beliefs: &[String], warm_up: usize, now: Moment) -> Result<()> {
    let recall = |q: &str| palace.ask("claim.recall", json!({ "query": q, "only": "evidence", "limit": ITEMS }), now);
    let context = |q: &str, evidence: bool, cards: bool| {
        palace.ask("memory.context", json!({ "query": q, "includeEvidence": evidence, "includeCards": cards, "maxItems": ITEMS }), now)
    };
    let (warming, asked) = questions.split_at(warm_up.min(questions.len()));
    for q in warming {
        recall(q)?;
        context(q, true, true)?;
    }
    let mut times = Asked::default();
    let mut woken = 0;
    for some in asked.chunks(IN_A_ROW) {
        for q in some {
            times.recall.run(|| recall(q))?;
        }
        for q in some {
            let answer = times.context.run(|| context(q, false, false))?;
            woken += answer["sections"].as_array().into_iter().flatten().map(|s| s["items"].as_array().map_or(0, Vec::len)).sum::<usize>();
        }
        for q in some {
            times.with_evidence.run(|| context(q, true, false))?;
        }
        for q in some {
            times.with_all.run(|| context(q, true, true))?;
        }
        for q in some {
            times.brief.run(|| palace.ask("memory.brief", json!({ "query": q }), now))?;
        }
        for q in some {
            times.retrieve.run(|| palace.ask("card.retrieve", json!({ "query": q }), now))?;
        }
    }
    for id in beliefs {
        times.gate.run(|| palace.ask("knowledge.gate", json!({ "drawerId": id }), now))?;
    }
    for (n, q) in asked.iter().take(AFTER_A_WRITE).enumerate() {
        let write = |part: usize| {
            palace.ask(
                "evidence.record",
                json!({ "content": format!("between {n}.{part}"), "source": format!("between {n}.{part}"), "origin": "tool" }),
                now,
            )
        };
        write(1)?;
        times.recall_after_write.run(|| recall(q))?;
        write(2)?;
        times.context_after_write.run(|| context(q, false, false))?;
    }
    print(&times, woken);
    Ok(())
}

fn print(times: &Asked, woken: usize) {
    let heading = format!("asking, n = {} ({} woken in all)", times.recall.n(), woken);
    row(&heading, &["p50", "p95", "CPU mean", "to recall"].map(String::from));
    let rows = [
        ("claim.recall, evidence, 12", &times.recall),
        ("memory.context", &times.context),
        ("memory.context, evidence", &times.with_evidence),
        ("memory.context, evidence and cards", &times.with_all),
        ("memory.brief", &times.brief),
        ("card.retrieve", &times.retrieve),
        ("knowledge.gate", &times.gate),
        ("claim.recall, right after a write", &times.recall_after_write),
        ("memory.context, right after a write", &times.context_after_write),
    ];
    for (name, one) in rows {
        row(name, &[ms(one.p50()), ms(one.p95()), ms(one.cpu_mean()), format!("{:.2} ×", one.p50() / times.recall.p50())]);
    }
    let mut targets = Targets::default();
    let against_recall = [
        ("memory.context", &times.context),
        ("memory.context with evidence", &times.with_evidence),
        ("memory.context right after a write", &times.context_after_write),
    ];
    for (name, one) in against_recall {
        targets.at_most(format!("{name} against one recall, p50"), one.p50() / times.recall.p50(), 1.5, " ×");
        targets.at_most(format!("{name} against one recall, p95"), one.p95() / times.recall.p95(), 1.5, " ×");
    }
    targets.at_most("knowledge.gate, p50", times.gate.p50() * 1e3, 1.0, " ms");
    targets.print();
}
