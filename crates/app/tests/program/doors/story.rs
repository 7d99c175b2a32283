//! The doors a story can be told through: the program's arguments, its pipes, its routes, and MCP over HTTP.

use super::{
    Home,
    http::{McpSession, Server},
    stdio::Pipes,
};
use app::worktree::floorplan;
use engine::{Dialect, Op};
use kernel::{actor::ActorKind, floorplan::Room, time::Moment};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use testkit::{
    On,
    story::{Door, Shell},
    world::Who,
};

/// Which surface of the program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surface {
    Cli,
    Stdio,
    Rest,
    McpHttp,
}

/// A palace of the story's own behind one surface of the program.
#[derive(Debug)]
pub struct Program {
    // Before the home: the processes end before their folder goes.
    pipes: BTreeMap<(&'static str, String), Pipes>,
    servers: BTreeMap<(&'static str, &'static str, String), Server>,
    sessions: BTreeMap<String, McpSession>,
    home: Home,
    surface: Surface,
    began: Moment,
}

/// An answer with what every envelope says beside the result.
#[derive(Debug, PartialEq)]
pub struct Answered {
    pub result: Json,
    pub approval_required: bool,
    pub has_receipt: bool,
}

impl Program {
    /// A fresh, unsealed palace.
    pub fn new(on: On, surface: Surface) -> Self {
        let began = app::desk::now();
        Self { pipes: BTreeMap::new(), servers: BTreeMap::new(), sessions: BTreeMap::new(), home: Home::unsealed(on), surface, began }
    }

    /// The palace's home.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// Makes a call and gives all of the answer.
    pub fn ask(&mut self, who: &Who, op: &str, input: Json) -> Result<Answered, Json> {
        match self.surface {
            Surface::Cli => {
                let (mode, name) = started(who);
                let mut args = vec!["--format".to_owned(), "json".into(), "--mode".into(), mode.into(), "--user".into(), name];
                args.extend(if can_be_typed(op, &input) { words(&self.home, op, &input) } else { by_name(&self.home, op, &input) });
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                self.home.run(&args).answer().map(envelope)
            }
            Surface::Stdio => self.pipes(who, profile_of(op)).call_as_listed(op, input).map(structured),
            Surface::Rest => self.server(who, "all").call(&who.name, op, &input).map(envelope),
            Surface::McpHttp => {
                let profile = profile_of(op);
                self.server(who, profile);
                let session = format!("{profile} {}", who_key(who));
                let server = &self.servers[&server_key(who, profile)];
                let session = self.sessions.entry(session).or_insert_with(|| McpSession::greeted(server, &who.name));
                session.call(server, op, input).map(structured)
            }
        }
    }

    /// The pipes of an actor, whose process speaks for a human or lets a client name itself.
    fn pipes(&mut self, who: &Who, profile: &'static str) -> &mut Pipes {
        let home = &self.home;
        self.pipes.entry((profile, who_key(who))).or_insert_with(|| {
            let (mode, name) = started(who);
            Pipes::greeted(home, &["--mode", mode, "--user", &name, "serve", "--profile", profile], &who.name)
        })
    }

    fn server(&mut self, who: &Who, profile: &'static str) -> &Server {
        let home = &self.home;
        self.servers.entry(server_key(who, profile)).or_insert_with(|| {
            let (mode, name) = started(who);
            Server::listing(home, &["--mode", mode, "--user", &name], profile)
        })
    }
}

impl Door for Program {
    fn call(&mut self, who: &Who, op: &str, input: Json) -> Result<Json, Json> {
        self.ask(who, op, input).map(|answer| answer.result)
    }

    fn tools(&mut self, who: &Who, dialect: Dialect) -> Vec<String> {
        // The command line and the routes name everything to everyone; what they refuse is the gate's business.
        if matches!(self.surface, Surface::Cli | Surface::Rest) {
            return engine::offered(who.kind, &[dialect]).into_iter().map(|offer| offer.name).collect();
        }
        let profile = match dialect {
            Dialect::Native => "all",
            Dialect::Memory => "memory",
            Dialect::Palace => "palace",
            Dialect::Mind => "mind",
            Dialect::Cycle => "cycle",
        };
        let listed = self.pipes(who, profile).listing();
        let names = listed["tools"].as_array().cloned().unwrap_or_default();
        let names = names.iter().filter_map(|tool| tool["name"].as_str());
        // One operation may have two names; in our own vocabulary it has one.
        let known: BTreeSet<String> = names
            .filter_map(|name| if dialect == Dialect::Native { engine::find(name)?.spec().name_in(dialect) } else { Some(name.to_owned()) })
            .collect();
        known.into_iter().collect()
    }

    fn began(&self) -> Moment {
        self.began
    }

    fn furnish(&mut self, room: Room) {
        let rooms = self.home.folder.path().join(floorplan::FOLDER).join(floorplan::ROOMS);
        std::fs::create_dir_all(&rooms).expect("a folder for rooms");
        let document = serde_json::to_string_pretty(&room.document).expect("a room is plain text");
        std::fs::write(rooms.join(format!("{}.jsonc", room.name())), format!("// A room.\n{document}\n")).expect("write a room");
    }

    fn raw(&self) -> Box<dyn store::Backend> {
        self.home.raw()
    }

    fn shell(&mut self) -> Option<&mut dyn Shell> {
        Some(&mut self.home)
    }
}

pub(super) fn started(who: &Who) -> (&'static str, String) {
    (if who.kind == ActorKind::Human { "human" } else { "agent" }, who.name.clone())
}

fn who_key(who: &Who) -> String {
    format!("{} {}", who.kind.name(), who.name)
}

/// Agents share a server and name themselves; each human has a server that speaks for them.
fn server_key(who: &Who, profile: &'static str) -> (&'static str, &'static str, String) {
    if who.kind == ActorKind::Human { (profile, "human", who.name.clone()) } else { (profile, "agent", String::new()) }
}

/// The profile that offers a tool of this name: what only one contract has is called where it is listed.
fn profile_of(op: &str) -> &'static str {
    let listed = |dialect| engine::offered(ActorKind::Human, &[dialect]).iter().any(|offer| offer.name == op);
    match () {
        () if listed(Dialect::Mind) => "mind",
        () if listed(Dialect::Cycle) => "cycle",
        () => "all",
    }
}

/// Whether a person can say this with words and dashes: a command there is, with the fields it has, none of them huge.
/// The rest is what `palace call` is for.
fn can_be_typed(op: &str, input: &Json) -> bool {
    const ARGUMENT_BYTES_MAX: usize = 100_000;
    let Some(known) = engine::find(op) else { return false };
    let schema = known.input_schema();
    let fields = input.as_object().cloned().unwrap_or_default();
    let known_fields = fields.keys().all(|field| schema["properties"][field].is_object());
    let complete = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).all(|field| fields.contains_key(field));
    let command = op == known.spec().name || known.spec().names_in(Dialect::Palace).any(|name| name == op);
    // No words at all and an empty list look the same on a command line.
    let says_nothing = fields.values().any(|v| v.as_array().is_some_and(Vec::is_empty) || *v == Json::Bool(false));
    command && known_fields && complete && !says_nothing && input.to_string().len() < ARGUMENT_BYTES_MAX
}

fn by_name(home: &Home, op: &str, input: &Json) -> Vec<String> {
    let path = home.dir().join("input.json");
    std::fs::write(&path, input.to_string()).expect("write a file for an argument");
    vec!["call".into(), op.to_owned(), format!("@{}", path.display())]
}

/// An envelope, as the command line and the routes give it.
fn envelope(mut envelope: Json) -> Answered {
    Answered {
        approval_required: envelope["approval_required"] == json!(true),
        has_receipt: envelope["receipt"].is_object(),
        result: envelope["result"].take(),
    }
}

/// The same, as a tool gives it: inside the answer.
fn structured(mut result: Json) -> Answered {
    let fields = result.as_object_mut().expect("a tool answers with an object");
    let approval_required = ["approvalRequired", "approval_required"].iter().any(|name| fields.remove(*name) == Some(json!(true)));
    let has_receipt = fields.remove("receipt").is_some();
    Answered { result, approval_required, has_receipt }
}

/// The words a person types for a call.
pub fn words(home: &Home, op: &str, input: &Json) -> Vec<String> {
    let Some(known) = engine::find(op) else { return vec![op.to_owned()] };
    let mut words: Vec<String> = match op.split_once('.') {
        Some(("palace", verb)) => vec![verb.to_owned()],
        Some((noun, verb)) => vec![noun.to_owned(), kebab(verb)],
        None => vec![kebab(op)],
    };
    let empty = Map::new();
    let fields = input.as_object().unwrap_or(&empty);
    let mut by_position = Vec::new();
    for field in known.spec().positional {
        by_position.extend(fields.get(*field).map(|value| text(home, known, field, value)));
    }
    for (field, value) in fields.iter().filter(|(f, _)| !known.spec().positional.contains(&f.as_str())) {
        let flag = format!("--{}", kebab(field));
        match value {
            Json::Bool(true) => words.push(flag),
            Json::Bool(false) | Json::Null => {}
            Json::Array(items) if items.iter().all(|item| !item.is_object()) => {
                words.extend(items.iter().map(|item| format!("{flag}={}", text(home, known, field, item))));
            }
            other => words.push(format!("{flag}={}", text(home, known, field, other))),
        }
    }
    words.push("--".into());
    words.extend(by_position);
    words
}

fn text(home: &Home, op: &'static dyn Op, field: &str, value: &Json) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if !op.spec().files.contains(&field) {
        return text;
    }
    let path = home.dir().join(format!("argument-{field}.txt"));
    std::fs::write(&path, text).expect("write a file for an argument");
    path.display().to_string()
}

fn kebab(name: &str) -> String {
    let spaced: String = name.chars().flat_map(|c| if c.is_uppercase() { vec!['-', c.to_ascii_lowercase()] } else { vec![c] }).collect();
    spaced.replace('_', "-")
}
