//! A model beside the one in the binary: its vectors are made, serve once whole, and recall never waits for them.
//!
//! The endpoint is a few lines on loopback that embed by counting letters. Not here: the operators of ONNX files.

use crate::house::House;
use serde_json::{Value as Json, json};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
};
use testkit::On;

const KILN: &str = "The kiln reaches twelve hundred degrees";
const ROOF: &str = "The roof was mended in the spring";
/// Begins what is asked with everything else.
const PROBE: &str = "The palace remembers";
const KEY: &str = "k3y-that-nobody-may-see-7f21";

/// How the endpoint behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    /// As it should.
    Well,
    /// Answers when somebody lets it.
    Waits,
    /// Refuses, and repeats the key.
    Unauthorized,
    /// Points elsewhere.
    Elsewhere,
    /// Speaks of something else.
    Nonsense,
    /// Refuses texts with this word.
    Refuses(&'static str),
    /// With other weights.
    Otherwise,
    /// Answers with a number that is none.
    Overflows,
    /// Never ends its answer.
    Babbles,
    /// Answers with this status.
    Fails(u16),
}

/// An embedding endpoint on loopback.
struct Stub {
    url: String,
    manner: Arc<(Mutex<Manner>, Condvar)>,
    asked: Receiver<(Option<String>, Json)>,
}

impl Stub {
    fn new(dims: usize, manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/v1/embeddings", listener.local_addr().expect("an address"));
        let manner = Arc::new((Mutex::new(manner), Condvar::new()));
        let (tell, asked) = channel();
        let shared = manner.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (shared, tell) = (shared.clone(), tell.clone());
                std::thread::spawn(move || converse(stream, dims, &shared, &tell));
            }
        });
        Self { url, manner, asked }
    }

    fn be(&self, manner: Manner) {
        *self.manner.0.lock().expect("a lock") = manner;
        self.manner.1.notify_all();
    }

    /// Waits until it is asked to read a text.
    fn hears(&self, text: &str) {
        while !told(&self.asked.recv().expect("the model is asked").1).contains(&text.to_owned()) {}
    }

    /// Everything it was asked so far.
    fn heard(&self) -> Vec<(Option<String>, Json)> {
        self.asked.try_iter().collect()
    }
}

fn converse(stream: TcpStream, dims: usize, manner: &(Mutex<Manner>, Condvar), tell: &Sender<(Option<String>, Json)>) {
    let mut out = stream.try_clone().expect("a stream");
    let mut lines = BufReader::new(stream);
    loop {
        let (mut length, mut key) = (0, None);
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                if line.trim_end().is_empty() {
                    break;
                }
                continue;
            };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().expect("a length"),
                "authorization" => key = Some(value.to_owned()),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        if lines.read_exact(&mut body).is_err() {
            return;
        }
        let asked: Json = serde_json::from_slice(&body).expect("JSON");
        let _ = tell.send((key.clone(), asked.clone()));
        let mut now = manner.0.lock().expect("a lock");
        while *now == Manner::Waits {
            now = manner.1.wait(now).expect("a lock");
        }
        let (status, body) = answer(*now, dims, key, &asked);
        drop(now);
        // In pieces, as servers with streaming bodies do.
        let (head, tail) = body.split_at(body.len() / 2);
        let sent = write!(
            out,
            "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\nlocation: http://127.0.0.1:9/\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{head}\r\n{:x}\r\n{tail}\r\n0\r\n\r\n",
            head.len(),
            tail.len()
        );
        if sent.is_err() {
            return;
        }
    }
}

fn answer(manner: Manner, dims: usize, key: Option<String>, asked: &Json) -> (u16, String) {
    let texts: Vec<&str> = asked["input"].as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect();
    match manner {
        Manner::Unauthorized => return (401, json!({ "error": { "message": format!("bad key {key:?}, sent with {texts:?}") } }).to_string()),
        Manner::Elsewhere => return (307, "{}".into()),
        Manner::Nonsense => return (200, r#"{"data": "later"}"#.into()),
        Manner::Refuses(word) if texts.iter().any(|text| text.contains(word)) => return (400, "{}".into()),
        Manner::Overflows => return (200, format!(r#"{{"data": [{{"index": 0, "embedding": [{}1e39]}}]}}"#, "0,".repeat(dims - 1))),
        Manner::Babbles => return (200, format!(r#"{{"data": [{}"#, " ".repeat(17 << 20))),
        Manner::Fails(status) => return (status, r#"{"error": "the kiln is hot"}"#.into()),
        Manner::Well | Manner::Waits | Manner::Refuses(_) | Manner::Otherwise => {}
    }
    let embedding = |text: &str| {
        let mut counts = vec![0.0_f32; dims];
        text.to_lowercase().bytes().filter(u8::is_ascii_alphabetic).for_each(|b| counts[usize::from(b - b'a') % dims] += 1.0);
        if manner == Manner::Otherwise {
            counts.iter_mut().step_by(2).for_each(|count| *count = -*count);
        }
        counts
    };
    // Last first: the order is told by the index alone.
    let data: Vec<Json> = texts.iter().enumerate().rev().map(|(index, text)| json!({ "index": index, "embedding": embedding(text) })).collect();
    (200, json!({ "object": "list", "data": data }).to_string())
}

/// The texts that a model was asked to read, beside the one that it is always asked.
fn told(asked: &Json) -> Vec<String> {
    let texts: Vec<String> = serde_json::from_value(asked["input"].clone()).expect("texts");
    texts.into_iter().filter(|text| !text.starts_with(PROBE)).collect()
}

fn configure(house: &House, text: &str) {
    let path = house.home.join("config.toml");
    fs::write(&path, text).expect("write");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("make it private");
}

fn endpoint(house: &House, url: &str, model: &str, dims: usize, more: &str) {
    configure(house, &format!("[embedding]\nkind = \"endpoint\"\nurl = \"{url}\"\nmodel = \"{model}\"\ndims = {dims}\n{more}\n"));
}

fn remember(house: &House, text: &str) {
    house.json(&["evidence", "record", text, "--source", "a manual"]);
}

#[track_caller]
fn finds_the_kiln(house: &House) {
    let result = house.result(&["recall", "how hot does the kiln get", "--only", "evidence"]);
    assert!(result["seen"].to_string().contains(KILN), "{result}");
}

fn states(house: &House) -> Json {
    let status = house.result(&["embed"]);
    let models: Vec<&Json> =
        status["models"].as_array().expect("models").iter().filter(|m| !m["model"].as_str().expect("a name").starts_with("static")).collect();
    // Without the print of the model: two sets may have one name.
    let named = |model: &Json| model.as_str().expect("a name").split('#').next().expect("a name").to_owned();
    let brief: Vec<Json> = models.iter().map(|m| json!([named(&m["model"]), m["state"], m["vectors"]])).collect();
    let reading = named(&status["reading"]).split('-').next().expect("a part").to_owned();
    json!({ "reading": reading, "configured": status["configured"], "unread": status["unread"], "models": brief })
}

#[test]
fn reindexing_reads_what_is_unread_and_everything_when_told() {
    let house = House::unsealed(On::Sqlite);
    remember(&house, KILN);
    remember(&house, ROOF);
    let stub = Stub::new(16, Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "");
    let reindex = |words: &[&str]| house.json(&[&["--mode", "human", "mind", "reindex"], words].concat());
    let told = |answer: Json| json!([answer["model"], answer["to_read"], answer["read"], answer["unread"]]);
    assert_eq!(told(reindex(&["--dry-run"])), json!(["a/16", 2, 0, 2]));
    assert!(stub.heard().is_empty(), "it is only said");
    assert_eq!(told(reindex(&[])), json!(["a/16", 2, 2, 0]));
    assert_eq!(told(reindex(&["--stale"])), json!(["a/16", 0, 0, 0]));
    stub.heard();
    assert_eq!(told(reindex(&["--force"])), json!(["a/16", 2, 2, 0]));
    assert!(!stub.heard().is_empty(), "it reads again");
    finds_the_kiln(&house);
}

#[test]
fn recall_works_before_while_and_after_another_model_reads() {
    for on in [On::Sqlite, On::Postgres] {
        let house = House::unsealed(on);
        remember(&house, KILN);
        remember(&house, ROOF);
        finds_the_kiln(&house);
        assert_eq!(states(&house), json!({ "reading": "static256", "configured": null, "unread": 0, "models": [] }));
        assert_eq!(house.run(&["embed", "--wait"]).refused(), "INPUT_INVALID");

        // It reads in the background, and somebody keeps it waiting.
        let stub = Stub::new(16, Manner::Waits);
        endpoint(&house, &stub.url, "a", 16, "");
        let mut serving = house.serve(&[]).initialized();
        let (_, asked) = stub.asked.recv().expect("the model is asked");
        assert_eq!((&asked["model"], told(&asked)), (&json!("a"), Vec::new()), "first it is found out which model reads");
        finds_the_kiln(&house);
        let found = serving.call("recall", json!({ "query": "how hot does the kiln get", "only": "evidence" }));
        assert!(found.to_string().contains("twelve hundred"), "{found}");
        assert_eq!(states(&house), json!({ "reading": "static256", "configured": "a/16", "unread": 2, "models": [] }));

        // Then it may go on.
        stub.be(Manner::Well);
        house.json(&["embed", "--wait"]);
        assert_eq!(states(&house), json!({ "reading": "a/16", "configured": "a/16", "unread": 0, "models": [["a/16", "serving", 2]] }));
        finds_the_kiln(&house);
        serving.close();
        assert!(stub.heard().iter().any(|(_, asked)| told(asked) == ["how hot does the kiln get"]), "the question was not asked of the model");

        // Another model begins anew; the one before is forgotten when somebody says so.
        let stub = Stub::new(12, Manner::Well);
        endpoint(&house, &stub.url, "b", 12, "text_prefix = \"text: \"\nquestion_prefix = \"question: \"");
        let before = states(&house);
        assert_eq!((&before["reading"], &before["unread"]), (&json!("static256"), &json!(2)), "{before}");
        let name = before["configured"].as_str().expect("a name").to_owned();
        house.json(&["embed", "--wait"]);
        finds_the_kiln(&house);
        let heard = stub.heard();
        assert_eq!(told(&heard[1].1), [format!("text: {KILN}"), format!("text: {ROOF}")]);
        assert_eq!(told(&heard[2].1), ["question: how hot does the kiln get"]);
        assert_eq!(states(&house)["models"], json!([["a/16", "kept", 2], [name, "serving", 2]]));
        assert_eq!(house.result(&["--mode", "human", "embed", "--drop", "a/16"]), json!({ "forgotten": 2 }));
        assert_eq!(states(&house)["models"], json!([[name, "serving", 2]]));
        assert_eq!(house.run(&["--mode", "human", "embed", "--drop", "a/16"]).refused(), "NOT_FOUND");
        assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    }
}

#[test]
fn what_was_kept_since_the_model_read_is_found_by_its_meaning_too() {
    for on in [On::Sqlite, On::Postgres] {
        let house = House::unsealed(on);
        remember(&house, KILN);
        remember(&house, ROOF);
        let stub = Stub::new(16, Manner::Well);
        endpoint(&house, &stub.url, "a", 16, "");
        house.json(&["embed", "--wait"]);
        remember(&house, "The automobile needs new tyres");
        assert_eq!(states(&house)["unread"], 1);
        let seen = house.result(&["recall", "car", "--only", "evidence"])["seen"].clone();
        assert!(seen.as_array().expect("what was seen").iter().any(|one| one["line"] == "The automobile needs new tyres"), "{on:?}: {seen}");
    }
}

#[test]
fn a_dead_endpoint_costs_nothing_but_its_vectors() {
    let house = House::unsealed(On::Sqlite);
    remember(&house, KILN);
    let stub = Stub::new(16, Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "");
    house.json(&["embed", "--wait"]);
    // A port that was free a moment ago.
    let gone = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a port");
    endpoint(&house, &format!("http://{gone}/v1/embeddings"), "a", 16, "");
    finds_the_kiln(&house);
    let note = house.result(&["recall", "kiln", "--only", "evidence"])["note"].clone();
    assert!(note.as_str().is_some_and(|said| said.contains("model in the binary read") && said.contains(&gone.to_string())), "{note}");
    remember(&house, ROOF);
    let ran = house.run(&["embed", "--wait"]);
    assert_eq!(ran.refused(), "MODEL_UNREACHABLE");
    assert!(ran.err.contains(&gone.to_string()), "{ran:?}");
    assert_eq!(states(&house), json!({ "reading": "a/16", "configured": "a/16", "unread": 1, "models": [["a/16", "serving", 1]] }));
    let doctor = house.run(&["doctor"]).out;
    assert!(doctor.contains("1 of what is kept it has not read yet"), "{doctor}");
    let result = house.result(&["recall", "the roof in the spring", "--only", "evidence"]);
    assert!(result["seen"].to_string().contains("mended"), "{result}");
}

#[test]
fn an_answer_that_does_not_fit_is_refused_and_keeps_nothing() {
    let house = House::unsealed(On::Sqlite);
    remember(&house, KILN);
    for (dims, manner, said) in [
        (12, Manner::Well, "set dims = 12"),
        (16, Manner::Nonsense, "not in the OpenAI shape"),
        (16, Manner::Elsewhere, "points elsewhere"),
        (16, Manner::Unauthorized, "wants a key"),
        (16, Manner::Refuses(""), "does not accept this input"),
        (16, Manner::Overflows, "finite numbers in every vector"),
        (16, Manner::Babbles, "longer than 16777216 bytes"),
        (16, Manner::Fails(429), "answered 429"),
        (16, Manner::Fails(500), "answered 500"),
    ] {
        let stub = Stub::new(dims, manner);
        endpoint(&house, &stub.url, "a", 16, "");
        let ran = house.run(&["embed", "--wait"]);
        assert_eq!(ran.refused(), "MODEL_UNREACHABLE", "{manner:?}");
        assert!(ran.err.contains(said), "{manner:?}: {ran:?}");
        assert!(!ran.err.contains("kiln"), "a text of ours is in the error: {ran:?}");
        assert_eq!(states(&house)["models"], json!([]), "{manner:?}");
        finds_the_kiln(&house);
    }
}

#[test]
fn a_question_that_the_model_does_not_read_is_answered_and_says_so() {
    let house = House::unsealed(On::Sqlite);
    remember(&house, KILN);
    let stub = Stub::new(16, Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "");
    house.json(&["embed", "--wait"]);
    let recall = || house.result(&["recall", "how hot does the kiln get", "--only", "evidence"]);
    assert_eq!(recall()["note"], Json::Null);
    for (manner, said) in [
        (Manner::Elsewhere, "points elsewhere"),
        (Manner::Nonsense, "not in the OpenAI shape"),
        (Manner::Overflows, "finite numbers in every vector"),
        (Manner::Fails(429), "answered 429"),
        (Manner::Fails(503), "answered 503"),
    ] {
        stub.be(manner);
        let result = recall();
        assert!(result["seen"].to_string().contains(KILN), "{manner:?}: {result}");
        let note = result["note"].as_str().expect("a note");
        assert!(note.contains(said) && !note.contains("kiln"), "{manner:?}: {note}");
    }
    stub.be(Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "key_env = \"PALACE_TEST_KEY\"");
    assert!(recall()["note"].as_str().is_some_and(|said| said.contains("PALACE_TEST_KEY is not set")), "{}", recall());
}

#[test]
fn a_slow_model_keeps_nobody_else_waiting() {
    let house = House::unsealed(On::Sqlite);
    remember(&house, KILN);
    let stub = Stub::new(16, Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "");
    house.json(&["embed", "--wait"]);
    let mut serving = house.serve(&[]).initialized();
    stub.be(Manner::Waits);
    stub.heard();
    let call = |id: usize, tool: &str, arguments: Json| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
    // As many questions as there are connections, and all of them wait for the model.
    let questions: Vec<usize> = (100..108).collect();
    for id in &questions {
        assert!(serving.send(&call(*id, "recall", json!({ "query": "how hot does the kiln get", "only": "evidence" }))));
    }
    for _ in &questions {
        stub.hears("how hot does the kiln get");
    }
    assert!(serving.send(&call(200, "proposals", json!({}))));
    assert_eq!(serving.read().expect("an answer")["id"], 200, "somebody waited for a model that they did not ask");
    stub.be(Manner::Well);
    let mut answered: Vec<Json> = questions.iter().map(|_| serving.read().expect("an answer")).collect();
    answered.sort_by_key(|answer| answer["id"].as_u64());
    for (id, answer) in questions.iter().zip(answered) {
        assert!(
            answer["id"] == *id && answer.to_string().contains("twelve hundred") && !answer.to_string().contains("model in the binary"),
            "{answer}"
        );
    }
    serving.close();
}

#[test]
fn a_configured_model_reads_titles_and_headings_too() {
    let house = House::unsealed(On::Sqlite);
    fs::write(house.path("ovens.md"), "# Ovens\n\n## Firing\n\nTwelve hundred degrees, then a night to cool down.\n").expect("write");
    house.json(&["ingest", house.path("ovens.md").to_str().expect("a path")]);
    let stub = Stub::new(16, Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "");
    house.json(&["embed", "--wait"]);
    let read: Vec<String> = stub.heard().iter().flat_map(|(_, asked)| told(asked)).collect();
    assert!(read.iter().any(|text| text.starts_with("Ovens\nOvens > Firing\n") && text.contains("a night to cool")), "{read:?}");
}

#[test]
fn a_running_server_reads_again_what_was_dropped_elsewhere() {
    let house = House::unsealed(On::Sqlite);
    remember(&house, KILN);
    let stub = Stub::new(16, Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "");
    let mut serving = house.serve(&[]).initialized();
    stub.hears(KILN);
    house.json(&["embed", "--wait"]);
    let question = json!({ "query": "how hot does the kiln get", "only": "evidence" });
    assert!(serving.call("recall", question.clone()).to_string().contains("twelve hundred"));
    stub.heard();
    assert_eq!(house.result(&["--mode", "human", "embed", "--drop", "a/16"]), json!({ "forgotten": 1 }));
    let found = serving.call("recall", question.clone());
    assert!(found.to_string().contains("twelve hundred") && !found.to_string().contains("model in the binary"), "{found}");
    stub.hears(KILN);
    house.json(&["embed", "--wait"]);
    assert_eq!(states(&house)["models"], json!([["a/16", "serving", 1]]));
    stub.heard();
    serving.call("recall", question);
    stub.hears("how hot does the kiln get");
    serving.close();
}

#[test]
fn a_running_server_reads_again_what_got_another_title() {
    let house = House::unsealed(On::Sqlite);
    let (folder, said) = (house.path("notes"), "Twelve hundred degrees, then a night to cool down.");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("ovens.txt"), said).expect("write");
    let ingest = || house.json(&["ingest", folder.to_str().expect("a path")]);
    ingest();
    let stub = Stub::new(16, Manner::Well);
    endpoint(&house, &stub.url, "a", 16, "");
    let serving = house.serve(&[]).initialized();
    stub.hears(&format!("ovens.txt\n{said}"));
    house.json(&["embed", "--wait"]);
    fs::rename(folder.join("ovens.txt"), folder.join("kilns.txt")).expect("another name");
    ingest();
    stub.hears(&format!("kilns.txt\n{said}"));
    serving.close();
}

#[test]
fn another_model_under_the_same_name_is_not_mixed_in() {
    for on in [On::Sqlite, On::Postgres] {
        let house = House::unsealed(on);
        remember(&house, KILN);
        remember(&house, ROOF);
        let stub = Stub::new(16, Manner::Well);
        endpoint(&house, &stub.url, "a", 16, "");
        house.json(&["embed", "--wait"]);
        let mut serving = house.serve(&[]).initialized();
        let question = json!({ "query": "how hot does the kiln get", "only": "evidence" });
        assert!(!serving.call("recall", question.clone()).to_string().contains("model in the binary"));

        // The next question notices, is answered all the same, and has everything read again.
        stub.be(Manner::Otherwise);
        let found = serving.call("recall", question.clone()).to_string();
        assert!(found.contains("twelve hundred") && found.contains("answers otherwise"), "{found}");
        stub.hears(KILN);
        house.json(&["embed", "--wait"]);
        assert_eq!(states(&house)["models"], json!([["a/16", "kept", 2], ["a/16", "serving", 2]]));
        assert!(!serving.call("recall", question.clone()).to_string().contains("model in the binary"));

        // And what the first has read is not read once more when it comes back.
        stub.be(Manner::Well);
        stub.heard();
        assert!(!serving.call("recall", question).to_string().contains("model in the binary"));
        house.json(&["embed", "--wait"]);
        assert!(stub.heard().iter().all(|(_, asked)| !told(asked).contains(&KILN.to_owned())), "it was read again");
        serving.close();
        assert_eq!(house.result(&["--mode", "human", "embed", "--drop", "a/16"]), json!({ "forgotten": 4 }));
    }
}

#[test]
fn one_text_that_the_model_refuses_keeps_no_other_from_being_read() {
    let house = House::unsealed(On::Sqlite);
    for text in [KILN, "This one is poison to the tokenizer", ROOF] {
        remember(&house, text);
    }
    let stub = Stub::new(16, Manner::Refuses("poison"));
    endpoint(&house, &stub.url, "a", 16, "");
    house.json(&["embed", "--wait"]);
    assert_eq!(states(&house)["models"], json!([["a/16", "serving", 3]]));
}

#[test]
fn a_key_is_sent_and_never_seen() {
    let house = House::unsealed(On::Sqlite);
    remember(&house, KILN);
    let stub = Stub::new(16, Manner::Unauthorized);
    endpoint(&house, &stub.url, "a", 16, "key_env = \"PALACE_TEST_KEY\"");
    let unset = house.run(&["embed", "--wait"]);
    assert!(unset.err.contains("PALACE_TEST_KEY is not set"), "{unset:?}");
    assert!(stub.heard().is_empty(), "it was asked without a key");
    let odd = house.run_with(&["embed", "--wait"], "", &[("PALACE_TEST_KEY", &format!("{KEY}\n{KEY}"))]);
    assert!(odd.err.contains("the key in PALACE_TEST_KEY holds a character that no key has") && !odd.err.contains(KEY), "{odd:?}");
    assert!(stub.heard().is_empty(), "it was asked with half a key");
    let mut seen = String::new();
    for (manner, code) in [(Manner::Unauthorized, 1), (Manner::Nonsense, 1), (Manner::Well, 0)] {
        stub.be(manner);
        let ran = house.run_with(&["embed", "--wait"], "", &[("PALACE_TEST_KEY", &format!("{KEY}\n")), ("PALACE_LOG", "trace")]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
        seen.push_str(&format!("{ran:?}"));
        assert!(stub.heard().iter().all(|(key, _)| *key == Some(format!("Bearer {KEY}"))), "it was asked without the key");
    }
    assert!(!seen.contains(KEY), "the key is in what the program said");
    for file in files(&house.home) {
        let bytes = fs::read(&file).expect("read");
        assert!(!bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()), "the key is in {}", file.display());
    }
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).expect("list").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn a_sentence_model_in_a_file_reads_too() {
    let house = House::unsealed(On::Sqlite);
    for text in ["The ovens bake rye bread", "A cold fridge"] {
        remember(&house, text);
    }
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/models/onnx/fixture/toy.onnx");
    configure(&house, &format!("[embedding]\nkind = \"onnx\"\npath = {fixture:?}\n"));
    house.json(&["embed", "--wait"]);
    let states = states(&house);
    assert_eq!((&states["reading"], &states["unread"]), (&json!("toy"), &json!(0)), "{states}");
    assert!(house.result(&["recall", "hot ovens", "--only", "evidence"])["seen"].to_string().contains("rye bread"));
    // The same model with its words in another order is another one.
    let vocab = fs::read_to_string(fixture.with_file_name("vocab.txt")).expect("the words");
    let mut lines: Vec<&str> = vocab.lines().collect();
    lines.swap(10, 11);
    fs::write(house.home.join("vocab.txt"), lines.join("\n")).expect("write");
    configure(&house, &format!("[embedding]\nkind = \"onnx\"\npath = {fixture:?}\nvocab = \"vocab.txt\"\n"));
    house.json(&["embed", "--wait"]);
    assert_eq!(house.result(&["embed"])["models"].as_array().map(Vec::len), Some(3), "ours, and one for each order of the words");
    configure(&house, "[embedding]\nkind = \"onnx\"\npath = \"gone.onnx\"\n");
    assert_eq!(house.run(&["embed", "--wait"]).refused(), "MODEL_UNREACHABLE");
    assert!(house.result(&["recall", "hot ovens", "--only", "evidence"])["seen"].to_string().contains("rye bread"));
}

#[test]
fn a_configuration_that_is_wrong_says_where() {
    let house = House::unsealed(On::Sqlite);
    for (text, key) in [
        ("[embedding]\nkind = \"endpoint\"\nurl = \"http://models.example/v1\"\nmodel = \"a\"\ndims = 3\n", "embedding.url"),
        ("[embedding]\nkind = \"onnx\"\npath = \"m.onnx\"\ncolour = \"red\"\n", "embedding.colour"),
        ("[embedding]\nkind = ", "config.toml"),
    ] {
        configure(&house, text);
        let ran = house.run(&["status"]);
        assert_eq!(ran.refused(), "INPUT_INVALID", "{text}");
        assert!(ran.err.contains(key), "{ran:?}");
        assert!(house.run(&["doctor"]).out.contains(key), "the doctor does not say {key}");
    }
    configure(&house, "");
    house.json(&["status"]);
    fs::set_permissions(house.home.join("config.toml"), fs::Permissions::from_mode(0o644)).expect("open it");
    assert!(house.run(&["doctor"]).out.contains("config.toml is open to other users"));
}
