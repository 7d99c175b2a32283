//! The flags of the mind contract, from an operation's schema: what may be said several times is said in the singular, small
//! objects are said in words, and dashes and lines mean the same.
//!
//! Not here: what a value means. It becomes the same JSON that MCP sends, and the operation's own reader judges it.

use crate::cli::arguments::{self, FILE_BYTES_MAX, contents, kebab, value_of};
use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::Op;
use kernel::refusal::{Code, Refusal};
use kernel::text::Slice;
use serde_json::{Map, Value as Json, json};

/// How a flag's words become a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// One word, or one piece of JSON.
    Value,
    /// A list, one word each time.
    Each,
    /// A list, with commas between.
    Commas,
    /// A yes, or the word that is said.
    Yes,
    /// A no.
    No,
}

/// One flag, or one place among the words.
#[derive(Debug)]
struct Slot {
    id: String,
    /// Nothing where it is told by its place.
    long: Option<String>,
    aliases: Vec<String>,
    way: Way,
    /// Where its value goes: a field, or a field of a field.
    path: Vec<String>,
    shape: Json,
    is_shown: bool,
}

/// Flags that stand for something else on every command.
const TAKEN: &[&str] = &["home", "database", "mode", "user", "format", "help", "version", "json", "cwd"];

/// The flag that says how to print, and on some commands also what.
const SHAPE: &str = "format";
/// No flag: what is read from a file comes from standard input if it is left out.
const PIPED: &str = "-";

/// The field of an operation that a flag says.
fn field_of(op: &dyn Op, flag: &str) -> Option<&'static str> {
    op.spec().flags.iter().find(|(_, known)| *known == flag).map(|(field, _)| *field)
}

/// The words that `--format` takes besides how to print.
pub(super) fn shapes(op: &dyn Op) -> Vec<String> {
    let schema = op.input_schema();
    let words = field_of(op, SHAPE).and_then(|field| arguments::choices(&schema["properties"][field]));
    words.unwrap_or_default().into_iter().map(str::to_owned).collect()
}

/// What `--format` said besides how to print, and the field it goes to.
pub(super) fn shape<'m>(op: &dyn Op, matches: &'m ArgMatches) -> Option<(&'static str, &'m str)> {
    let field = field_of(op, SHAPE)?;
    let word = matches.try_get_one::<String>(SHAPE).ok()??;
    (!super::PRINTED.contains(&word.as_str())).then_some((field, word.as_str()))
}

fn slots(op: &dyn Op) -> Vec<Slot> {
    let (spec, schema) = (op.spec(), op.input_schema());
    let empty = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&empty);
    let mut slots: Vec<Slot> = Vec::new();
    for place in spec.positional {
        let way = if arguments::is_list(&fields[*place]) { Way::Each } else { Way::Value };
        slots.push(Slot {
            id: format!("<{place}>"),
            long: None,
            aliases: vec![],
            way,
            path: vec![(*place).to_owned()],
            shape: fields[*place].clone(),
            is_shown: true,
        });
    }
    for (field, shape) in fields {
        slots.extend(of_field(std::slice::from_ref(field), shape, !spec.positional.contains(&field.as_str())));
        for (_, flag) in spec.flags.iter().filter(|(known, flag)| known == field && ![SHAPE, PIPED].contains(flag)) {
            let (way, long) = match flag.strip_prefix('!') {
                Some(long) => (Way::No, long),
                None => (if arguments::is_list(shape) { Way::Each } else { Way::Value }, *flag),
            };
            // The contract's own word is the one that is shown.
            slots.iter_mut().filter(|slot| slot.long.is_some() && slot.path == [field.clone()]).for_each(|slot| slot.is_shown = false);
            slots.push(Slot {
                id: format!("={long}"),
                long: Some(long.to_owned()),
                aliases: vec![],
                way,
                path: vec![field.clone()],
                shape: shape.clone(),
                is_shown: true,
            });
        }
    }
    // The fields of a small object can be said without it, unless the word means something else already.
    for (field, shape) in fields.iter().filter(|(_, shape)| pair(shape).is_none()) {
        for (inner, below) in shape["properties"].as_object().into_iter().flatten() {
            let new = of_field(&[field.clone(), inner.clone()], below, true);
            if new.iter().all(|slot| slots.iter().all(|known| known.long.is_none() || known.long != slot.long)) {
                slots.extend(new);
            }
        }
    }
    slots.retain(|slot| slot.long.as_ref().is_none_or(|long| !TAKEN.contains(&long.as_str())));
    let mut seen = std::collections::BTreeSet::new();
    slots.retain(|slot| slot.long.as_ref().is_none_or(|long| seen.insert(long.clone())));
    for slot in &mut slots {
        slot.aliases.retain(|alias| !TAKEN.contains(&alias.as_str()) && seen.insert(alias.clone()));
    }
    slots
}

/// The flags of one field.
fn of_field(path: &[String], shape: &Json, is_shown: bool) -> Vec<Slot> {
    let name = kebab(path.last().map_or("", String::as_str));
    let slot = |long: &str, way, is_shown| Slot {
        id: format!("--{}.{long}", path.join(".")),
        long: Some(long.to_owned()),
        aliases: vec![],
        way,
        path: path.to_vec(),
        shape: shape.clone(),
        is_shown,
    };
    match arguments::kind(shape) {
        "boolean" => vec![slot(&name, Way::Yes, is_shown), slot(&format!("no-{name}"), Way::No, false)],
        "array" if !arguments::holds_objects(shape) => {
            let one = singular(&name);
            if one == name { vec![slot(&name, Way::Each, is_shown)] } else { vec![slot(&one, Way::Each, is_shown), slot(&name, Way::Commas, false)] }
        }
        "object" => vec![Slot { aliases: vec![format!("{name}-json")], ..slot(&name, Way::Value, is_shown) }],
        _ => vec![slot(&name, Way::Value, is_shown)],
    }
}

/// One of several.
fn singular(name: &str) -> String {
    match name {
        _ if name.ends_with("criteria") => format!("{}on", name.slice(..name.len() - 1)),
        _ if name.ends_with("ss") || name.ends_with("bias") => name.to_owned(),
        _ => name.strip_suffix('s').unwrap_or(name).to_owned(),
    }
}

/// The two texts that an object is made of, if it is no more: the one that must be there first.
fn pair(shape: &Json) -> Option<[String; 2]> {
    let fields = shape["properties"].as_object().filter(|fields| fields.len() == 2 && fields.values().all(|f| arguments::kind(f) == "string"))?;
    let [required] = shape["required"].as_array()?.as_slice() else { return None };
    let first = required.as_str()?.to_owned();
    let second = fields.keys().find(|name| **name != first)?.clone();
    Some([first, second])
}

/// The command of an operation.
pub(super) fn command(name: &'static str, op: &'static dyn Op) -> Command {
    let schema = op.input_schema();
    let piped = field_of(op, PIPED);
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let required: Vec<&str> = required.filter(|field| piped != Some(*field)).collect();
    let slots = slots(op);
    let mut command = Command::new(name).about(op.spec().about);
    let mut asked: Vec<&str> = Vec::new();
    for slot in &slots {
        let mut arg = argument(op, slot);
        let field = slot.path[0].as_str();
        // Whichever way a field is said, it is said; the first way is the one that a page asks for.
        if required.contains(&field) && !asked.contains(&field) && slot.is_shown {
            asked.push(field);
            let others: Vec<String> =
                slots.iter().filter(|other| other.path[0] == field && other.id != slot.id).map(|other| other.id.clone()).collect();
            arg = if others.is_empty() { arg.required(true) } else { arg.required_unless_present_any(others) };
        }
        command = command.arg(arg);
    }
    command
}

fn argument(op: &dyn Op, slot: &Slot) -> Arg {
    let field = slot.path.last().map_or("", String::as_str);
    let mut help = slot.shape["description"].as_str().unwrap_or_default().to_owned();
    if slot.way == Way::No {
        help = turned_off(&help);
    }
    if let Some(words) = arguments::choices(&slot.shape) {
        help = format!("{help} [{}]", words.join(", "));
    }
    if pair(&slot.shape).is_some() {
        help = format!("{help} (A or A:B)");
    }
    let from_file = op.spec().files.contains(&slot.path[0].as_str());
    if from_file {
        help = format!("{help} (a file, or - for standard input)");
    }
    let value = if from_file { "FILE".to_owned() } else { kebab(field).to_uppercase().replace('-', "_") };
    let mut arg = Arg::new(slot.id.clone()).help(help).value_name(value).hide(!slot.is_shown);
    if let Some(long) = &slot.long {
        arg = arg.long(long.clone()).aliases(slot.aliases.clone());
    }
    match slot.way {
        Way::Value => arg.action(ArgAction::Set).allow_hyphen_values(slot.long.is_some()),
        Way::Each => arg.action(ArgAction::Append),
        Way::Commas => arg.action(ArgAction::Append).value_delimiter(','),
        Way::Yes => arg.action(ArgAction::Set).num_args(0..=1).require_equals(true).default_missing_value("true").value_name("BOOL"),
        Way::No => arg.action(ArgAction::SetTrue).value_name("BOOL"),
    }
}

/// What a switch says that turns off what this describes. That it is on if left out is said by the flag itself.
fn turned_off(about: &str) -> String {
    let about = about.strip_suffix(" (true if left out)").unwrap_or(about);
    let mut letters = about.chars();
    letters.next().map_or_else(String::new, |first| format!("Turn off: {}{}", first.to_lowercase(), letters.as_str()))
}

/// The input of an operation, from what was typed.
pub(super) fn input(op: &dyn Op, matches: &ArgMatches) -> Result<Json, Refusal> {
    let mut input = Map::new();
    for slot in slots(op) {
        let name = slot.long.as_ref().map_or_else(|| format!("<{}>", slot.path.join(".")), |long| format!("--{long}"));
        let wrong = |why: &str| Code::InputInvalid.refuse(name.clone(), format!("{name}: {why}"));
        let value = if slot.way == Way::No {
            if !matches.get_flag(&slot.id) {
                continue;
            }
            Json::Bool(false)
        } else {
            let Some(typed) = matches.get_many::<String>(&slot.id) else { continue };
            let mut typed: Vec<String> = typed.cloned().collect();
            if op.spec().files.contains(&slot.path[0].as_str()) {
                typed = typed.iter().map(|path| contents(path, FILE_BYTES_MAX)).collect::<Result<_, _>>()?;
            } else if arguments::holds_objects(&slot.shape) {
                let given = |text: &String| text.strip_prefix('@').map_or_else(|| Ok(text.clone()), |path| contents(path, FILE_BYTES_MAX));
                typed = typed.iter().map(given).collect::<Result<_, _>>()?;
            }
            value(&slot.shape, &typed).map_err(|why| wrong(&why))?
        };
        put(&mut input, &slot.path, value).map_err(|()| wrong("it was given twice"))?;
    }
    if let Some(field) = field_of(op, PIPED).filter(|field| !input.contains_key(*field)) {
        input.insert(field.to_owned(), Json::String(contents("-", FILE_BYTES_MAX)?));
    }
    if let Some((field, word)) = shape(op, matches) {
        put(&mut input, &[field.to_owned()], Json::String(word.to_owned()))
            .map_err(|()| Code::InputInvalid.refuse("--format", "--format: it was given twice"))?;
    }
    Ok(Json::Object(input))
}

/// A value, with a choice's words as the schema writes them.
fn value(shape: &Json, typed: &[String]) -> Result<Json, String> {
    if let (Some([first, second]), [text]) = (pair(shape), typed)
        && !text.trim_start().starts_with('{')
    {
        let (a, b) = text.split_once(':').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
        return Ok(b.map_or_else(|| json!({ &first: a }), |b| json!({ &first: a, &second: b })));
    }
    let value = value_of(shape, typed)?;
    Ok(match value {
        Json::String(word) => Json::String(chosen(shape, word)),
        Json::Array(items) => items
            .into_iter()
            .map(|item| match item {
                Json::String(word) => Json::String(chosen(&shape["items"], word)),
                other => other,
            })
            .collect(),
        other => other,
    })
}

/// The word of a choice that differs from what was typed in dashes and lines alone.
fn chosen(shape: &Json, typed: String) -> String {
    let words = arguments::choices(shape).unwrap_or_default();
    let alike = |word: &str| word.replace('-', "_") == typed.replace('-', "_");
    if words.contains(&typed.as_str()) { typed } else { words.iter().find(|word| alike(word)).map_or(typed, |word| (*word).to_owned()) }
}

/// Puts a value in its place. Lists grow; anything else can be said once.
fn put(input: &mut Map<String, Json>, path: &[String], value: Json) -> Result<(), ()> {
    match path {
        [] => Err(()),
        [field] => match (input.get_mut(field), value) {
            (None, value) => {
                input.insert(field.clone(), value);
                Ok(())
            }
            (Some(Json::Array(known)), Json::Array(more)) => {
                known.extend(more);
                Ok(())
            }
            (Some(_), _) => Err(()),
        },
        [field, rest @ ..] => match input.entry(field.clone()).or_insert_with(|| json!({})) {
            Json::Object(inner) => put(inner, rest, value),
            _ => Err(()),
        },
    }
}

#[cfg(test)]
pub(super) fn longs(op: &dyn Op) -> Vec<String> {
    slots(op).into_iter().flat_map(|slot| slot.long.into_iter().chain(slot.aliases)).collect()
}
