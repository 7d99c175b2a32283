//! A way of working as somebody wrote it down: read strictly, with every fault named in the contract's own words.
//!
//! A key that nobody knows is an error: what is not read must not look as if it were. Not here: what the palace keeps of
//! memories. That is a setting of the palace, and `palace.configure` sets it.

use super::{Enforcement, Gate, GateName, Preset};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Longest name of a preset.
const NAME_MAX: usize = 64;
/// Calls that one gate may want.
const TOOLS_MAX: usize = 32;
/// Longest text.
const TEXT_MAX: usize = 500;
/// A token lasts a day at most, in milliseconds.
const TTL_MAX: i64 = crate::time::DAY_MS;
/// Keys that the contract wrote into the same file, and nobody ever read there.
const SETTINGS: &[&str] =
    &["memory_enabled", "consolidation_threshold", "max_cells_total", "max_cells_per_scene", "max_experiences_total", "byte_budget_default"];

/// A way of working, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Config {
    /// Its name
    pub name: String,
    /// What it is for
    #[serde(default)]
    pub description: String,
    /// What each gate wants
    pub gates: Gates,
    /// How long tokens last, in milliseconds
    pub token_ttl: Ttl,
    /// How strictly the gates are held
    pub enforcement: Enforcement,
}

/// The three gates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Gates {
    /// Before anything else
    pub teach: Gate,
    /// Then
    pub learn: Gate,
    /// Last
    pub reason: Gate,
}

impl Gates {
    /// One of them.
    pub const fn of(&self, name: GateName) -> &Gate {
        match name {
            GateName::Teach => &self.teach,
            GateName::Learn => &self.learn,
            GateName::Reason => &self.reason,
        }
    }

    /// Whether they want nothing at all.
    pub fn is_empty(&self) -> bool {
        GateName::ALL.iter().all(|name| self.of(*name).required_tools.is_empty())
    }
}

/// How long tokens last, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Ttl {
    /// One for one operation
    pub operation: i64,
    /// One for a session
    pub session: i64,
}

impl From<Preset> for Config {
    fn from(preset: Preset) -> Self {
        let gate = |i: usize| {
            let (_, tools, description) = preset.gates[i];
            Gate { required_tools: tools.iter().map(|tool| (*tool).to_owned()).collect(), description: description.to_owned() }
        };
        Self {
            name: preset.name.to_owned(),
            description: preset.description.to_owned(),
            gates: Gates { teach: gate(0), learn: gate(1), reason: gate(2) },
            token_ttl: Ttl { operation: preset.operation_ms, session: preset.session_ms },
            enforcement: preset.enforcement,
        }
    }
}

/// What was found in a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// What keeps it from being applied.
    pub errors: Vec<String>,
    /// What it could do better.
    pub warnings: Vec<String>,
}

impl Findings {
    /// It can be applied.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }

    /// All of it in a line.
    pub fn message(&self) -> String {
        match (self.errors.len(), self.warnings.len()) {
            (0, 0) => "Configuration is valid".to_owned(),
            (errors, warnings) => format!("Configuration has {errors} error(s) and {warnings} warning(s)"),
        }
    }

    fn error(&mut self, what: impl Into<String>) {
        self.errors.push(what.into());
    }
}

impl Config {
    /// Whether only advice is given: the preset says so, or it wants nothing.
    pub fn only_advises(&self) -> bool {
        match self.enforcement {
            Enforcement::Strict | Enforcement::Moderate => false,
            Enforcement::Lenient => true,
            Enforcement::Custom => self.gates.is_empty(),
        }
    }

    /// Reads a configuration; there is one exactly where there are no errors. `is_served` says whether a tool can be called at
    /// all: a gate that nobody can pass is not a gate but a wall.
    pub fn read(config: &Map<String, Json>, is_served: impl Fn(&str) -> bool) -> (Option<Self>, Findings) {
        let mut found = Findings::default();
        let name = name(config.get("name"), &mut found);
        let gates = gates(config.get("gates"), &mut found, &is_served);
        if is_blank(config.get("description")) {
            found.warnings.insert(0, "Missing recommended field: description".to_owned());
        }
        let description = text(config.get("description"), "description", &mut found);
        let enforcement = match config.get("enforcement") {
            None => Enforcement::Custom,
            Some(word) => word.as_str().and_then(Enforcement::named).unwrap_or_else(|| {
                found.error("Invalid enforcement: must be one of strict, moderate, lenient, custom");
                Enforcement::Custom
            }),
        };
        let token_ttl = ttl(config.get("token_ttl"), &mut found);
        for key in config.keys().filter(|key| !["name", "description", "gates", "token_ttl", "enforcement"].contains(&key.as_str())) {
            let key = shown(key);
            let hint = if SETTINGS.contains(&key.as_str()) { " (a setting of the palace: palace configure --cycle)" } else { "" };
            found.error(format!("Unknown field: {key}{hint}"));
        }
        let read = name.zip(gates).map(|(name, gates)| Self { name, description, gates, token_ttl, enforcement });
        (read.filter(|_| found.is_valid()), found)
    }
}

/// A key or a word as it can be shown again.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !crate::text::is_hidden(*c)).take(NAME_MAX).collect()
}

fn name(json: Option<&Json>, found: &mut Findings) -> Option<String> {
    let Some(name) = json.and_then(Json::as_str).filter(|name| !name.is_empty()) else {
        found.error("Missing required field: name");
        return None;
    };
    // It becomes part of other names, so it is a word and nothing else.
    let fits = name.len() <= NAME_MAX && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') && !name.starts_with('-');
    if !fits {
        found.error(format!("Invalid name: at most {NAME_MAX} of a-z, 0-9 and -"));
    }
    fits.then(|| name.to_owned())
}

fn is_blank(json: Option<&Json>) -> bool {
    json.and_then(Json::as_str).is_none_or(|text| text.trim().is_empty())
}

fn text(json: Option<&Json>, field: &str, found: &mut Findings) -> String {
    match json {
        None => String::new(),
        Some(Json::String(text)) if text.chars().count() <= TEXT_MAX && !text.chars().any(crate::text::is_hidden) => text.trim().to_owned(),
        Some(_) => {
            found.error(format!("Invalid {field}: a text of at most {TEXT_MAX} characters"));
            String::new()
        }
    }
}

fn gates(json: Option<&Json>, found: &mut Findings, is_served: &impl Fn(&str) -> bool) -> Option<Gates> {
    let Some(fields) = json.and_then(Json::as_object) else {
        found.error("Missing required field: gates");
        return None;
    };
    for name in GateName::ALL.iter().filter(|name| !fields.get(name.name()).is_some_and(Json::is_object)) {
        found.error(format!("Missing required gate: {}", name.name()));
    }
    for key in fields.keys().filter(|key| GateName::named(key).is_none()) {
        found.error(format!("Unknown gate: {}", shown(key)));
    }
    let mut read = GateName::ALL.iter().filter_map(|name| gate(name.name(), fields.get(name.name())?.as_object()?, found, is_served).into());
    let (teach, learn, reason) = (read.next(), read.next(), read.next());
    Some(Gates { teach: teach?, learn: learn?, reason: reason? })
}

fn gate(name: &str, fields: &Map<String, Json>, found: &mut Findings, is_served: &impl Fn(&str) -> bool) -> Gate {
    let mut required_tools = Vec::new();
    match fields.get("required_tools") {
        Some(Json::Array(tools)) if tools.len() <= TOOLS_MAX => {
            for tool in tools {
                match tool.as_str() {
                    Some(tool) if is_served(tool) => required_tools.push(tool.to_owned()),
                    Some(tool) => found.error(format!("Gate \"{name}\" requires a tool that is not served: {}", shown(tool))),
                    None => found.error(format!("Gate \"{name}\" requires a tool that is no name")),
                }
            }
        }
        Some(Json::Array(_)) => found.error(format!("Gate \"{name}\" requires more than {TOOLS_MAX} tools")),
        _ => found.warnings.push(format!("Gate \"{name}\" missing required_tools array")),
    }
    if is_blank(fields.get("description")) {
        found.warnings.push(format!("Gate \"{name}\" missing description"));
    }
    for key in fields.keys().filter(|key| !["required_tools", "description"].contains(&key.as_str())) {
        found.error(format!("Unknown field in gate \"{name}\": {}", shown(key)));
    }
    Gate { required_tools, description: text(fields.get("description"), &format!("description of gate \"{name}\""), found) }
}

fn ttl(json: Option<&Json>, found: &mut Findings) -> Ttl {
    let template = Preset::ALL[3];
    let mut ttl = Ttl { operation: template.operation_ms, session: template.session_ms };
    let fields = match json {
        None => return ttl,
        Some(Json::Object(fields)) => fields,
        Some(_) => {
            found.error("Invalid token_ttl: an object with operation and session");
            return ttl;
        }
    };
    for (key, value) in fields {
        let slot = match key.as_str() {
            "operation" => &mut ttl.operation,
            "session" => &mut ttl.session,
            _ => {
                found.error(format!("Unknown field in token_ttl: {}", shown(key)));
                continue;
            }
        };
        match value.as_i64() {
            Some(ms) if (1..=TTL_MAX).contains(&ms) => *slot = ms,
            Some(_) => found.error(format!("Invalid token_ttl.{key}: between 1 and {TTL_MAX} milliseconds")),
            None => found.warnings.push(format!("token_ttl.{key} should be a number (milliseconds)")),
        }
    }
    ttl
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(config: &Json) -> (Option<Config>, Findings) {
        Config::read(config.as_object().expect("an object"), |tool| tool.starts_with("record"))
    }

    #[test]
    fn the_recorded_configuration_has_the_recorded_faults() {
        let (config, found) = read(&json!({ "name": "x", "gates": { "teach": {} } }));
        assert_eq!(config, None);
        assert_eq!(found.errors, ["Missing required gate: learn", "Missing required gate: reason"]);
        let warnings =
            ["Missing recommended field: description", "Gate \"teach\" missing required_tools array", "Gate \"teach\" missing description"];
        assert_eq!(found.warnings, warnings);
        assert_eq!(found.message(), "Configuration has 2 error(s) and 3 warning(s)");
    }

    #[test]
    fn a_sound_configuration_is_read_as_it_stands() {
        let gate = json!({ "required_tools": ["record_experience"], "description": "d" });
        let (config, found) = read(&json!({
            "name": "mine", "description": "d", "gates": { "teach": gate, "learn": gate, "reason": gate },
            "token_ttl": { "operation": 1_000, "session": 2_000 }, "enforcement": "strict",
        }));
        assert_eq!(found, Findings::default());
        let config = config.expect("sound");
        assert_eq!((config.token_ttl.session, config.gates.is_empty(), config.only_advises()), (2_000, false, false));
        let again = serde_json::to_value(&config).expect("plain");
        assert_eq!(read(&again).0, Some(config));
    }

    #[test]
    fn presets_that_are_built_in_can_be_written_down_and_read_again() {
        for preset in Preset::ALL {
            let config = Config::from(preset);
            let written = serde_json::to_value(&config).expect("plain");
            assert_eq!(Config::read(written.as_object().expect("an object"), |_| true).0, Some(config));
        }
    }

    #[test]
    fn every_fault_has_a_name() {
        let gate = json!({ "required_tools": [], "description": "d" });
        let sound = json!({ "name": "x", "description": "d", "gates": { "teach": gate, "learn": gate, "reason": gate } });
        let table = [
            ("/name", json!(""), "Missing required field: name"),
            ("/name", json!("../config"), "Invalid name: at most 64 of a-z, 0-9 and -"),
            ("/gates", json!(7), "Missing required field: gates"),
            ("/gates/extra", json!({}), "Unknown gate: extra"),
            ("/gates/teach/colour", json!(1), "Unknown field in gate \"teach\": colour"),
            ("/gates/teach/required_tools", json!(["no_such"]), "Gate \"teach\" requires a tool that is not served: no_such"),
            ("/gates/teach/required_tools", json!([1]), "Gate \"teach\" requires a tool that is no name"),
            ("/enforcement", json!("mild"), "Invalid enforcement: must be one of strict, moderate, lenient, custom"),
            ("/token_ttl", json!({ "session": 0 }), "Invalid token_ttl.session: between 1 and 86400000 milliseconds"),
            ("/token_ttl", json!({ "hour": 1 }), "Unknown field in token_ttl: hour"),
            ("/colour", json!("red"), "Unknown field: colour"),
            ("/max_cells_total", json!(1), "Unknown field: max_cells_total (a setting of the palace: palace configure --cycle)"),
        ];
        for (at, value, error) in table {
            let mut config = sound.clone();
            let (parent, key) = at.rsplit_once('/').expect("a pointer");
            config.pointer_mut(parent).and_then(Json::as_object_mut).expect("an object").insert(key.to_owned(), value);
            let (read, found) = read(&config);
            assert_eq!((read, found.errors), (None, vec![error.to_owned()]), "{at}");
        }
        let (_, found) = read(&json!({ "name": "x", "description": "d", "gates": sound["gates"], "token_ttl": { "operation": "long" } }));
        assert_eq!((found.is_valid(), found.warnings), (true, vec!["token_ttl.operation should be a number (milliseconds)".to_owned()]));
    }
}
