//! Bad input over the whole tool surface: every answer is a typed refusal or an error of the protocol, nothing panics,
//! the next good call is answered, and the ledger holds nothing that was not meant.

mod questions;

use crate::doors::{
    Home,
    http::{McpSession, Reply, Server, escape},
    stdio::Pipes,
};
use crate::fields::{DIGESTS, IDS, PATHS, TEXTS, WORDS};
use engine::{OPERATIONS, Op};
use kernel::{palace::Sealing, refusal::Code};
use proptest::{prelude::*, test_runner::Config};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use testkit::{
    On,
    world::{Who, World},
};

/// Ways out of a folder, in every spelling we know.
const TRICKS: &[&str] = &[
    "..",
    "../x",
    "a/../../b",
    "/etc/passwd",
    "//host/share",
    "C:\\x",
    "C:/x",
    "\\\\host\\share",
    "a\\b",
    "~/x",
    "./../x",
    "a/%2e%2e/b",
    "%2e%2e%2fx",
    "a//b",
    "a/./b",
    "file:///etc/passwd",
    "a\0b",
    "a\u{202e}b",
    "a\u{200b}b",
    "\u{feff}x",
    "a\nb",
    "",
    " ",
    "/proc/self/root",
    "a/..",
    "con\\nul",
    "..\u{2215}x\0",
];

fn kinds(shape: &Json) -> Vec<&str> {
    match &shape["type"] {
        Json::String(kind) => vec![kind],
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).collect(),
        _ => vec!["string"],
    }
}

fn fields(op: &dyn Op) -> Map<String, Json> {
    op.input_schema()["properties"].as_object().cloned().unwrap_or_default()
}

/// An input of the right shape. Ids in it lead nowhere.
fn sound(op: &dyn Op) -> Map<String, Json> {
    let schema = op.input_schema();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    required.iter().filter_map(Json::as_str).map(|field| (field.to_owned(), value(field, &schema["properties"][field]))).collect()
}

fn value(field: &str, shape: &Json) -> Json {
    match kinds(shape)[0] {
        "integer" => json!(0),
        "number" => json!(0.5),
        "boolean" => json!(true),
        "array" => json!([]),
        "object" => json!({}),
        _ if ["claim", "recordId", "record1Id", "record2Id", "decisionId", "sourceId", "targetId"].contains(&field) => json!("d_0"),
        _ if field == "learningId" => json!("l_0"),
        _ if field == "linkId" => json!("lk_0"),
        _ if field == "proposalId" => json!("p_0"),
        _ if field == "sessionId" => json!("ses_0"),
        _ if field == "conversationId" => json!("src_0"),
        _ if field == "learningId" => json!("l_0"),
        _ if field == "id" || field == "drawerId" => json!("e_0"),
        _ if field == "drawerId" || field == "record" => json!("k_0"),
        _ if field == "cardId" => json!("card_0"),
        _ if field == "id" => json!("e_0"),
        _ if field == "receipt" => json!("ctx_0"),
        _ if field == "tripleId" => json!("triple_0"),
        _ if field == "tunnelId" => json!("tunnel_0"),
        _ if field == "tokenId" => json!("tok_0"),
        _ if DIGESTS.contains(&field) => json!("0".repeat(64)),
        _ => shape["enum"][0].as_str().map_or_else(|| json!("x"), |word| json!(word)),
    }
}

/// A value of every type but those the field takes.
fn wrong(shape: &Json) -> Vec<Json> {
    let kinds = kinds(shape);
    let all = [
        ("string", json!("x")),
        ("integer", json!(7)),
        ("number", json!(0.5)),
        ("boolean", json!(true)),
        ("array", json!([1])),
        ("object", json!({"a": 1})),
    ];
    all.into_iter().filter(|(kind, _)| !(kinds.contains(kind) || *kind == "integer" && kinds.contains(&"number"))).map(|(_, value)| value).collect()
}

/// A world and what its ledger holds that is not a refusal.
struct Trial {
    world: World,
    before: usize,
}

impl Trial {
    fn new() -> Self {
        let mut trial = Self { world: World::new(On::Sqlite, Sealing::Unsealed), before: 0 };
        trial.before = trial.done();
        trial
    }

    fn done(&mut self) -> usize {
        let mut rows = self
            .world
            .raw()
            .query("select count(*) from ledger where outcome not like 'refused%' and outcome <> 'read' and op <> 'refusal.repeat'", &[])
            .expect("count");
        usize::try_from(rows.remove(0).int().expect("a count")).expect("a count")
    }

    /// Calls, and holds a refusal to its shape.
    fn call(&mut self, who: &Who, op: &str, input: Json) -> Result<Json, Code> {
        self.answer(who, op, input).map(|envelope| envelope.result)
    }

    /// The same, with where the answer stands on the ledger.
    fn answer(&mut self, who: &Who, op: &str, input: Json) -> Result<engine::Envelope, Code> {
        match self.world.call(who, op, input) {
            Ok(envelope) => Ok(envelope),
            Err(refusal) => {
                typed(&refusal.to_json()["error"], op);
                Err(refusal.code())
            }
        }
    }

    /// Nothing but refusals was added, and everything verifies.
    fn unharmed(&mut self, more: usize) {
        assert_eq!(self.done(), self.before + more, "something was done that should have been refused");
        let verified = self.world.call(&Who::agent("auditor"), "ledger.verify", json!({})).expect("the ledger verifies");
        assert_eq!(verified.result["valid"], json!(true));
    }
}

/// A refusal says what happened, to what, and what to do next, and its code is in the table.
fn typed(error: &Json, about: &str) {
    assert!(Code::ALL.iter().any(|code| error["code"] == code.name()), "{about}: {error}");
    for field in ["message", "subject", "next", "class"] {
        assert!(error[field].as_str().is_some_and(|text| !text.is_empty()), "{about}: no {field} in {error}");
    }
    assert_ne!(error["code"], "INTERNAL", "{about}: {error}");
}

fn people() -> [Who; 2] {
    [Who::agent("codex"), Who::human("ana")]
}

#[test]
fn every_text_field_is_known_for_what_it_holds() {
    for op in OPERATIONS {
        for (field, shape) in fields(*op).iter().filter(|(_, shape)| kinds(shape).contains(&"string")) {
            let rows = [IDS, DIGESTS, PATHS, WORDS, TEXTS].iter().filter(|row| row.contains(&field.as_str())).count();
            assert_eq!(rows, 1, "{}.{field} ({shape}) belongs in exactly one row", op.spec().name);
        }
    }
}

#[test]
fn a_wrong_type_in_any_field_of_any_operation_is_refused() {
    let mut trial = Trial::new();
    let mut tried = 0;
    for op in OPERATIONS {
        for (field, shape) in fields(*op) {
            for bad in wrong(&shape) {
                for who in people() {
                    let mut input = sound(*op);
                    input.insert(field.clone(), bad.clone());
                    let code = trial.call(&who, op.spec().name, Json::Object(input)).err();
                    assert!(matches!(code, Some(Code::InputInvalid | Code::ModeHumanOnly)), "{}.{field} = {bad}: {code:?}", op.spec().name);
                    tried += 1;
                }
            }
        }
    }
    println!("{tried} wrong types");
    assert!(tried > 500, "{tried}");
    trial.unharmed(0);
}

#[test]
fn an_unknown_field_or_no_object_at_all_is_refused() {
    let mut trial = Trial::new();
    for op in OPERATIONS {
        let mut input = sound(*op);
        input.insert("noSuchField".into(), json!(1));
        for who in people() {
            let code = trial.call(&who, op.spec().name, Json::Object(input.clone())).err();
            assert!(matches!(code, Some(Code::InputInvalid | Code::ModeHumanOnly)), "{}: {code:?}", op.spec().name);
            for bad in [json!([]), json!("x"), json!(1), json!(true)] {
                assert_eq!(trial.call(&who, op.spec().name, bad.clone()), Err(Code::InputInvalid), "{} with {bad}", op.spec().name);
            }
        }
    }
    trial.unharmed(0);
}

#[test]
fn no_id_and_no_path_leads_outside() {
    let mut trial = Trial::new();
    for op in OPERATIONS {
        for field in fields(*op).keys().filter(|f| IDS.contains(&f.as_str()) || DIGESTS.contains(&f.as_str()) || PATHS.contains(&f.as_str())) {
            for trick in TRICKS.iter().filter(|trick| !(trick.trim().is_empty() && PATHS.contains(&field.as_str()))) {
                for scope in ["file", "room"] {
                    let mut input = sound(*op);
                    input.insert(field.clone(), json!(trick));
                    if field == "scopePath" {
                        input.insert("scope".into(), json!(scope));
                    }
                    for who in people() {
                        let code = trial.call(&who, op.spec().name, Json::Object(input.clone())).err();
                        assert!(
                            matches!(code, Some(Code::InputInvalid | Code::PathOutside | Code::TokenInvalid | Code::ModeHumanOnly)),
                            "{}.{field} = {trick:?}: {code:?}",
                            op.spec().name
                        );
                    }
                }
            }
        }
    }
    // The same inside lists of ids and inside drafts.
    for trick in TRICKS {
        for who in people() {
            assert!(trial.call(&who, "claim.propose", json!({"content": "x", "evidence": [trick]})).is_err(), "{trick:?}");
            let draft = json!({"records": [{"as": "idea", "content": "x", "scope": "file", "scopePath": trick}]});
            assert!(trial.call(&who, "claim.inherit", draft).is_err(), "{trick:?}");
        }
    }
    trial.unharmed(0);
}

#[test]
fn nothing_hidden_gets_into_a_text_and_nothing_huge_gets_anywhere() {
    let mut trial = Trial::new();
    let huge = "x".repeat(10 << 20);
    // The rest are compared or looked up, never kept and never shown as they came.
    let kept = [
        "content",
        "context",
        "rationale",
        "query",
        "reason",
        "name",
        "by",
        "note",
        "goal",
        "summary",
        "agentType",
        "agentId",
        "target",
        "details",
        "title",
        "whatHappened",
        "rootCause",
        "feature",
        "contextHash",
        "evaluatorId",
        "researchReportId",
        "subjectKind",
        "subjectId",
        "proposedAction",
        "wing",
        "statement",
        "scopeConstraints",
        "action",
        "problem",
        "thought",
        "conclusion",
        "userInput",
        "draft",
        "toolName",
    ];
    for op in OPERATIONS {
        for field in fields(*op).keys().filter(|f| TEXTS.contains(&f.as_str())) {
            for who in people() {
                let mut input = sound(*op);
                for hidden in ["a\0b", "a\u{202e}b", "a\u{2066}b", "\u{1b}[31m"].iter().filter(|_| kept.contains(&field.as_str())) {
                    input.insert(field.clone(), json!(hidden));
                    let code = trial.call(&who, op.spec().name, Json::Object(input.clone())).err();
                    assert!(matches!(code, Some(Code::InputInvalid | Code::ModeHumanOnly)), "{}.{field} = {hidden:?}: {code:?}", op.spec().name);
                }
            }
        }
        // Size is judged before any field is looked at, so one field of each operation tells it all.
        let takes_more = op.spec().bytes_max > huge.len();
        if let Some(field) = fields(*op).keys().find(|f| TEXTS.contains(&f.as_str()) && !takes_more) {
            let mut input = sound(*op);
            input.insert(field.clone(), json!(huge));
            let code = trial.call(&Who::human("ana"), op.spec().name, Json::Object(input)).err();
            assert_eq!(code, Some(Code::InputTooLarge), "{}.{field}", op.spec().name);
        }
    }
    trial.unharmed(0);
}

#[test]
fn numbers_beyond_reason_are_refused_or_bounded() {
    let mut trial = Trial::new();
    for op in OPERATIONS {
        for field in fields(*op).iter().filter(|(_, shape)| kinds(shape).contains(&"integer")).map(|(field, _)| field) {
            for number in [json!(u64::MAX), json!(i64::MIN), json!(-1), json!(1e300), json!(0.1), json!(9_007_199_254_740_993_i64)] {
                for who in people() {
                    let mut input = sound(*op);
                    input.insert(field.clone(), number.clone());
                    let code = trial.call(&who, op.spec().name, Json::Object(input)).err();
                    assert!(
                        matches!(code, Some(Code::InputInvalid | Code::NotFound | Code::ModeHumanOnly))
                            || (code.is_none() && op.effect() == kernel::effect::EffectName::Read),
                        "{}.{field} = {number}: {code:?}",
                        op.spec().name
                    );
                }
            }
        }
    }
    trial.unharmed(0);
}

fn any_json() -> impl Strategy<Value = Json> {
    let text = prop_oneof![any::<String>(), "[a-z]_[0-9a-z]{1,20}", prop::sample::select(TRICKS.to_vec()).prop_map(str::to_owned)];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        text.clone().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::btree_map(text.clone(), inner, 0..4).prop_map(|m| Json::Object(m.into_iter().collect()))
        ]
    })
}

#[test]
fn whatever_is_sent_to_whatever_operation_is_answered_in_kind() {
    let names: Vec<String> = OPERATIONS
        .iter()
        .flat_map(|op| [op.spec().name.to_owned(), op.spec().name.replace('.', "_")])
        .chain(["approve".into(), "no.such".into(), String::new(), "\0".into()])
        .collect();
    let cases = (prop::sample::select(names), prop::collection::vec((any::<prop::sample::Index>(), any_json()), 0..4), any::<bool>(), any_json());
    let trial = std::cell::RefCell::new(Trial::new());
    let done = std::cell::Cell::new(0_usize);
    proptest!(Config { cases: 1_500, failure_persistence: None, ..Config::default() }, |((name, changes, human, stray) in cases)| {
        let who = &people()[usize::from(human)];
        let input = match engine::find(&name) {
            Some(op) => {
                let mut input = sound(op);
                let known: Vec<String> = fields(op).keys().cloned().collect();
                for (index, value) in &changes {
                    let field = if known.is_empty() { "stray".to_owned() } else { index.get(&known).clone() };
                    input.insert(field, value.clone());
                }
                Json::Object(input)
            }
            None => stray,
        };
        // What only planned something left no entry.
        if trial.borrow_mut().answer(who, &name, input).is_ok_and(|envelope| envelope.receipt.is_some()) {
            done.set(done.get() + 1);
        }
    });
    let (mut trial, done) = (trial.into_inner(), done.get());
    println!("{done} of 1500 strange calls did something");
    trial.unharmed(done);
}

/// What one bad message is answered with: an error of JSON-RPC, a refusal as a result, or a refusal of HTTP.
fn refused(answer: &Json, about: &str) {
    let error = &answer["error"];
    if error["code"].is_string() {
        return typed(error, about);
    }
    if error["code"].is_i64() {
        assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{about}: {answer}");
        return;
    }
    assert_eq!(answer["result"]["isError"], json!(true), "{about}: {answer}");
    typed(&answer["result"]["structuredContent"]["error"], about);
}

fn tool_call(id: u32, name: &str, arguments: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#).into_bytes()
}

/// Messages no honest client sends, by what is wrong with them.
fn bad_messages() -> Vec<(&'static str, Vec<u8>)> {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_object = format!("{}1{}", r#"{"a":"#.repeat(10_000), "}".repeat(10_000));
    vec![
        ("not JSON", b"{\"jsonrpc\":".to_vec()),
        ("trailing comma", br#"{"jsonrpc":"2.0","id":1,"method":"ping",}"#.to_vec()),
        ("a batch", br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#.to_vec()),
        ("a text", b"\"hello\"".to_vec()),
        ("no method", br#"{"jsonrpc":"2.0","id":1}"#.to_vec()),
        ("another protocol", br#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.to_vec()),
        ("an id that is a list", br#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#.to_vec()),
        ("params that are a list", br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}"#.to_vec()),
        ("an unknown method", br#"{"jsonrpc":"2.0","id":1,"method":"tools/destroy","params":{}}"#.to_vec()),
        ("a duplicate key in the message", br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#.to_vec()),
        ("a duplicate key in the arguments", tool_call(1, "store", r#"{"content":"good","content":"evil"}"#)),
        ("a duplicate key by escape", tool_call(1, "store", r#"{"content":"good","c\u006fntent":"evil"}"#)),
        ("arguments that are a list", tool_call(1, "store", "[1]")),
        ("a wrong type", tool_call(1, "store", r#"{"content":1}"#)),
        ("an unknown field", tool_call(1, "store", r#"{"content":"x","colour":"red"}"#)),
        ("a NUL", tool_call(1, "store", r#"{"content":"a\u0000b"}"#)),
        ("a bidi override", tool_call(1, "store", r#"{"content":"a\u202eb"}"#)),
        ("a number too large for any type", tool_call(1, "recall", r#"{"limit":1e999}"#)),
        ("an integer too large", tool_call(1, "recall", r#"{"limit":99999999999999999999999}"#)),
        ("ten thousand levels", tool_call(1, "store", &format!(r#"{{"content":"x","evidenceRefs":{deep_object}}}"#))),
        ("ten thousand lists", tool_call(1, "store", &deep)),
        ("a path outside", tool_call(1, "brief", r#"{"file":"../../etc/passwd"}"#)),
        ("bytes that are no text", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}".to_vec()),
        (
            "bytes that are no text, in an argument",
            [
                b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"store\",\"arguments\":{\"content\":\"".as_slice(),
                b"\xc3\x28",
                b"\"}}}",
            ]
            .concat(),
        ),
        ("a name that is a path", tool_call(1, "../../store", "{}")),
        ("a hidden tool", tool_call(1, "store_direct", r#"{"content":"x","as":"idea"}"#)),
    ]
}

fn huge() -> Vec<u8> {
    tool_call(1, "store", &format!(r#"{{"content":"{}"}}"#, "x".repeat(10 << 20)))
}

/// Entries of the ledger that are neither refusals nor looks.
fn done(home: &Home) -> i64 {
    let mut rows = home
        .raw()
        .query("select count(*) from ledger where outcome not like 'refused%' and outcome <> 'read' and op <> 'refusal.repeat'", &[])
        .expect("count");
    rows.remove(0).int().expect("a count")
}

#[test]
fn bad_lines_are_answered_and_the_conversation_goes_on() {
    let home = Home::unsealed(On::Sqlite);
    let before = done(&home);
    let mut pipes = Pipes::greeted(&home, &["serve", "--profile", "all"], "codex");
    for (what, line) in bad_messages().into_iter().chain([("ten mebibytes", huge()), ("seventeen mebibytes", vec![b'x'; 17 << 20])]) {
        pipes.send_line(&line);
        refused(&pipes.hear(), what);
        assert!(pipes.request("ping", json!({}))["result"].is_object(), "after {what}");
    }
    assert!(pipes.call("recall", json!({})).is_ok());
    assert!(pipes.leave().success());
    assert_eq!((done(&home), home.verify()["valid"].take()), (before, json!(true)));
}

#[test]
fn bad_bodies_are_answered_and_the_server_goes_on() {
    let home = Home::unsealed(On::Sqlite);
    let before = done(&home);
    let server = Server::start(&home, &["--mode", "agent"]);
    let mcp = McpSession::greeted(&server, "codex");
    let good = |what: &str| assert_eq!(server.ask("codex", "GET", "/v1/status", b"").status, 200, "after {what}");
    for (what, body) in bad_messages().into_iter().chain([("ten mebibytes", huge())]) {
        refused(&mcp.post_bytes(&server, &body).json(), what);
        good(what);
    }
    let deep = format!("{}1{}", r#"{"a":"#.repeat(10_000), "}".repeat(10_000));
    let long = format!(r#"{{"content":"{}"}}"#, "x".repeat(10 << 20));
    let bodies: &[(&str, &[u8])] = &[
        ("not JSON", b"{"),
        ("no object", b"[1]"),
        ("a duplicate key", br#"{"content":"good","content":"evil"}"#),
        ("a wrong type", br#"{"content":1}"#),
        ("an unknown field", br#"{"content":"x","colour":"red"}"#),
        ("a NUL", br#"{"content":"a\u0000b"}"#),
        ("ten thousand levels", deep.as_bytes()),
        ("ten mebibytes", long.as_bytes()),
        ("no text", b"{\"content\":\"\xff\"}"),
        ("nothing", b""),
    ];
    for (what, body) in bodies {
        for path in ["/v1/claims/propose", "/v1/tools/store", "/v1/evidence", "/v1/sessions"] {
            let reply = server.ask("codex", "POST", path, body);
            assert!((400..500).contains(&reply.status), "{what} at {path}: {reply:?}");
            typed(&reply.json()["error"], what);
        }
        good(what);
    }
    drop(server);
    assert_eq!((done(&home), home.verify()["valid"].take()), (before, json!(true)));
}

#[test]
fn bad_paths_and_queries_are_refused_in_json() {
    let home = Home::unsealed(On::Sqlite);
    let secret = home.dir().join("secret.json");
    std::fs::write(&secret, r#"{"session_id": "stolen"}"#).expect("write");
    let before = done(&home);
    let server = Server::start(&home, &["--mode", "human"]);
    let mut table: Vec<(&str, String, u16)> = vec![
        ("GET", "/v1/nothing".into(), 404),
        ("GET", "/".into(), 404),
        ("POST", "/v1/tools/no_such_tool".into(), 404),
        ("DELETE", "/v1/claims".into(), 405),
        ("PUT", "/v1/claims/d_0".into(), 405),
        ("GET", "/v1/claims/d_0/retire".into(), 405),
        ("GET", "/v1/tools/recall".into(), 405),
        ("GET", "/v1/claims/%FF".into(), 400),
        ("GET", "/v1/claims?limit=many".into(), 400),
        ("GET", "/v1/claims?limit=1&limit=2".into(), 400),
        ("GET", "/v1/claims?colour=red".into(), 400),
        ("GET", "/v1/claims?query=%00".into(), 400),
        ("GET", "/v1/claims?query=%FF%FE&scope=%zz".into(), 400),
        ("GET", "/v1/brief?file=..%2F..%2Fetc%2Fpasswd".into(), 400),
        ("GET", "/v1/brief?file=..%252Fetc".into(), 400),
        ("GET", "/v1/ledger/99999999999999999999/proof".into(), 400),
        ("GET", "/v1/ledger/-1/proof".into(), 400),
        // A query is never the name of a file of ours.
        ("POST", format!("/v1/claims/propose?content=x&source=auto_extract&evidenceRefs=@{}", escape(&secret.display().to_string())), 400),
        ("POST", "/v1/claims/inherit?records=@-".into(), 400),
    ];
    for trick in TRICKS.iter().filter(|trick| !trick.trim().is_empty() && **trick != "..") {
        table.push(("GET", format!("/v1/evidence/{}", escape(trick)), 400));
        table.push(("GET", format!("/v1/ledger/trace/{}", escape(trick)), 400));
        table.push(("POST", format!("/v1/proposals/{}/approve", escape(trick)), 400));
    }
    for (method, path, status) in table {
        let reply = server.ask("codex", method, &path, b"");
        assert_eq!(reply.status, status, "{method} {path}: {reply:?}");
        typed(&reply.json()["error"], &path);
        assert!(!reply.body.contains("stolen"), "{path}: {reply:?}");
    }
    assert_eq!(server.ask("codex", "GET", "/v1/status", b"").status, 200);
    drop(server);
    assert_eq!((done(&home), home.verify()["valid"].take()), (before, json!(true)));
}

/// A server, its home, and tokens: one good, one that ran out, one that was taken back.
fn lent(on: On) -> (Server, Home, BTreeMap<&'static str, String>) {
    let home = Home::unsealed(on);
    let mut tokens = BTreeMap::new();
    for (name, days) in [("good", "7"), ("expired", "0"), ("revoked", "7")] {
        let ran = home.run(&["--mode", "human", "token", "create", name, "--days", days]);
        let token = ran.out.lines().last().filter(|line| line.starts_with("pt_")).unwrap_or_else(|| panic!("{ran:?}")).to_owned();
        tokens.insert(name, token);
    }
    let listed = home.run(&["--format", "json", "--mode", "human", "grant", "list"]).answer().expect("the tokens");
    let id = listed["result"]["grants"].as_array().expect("tokens").iter().find(|g| g["name"] == "revoked").expect("it")["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    assert_eq!(home.run(&["--mode", "human", "grant", "revoke", &id]).status, 0);
    tokens.insert("unknown", format!("pt_{}", "0".repeat(64)));
    (Server::start(&home, &["--mode", "human", "--user", "ana"]), home, tokens)
}

fn tokens_end(on: On) {
    let (server, home, tokens) = lent(on);
    let before = done(&home);
    let with = |token: &str, method: &str, path: &str, body: &[u8]| -> Reply {
        let bearer = format!("Bearer {token}");
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
        server.send(method, path, &headers, body)
    };
    for (name, code) in [("expired", "GRANT_EXPIRED"), ("revoked", "GRANT_REVOKED"), ("unknown", "GRANT_UNKNOWN")] {
        for (method, path) in [("GET", "/v1/status"), ("GET", "/v1/claims"), ("POST", "/v1/ledger/verify"), ("POST", "/v1/tools/recall")] {
            let reply = with(&tokens[name], method, path, b"");
            assert_eq!((reply.status, &reply.json()["error"]["code"]), (401, &json!(code)), "{name} {path}: {reply:?}");
            typed(&reply.json()["error"], name);
        }
    }
    // The holder of a token is an agent, even where the process speaks for a human.
    let reply = with(&tokens["good"], "POST", "/v1/claims", br#"{"content":"x","as":"idea"}"#);
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (403, &json!("MODE_HUMAN_ONLY")), "{reply:?}");
    assert_eq!(with(&tokens["good"], "GET", "/v1/status", b"").status, 200);
    // The same over MCP.
    for (name, code) in [("expired", "GRANT_EXPIRED"), ("revoked", "GRANT_REVOKED")] {
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
        let bearer = format!("Bearer {}", tokens[name]);
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "recall"),
        ];
        let reply = server.send("POST", "/mcp", &headers, call.as_bytes());
        assert!(reply.body.contains(code), "{name}: {reply:?}");
        refused(&reply.json(), name);
    }
    drop(server);
    assert_eq!((done(&home), home.verify()["valid"].take()), (before, json!(true)));
}

testkit::backends! {
    tokens_that_ran_out_or_were_taken_back_open_nothing_on_sqlite, tokens_that_ran_out_or_were_taken_back_open_nothing_on_postgres => tokens_end;
}

/// What is wrong, with which headers, and what the answer is.
type Stranger<'a> = (&'a str, &'a [(&'a str, &'a str)], u16, &'a str);

#[test]
fn strangers_are_refused_before_anything_is_read() {
    let home = Home::unsealed(On::Sqlite);
    let server = Server::start(&home, &["--mode", "human"]);
    let bearer = format!("Bearer {}", server.token);
    let table: &[Stranger<'_>] = &[
        ("no token", &[], 401, "GRANT_UNKNOWN"),
        ("another scheme", &[("Authorization", "Basic YTpi")], 401, "GRANT_UNKNOWN"),
        ("an empty token", &[("Authorization", "Bearer ")], 401, "GRANT_UNKNOWN"),
        ("a foreign origin", &[("Authorization", &bearer), ("Origin", "https://evil.example")], 403, "ORIGIN_NOT_ALLOWED"),
        ("no origin at all", &[("Authorization", &bearer), ("Origin", "null")], 403, "ORIGIN_NOT_ALLOWED"),
        ("an origin that looks like ours", &[("Authorization", &bearer), ("Origin", "http://localhost.evil.example")], 403, "ORIGIN_NOT_ALLOWED"),
        ("a foreign host", &[("Authorization", &bearer), ("Host", "evil.example")], 403, "HOST_NOT_ALLOWED"),
        ("a host that looks like ours", &[("Authorization", &bearer), ("Host", "127.0.0.1.evil.example")], 403, "HOST_NOT_ALLOWED"),
    ];
    for (what, headers, status, code) in table {
        for (method, path) in [("GET", "/v1/status"), ("POST", "/mcp"), ("POST", "/v1/claims/propose"), ("GET", "/v1/nothing")] {
            let reply = server.send(method, path, headers, b"");
            assert_eq!((reply.status, &reply.json()["error"]["code"]), (*status, &json!(code)), "{what} {path}: {reply:?}");
            typed(&reply.json()["error"], what);
        }
    }
    assert_eq!(server.ask("codex", "GET", "/v1/status", b"").status, 200);
}

#[test]
fn bad_arguments_on_the_command_line_are_refused() {
    let home = Home::unsealed(On::Sqlite);
    let before = done(&home);
    for trick in TRICKS.iter().filter(|trick| !trick.contains('\0') && !trick.trim().is_empty()) {
        for args in [
            &["approve", "--", trick][..],
            &["brief", "--", trick],
            &["ledger", "trace", "--", trick],
            &["store", "--scope=file", "--scope-path", trick, "--", "x"],
            &["call", "evidence.show", &json!({"id": trick}).to_string()],
        ] {
            let ran = home.run(&[&["--format", "json", "--mode", "human"], args].concat());
            typed(&ran.answer().expect_err("refused"), trick);
        }
    }
    for args in [
        &["call", "store", r#"{"content":"a","content":"b"}"#][..],
        &["call", "store", "{"],
        &["call", "store", "[]"],
        &["store", "--evidence-refs", "{", "--", "x"],
        &["store", "--evidence-refs", r#"{"a":1,"a":2}"#, "--", "x"],
        &["call", "recall", "@/no/such/file"],
    ] {
        let ran = home.run(&[&["--format", "json", "--mode", "agent"], args].concat());
        typed(&ran.answer().expect_err("refused"), &format!("{args:?}"));
    }
    assert_eq!((done(&home), home.verify()["valid"].take()), (before, json!(true)));
}
