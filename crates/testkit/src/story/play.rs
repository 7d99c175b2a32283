//! Plays a story and writes down what happened, in the story's own words.

use super::{Door, door::Shell, line};
use crate::{
    dump::Names,
    world::{Who, World},
};
use engine::Dialect;
use kernel::{
    anchor::Anchor,
    id::SHORT_TAIL_MIN,
    time::{DAY_MS, Moment},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The line below which a story may ask for what no door offers.
pub const NEEDS_ENGINE: &str = "needs engine";
/// The line below which a story may use a shell beside the program.
pub const NEEDS_PROGRAM: &str = "needs program";

/// What a path that leads nowhere shows.
const NOTHING: &str = "(nothing)";

/// Plays a story through a door. Gives the same text if everything in it came true.
pub fn play(story: &str, door: &mut dyn Door) -> String {
    let mut stage = Stage {
        door,
        names: Names::default(),
        who: Who::agent("nobody"),
        engine: false,
        last: Json::Null,
        kept: BTreeMap::new(),
        shortened: BTreeMap::new(),
        out: Vec::new(),
    };
    let lines: Vec<&str> = story.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        stage.out.push(line.to_owned());
        // What follows a call or a block and is no directive of its own is what was expected of it.
        let said = lines[at..].iter().take_while(|l| ["= ", "! ", "  ", "| "].iter().any(|mark| l.starts_with(mark))).copied().collect::<Vec<_>>();
        if let Err(problem) = stage.act(line, &said) {
            stage.out.push(format!("? {problem}"));
        }
        at += said.len();
    }
    stage.out.join("\n") + "\n"
}

struct Stage<'d> {
    door: &'d mut dyn Door,
    names: Names,
    who: Who,
    engine: bool,
    last: Json,
    kept: BTreeMap<String, String>,
    /// Beginnings of ids that were said, with how the story says them.
    shortened: BTreeMap<String, String>,
    out: Vec<String>,
}

impl Stage<'_> {
    fn act(&mut self, line: &str, said: &[&str]) -> Result<(), String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "" => Ok(()),
            _ if line.starts_with('#') => Ok(()),
            "needs" if line == NEEDS_ENGINE => {
                self.engine = true;
                self.world().map(drop)
            }
            "needs" if line == NEEDS_PROGRAM => self.shell().map(drop),
            "as" => {
                self.who = line::who(rest)?;
                Ok(())
            }
            ">" => {
                let rest = &self.keyed(rest.to_owned())?;
                let rest = &self.shortened(rest.clone())?;
                let (names, kept) = (&self.names, &self.kept);
                let known = |word: &str| kept.get(word).map(String::as_str).or_else(|| names.id(word)).unwrap_or(word).to_owned();
                let written = line::call(rest, &known)?;
                let answer = self.door.call(&self.who, &written.op, Json::Object(written.input));
                self.answered(answer, said);
                Ok(())
            }
            "keep" => {
                let (field, name) = rest.split_once(" as ").ok_or("say `keep FIELD as NAME`")?;
                let value = self.last[field].as_str().ok_or_else(|| format!("the last answer has no text `{field}`"))?;
                self.kept.insert(name.to_owned(), value.to_owned());
                Ok(())
            }
            "tools" => {
                let dialect = match rest {
                    "" => Dialect::Palace,
                    "memory" => Dialect::Memory,
                    "native" => Dialect::Native,
                    "mind" => Dialect::Mind,
                    "cycle" => Dialect::Cycle,
                    other => return Err(format!("`{other}` is no vocabulary")),
                };
                let mut tools = self.door.tools(&self.who, dialect);
                tools.sort();
                self.out.extend(tools.into_iter().map(|tool| format!("  {tool}")));
                Ok(())
            }
            "room" => {
                self.door.furnish(line::room(rest)?);
                Ok(())
            }
            "ledger" => self.ledger(),
            "palace" if rest == "sealed" => {
                self.world()?;
                self.door.seal_the_palace();
                Ok(())
            }
            "enrol" => {
                let (name, by) = rest.split_once(" by ").unwrap_or((rest, rest));
                let answer = self.world()?.enrol(name, by).map(|e| e.result).map_err(|r| r.to_json()["error"].take());
                self.answered(answer, if said.is_empty() { &["= ok"] } else { said });
                Ok(())
            }
            "replay" => {
                let answer = self.world()?.replay().map(|e| e.result).map_err(|r| r.to_json()["error"].take());
                self.answered(answer, said);
                Ok(())
            }
            "advance" => {
                let ms = line::span(rest)?;
                self.world()?.advance(ms);
                Ok(())
            }
            "in" => {
                let anchor = Anchor::parse(rest).map_err(|e| e.to_string())?;
                self.world()?.stand(anchor);
                Ok(())
            }
            "reopen" => {
                self.world()?.reopen();
                Ok(())
            }
            "tamper" => {
                let sql = self.sql(rest)?;
                self.world()?.raw().batch(&sql).map_err(|e| e.to_string())
            }
            "fixture" => self.shell()?.lay(rest),
            "$" => {
                let (who, typed) = (self.who.clone(), self.names.resolve(rest));
                if let Some(answer) = self.shell()?.run(&who, &typed)? {
                    self.answered(answer, said);
                }
                Ok(())
            }
            "sql" => {
                let sql = self.sql(rest)?;
                for mut row in self.door.raw().query(&sql, &[]).map_err(|e| e.to_string())? {
                    let mut cells = Vec::new();
                    while let Some(value) = row.value() {
                        let text = value.to_string();
                        cells.push(if text.is_empty() { "''".to_owned() } else { self.tell(&text) });
                    }
                    self.out.push(format!("| {}", cells.join(" | ")));
                }
                Ok(())
            }
            _ => Err(format!("`{verb}` is nothing that a story can say")),
        }
    }

    /// The world itself, for stories that said they need it.
    fn world(&mut self) -> Result<&mut World, String> {
        if !self.engine {
            return Err(format!("this needs a line `{NEEDS_ENGINE}` at the top"));
        }
        self.door.world().ok_or_else(|| "this door has no engine behind it".to_owned())
    }

    /// The shell beside the program.
    fn shell(&mut self) -> Result<&mut dyn Shell, String> {
        self.door.shell().ok_or_else(|| format!("there is no shell here: `{NEEDS_PROGRAM}` is for the real program"))
    }

    /// SQL with short names and keys filled in.
    fn sql(&mut self, text: &str) -> Result<String, String> {
        let named = self.names.resolve(text);
        self.keyed(named)
    }

    /// A text with `public(NAME)` and `fingerprint(NAME)` filled in.
    fn keyed(&mut self, mut text: String) -> Result<String, String> {
        for word in ["public", "fingerprint"] {
            while let Some(at) = text.find(&format!("{word}(")) {
                let open = at + word.len() + 1;
                let close = open + text[open..].find(')').ok_or("a bracket stays open")?;
                let name = text[open..close].to_owned();
                let world = self.world()?;
                let digest = if word == "public" { world.public(&name) } else { world.fingerprint(&name) };
                text.replace_range(at..=close, &digest.to_string());
            }
        }
        Ok(text)
    }

    /// A text with `short(NAME)` filled in: as much of an id as a person is shown of it.
    fn shortened(&mut self, mut text: String) -> Result<String, String> {
        while let Some(at) = text.find("short(") {
            let open = at + "short(".len();
            let close = open + text[open..].find(')').ok_or("a bracket stays open")?;
            let id = self.names.id(&text[open..close]).ok_or("nothing was named so yet")?;
            let (prefix, tail) = id.split_once('_').ok_or("that is no id")?;
            let short = format!("{prefix}_{}", &tail[..SHORT_TAIL_MIN.min(tail.len())]);
            self.shortened.insert(short.clone(), text[at..=close].to_owned());
            text.replace_range(at..=close, &short);
        }
        Ok(text)
    }

    fn answered(&mut self, answer: Result<Json, Json>, said: &[&str]) {
        match answer {
            Ok(result) => {
                let asked: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("= ")).collect();
                let lines = if asked.is_empty() {
                    let mut all = Vec::new();
                    flatten(&result, "", &mut all);
                    if all.is_empty() { vec!["ok".to_owned()] } else { all }
                } else {
                    asked.iter().map(|line| path_of(line).to_owned()).collect()
                };
                for path in lines {
                    let line = if path == "ok" { "= ok".to_owned() } else { format!("= {path}: {}", self.found(&result, &path)) };
                    self.out.push(line);
                }
                self.last = result.clone();
                self.names.rename(&result.to_string()); // so that a later line can name what this one did not show
            }
            Err(error) => {
                let (code, message) = (error["code"].as_str().unwrap_or("?"), error["message"].as_str().unwrap_or("?"));
                let first = format!("! {code}  {}", self.tell(message));
                self.out.push(first);
                // Any further line asks for more of the refusal, such as what to do next.
                for line in said.iter().filter_map(|line| line.strip_prefix("! ")).skip(1) {
                    let path = path_of(line);
                    let line = format!("! {path}: {}", self.found(&error, path));
                    self.out.push(line);
                }
            }
        }
    }

    /// What an answer holds at a path; an array shows how many, and `.length` counts a text's characters.
    fn found(&mut self, answer: &Json, path: &str) -> String {
        let (path, length) = path.strip_suffix(".length").map_or((path, false), |path| (path, true));
        let mut here = answer;
        for step in path.split('.') {
            let next = match here {
                Json::Array(items) => step.parse::<usize>().ok().and_then(|n| items.get(n)),
                Json::Object(fields) => fields.get(step),
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
            };
            let Some(next) = next else { return NOTHING.to_owned() };
            here = next;
        }
        match here {
            Json::String(text) if length => text.chars().count().to_string(),
            Json::String(text) => self.tell(text),
            Json::Array(items) if items.iter().all(Json::is_string) && !items.is_empty() => {
                items.iter().filter_map(Json::as_str).map(|text| self.tell(text)).collect::<Vec<_>>().join(", ")
            }
            Json::Array(items) => items.len().to_string(),
            Json::Object(_) | Json::Null | Json::Bool(_) | Json::Number(_) => self.tell(&here.to_string()),
        }
    }

    /// A text as a story tells it: ids by their short names, moments as days unless they are from before the story.
    fn tell(&mut self, text: &str) -> String {
        let began = self.door.began();
        let told: Vec<String> = self
            .names
            .rename(text)
            .split(' ')
            .map(|word| match word.strip_suffix(',').unwrap_or(word) {
                stamp if stamp.len() == 24 && stamp.ends_with('Z') => Moment::parse(stamp).map_or_else(
                    |_| word.to_owned(),
                    |at| match at.millis() - began.millis() {
                        before if before < 0 => word.to_owned(),
                        since => word.replace(stamp, &format!("day-{}", since / DAY_MS)),
                    },
                ),
                _ => word.to_owned(),
            })
            .collect();
        let mut told = told.join(" ").replace('\n', "⏎");
        for (short, said) in &self.shortened {
            told = told.replace(short, said);
        }
        told
    }

    /// Who did what. What the house does by itself (its birth, its sweeps) differs by door and is left out.
    fn ledger(&mut self) -> Result<(), String> {
        let who = Who { kind: self.who.kind, name: self.who.name.clone(), hand: self.who.hand };
        let shown = self.door.call(&who, "ledger.show", json!({ "limit": 1000 })).map_err(|e| e.to_string())?;
        let mut entries = shown["entries"].as_array().cloned().unwrap_or_default();
        entries.reverse();
        entries.retain(|entry| entry["actor_kind"] != "machine");
        let mut table: Vec<[String; 5]> = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
            table.push([(number + 1).to_string(), text("actor"), text("op"), text("outcome"), self.tell(&text("subject"))]);
        }
        let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let (n, actor, op, outcome) = (width(0), width(1), width(2), width(3));
        for [number, who, what, how, subject] in &table {
            self.out.push(format!("  {number:>n$} {who:<actor$}  {what:<op$}  {how:<outcome$}  {subject}").trim_end().to_owned());
        }
        let verdict = match self.door.call(&who, "ledger.verify", json!({})) {
            Ok(verified) if verified["valid"] == json!(true) => "chain ok".to_owned(),
            Ok(verified) => format!("chain ok, but unsealed: {}", self.found(&verified, "unsealed")),
            Err(error) => self.tell(error["message"].as_str().unwrap_or_default()),
        };
        self.out.push(format!("  {verdict}"));
        Ok(())
    }
}

fn path_of(line: &str) -> &str {
    line.split_once(": ").map_or(line.trim_end_matches(':'), |(path, _)| path)
}

/// Every leaf of an answer, by its path.
fn flatten(json: &Json, path: &str, all: &mut Vec<String>) {
    let below = |step: &str| if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") };
    match json {
        Json::Object(fields) => fields.iter().for_each(|(key, value)| flatten(value, &below(key), all)),
        Json::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            items.iter().enumerate().for_each(|(i, value)| flatten(value, &below(&i.to_string()), all));
        }
        Json::Array(_) | Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => all.push(path.to_owned()),
    }
}
