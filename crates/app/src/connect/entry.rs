//! What an entry says: the fields a client wants, whether an entry is ours, and what must change in
//! one that already is.
//!
//! Text is not here. Changes leave as paths and values, and `json` or `toml` finds the place.

use super::clients::{Client, Program, Variable};
use super::{ConnectError, Server, Token, Transport, launch};
use crate::server::mcp::MCP_PATH;
use serde_json::Value as Json;

/// A value of an entry, with its keys in the order they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Flag(bool),
    Number(u32),
    List(Vec<String>),
    Items(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// One change below the client's key; the path starts with the name of the entry. Where a path goes through a list, the place
/// in the list is written as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Edit {
    Set(Vec<String>, Value),
    /// One more item at the end of a list, which is made when it is missing.
    Push(Vec<String>, Value),
    Remove(Vec<String>),
}

pub(super) type Fields = Vec<(&'static str, Value)>;

const AUTHORIZATION: &str = "Authorization";
/// Variables of this prefix are ours to remove from an entry that is ours.
const OUR_VARIABLES: &str = "PALACE_";

impl Value {
    pub(super) fn to_json(&self) -> Json {
        match self {
            Self::Text(text) => Json::from(text.as_str()),
            Self::Flag(flag) => Json::from(*flag),
            Self::Number(number) => Json::from(*number),
            Self::List(list) => Json::from(list.as_slice()),
            Self::Items(items) => items.iter().map(Self::to_json).collect(),
            Self::Map(map) => map.iter().map(|(key, value)| (key.clone(), value.to_json())).collect(),
        }
    }

    fn strings<'a>(pairs: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        let pairs = pairs.into_iter();
        Self::Map(pairs.map(|(k, v)| (k.into(), Self::Text(v))).collect())
    }
}

/// The fields the client wants. An empty map stands for "nothing of ours in there".
pub(super) fn fields(client: &Client, server: &Server) -> Result<Fields, ConnectError> {
    write_fields(client, server, |variable| Err(ConnectError::VariableUnread { client: client.name, variable: variable.to_owned() }))
}

/// The same for a person's eyes: where a client cannot read a variable, there is a place to fill.
pub(super) fn fields_to_paste(client: &Client, server: &Server) -> Fields {
    let written = write_fields::<std::convert::Infallible>(client, server, |variable| Ok(format!("<the value of {variable}>")));
    match written {
        Ok(fields) => fields,
        Err(never) => match never {},
    }
}

fn write_fields<E>(client: &Client, server: &Server, unread: impl FnOnce(&str) -> Result<String, E>) -> Result<Fields, E> {
    let text = |text: &str| Value::Text(text.to_owned());
    let mut fields = Fields::new();
    let enabled = match &server.transport {
        Transport::Stdio { command, args, env } => {
            let shape = &client.stdio;
            fields.extend(shape.kind.map(|kind| ("type", text(kind))));
            match shape.program {
                Program::Split => {
                    fields.push(("command", text(command)));
                    fields.push(("args", Value::List(args.clone())));
                }
                Program::Joined => {
                    let words = std::iter::once(command).chain(args).cloned();
                    fields.push(("command", Value::List(words.collect())));
                }
            }
            let env = env.iter().map(|(k, v)| (k.as_str(), v.clone()));
            fields.push((shape.env, Value::strings(env)));
            shape.enabled
        }
        Transport::Http { url, token } => {
            let shape = &client.http;
            fields.extend(shape.kind.map(|kind| ("type", text(kind))));
            fields.push((shape.url, text(url)));
            let bearer = match (token, &shape.variable) {
                (Token::None, _) => None,
                (Token::Literal(token), _) => Some(token.clone()),
                (Token::Variable(name), Variable::Between(open, close)) => Some(format!("{open}{name}{close}")),
                (Token::Variable(name), Variable::Field(field)) => {
                    fields.push((field, text(name)));
                    None
                }
                (Token::Variable(name), Variable::Unread) => Some(unread(name)?),
            };
            let header = bearer.map(|bearer| (AUTHORIZATION, format!("Bearer {bearer}")));
            fields.push((shape.headers, Value::strings(header)));
            shape.enabled
        }
    };
    if enabled {
        fields.push(("enabled", Value::Flag(true)));
    }
    Ok(fields)
}

/// A whole new entry.
pub(super) fn whole(fields: &Fields) -> Value {
    let said = fields.iter().filter(|(_, value)| !matches!(value, Value::Map(map) if map.is_empty()));
    Value::Map(said.map(|(k, v)| ((*k).to_owned(), v.clone())).collect())
}

/// What must change in an entry of ours. Fields that Palace never writes stay: a person may have
/// added a time-out or a list of allowed tools.
pub(super) fn changes(client: &Client, server: &Server, found: &serde_json::Map<String, Json>, fields: &Fields) -> Vec<Edit> {
    let path = |keys: &[&str]| {
        let keys = keys.iter().map(|key| (*key).to_owned());
        std::iter::once(server.name.clone()).chain(keys).collect()
    };
    let mut edits = Vec::new();
    for key in found.keys() {
        if !fields.iter().any(|(known, _)| known == key) && every_key(client).contains(&&**key) {
            edits.push(Edit::Remove(path(&[key])));
        }
    }
    for (key, value) in fields {
        match (value, found.get(*key)) {
            (Value::Map(wanted), Some(Json::Object(found))) => {
                for (inner, value) in found {
                    let ours = inner.starts_with(OUR_VARIABLES) || inner.eq_ignore_ascii_case(AUTHORIZATION);
                    if ours && value.is_string() && !wanted.iter().any(|(name, _)| name == inner) {
                        edits.push(Edit::Remove(path(&[key, inner])));
                    }
                }
                for (inner, value) in wanted {
                    if found.get(inner) != Some(&value.to_json()) {
                        edits.push(Edit::Set(path(&[key, inner]), value.clone()));
                    }
                }
            }
            (Value::Map(wanted), _) if wanted.is_empty() => {}
            (value, found) => {
                if found != Some(&value.to_json()) {
                    edits.push(Edit::Set(path(&[key]), value.clone()));
                }
            }
        }
    }
    edits
}

/// Every key Palace may write for this client, asked of the shapes themselves.
fn every_key(client: &Client) -> Vec<&'static str> {
    let http = |token| Transport::Http { url: String::new(), token };
    let stdio = Transport::Stdio { command: String::new(), args: Vec::new(), env: Vec::new() };
    let transports = [stdio, http(Token::Literal(String::new())), http(Token::Variable(String::new()))];
    let servers = transports.map(|transport| Server { name: String::new(), transport });
    let fields = servers.iter().flat_map(|s| fields_to_paste(client, s));
    fields.map(|(key, _)| key).collect()
}

/// Whether an entry of our name was written by us: it starts our program or points at our address.
/// A program may have moved and a port may have changed; anything else is somebody else's.
pub(super) fn is_ours(found: &Json, server: &Server) -> bool {
    match (target(found), &server.transport) {
        (Some(Target::Program(found)), Transport::Stdio { command, args, .. }) => {
            let words: Vec<&str> = std::iter::once(command.as_str()).chain(args.iter().map(String::as_str)).collect();
            name_of(&found) == name_of(&words) || name_of(&found) == server.name
        }
        (Some(Target::Program(found)), Transport::Http { .. }) => name_of(&found) == server.name,
        (Some(Target::Url(found)), Transport::Http { url, .. }) => place(found) == place(url) || is_our_loopback(found),
        (Some(Target::Url(found)), Transport::Stdio { .. }) => is_our_loopback(found),
        (None, _) => false,
    }
}

/// What an entry starts or where it points, for a message. Arguments stay out: they may be secret.
pub(super) fn describe(found: &Json) -> String {
    lead(found).to_string()
}

/// Whether a program has our name, so that an entry that starts it was written by us.
pub fn is_palace(program: &str) -> bool {
    stem(program) == "palace"
}

/// What is started, without its path: a program, or the package that a runner is told to start.
fn name_of<'a>(words: &[&'a str]) -> &'a str {
    let program = words.first().copied().unwrap_or_default();
    let arguments = words.iter().skip(1).copied();
    launch::is_runner(program).then(|| launch::package(arguments)).flatten().unwrap_or_else(|| stem(program))
}

/// Where an entry leads. Arguments, ports and secrets stay out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Installed {
    /// It starts this program.
    Program(String),
    /// It tells this runner to start this package.
    Package(String, String),
    /// It points at this address.
    Address(String),
    /// It names neither.
    Nowhere,
}

impl std::fmt::Display for Installed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Program(program) => write!(out, "it starts `{program}`"),
            Self::Package(runner, package) => write!(out, "it starts `{package}` with `{runner}`"),
            Self::Address(address) => write!(out, "it points at {address}"),
            Self::Nowhere => out.write_str("it names no program and no address"),
        }
    }
}

/// Where an entry leads.
pub(super) fn lead(found: &Json) -> Installed {
    match target(found) {
        Some(Target::Program(words)) => {
            let program = words.first().copied().unwrap_or_default();
            match launch::package(words.iter().skip(1).copied()).filter(|_| launch::is_runner(program)) {
                Some(package) => Installed::Package(program.to_owned(), package.to_owned()),
                None => Installed::Program(program.to_owned()),
            }
        }
        Some(Target::Url(url)) => {
            let (scheme, host, path) = place(url);
            Installed::Address(format!("{scheme}://{host}{path}"))
        }
        None => Installed::Nowhere,
    }
}

enum Target<'a> {
    Program(Vec<&'a str>),
    Url(&'a str),
}

fn target<'a>(found: &'a Json) -> Option<Target<'a>> {
    let command = found.get("command");
    let strings = |list: Option<&'a Json>| list.and_then(Json::as_array).into_iter().flatten().map_while(Json::as_str);
    let words: Vec<&str> = command.and_then(Json::as_str).into_iter().chain(strings(command)).chain(strings(found.get("args"))).collect();
    let keys = || super::CLIENTS.iter().map(|client| client.http.url);
    let is_command = command.is_some_and(|c| c.is_string() || c.get(0).is_some_and(Json::is_string));
    is_command.then_some(Target::Program(words)).or_else(|| {
        let url = keys().find_map(|key| found.get(key)?.as_str());
        url.map(Target::Url)
    })
}

pub(super) fn stem(program: &str) -> &str {
    let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
    file.strip_suffix(".exe").unwrap_or(file)
}

/// Scheme, host and path: a URL without its user, port, query and fragment.
fn place(url: &str) -> (&str, &str, &str) {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let is_port = |tail: &str| tail.chars().all(|c| c.is_ascii_digit());
    let host = match host.rsplit_once(':') {
        Some((host, port)) if is_port(port) => host,
        _ => host,
    };
    (scheme, host, path)
}

/// A loopback host and our path: with our name this is our own older address.
fn is_our_loopback(url: &str) -> bool {
    let (_, host, path) = place(url);
    ["127.0.0.1", "localhost", "[::1]"].contains(&host) && path == MCP_PATH
}
