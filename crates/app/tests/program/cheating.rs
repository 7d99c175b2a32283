//! An agent with the same user's rights tries to make something authoritative without the human: through the program,
//! through the wire, and through the files. None of it works.
//!
//! Not here: a keylogger, a replaced binary, a person who signs without reading. SECURITY.md says where the line is.

use crate::house::{House, PASSPHRASE, stateless};
use app::{desk::Desk, home::Home};
use ed25519_dalek::{Signer, SigningKey};
use engine::Request;
use kernel::{
    actor::Mode,
    claim::Draft,
    id::{PalaceId, SealRequestId},
    ledger::Digest,
    palace::{Genesis, Sealing},
    refusal::Code,
    seal::{ENROL, Seal, Statement, enrolment, fingerprint},
    time::Moment,
};
use serde_json::{Value as Json, json};
use std::fs;
use testkit::On;

const LIE: &str = "the lie";

/// A sealed palace with one approved decision and one proposal that waits.
fn ground() -> (House, String) {
    let (house, _) = House::with_key();
    house.approve(&house.store("the truth"));
    let waiting = house.store(LIE);
    assert_eq!(house.recalled(), ["the truth"]);
    (house, waiting)
}

/// Nothing but the truth is recalled, over any door.
#[track_caller]
fn nothing_gained(house: &House, case: &str) {
    for args in [&["--mode", "agent", "recall"][..], &["--mode", "agent", "recall-decisions"], &["--mode", "human", "recall"], &["brief"]] {
        let ran = house.run(args);
        assert!(!ran.out.contains(LIE), "{case}: {args:?} answered {}", ran.out);
        assert!(matches!(ran.code, Some(0 | 1)), "{case}: {ran:?}");
    }
}

#[test]
fn approving_without_a_terminal_asks_for_one() {
    let (house, waiting) = ground();
    assert_eq!(house.run(&["--mode", "human", "approve", &waiting]).refused(), "SEAL_REQUIRED");
    assert_eq!(house.run(&["--mode", "human", "reject", &waiting]).refused(), "SEAL_REQUIRED");
    assert_eq!(house.run(&["--mode", "human", "store-direct", LIE, "--as", "decision"]).refused(), "SEAL_REQUIRED");
    assert_eq!(house.run(&["--mode", "human", "store", LIE, "--as", "decision", "--direct"]).refused(), "SEAL_REQUIRED");
    let request = house.result(&["--mode", "human", "seal", "list"])["requests"][0]["id"].as_str().expect("a request").to_owned();
    for args in [&["seal"][..], &["seal", &request], &["key", "create"], &["key", "rotate"], &["key", "recover"], &["trust"]] {
        assert_eq!(house.run(args).refused(), "TERMINAL_REQUIRED", "{args:?}");
    }
    nothing_gained(&house, "no terminal");
}

/// Arguments and environment.
type Try<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)]);

#[test]
fn a_piped_yes_or_passphrase_is_not_a_human() {
    let (house, waiting) = ground();
    let typed = format!("y\na\n{PASSPHRASE}\n{PASSPHRASE}\n");
    let table: [Try<'_>; 4] = [
        (&["--mode", "human", "approve", &waiting], &[]),
        (&["--mode", "human", "store-direct", LIE, "--as", "decision"], &[]),
        (
            &["--mode", "human", "approve", &waiting],
            &[("PALACE_PASSPHRASE", PASSPHRASE), ("PASSPHRASE", PASSPHRASE), ("PALACE_MODE", "human"), ("PALACE_UNSEALED", "1")],
        ),
        (&["seal"], &[("PALACE_PASSPHRASE", PASSPHRASE)]),
    ];
    for (args, envs) in table {
        let code = house.run_with(args, &typed, envs).refused();
        assert!(code == "SEAL_REQUIRED" || code == "TERMINAL_REQUIRED", "{args:?}: {code}");
    }
    let ran = house.run_with(&["review"], &typed, &[]);
    assert_eq!(ran.code, Some(0), "over a pipe a review is a list: {ran:?}");
    nothing_gained(&house, "a pipe");
}

#[test]
fn agents_have_no_word_for_approving() {
    let (house, waiting) = ground();
    for args in
        [&["approve", &waiting][..], &["reject", &waiting], &["store-direct", LIE, "--as", "decision"], &["claim", "adopt", LIE, "--as", "decision"]]
    {
        assert_eq!(house.run(&[&["--mode", "agent"], args].concat()).refused(), "MODE_HUMAN_ONLY", "{args:?}");
    }
    let filed = house.result(&["--mode", "agent", "store", "another lie", "--as", "decision", "--direct"]);
    assert_eq!(filed["status"], "pending", "`--direct` from an agent means nothing");
    let mut mcp = house.serve(&["--profile", "all"]).initialized();
    let mut listed = mcp.ask("tools/list", json!({}));
    let mut pages = listed.to_string();
    while let Some(cursor) = listed["result"]["nextCursor"].as_str() {
        listed = mcp.ask("tools/list", json!({ "cursor": cursor }));
        pages.push_str(&listed.to_string());
    }
    for tool in ["approve", "reject", "store_direct", "claim_adopt", "key_enrol", "grant_issue"] {
        assert!(!pages.contains(&format!("\"name\":\"{tool}\"")), "{tool} is listed");
        let answer = mcp.call(tool, json!({ "proposalId": waiting, "content": LIE, "as": "decision" }));
        assert!(answer["error"]["code"] == -32602 || answer["result"]["isError"] == true, "{tool}: {answer}");
    }
    let answer = mcp.call("store", json!({ "content": "a third lie", "as": "decision", "direct": true }));
    assert_eq!(answer["result"]["structuredContent"]["status"], "pending", "{answer}");
    mcp.close();
    nothing_gained(&house, "an agent over stdio");
}

#[test]
fn agents_have_no_word_for_approving_over_http() {
    let (house, waiting) = ground();
    let http = house.http(&["--mode", "agent"]);
    for (n, tool) in ["approve", "store_direct"].iter().enumerate() {
        let params = stateless(json!({ "name": tool, "arguments": { "proposalId": waiting, "content": LIE, "as": "decision" } }));
        let (_, answer) = http.post("/mcp", &json!({ "jsonrpc": "2.0", "id": n, "method": "tools/call", "params": params }));
        assert!(answer["error"].is_object() || answer["result"]["isError"] == true, "{tool}: {answer}");
    }
    let (status, answer) = http.post(&format!("/v1/proposals/{waiting}/approve"), &json!({}));
    assert_eq!((status, &answer["error"]["code"]), (403, &json!("MODE_HUMAN_ONLY")), "{answer}");
    let (status, answer) = http.post("/v1/claims", &json!({ "content": LIE, "as": "decision" }));
    assert_eq!((status, &answer["error"]["code"]), (403, &json!("MODE_HUMAN_ONLY")), "{answer}");
    let (status, answer) = http.post("/v1/claims/propose", &json!({ "content": "one more lie", "as": "decision", "direct": true }));
    assert_eq!((status, &answer["result"]["status"]), (200, &json!("pending")), "{answer}");
    drop(http);
    nothing_gained(&house, "an agent over HTTP");
}

/// What a thief with SQL needs: digests and ids, computed with the palace's own code.
struct Thief {
    palace: PalaceId,
    key: SigningKey,
    draft: Draft,
}

impl Thief {
    fn new(house: &House) -> Self {
        let draft: Draft = serde_json::from_value(json!({ "as": "decision", "content": LIE })).expect("a draft");
        let palace = PalaceId::parse(&house.text("select id from palace")).expect("an id");
        Self { palace, key: SigningKey::from_bytes(&[66; 32]), draft: draft.settled().expect("settled") }
    }

    fn public(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    fn statement(&self, op: &str, covers: Vec<Digest>) -> Statement {
        Statement {
            palace: self.palace.clone(),
            op: op.into(),
            input: Digest::ZERO,
            covers,
            expires: Moment::parse("2999-01-01T00:00:00Z").expect("a moment"),
        }
    }

    fn sign(&self, statement: Statement) -> Seal {
        let signature = self.key.sign(&statement.to_sign()).to_bytes();
        Seal::signed(statement, &self.public(), &signature)
    }

    fn seal_row(seal: &Seal) -> String {
        let statement = kernel::canonical::canonical(&seal.statement).expect("plain");
        format!(
            "insert into seal (digest, statement, key, signature) values ('{}', '{statement}', '{}', '{}');",
            seal.statement.digest(),
            seal.key,
            seal.signature
        )
    }

    fn claim_row(&self, seal: &str) -> String {
        let draft = kernel::canonical::canonical(&self.draft).expect("plain");
        format!(
            "insert into claim (id, draft, standing, seal, source, created_at, updated_at) values ('d_stolen', '{draft}', 'promoted', '{seal}', 'human', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');"
        )
    }

    /// The lie, sealed by the thief's own key.
    fn own_seal(&self) -> Seal {
        self.sign(self.statement("claim.adopt", vec![self.draft.digest()]))
    }

    /// The thief's enrolment as the first key, or as the one after ana's, signed by the thief alone.
    fn enrolment(&self, name: &str) -> Seal {
        self.sign(self.statement(ENROL, vec![enrolment(&self.palace, name, &self.public())]))
    }

    fn key_row(&self, name: &str, order: i64, seal: &Seal) -> String {
        format!(
            "insert into key (fingerprint, enrolled_seq, name, public, seal) values ('{}', {order}, '{name}', '{}', '{}');",
            fingerprint(&self.public()),
            Digest(self.public()),
            seal.statement.digest()
        )
    }
}

#[test]
fn rows_edited_by_hand_convince_nobody() {
    let (base, waiting) = ground();
    let thief = Thief::new(&base);
    let truth = base.text("select seal from claim");
    let draft = base.text("select draft from claim");
    let digest = |text: &str| serde_json::from_str::<Draft>(text).expect("a draft").digest();
    let (covered, bent) = (digest(&draft), digest(&draft.replace("the truth", LIE)));
    assert!(base.text(&format!("select statement from seal where digest = '{truth}'")).contains(&covered.to_string()), "the seal covers the words");
    let (own, first, second) = (thief.own_seal(), thief.enrolment("ana"), thief.enrolment("eve"));
    let own_digest = own.statement.digest().to_string();
    let unsigned = Seal::unsealed(thief.statement("claim.adopt", vec![thief.draft.digest()]));
    let unsigned_digest = unsigned.statement.digest().to_string();
    let genesis: Genesis = serde_json::from_str(&base.text("select genesis from palace")).expect("a genesis");
    let opened = Genesis { sealing: Sealing::Unsealed, ..genesis };
    let opened_row = format!("update palace set id = '{}', genesis = '{}';", opened.id(), kernel::canonical::canonical(&opened).expect("plain"));
    let table: Vec<(&str, String)> = vec![
        ("a claim without a seal", thief.claim_row("")),
        ("a claim under another claim's seal", thief.claim_row(&truth)),
        ("a claim under the thief's seal", Thief::seal_row(&own) + &thief.claim_row(&own_digest)),
        ("a claim under an empty signature", Thief::seal_row(&unsigned) + &thief.claim_row(&unsigned_digest)),
        ("the words of an approved claim", format!("update claim set draft = replace(draft, 'the truth', '{LIE}')")),
        (
            "the words, and the seal's row to match",
            format!(
                "update claim set draft = replace(draft, 'the truth', '{LIE}'); update seal set statement = replace(statement, '{covered}', '{bent}')"
            ),
        ),
        (
            "a proposal that calls itself approved",
            format!("update proposal set status = 'approved', promoted_to_id = 'd_stolen' where id = '{waiting}';") + &thief.claim_row(&truth),
        ),
        (
            "the public key swapped",
            format!("update key set public = '{}', fingerprint = '{}';", Digest(thief.public()), fingerprint(&thief.public()))
                + &Thief::seal_row(&own)
                + &thief.claim_row(&own_digest),
        ),
        (
            "the public key and its seal swapped",
            Thief::seal_row(&first) + "delete from key;" + &thief.key_row("ana", 1, &first) + &Thief::seal_row(&own) + &thief.claim_row(&own_digest),
        ),
        (
            "a second key that enrolled itself",
            Thief::seal_row(&second) + &thief.key_row("eve", 2, &second) + &Thief::seal_row(&own) + &thief.claim_row(&own_digest),
        ),
        (
            "a key put before the first",
            Thief::seal_row(&second) + &thief.key_row("eve", 0, &second) + &Thief::seal_row(&own) + &thief.claim_row(&own_digest),
        ),
        (
            "a palace that calls itself unsealed",
            "update palace set genesis = replace(genesis, '\"sealed\"', '\"unsealed\"');".to_owned()
                + &Thief::seal_row(&unsigned)
                + &thief.claim_row(&unsigned_digest),
        ),
        ("an unsealed palace with the id to match", opened_row + &Thief::seal_row(&unsigned) + &thief.claim_row(&unsigned_digest)),
    ];
    for (case, sql) in table {
        for pinned in [true, false] {
            let house = base.copied();
            house.sql(&sql);
            if !pinned {
                fs::remove_file(house.home.join("trust.json")).expect("delete the pin");
            }
            nothing_gained(&house, &format!("{case}, pinned: {pinned}"));
            // Verification says so too: it refuses and names the place, or lists the claim as not sealed.
            let ran = house.run(&["ledger", "verify"]);
            let named = ran.code == Some(1) || ran.json()["result"]["valid"] == false;
            assert!(named, "{case}, pinned: {pinned}: {ran:?}");
            // And nothing more can be approved on that ground: not without a terminal, and not around it.
            let more = house.run(&["--mode", "human", "approve", &waiting]).refused();
            assert!(["SEAL_REQUIRED", "TRUST_BROKEN", "PROPOSAL_ALREADY_DECIDED", "STORE_DAMAGED"].contains(&more.as_str()), "{case}: {more}");
        }
    }
    assert_eq!(base.result(&["ledger", "verify"])["valid"], true, "no false alarm");
    assert_eq!(base.recalled(), ["the truth"]);
}

#[test]
fn verification_names_what_was_edited() {
    let (base, waiting) = ground();
    let claim = base.text("select id from claim");
    for (sql, name) in [
        (format!("update claim set draft = replace(draft, 'the truth', '{LIE}')"), claim.clone()),
        ("update claim set seal = ''".to_owned(), claim.clone()),
        ("delete from claim".to_owned(), claim),
        (format!("update proposal set status = 'approved' where id = '{waiting}'"), waiting),
        (Thief::new(&base).claim_row(""), "d_stolen".to_owned()),
    ] {
        let house = base.copied();
        house.sql(&sql);
        let ran = house.run(&["ledger", "verify"]);
        assert_eq!(ran.refused(), "STORE_DAMAGED", "{sql}");
        assert!(ran.err.contains(&name), "{sql}: {} is not named in {}", name, ran.err);
    }
}

#[test]
fn a_signed_no_is_never_a_yes() {
    let (house, waiting) = ground();
    let mut pty = house.pty(&["reject", &waiting]);
    pty.expect("Passphrase of ana");
    pty.send(&format!("{PASSPHRASE}\r"));
    assert!(pty.finish().0.success());
    let draft = house.text("select input from proposal where status = 'rejected'");
    let seal = house.text("select digest from seal where statement like '%proposal.reject%'");
    house.sql(&format!(
        "insert into claim (id, draft, standing, seal, source, created_at, updated_at) values ('d_stolen', '{draft}', 'promoted', '{seal}', 'human', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')"
    ));
    nothing_gained(&house, "the seal of a rejection");
}

#[test]
fn a_retired_claim_does_not_come_back_by_its_standing() {
    let (house, waiting) = ground();
    house.approve(&waiting);
    let (claim, seal) = (
        house.text(&format!("select id from claim where promoted_from_proposal_id = '{waiting}'")),
        house.text(&format!("select seal from claim where promoted_from_proposal_id = '{waiting}'")),
    );
    let mut pty = house.pty(&["claim", "retire", &claim, "--reason", "it was a lie"]);
    pty.expect("Passphrase of ana");
    pty.send(&format!("{PASSPHRASE}\r"));
    assert!(pty.finish().0.success());
    nothing_gained(&house, "retired");
    house.sql(&format!("update claim set standing = 'promoted' where id = '{claim}'"));
    nothing_gained(&house, "its standing written back");
    let ran = house.run(&["ledger", "verify"]);
    assert!(ran.refused() == "STORE_DAMAGED" && ran.err.contains(&claim), "{ran:?}");
    // With the old seal written back too, the row is what it once was: a rollback, which verification names.
    house.sql(&format!("update claim set seal = '{seal}' where id = '{claim}'"));
    let ran = house.run(&["ledger", "verify"]);
    assert!(ran.refused() == "STORE_DAMAGED" && ran.err.contains(&claim), "{ran:?}");
}

#[test]
fn a_token_is_no_way_to_have_something_else_sealed() {
    let (house, _) = ground();
    let thief = Thief::new(&house);
    // Whoever asks for a token chooses its digest. This one is also the digest of the lie; another is that of a key.
    for digest in [thief.draft.digest(), enrolment(&thief.palace, "eve", &thief.public())] {
        let input = json!({ "name": "harmless", "tokenDigest": digest }).to_string();
        let ran = house.run(&["--mode", "human", "call", "grant.issue", &input]);
        assert_eq!(ran.refused(), "SEAL_REQUIRED");
        let mut pty = house.pty(&["seal"]);
        pty.expect("Passphrase of ana");
        pty.send(&format!("{PASSPHRASE}\r"));
        assert!(pty.finish().0.success());
    }
    let mut raw = house.raw();
    let seals: Vec<String> = raw
        .query("select digest from seal where statement like '%grant.issue%' order by digest", &[])
        .expect("ask")
        .into_iter()
        .map(|mut row| row.text().expect("text"))
        .collect();
    assert_eq!(seals.len(), 2);
    for seal in seals {
        let house = house.copied();
        house.sql(&thief.claim_row(&seal));
        nothing_gained(&house, "the seal of a token");
        let own = thief.own_seal();
        let row = format!(
            "insert into key (fingerprint, enrolled_seq, name, public, seal) values ('{}', 9, 'eve', '{}', '{seal}');",
            fingerprint(&thief.public()),
            Digest(thief.public())
        );
        house.sql(
            &("delete from claim where id = 'd_stolen';".to_owned()
                + &row
                + &Thief::seal_row(&own)
                + &thief.claim_row(&own.statement.digest().to_string())),
        );
        nothing_gained(&house, "a key under the seal of a token");
    }
}

/// Opens the palace in this process, as an agent that links our own code would, and calls with a seal it found.
fn call_with(home: &std::path::Path, op: &str, input: Json, seal: &Seal) -> Result<Json, Code> {
    let desk = Desk::open(Home::at(home), Mode::Human, "eve").expect("open");
    let call = desk.call(desk.actor(), "").expect("a call");
    desk.engine
        .call(&call, Request { op, input, client: "thief", seal: Some(seal.clone()), ..Default::default() })
        .map(|e| e.into_inner().result)
        .map_err(|r| r.code())
}

fn sealed_by(house: &House, op: &str) -> Seal {
    let mut row = house
        .raw()
        .query(&format!("select statement, key, signature from seal where statement like '%{op}%'"), &[])
        .expect("ask")
        .pop()
        .expect("a seal");
    let (statement, key, signature) = (row.text().expect("text"), row.digest().expect("a digest"), row.text().expect("text"));
    Seal { statement: serde_json::from_str(&statement).expect("a statement"), key, signature }
}

#[test]
fn a_seal_is_good_for_one_thing_in_one_palace_once() {
    let (house, waiting) = ground();
    let approved = house.text("select id from proposal where status = 'approved'");
    let seal = sealed_by(&house, "proposal.approve");
    let approve = |id: &str| json!({ "proposalId": id });
    assert_eq!(call_with(&house.home, "proposal.approve", approve(&waiting), &seal), Err(Code::SealStale), "on another proposal");
    assert_eq!(call_with(&house.home, "proposal.approve", approve(&approved), &seal), Err(Code::ProposalDecided), "on the same one again");
    assert_eq!(
        call_with(&house.home, "claim.adopt", json!({ "as": "decision", "content": LIE }), &seal),
        Err(Code::SealStale),
        "on another operation"
    );

    // A direct write can be asked for twice; its seal cannot be spent twice.
    let mut pty = house.pty(&["store-direct", "written by ana", "--as", "decision"]);
    pty.expect("Passphrase of ana");
    pty.send(&format!("{PASSPHRASE}\r"));
    assert!(pty.finish().0.success());
    let direct = sealed_by(&house, "claim.adopt");
    assert_eq!(
        call_with(&house.home, "claim.adopt", json!({ "as": "decision", "content": "written by ana" }), &direct),
        Err(Code::SealReplayed),
        "twice"
    );

    // Another palace of the same person, with the same key file even.
    let (other, _) = House::with_key();
    let proposal = other.store(LIE);
    for seal in [&seal, &direct] {
        assert_eq!(call_with(&other.home, "proposal.approve", approve(&proposal), seal), Err(Code::SealInvalid), "in another palace");
    }
    fs::copy(house.home.join("human.key"), other.home.join("human.key")).expect("copy");
    let mut pty = other.pty(&["approve", &proposal]);
    let said = pty.expect("SEAL_INVALID");
    assert!(!said.contains("Passphrase of"), "a key of another palace is refused before its passphrase is asked: {said}");
    nothing_gained(&house, "replays");
    nothing_gained(&other, "replays elsewhere");
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_sealed_palace_is_never_unsealed() {
    let (house, _) = ground();
    assert_eq!(house.run(&["init", "--unsealed"]).refused(), "INPUT_INVALID");
    fs::remove_file(house.home.join("trust.json")).expect("delete the pin");
    let ran = house.run(&["init", "--unsealed"]);
    assert_eq!(ran.refused(), "INPUT_INVALID");
    nothing_gained(&house, "init --unsealed");
    assert_eq!(house.recalled(), [""; 0], "without its pin nothing in it counts");
    let status = house.result(&["status"]);
    assert!(status["broken"].as_str().is_some_and(|why| why.contains("palace trust")), "{status}");
}

#[test]
fn a_prepared_backup_brings_no_trust_with_it() {
    let (house, _) = ground();
    let evil = House::unsealed(On::Sqlite);
    evil.json(&["--mode", "human", "store-direct", LIE, "--as", "decision"]);
    let backup = evil.path("evil");
    evil.json(&["backup", backup.to_str().expect("text")]);
    let backup = backup.with_extension("palace-backup");
    let backup = backup.to_str().expect("text");
    assert_eq!(house.run(&["restore", backup]).refused(), "INPUT_INVALID");
    nothing_gained(&house, "a backup of another palace");
    let answer = house.json(&["restore", backup, "--force"]);
    assert_eq!(answer["trusted"], false);
    nothing_gained(&house, "a backup of another palace, with --force");
    assert_eq!(house.run(&["trust"]).refused(), "TERMINAL_REQUIRED");
}

#[test]
fn a_request_for_a_seal_cannot_be_changed_after_it_was_asked() {
    let (house, waiting) = ground();
    assert_eq!(house.run(&["--mode", "human", "approve", &waiting]).refused(), "SEAL_REQUIRED");
    let request = SealRequestId::parse(&house.text("select id from seal_request where status = 'open'")).expect("an id");
    // The thief rewrites what would be done, or what would be signed: nobody is even asked for a passphrase.
    for sql in [
        "update seal_request set input = '{}'".to_owned(),
        "update seal_request set op = 'proposal.reject'".to_owned(),
        format!("update seal_request set statement = replace(statement, '\"covers\":[', '\"covers\":[\"{}\",')", Thief::new(&house).draft.digest()),
    ] {
        let house = house.copied();
        house.sql(&sql);
        let (status, seen) = house.pty(&["seal", request.as_str()]).finish();
        assert!(!status.success() && !seen.contains("Passphrase"), "{sql}: {seen}");
        nothing_gained(&house, &sql);
    }
    // The thief rewrites what would be shown: the person is shown the truth all the same.
    let house = house.copied();
    house.sql("update seal_request set shown = '{\"claim\":\"harmless\"}'");
    let mut pty = house.pty(&["seal", request.as_str()]);
    let seen = pty.expect("Passphrase of ana");
    assert!(seen.contains(LIE) && !seen.contains("harmless"), "{seen}");
    pty.send("\x03");
    assert!(!pty.finish().0.success());
    nothing_gained(&house, "another text to show");
}

#[test]
fn what_changes_while_a_person_reads_is_not_signed() {
    let (house, waiting) = ground();
    house.sql(&format!("update proposal set input = replace(input, '{LIE}', 'harmless') where id = '{waiting}'"));
    let mut pty = house.pty(&["review", "--plain"]);
    let seen = pty.expect("stop (q)?");
    assert!(seen.contains("harmless"), "{seen}");
    house.sql(&format!("update proposal set input = replace(input, 'harmless', '{LIE}') where id = '{waiting}'"));
    pty.send("a");
    let (_, seen) = pty.finish();
    assert!(seen.contains("SEAL_STALE") && seen.contains("0 approved, 0 rejected, 1 left"), "{seen}");
    nothing_gained(&house, "a race with the reader");

    // The same race with the inbox: the decision is taken off the list before anything is signed.
    house.sql(&format!("update proposal set input = replace(input, '{LIE}', 'harmless') where id = '{waiting}'"));
    let mut pty = house.pty(&["review"]);
    pty.expect("harmless");
    house.sql(&format!("update proposal set input = replace(input, 'harmless', '{LIE}') where id = '{waiting}'"));
    pty.send("a\r");
    pty.expect("Changed while you read");
    pty.send("q");
    let (_, seen) = pty.finish();
    assert!(seen.contains("0 approved, 0 rejected, 0 put off, 1 left"), "{seen}");
    nothing_gained(&house, "a race with the reader of the inbox");
}
