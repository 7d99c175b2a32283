//! From schema to arguments and back: the matches become the same JSON that MCP sends, so one deserializer gives one set of errors.

use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::Op;
use kernel::refusal::{Code, Refusal};
use serde_json::{Map, Value as Json};
use std::io::Read;

/// A file read for an argument, at most.
pub(crate) const FILE_BYTES_MAX: u64 = 16 << 20;

/// The command of an operation.
pub(super) fn command(name: &str, op: &'static dyn Op) -> Command {
    let spec = op.spec();
    let schema = op.input_schema();
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    let mut command = Command::new(name.to_owned()).about(spec.about);
    for field in spec.positional {
        command = command.arg(argument(op, field, &schema["properties"][field], required.contains(field))).arg(by_name(field));
    }
    for (field, shape) in schema["properties"].as_object().into_iter().flatten().filter(|(f, _)| !spec.positional.contains(&f.as_str())) {
        command = command.arg(argument(op, field, shape, required.contains(&field.as_str())));
    }
    command
}

/// The same as what stands at a position, said by its name: a route says `explore_file --path a.rs`, and that can be typed as it
/// stands. It is not in the help, because the shorter way is.
fn by_name(field: &str) -> Arg {
    let arg = Arg::new(twin(field)).long(kebab(field)).value_name("TEXT").hide(true).action(ArgAction::Append).conflicts_with(field.to_owned());
    if field == "file" { arg.alias("path") } else { arg }
}

fn twin(field: &str) -> String {
    format!("{field} by name")
}

fn argument(op: &'static dyn Op, field: &str, shape: &Json, required: bool) -> Arg {
    let mut help = shape["description"].as_str().unwrap_or_default().to_owned();
    if let Some(words) = choices(shape).or_else(|| choices(&shape["items"])) {
        help = format!("{help} [{}]", words.join(", "));
    }
    let from_file = op.spec().files.contains(&field);
    if from_file {
        help = format!("{help} (a file, or - for standard input)");
    }
    let mut arg = Arg::new(field.to_owned()).help(help).required(required);
    arg = arg.value_name(if from_file { "FILE".to_owned() } else { kebab(field).to_uppercase().replace('-', "_") });
    if !op.spec().positional.contains(&field) {
        arg = arg.long(kebab(field));
    }
    match kind(shape) {
        "boolean" if !is_on(shape) => arg.action(ArgAction::SetTrue).value_name("BOOL"),
        "array" => arg.action(ArgAction::Append),
        _ => arg.action(ArgAction::Set),
    }
}

/// The input of an operation, from what was typed.
pub(super) fn input(op: &'static dyn Op, matches: &ArgMatches) -> Result<Json, Refusal> {
    let schema = op.input_schema();
    let mut input = Map::new();
    for (field, shape) in schema["properties"].as_object().into_iter().flatten() {
        if kind(shape) == "boolean" && !is_on(shape) {
            if matches.get_flag(field) {
                input.insert(field.clone(), Json::Bool(true));
            }
            continue;
        }
        let by_name = || matches.try_get_many::<String>(&twin(field)).ok().flatten();
        let Some(values) = matches.get_many::<String>(field).or_else(by_name) else { continue };
        let mut values: Vec<String> = values.cloned().collect();
        if op.spec().files.contains(&field.as_str()) {
            values = values.iter().map(|path| contents(path, FILE_BYTES_MAX)).collect::<Result<_, _>>()?;
        } else if holds_objects(shape) {
            // Only the command line reads files: over a wire `@name` would name a file of the server's.
            let given = |text: &String| text.strip_prefix('@').map_or_else(|| Ok(text.clone()), |path| contents(path, FILE_BYTES_MAX));
            values = values.iter().map(given).collect::<Result<_, _>>()?;
        }
        let value = value_of(shape, &values).map_err(|why| Code::InputInvalid.refuse(field.clone(), format!("--{}: {why}", kebab(field))))?;
        input.insert(field.clone(), value);
    }
    Ok(Json::Object(input))
}

/// A typed value from text, by its schema. What does not fit is left as text: the operation's own reader says what is wrong.
pub fn value_of(shape: &Json, values: &[String]) -> Result<Json, String> {
    let first = values.first().map(String::as_str).unwrap_or_default();
    Ok(match kind(shape) {
        "array" if holds_objects(shape) || first.trim_start().starts_with('[') => json_text(first)?,
        "array" => Json::Array(values.iter().map(|v| Json::String(v.clone())).collect()),
        "integer" => first.parse::<i64>().map_or_else(|_| Json::String(first.into()), Json::from),
        "number" => {
            first.parse::<f64>().ok().and_then(|n| serde_json::Number::from_f64(n).map(Json::Number)).unwrap_or_else(|| Json::String(first.into()))
        }
        "boolean" => first.parse::<bool>().map_or_else(|_| Json::String(first.into()), Json::Bool),
        "object" => json_text(first)?,
        _ => Json::String(first.into()),
    })
}

fn json_text(text: &str) -> Result<Json, String> {
    crate::server::mcp::strict_json(text.as_bytes()).map_err(|why| format!("it must be JSON: {why}"))
}

/// Whether a switch is on unless it is turned off: then it takes a word, because a bare flag could only say what is so already.
fn is_on(shape: &Json) -> bool {
    shape["default"] == Json::Bool(true)
}

/// Whether a field takes several values.
pub fn is_list(shape: &Json) -> bool {
    kind(shape) == "array"
}

/// Whether a field holds what one word cannot say.
pub(super) fn holds_objects(shape: &Json) -> bool {
    kind(shape) == "object" || (kind(shape) == "array" && shape["items"]["type"] == "object")
}

/// The text of a file, or of standard input under the name `-`. A longer one is refused: half a file says something else.
pub(crate) fn contents(path: &str, bytes_max: u64) -> Result<String, Refusal> {
    let mut text = String::new();
    let read = if path == "-" {
        std::io::stdin().take(bytes_max + 1).read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|f| f.take(bytes_max + 1).read_to_string(&mut text))
    };
    match read {
        Ok(bytes) if bytes as u64 > bytes_max => Err(Code::InputTooLarge.refuse(path, format!("{path} is longer than {bytes_max} bytes"))),
        Ok(_) => Ok(text),
        Err(e) => {
            Err(Code::InputInvalid.refuse(path, format!("{path} cannot be read: {e}")).next("Name a readable text file, or - for standard input"))
        }
    }
}

/// The type in a schema; `null` beside it only says that the field may be left out.
pub(super) fn kind(shape: &Json) -> &str {
    match &shape["type"] {
        Json::String(kind) => kind,
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).find(|k| *k != "null").unwrap_or("string"),
        _ if shape["anyOf"].is_array() => shape["anyOf"].as_array().into_iter().flatten().map(kind).find(|k| *k != "null").unwrap_or("string"),
        _ => "string",
    }
}

/// The words a field may be, when there are few.
pub(super) fn choices(shape: &Json) -> Option<Vec<&str>> {
    let words: Vec<&str> = match (&shape["enum"], &shape["oneOf"], &shape["anyOf"]) {
        (Json::Array(words), ..) => words.iter().filter_map(Json::as_str).collect(),
        (_, Json::Array(options), _) => options.iter().filter_map(|o| o["const"].as_str()).collect(),
        (.., Json::Array(options)) => options.iter().filter_map(choices).flatten().collect(),
        _ => vec![],
    };
    (!words.is_empty()).then_some(words)
}

/// `scopePath` is spoken `--scope-path`.
pub(super) fn kebab(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_uppercase() {
            out.push('-');
        }
        out.extend(if c == '_' || c == '.' { '-' } else { c }.to_lowercase());
    }
    out
}
