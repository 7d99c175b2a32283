//! Putting Palace's hooks into a client's own configuration, and taking them out again as if they had never been there.
//!
//! The files are edited by the same hands that write MCP entries: read, planned, shown, backed up, replaced in one step. What
//! is taken out leaves the very bytes that were there before, as long as nobody else changed the file in between. Not here:
//! what a hook does when it runs; see `crate::hook`.

mod plugin;
mod table;
#[cfg(test)]
mod tests;

pub use table::{Event, Hooked, Slot, Style};

use super::{
    ConnectError, Plan, Scope,
    clients::{shell, unshell},
    edit,
    entry::{Edit, Value, stem},
    launch::{is_runner, package},
    write,
};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use table::{HOOKED, patience_s};

/// The key of the hooks in every client's file.
const KEY: &str = "hooks";
/// What a new file of Cursor's begins with: without a version it is not read.
const VERSIONED: &str = "{\n  \"version\": 1\n}\n";

/// The program that clients start, and what it is told every time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The words that start it.
    pub launch: Vec<String>,
    /// Options after the event and the client: the home, and whether to refuse when the palace cannot be asked.
    pub options: Vec<String>,
}

impl Program {
    fn words(&self, client: &Hooked, event: Event) -> Vec<String> {
        let mut words = self.launch.clone();
        words.extend(["hook", event.name(), "--client", client.id].map(String::from));
        words.extend(self.options.iter().cloned());
        words
    }
}

/// What a file has for one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The hook as this program would write it.
    Ours,
    /// A hook of ours that says something else: another program, home or option.
    Other(String),
    /// No hook of ours.
    Nothing,
    /// The client has no such event, and why.
    NoEvent(&'static str),
}

/// Every client whose hooks Palace writes.
pub fn hooked() -> &'static [Hooked] {
    HOOKED
}

/// Finds one by its id.
pub fn find(id: &str) -> Result<&'static Hooked, ConnectError> {
    HOOKED
        .iter()
        .find(|client| client.id == id)
        .ok_or_else(|| ConnectError::NoHooks { client: id.to_owned(), known: HOOKED.iter().map(|client| client.id).collect() })
}

/// The name that a client acts under, given the one it calls itself over MCP. Its hooks know only its id, and what it did at one
/// door has to be its own at the other, so both doors ask here. A client without hooks has the name it gives itself.
pub fn acting(said: &str) -> &str {
    HOOKED.iter().find(|client| client.calls_itself(said)).map_or(said, |client| client.id)
}

/// Plans the hooks of a client. Reads one file, writes nothing.
pub fn plan(client: &Hooked, program: &Program, scope: &Scope, home: &Path) -> Result<Plan, ConnectError> {
    let file = File::open(client, scope, home)?;
    if client.style == Style::Plugin {
        plugin::refuse_foreign(&file)?;
        return Ok(file.plan(plugin::text(program)));
    }
    let before = file.text.as_deref().unwrap_or("");
    let after = installed(client, program, before).map_err(|trouble| trouble.within(&file.path))?;
    file.unharmed(client, before, &after)?;
    Ok(file.plan(after))
}

/// Plans their removal. A file without hooks of ours is a plan that changes nothing.
pub fn plan_removal(client: &Hooked, scope: &Scope, home: &Path) -> Result<Plan, ConnectError> {
    let file = File::open(client, scope, home)?;
    let Some(before) = file.text.clone() else { return Ok(file.plan(String::new())) };
    if client.style == Style::Plugin {
        plugin::refuse_foreign(&file)?;
        return Ok(Plan { gone: true, ..file.plan(String::new()) });
    }
    let trouble = |trouble: edit::Trouble| trouble.within(&file.path);
    if ours(&read(client, &before).map_err(trouble)?).is_empty() {
        return Ok(file.plan(before));
    }
    let after = stripped(client, &before).map_err(trouble)?;
    file.unharmed(client, &before, &after)?;
    // An edit leaves its traces: a list on one line has become one on several. If the file is what installing made of a copy
    // that lies beside it, that copy is what was there before.
    let nobody = Program { launch: vec!["palace".into()], options: Vec::new() };
    let untouched = |text: &str| read(client, text).is_ok_and(|all| ours(&all).is_empty());
    let round = |text: &str| installed(client, &nobody, text).and_then(|text| stripped(client, &text)).ok().filter(|_| untouched(text));
    if let Some(copy) = write::backups(&file.path).into_iter().find(|copy| round(copy).as_ref() == Some(&after)) {
        return Ok(file.plan(copy));
    }
    let gone = round("").as_ref() == Some(&after);
    Ok(Plan { gone, ..file.plan(if gone { String::new() } else { after }) })
}

/// What a client's file has for each event.
pub fn status(client: &Hooked, program: &Program, scope: &Scope, home: &Path) -> Result<(PathBuf, Vec<(Event, Found)>), ConnectError> {
    let file = File::open(client, scope, home)?;
    let text = file.text.as_deref().unwrap_or("");
    let found: Vec<(Event, Found)> = if client.style == Style::Plugin {
        let found = plugin::found(text, program);
        Event::ALL.into_iter().map(|event| (event, found.clone())).collect()
    } else {
        let all = read(client, text).map_err(|trouble| trouble.within(&file.path))?;
        let ours = ours(&all);
        let found = |event, name: &str| match ours.iter().find(|one| one.event == name) {
            None => Found::Nothing,
            Some(one) if one.command == shell(&program.words(client, event)).trim_end() => Found::Ours,
            Some(one) => Found::Other(one.command.clone()),
        };
        Event::ALL
            .into_iter()
            .map(|event| match client.slot(event) {
                Slot::Named(name) => (event, found(event, name)),
                Slot::Missing(why) => (event, Found::NoEvent(why)),
            })
            .collect()
    };
    Ok((file.path, found))
}

/// The file of a client's hooks, and the different words by which those of ours in it start the program.
pub fn launches(client: &Hooked, scope: &Scope, home: &Path) -> Result<(PathBuf, Vec<Vec<String>>), ConnectError> {
    let file = File::open(client, scope, home)?;
    let text = file.text.as_deref().unwrap_or("");
    let mut found: Vec<Vec<String>> = if client.style == Style::Plugin {
        plugin::launch(text).into_iter().collect()
    } else {
        let all = read(client, text).map_err(|trouble| trouble.within(&file.path))?;
        ours(&all).iter().filter_map(|one| launch_of(&one.command)).collect()
    };
    found.sort();
    found.dedup();
    Ok((file.path, found))
}

/// A hook of ours in a file: at an event, in a list, perhaps inside a group.
#[derive(Debug)]
struct Own {
    event: String,
    place: usize,
    /// Its place in the group, where other hooks share the group with it.
    within: Option<usize>,
    command: String,
}

/// Every hook of ours, whoever wrote it down.
fn ours(all: &Json) -> Vec<Own> {
    let events = all.get(KEY).and_then(Json::as_object).into_iter().flatten();
    let mut own = Vec::new();
    for (event, list) in events {
        for (place, item) in list.as_array().into_iter().flatten().enumerate() {
            let found = |within, command: &str| Own { event: event.clone(), place, within, command: command.to_owned() };
            let group: Vec<Option<&str>> = item.get(KEY).and_then(Json::as_array).into_iter().flatten().map(our_command).collect();
            match (our_command(item), group.iter().all(Option::is_some)) {
                (Some(command), _) => own.push(found(None, command)),
                (None, true) => own.extend(group.first().copied().flatten().map(|command| found(None, command))),
                (None, false) => own.extend(group.iter().enumerate().filter_map(|(at, command)| Some(found(Some(at), (*command)?)))),
            }
        }
    }
    own
}

/// The command of an entry, if it is one of ours.
fn our_command(item: &Json) -> Option<&str> {
    let command = item.get("command")?.as_str()?;
    launch_of(command).map(|_| command)
}

/// The words by which a command of ours starts the program. The program may bear any name, so what tells is what it is given, as
/// [`Program::words`] writes it; what `palace` itself is given is ours however it was written.
fn launch_of(command: &str) -> Option<Vec<String>> {
    let words = unshell(command)?;
    let first = words.first()?;
    // A runner has words of its own before ours.
    let at = if is_runner(first) { words.iter().position(|word| word == "hook")? } else { 1 };
    let (launch, told) = words.split_at_checked(at)?;
    let told: Vec<&str> = told.iter().take(4).map(String::as_str).collect();
    let is_ours = match told.as_slice() {
        ["hook", event, "--client", client] => Event::named(event).is_some() && HOOKED.iter().any(|known| known.id == *client),
        _ => false,
    };
    let name = package(launch.iter().skip(1).map(String::as_str)).filter(|_| is_runner(first)).unwrap_or_else(|| stem(first));
    (is_ours || name == "palace" && told.first() == Some(&"hook")).then(|| launch.to_vec())
}

/// The text with our hooks in it: where one of ours is, it is brought up to date in its place.
fn installed(client: &Hooked, program: &Program, text: &str) -> Result<String, edit::Trouble> {
    let blank = text.trim_start_matches('\u{feff}').trim().is_empty();
    let text = if client.style == Style::Flat && blank { VERSIONED } else { text };
    let own = ours(&read(client, text)?);
    let mut edits = Vec::new();
    for (event, name) in client.named() {
        let command = shell(&program.words(client, event)).trim_end().to_owned();
        let mut there = own.iter().filter(|one| one.event == name);
        match there.next() {
            Some(one) if one.command == command => {}
            Some(one) => {
                let mut path = vec![name.to_owned(), one.place.to_string()];
                if client.style != Style::Flat {
                    path.extend([KEY.to_owned(), one.within.unwrap_or(0).to_string()]);
                }
                path.push("command".into());
                edits.push(Edit::Set(path, Value::Text(command)));
            }
            None => edits.push(Edit::Push(vec![name.to_owned()], item(client, event, command))),
        }
    }
    edit::rewrite(client.format, KEY, text, &edits)
}

/// One hook as the client writes it.
fn item(client: &Hooked, event: Event, command: String) -> Value {
    let text = |word: &str| Value::Text(word.to_owned());
    let field = |key: &str, value: Value| (key.to_owned(), value);
    let (command, patience) = (field("command", Value::Text(command)), patience_s(event));
    let group = |hook: Vec<(String, Value)>| Value::Map(vec![field(KEY, Value::Items(vec![Value::Map(hook)]))]);
    match client.style {
        Style::Flat => Value::Map(vec![command, field("timeout", Value::Number(patience))]),
        Style::Grouped => group(vec![field("type", text("command")), command, field("timeout", Value::Number(patience))]),
        Style::Named => {
            group(vec![field("name", text("palace")), field("type", text("command")), command, field("timeout", Value::Number(patience * 1_000))])
        }
        Style::Plugin => panic!("BUG: a plugin is a file of its own and has no entry"),
    }
}

/// The text without our hooks, and without the lists and the object that held nothing else.
fn stripped(client: &Hooked, text: &str) -> Result<String, edit::Trouble> {
    let all = read(client, text)?;
    let own = ours(&all);
    let mut edits = Vec::new();
    // From the back, so that the places before stay what they are.
    for one in own.iter().rev() {
        let mut path = vec![one.event.clone(), one.place.to_string()];
        path.extend(one.within.iter().flat_map(|at| [KEY.to_owned(), at.to_string()]));
        edits.push(Edit::Remove(path));
    }
    let text = edit::rewrite(client.format, KEY, text, &edits)?;
    let left = read(client, &text)?;
    let events = left.get(KEY).and_then(Json::as_object);
    let is_empty = |event: &str| events.and_then(|events| events.get(event)).and_then(Json::as_array).is_some_and(Vec::is_empty);
    let mut emptied: Vec<&str> = own.iter().map(|one| one.event.as_str()).filter(|event| is_empty(event)).collect();
    emptied.dedup();
    let mut edits: Vec<Edit> = emptied.iter().map(|event| Edit::Remove(vec![(*event).to_owned()])).collect();
    if !own.is_empty() && events.is_some_and(|events| events.len() == emptied.len()) {
        edits = vec![Edit::Remove(Vec::new())];
    }
    edit::rewrite(client.format, KEY, &text, &edits)
}

fn read(client: &Hooked, text: &str) -> Result<Json, edit::Trouble> {
    let all = edit::read(client.format, text)?;
    match all.as_object().map(|all| all.get(KEY)) {
        None => Err(edit::Trouble::whole_file()),
        Some(None | Some(Json::Object(_))) => Ok(all),
        Some(Some(_)) => Err(edit::Trouble::NotObject(KEY.to_owned())),
    }
}

/// A client's file as it is now.
struct File {
    root: PathBuf,
    asked: PathBuf,
    path: PathBuf,
    text: Option<String>,
}

impl File {
    fn open(client: &Hooked, scope: &Scope, home: &Path) -> Result<Self, ConnectError> {
        let (root, asked) = match scope {
            Scope::User => (home, home.join(client.user)),
            Scope::Project(project) => (project.as_path(), project.join(client.project)),
        };
        let root = root.canonicalize().map_err(ConnectError::read(root))?;
        let path = write::resolve(&root, &asked)?;
        let text = write::read(&path)?;
        Ok(Self { root, asked, path, text })
    }

    fn plan(self, after: String) -> Plan {
        let changed = self.text.as_deref().unwrap_or("") != after;
        Plan { changed, gone: false, path: self.path, before: self.text, after, root: self.root, asked: self.asked }
    }

    /// The file is somebody else's: an edit is believed only when everything but ours is the same before and after.
    fn unharmed(&self, client: &Hooked, before: &str, after: &str) -> Result<(), ConnectError> {
        let rest = |text: &str| read(client, text).ok().map(rest);
        let kept = rest(before);
        if kept.is_some() && kept == rest(after) { Ok(()) } else { Err(ConnectError::Damage { path: self.path.clone(), name: KEY.to_owned() }) }
    }
}

/// Everything but our hooks. A list without hooks says as much as none, and so does a version alone.
fn rest(mut all: Json) -> Json {
    let own = ours(&all);
    for one in own.iter().rev() {
        let list = all[KEY][one.event.as_str()].as_array_mut();
        match (list, one.within) {
            (Some(list), None) => drop(list.remove(one.place)),
            (Some(list), Some(at)) => drop(list[one.place][KEY].as_array_mut().map(|group| group.remove(at))),
            (None, _) => {}
        }
    }
    if let Some(top) = all.as_object_mut() {
        let events = top.get_mut(KEY).and_then(Json::as_object_mut);
        if let Some(events) = events {
            events.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
            if events.is_empty() {
                top.remove(KEY);
            }
        }
        if top.len() == 1 && top.get("version") == Some(&Json::from(1)) {
            top.clear();
        }
    }
    all
}
