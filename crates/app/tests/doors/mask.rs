//! What two answers to the same question may differ in: ids, moments, digests, and where they stand on the ledger.

use serde_json::Value as Json;
use testkit::dump::Names;

/// Fields whose value says when, where or through what, not what.
const CIRCUMSTANCES: [&str; 4] = ["receipt", "approvalRequired", "session", "note"];

/// The answer with short names for ids and digests, and without circumstances.
pub fn mask(answer: &Json) -> Json {
    masked(answer, &mut Names::default())
}

fn masked(json: &Json, names: &mut Names) -> Json {
    match json {
        Json::Object(fields) => {
            fields.iter().filter(|(key, _)| !CIRCUMSTANCES.contains(&key.as_str())).map(|(key, value)| (key.clone(), masked(value, names))).collect()
        }
        Json::Array(items) => items.iter().map(|item| masked(item, names)).collect(),
        Json::String(text) => Json::String(text.split(' ').map(|word| if is_moment(word) { "MOMENT".to_owned() } else { names.rename(word) }).collect::<Vec<_>>().join(" ")),
        other => other.clone(),
    }
}

fn is_moment(word: &str) -> bool {
    word.len() == 24 && word.ends_with('Z') && word.as_bytes()[10] == b'T'
}
