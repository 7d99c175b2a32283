//! What two answers to the same question may differ in: ids, moments, digests, signatures, and where they stand.

use serde_json::Value as Json;
use testkit::dump::Names;

/// Fields whose value says when, where or through what, not what.
const CIRCUMSTANCES: [&str; 12] =
    ["databasePath", "database_path", "receipt", "db", "session", "client", "note", "checkpoint", "log_key", "salt", "body", "document"];

/// Whether a field tells the time, or how large a file is.
fn is_clock(key: &str, value: &Json) -> bool {
    key == "at" || key == "dbSizeBytes" || (value.is_number() && ["createdAt", "expiresAt", "expiresInSeconds"].contains(&key))
}

/// Short names for what is drawn at random, in order of appearance.
#[derive(Debug, Default)]
pub struct Masks(Names);

impl Masks {
    /// The answer with short names for ids and digests, and without circumstances.
    pub fn mask(&mut self, json: &Json) -> Json {
        match json {
            Json::Object(fields) => {
                let told = fields.iter().filter(|(key, value)| !CIRCUMSTANCES.contains(&key.as_str()) || value.is_number());
                told.map(|(key, value)| (key.clone(), if is_clock(key, value) { Json::Null } else { self.mask(value) })).collect()
            }
            // A list of texts alone is a set here: ids drawn at random sort at random.
            Json::Array(items) if items.iter().all(Json::is_string) => {
                let mut told: Vec<String> = items.iter().filter_map(|item| Some(self.mask(item).as_str()?.to_owned())).collect();
                told.sort();
                told.into_iter().map(Json::String).collect()
            }
            Json::Array(items) => items.iter().map(|item| self.mask(item)).collect(),
            // What was heard names the session it was heard in, if the surface has sessions.
            Json::String(text) if text.starts_with("session ") || text == "said" => Json::String("HEARD".into()),
            Json::String(text) => Json::String(text.split(' ').map(|word| self.word(word)).collect::<Vec<_>>().join(" ")),
            other => other.clone(),
        }
    }

    fn word(&mut self, word: &str) -> String {
        let moment = word.len() == 24 && word.ends_with('Z') && word.as_bytes()[10] == b'T';
        if moment { "MOMENT".to_owned() } else { self.0.rename(word) }
    }

    /// An input in which `$p1` stands for the first proposal that was named.
    pub fn resolved(&self, input: &Json) -> Json {
        match input {
            Json::String(text) => Json::String(
                text.strip_prefix('$')
                    .map_or(text.clone(), |name| self.0.id(name).unwrap_or_else(|| panic!("nothing was named {name} yet")).to_owned()),
            ),
            Json::Array(items) => items.iter().map(|item| self.resolved(item)).collect(),
            Json::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), self.resolved(value))).collect(),
            other => other.clone(),
        }
    }
}
