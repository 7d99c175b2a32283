//! Defines an operation. Its `Spec` is its public face; every surface is derived from it and from its types.

use crate::{
    Error, PalaceState,
    call::{
        effects::{Ground, Order, Reviewed},
        engine::Envelope,
    },
};
use kernel::{
    anchor::Anchor,
    call::Call,
    effect::{Effect, EffectName},
    gate::Agents,
    ledger::Digest,
    refusal::{Code, Refusal},
};
use schemars::{
    JsonSchema,
    generate::{Contract, SchemaSettings},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value as Json, json};
use store::{Store, View};

/// HTTP method of an operation's route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Changes.
    Post,
}

impl Method {
    /// The word, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
        }
    }
}

/// A vocabulary over the same operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// Our own names: `noun_verb`.
    Native,
    /// The few tools most agents need.
    Memory,
    /// The governance contract.
    Palace,
    /// The mind contract.
    Mind,
    /// The guarded cycle's contract.
    Cycle,
}

/// Where an operation stands in a vocabulary whose tools each do several things, told apart by `action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// The vocabulary.
    pub dialect: Dialect,
    /// The tool.
    pub tool: &'static str,
    /// What its `action` says to mean this operation.
    pub action: &'static str,
    /// The field of the tool's answer that holds this operation's; empty where the answer is the operation's own.
    pub within: &'static str,
}

/// A flag by which a human means another operation.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The field of the input that is true then.
    pub flag: &'static str,
    /// The name of the other operation.
    pub op: &'static str,
    /// What becomes of the flag when an agent sets it.
    pub from_agents: FromAgents,
}

/// What becomes of a human's flag when an agent sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromAgents {
    /// It means nothing, as the contract says.
    Ignored,
    /// It stays in the input, where it is refused.
    Kept,
}

/// The public face of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name: `noun.verb`.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Its route.
    pub http: (Method, &'static str),
    /// Inputs that the command line takes by position.
    pub positional: &'static [&'static str],
    /// What agents get.
    pub agents: Agents,
    /// Its names in other vocabularies.
    pub names: &'static [(Dialect, &'static str)],
    /// The tool of several actions that it is one of.
    pub action: Option<Action>,
    /// The words after `palace mind` that mean it, as the mind contract's own program spells them; `|` between several.
    pub mind: &'static str,
    /// Inputs that those words call otherwise, each with its flag. `!` before the flag means that it says no; the flag `format` also
    /// says how to print; and `-` is no flag: what is read from a file comes from standard input if it is left out.
    pub flags: &'static [(&'static str, &'static str)],
    /// Inputs that the command line reads from a named file.
    pub files: &'static [&'static str],
    /// The output that is a document to be kept as it is: the command line prints it alone, so that `>` keeps it.
    pub document: &'static str,
    /// What to say, and to do next, when a list came out empty.
    pub empty: &'static str,
    /// The flag by which a human means another operation.
    pub switch: Option<Switch>,
    /// Whether it answers over a database that is newer than this program, to say just that.
    pub any_schema: bool,
    /// Whether it asks the ledger what was called: looks that queue are written down first, however long that takes.
    pub flush_read_log_first: bool,
    /// Largest input, in bytes.
    pub bytes_max: usize,
    /// Inputs that may hold a secret although a human seals them, because the secret is what the call is about.
    pub secrets: &'static [&'static str],
}

impl Spec {
    /// An operation for everyone.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            http: (Method::Post, ""),
            positional: &[],
            agents: Agents::Run,
            names: &[],
            action: None,
            mind: "",
            flags: &[],
            files: &[],
            document: "",
            empty: "",
            switch: None,
            any_schema: false,
            flush_read_log_first: false,
            bytes_max: kernel::gate::INPUT_BYTES_MAX,
            secrets: &[],
        }
    }
    /// Its route.
    #[must_use]
    pub const fn http(mut self, method: Method, path: &'static str) -> Self {
        self.http = (method, path);
        self
    }
    /// Inputs taken by position on the command line.
    #[must_use]
    pub const fn positional(mut self, fields: &'static [&'static str]) -> Self {
        self.positional = fields;
        self
    }
    /// What agents get.
    #[must_use]
    pub const fn agents(mut self, agents: Agents) -> Self {
        self.agents = agents;
        self
    }
    /// Names in other vocabularies.
    #[must_use]
    pub const fn also(mut self, names: &'static [(Dialect, &'static str)]) -> Self {
        self.names = names;
        self
    }
    /// One action of a tool that has several; `within` is the field of the tool's answer that holds this one's.
    #[must_use]
    pub const fn action(mut self, dialect: Dialect, tool: &'static str, action: &'static str, within: &'static str) -> Self {
        self.action = Some(Action { dialect, tool, action, within });
        self
    }
    /// The mind contract's words for it on the command line; several are told apart by `|`.
    #[must_use]
    pub const fn mind(mut self, words: &'static str) -> Self {
        self.mind = words;
        self
    }
    /// The mind contract's own flags for inputs that it calls otherwise: `("eventType", "type")`, `("activeOnly", "!all")`.
    #[must_use]
    pub const fn flags(mut self, flags: &'static [(&'static str, &'static str)]) -> Self {
        self.flags = flags;
        self
    }
    /// Inputs that the command line reads from a named file.
    #[must_use]
    pub const fn files(mut self, fields: &'static [&'static str]) -> Self {
        self.files = fields;
        self
    }
    /// The output that is a document.
    #[must_use]
    pub const fn document(mut self, field: &'static str) -> Self {
        self.document = field;
        self
    }
    /// What to say when a list came out empty.
    #[must_use]
    pub const fn empty(mut self, words: &'static str) -> Self {
        self.empty = words;
        self
    }
    /// It answers over any schema.
    #[must_use]
    pub const fn any_schema(mut self) -> Self {
        self.any_schema = true;
        self
    }
    /// It asks the ledger what was called.
    #[must_use]
    pub const fn flush_read_log_first(mut self) -> Self {
        self.flush_read_log_first = true;
        self
    }
    /// Largest input, where a mebibyte is not enough.
    #[must_use]
    pub const fn bytes_max(mut self, bytes: usize) -> Self {
        self.bytes_max = bytes;
        self
    }
    /// Inputs that may hold a secret.
    #[must_use]
    pub const fn secrets(mut self, fields: &'static [&'static str]) -> Self {
        self.secrets = fields;
        self
    }
    /// The operation that a human means by setting a flag; from agents the flag means nothing.
    #[must_use]
    pub const fn switch(mut self, flag: &'static str, op: &'static str) -> Self {
        self.switch = Some(Switch { flag, op, from_agents: FromAgents::Ignored });
        self
    }
    /// The same where the flag of an agent stays in the input, to be refused there.
    #[must_use]
    pub const fn switch_of_humans(mut self, flag: &'static str, op: &'static str) -> Self {
        self.switch = Some(Switch { flag, op, from_agents: FromAgents::Kept });
        self
    }
    /// The name in a vocabulary, the first if it has several there.
    pub fn name_in(&self, dialect: Dialect) -> Option<String> {
        self.names_in(dialect).next()
    }
    /// The names in a vocabulary: a contract may know one capability under two.
    pub fn names_in(&self, dialect: Dialect) -> impl Iterator<Item = String> {
        let own = (dialect == Dialect::Native).then(|| self.name.replace('.', "_"));
        own.into_iter().chain(self.names.iter().filter(move |(d, _)| *d == dialect).map(|(_, name)| (*name).to_owned()))
    }
}

/// What a human sees before they seal, and the digests their seal vouches for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// What is vouched for. A bare draft, evidence or enrolment digest says "this is so"; a decision that says anything
    /// else covers a digest that also holds its own name, so that one yes can never stand for another.
    pub covers: Vec<Digest>,
    /// What is shown, besides operation and input.
    pub what: Json,
}

/// A capability: one file, one line in the registry.
pub trait Operation: Send + Sync + 'static {
    /// Its public face.
    const SPEC: Spec;
    /// What it may do.
    type Effect: Ground;
    /// What it takes. Doc comments are help texts.
    type Input: DeserializeOwned + JsonSchema;
    /// What it gives.
    type Output: Serialize + JsonSchema;

    /// Fetch, decide, change, answer. Never commits, never writes its own audit.
    fn run(cx: &mut <Self::Effect as Ground>::Cx<'_>, input: Self::Input) -> Result<Self::Output, Error>;

    /// What the ledger keeps of the input, where that must be less than all: words that live in a row of their own can be
    /// erased there, and must not stay behind here.
    fn noted(input: &Json) -> Option<Json> {
        let _ = input;
        None
    }

    /// What the ledger keeps of the answer, where that must be less than all: what is shown from rows is not to be kept twice.
    fn kept(output: &Json) -> Option<Json> {
        let _ = output;
        None
    }

    /// Whether what this call brought about once no longer holds, so that making it again asks a human again instead of giving
    /// the answer from then. Only asked of what governs.
    fn is_past(view: &mut View<'_>, house: &PalaceState, input: &Self::Input) -> Result<bool, Error> {
        let _ = (view, house, input);
        Ok(false)
    }

    /// The drafts in an input that becomes claims: each is given the project that the call was made in.
    fn drafts(input: &mut Json) -> Vec<&mut Json> {
        let _ = input;
        Vec::new()
    }

    /// What a human is shown before this runs. Only asked of what governs.
    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Self::Input) -> Result<Shown, Error> {
        let _ = (view, house, call, input);
        Ok(Shown::default())
    }
}

/// The same operation with its types erased, for every surface that speaks JSON.
pub trait Op: Send + Sync {
    /// Its public face.
    fn spec(&self) -> &'static Spec;
    /// What it may do.
    fn effect(&self) -> EffectName;
    /// JSON Schema of what it takes.
    fn input_schema(&self) -> Json;
    /// JSON Schema of what it gives.
    fn output_schema(&self) -> Json;
    /// Runs it for a caller.
    fn conduct(&self, house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error>;
    /// What the ledger keeps of the input, where that is less than all.
    fn noted(&self, input: &Json) -> Option<Json>;
    /// Completes an input with where the call comes from.
    fn place(&self, input: &mut Json, call: &Call) -> Result<(), Refusal>;
    /// Runs it inside a reviewer's transaction: how a call that waited is carried out.
    fn run_reviewed(&self, cx: &mut Reviewed<'_>, input: Json) -> Result<Json, Error>;
    /// Shows every id of an input, to be told whole.
    fn each_id(&self, input: &mut Json, take: &mut dyn FnMut(&mut String) -> Result<(), Error>) -> Result<(), Error>;
    /// What a human is shown before it runs.
    fn shown(&self, view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Json) -> Result<Shown, Error>;
}

impl<O: Operation> Op for O {
    fn spec(&self) -> &'static Spec {
        const { &O::SPEC }
    }
    fn effect(&self) -> EffectName {
        <O::Effect as Effect>::NAME
    }
    fn input_schema(&self) -> Json {
        let mut schema = schema_of::<O::Input>(Contract::Deserialize);
        brief(&mut schema, Null::LeftOut);
        if let Some(fields) = schema.as_object_mut() {
            fields.entry("properties").or_insert_with(|| json!({}));
            fields.insert("additionalProperties".into(), json!(false));
            fields.remove("description"); // the operation's own line says it
        }
        schema
    }
    fn output_schema(&self) -> Json {
        let mut schema = schema_of::<O::Output>(Contract::Serialize);
        brief(&mut schema, Null::Written);
        plain(&mut schema);
        schema
    }
    fn conduct(&self, house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error> {
        O::Effect::conduct::<O>(house, store, order)
    }
    fn noted(&self, input: &Json) -> Option<Json> {
        O::noted(input)
    }
    fn place(&self, input: &mut Json, call: &Call) -> Result<(), Refusal> {
        place(O::drafts(input), call)
    }
    fn each_id(&self, input: &mut Json, take: &mut dyn FnMut(&mut String) -> Result<(), Error>) -> Result<(), Error> {
        each_id(&schema_of::<O::Input>(Contract::Deserialize), input, take)
    }
    fn run_reviewed(&self, cx: &mut Reviewed<'_>, input: Json) -> Result<Json, Error> {
        let input = parse::<O::Input>(input)?;
        let Some(cx) = O::Effect::reviewed(cx) else {
            return Err(kernel::refusal::Code::Internal.refuse(O::SPEC.name, "only what governs can wait for a human").into());
        };
        to_json(&O::run(cx, input)?)
    }
    fn shown(&self, view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Json) -> Result<Shown, Error> {
        O::shown(view, house, call, &parse::<O::Input>(input.clone())?)
    }
}

/// Reads an input, naming the field that does not fit.
pub(crate) fn parse<T: DeserializeOwned>(input: Json) -> Result<T, Error> {
    serde_path_to_error::deserialize(input).map_err(|error| {
        let field = error.path().to_string();
        let field = if field == "." { "input".to_owned() } else { field };
        let what = error.inner().to_string();
        // The contract's own words for what was left out.
        if let Some(left_out) = what.strip_prefix("missing field `").and_then(|rest| rest.split('`').next())
            && field == "input"
        {
            return kernel::refusal::Code::InputInvalid.refuse(left_out, format!("Missing required parameter: {left_out}")).into();
        }
        if what == kernel::scope::ScopeKind::INVALID {
            return kernel::refusal::Code::InputInvalid.refuse(field, what).into();
        }
        kernel::refusal::Code::InputInvalid.refuse(field.clone(), format!("`{field}`: {what}")).into()
    })
}

/// Outputs are plain data: a failure here is ours.
pub(crate) fn to_json(value: &impl Serialize) -> Result<Json, Error> {
    serde_json::to_value(value).map_err(|e| kernel::refusal::Code::Internal.refuse("output", e.to_string()).into())
}

fn schema_of<T: JsonSchema>(contract: Contract) -> Json {
    // Inlined, because not every client follows `$ref`.
    let settings = SchemaSettings::draft2020_12().with(|s| {
        s.inline_subschemas = true;
        s.meta_schema = None;
        s.contract = contract;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("title");
        if fields.contains_key("properties") {
            fields.insert("type".into(), json!("object"));
        }
        fields.entry("type").or_insert_with(|| json!("object"));
    }
    schema
}

/// Shows every text that a schema says is an id.
fn each_id(schema: &Json, value: &mut Json, take: &mut dyn FnMut(&mut String) -> Result<(), Error>) -> Result<(), Error> {
    for choice in ["anyOf", "oneOf", "allOf"].into_iter().flat_map(|word| schema[word].as_array().into_iter().flatten()) {
        each_id(choice, value, take)?;
    }
    match value {
        Json::String(text) if schema["format"] == "id" || schema["items"]["format"] == "id" => take(text),
        // Of a list, either the field or its items say so.
        Json::Array(items) if schema["format"] == "id" => items.iter_mut().try_for_each(|item| each_id(&json!({ "format": "id" }), item, take)),
        Json::Array(items) => items.iter_mut().try_for_each(|item| each_id(&schema["items"], item, take)),
        Json::Object(fields) => fields.iter_mut().try_for_each(|(name, field)| match schema["properties"].get(name) {
            Some(shape) => each_id(shape, field, take),
            // A field by another of its names, which the schema does not tell: only what is read as an id is taken for one there.
            None if schema["additionalProperties"] == json!(false) => each_id(&json!({ "format": "id", "items": { "format": "id" } }), field, take),
            None => Ok(()),
        }),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => Ok(()),
    }
}

/// What is said of a field that may hold nothing.
#[derive(Clone, Copy)]
enum Null {
    /// That it can be left out.
    LeftOut,
    /// That it may be null, where it is always written; clients hold an answer to what was said of it.
    Written,
}

/// Says the same in fewer words, because every agent pays for every word of every tool: an optional field is one that is not
/// required, not one that may be null; a choice is a list of words.
fn brief(schema: &mut Json, null: Null) {
    match schema {
        Json::Object(fields) => {
            fields.values_mut().for_each(|inner| brief(inner, null));
            if let Some(words) = words(fields.get("oneOf")) {
                fields.remove("oneOf");
                fields.insert("type".into(), json!("string"));
                fields.insert("enum".into(), words);
            }
            or_null(fields);
            match null {
                Null::LeftOut => never_null(fields),
                Null::Written => {
                    let written: Vec<Json> = fields.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
                    let inner = fields.get_mut("properties").and_then(Json::as_object_mut).into_iter().flatten();
                    inner.filter(|(name, _)| !written.iter().any(|w| w == *name)).filter_map(|(_, shape)| shape.as_object_mut()).for_each(never_null);
                }
            }
            if fields.get("default").is_some_and(|d| d.is_null() || d.as_array().is_some_and(Vec::is_empty) || *d == json!(false)) {
                fields.remove("default");
            }
            if let Some(Json::Object(item)) = fields.get_mut("items") {
                item.remove("description"); // the list's own line says it
            }
            if fields.get("format").is_some_and(Json::is_string) {
                fields.remove("format"); // `uint32`, `double`: Rust's words, not the reader's
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|inner| brief(inner, null)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// A shape or null, said as one shape that may be null.
fn or_null(fields: &mut Map<String, Json>) {
    let Some(Json::Array(options)) = fields.get("anyOf") else { return };
    let (nulls, shapes): (Vec<&Json>, Vec<&Json>) = options.iter().partition(|option| option["type"] == "null");
    let ([_], [Json::Object(only)]) = (nulls.as_slice(), shapes.as_slice()) else { return };
    let Some(kind @ Json::String(_)) = only.get("type") else { return };
    let (kind, only) = (json!([kind, "null"]), only.clone());
    fields.remove("anyOf");
    fields.insert("type".into(), kind);
    merge(fields, only);
}

/// The same shape, never null.
fn never_null(fields: &mut Map<String, Json>) {
    if let Some(Json::Array(kinds)) = fields.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            fields.insert("type".into(), only);
        }
    }
    if let Some(Json::Array(options)) = fields.get_mut("anyOf") {
        options.retain(|option| option["type"] != "null");
        if let [Json::Object(only)] = options.as_slice() {
            let only = only.clone();
            fields.remove("anyOf");
            merge(fields, only);
        }
    }
}

/// Adds what a shape says where the field says nothing: its own description wins.
fn merge(fields: &mut Map<String, Json>, shape: Map<String, Json>) {
    for (key, value) in shape {
        fields.entry(key).or_insert(value);
    }
}

/// The words of a choice whose options are all fixed words.
fn words(options: Option<&Json>) -> Option<Json> {
    let words: Option<Vec<&str>> = options?.as_array()?.iter().map(|option| option["const"].as_str()).collect();
    words.map(|words| json!(words))
}

/// Leaves only the shape: a model reads the answer itself, so prose about every field would cost it tokens twice.
fn plain(schema: &mut Json) {
    match schema {
        Json::Object(fields) => {
            // A field that is itself called `description` has an object there, not a text. Nothing is required: fields that
            // are empty are left out, and a refusal is an answer too that clients hold to the same schema.
            fields.retain(|key, value| match key.as_str() {
                "description" | "format" | "title" => !value.is_string(),
                "enum" | "required" => !value.is_array(),
                "minimum" | "maximum" => !value.is_number(),
                _ => true,
            });
            fields.values_mut().for_each(plain);
        }
        Json::Array(items) => items.iter_mut().for_each(plain),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// Says of drafts in which project they were made. That is where the call comes from, and never what it says.
fn place(drafts: Vec<&mut Json>, call: &Call) -> Result<(), Refusal> {
    for fields in drafts.into_iter().filter_map(Json::as_object_mut) {
        if fields.contains_key("project") {
            return Err(Code::InputInvalid
                .refuse("project", "`project`: a claim belongs to the project it is made in, and no call names another")
                .next("Leave it out, and call from the folder of that project"));
        }
        let project = call.anchor.project();
        if project != Anchor::Global {
            fields.insert("project".into(), json!(project));
        }
    }
    Ok(())
}
