//! Whether everything we link may be handed out under our licence. The list is `deny.toml`, the facts are Cargo's.
//!
//! Not here: advisories. They need a database from the network, and this check must also run without one.

use crate::workshop::{Failure, Workshop, program};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Checks every package of the dependency graph; answers how many there are.
pub(crate) fn check(workshop: &Workshop) -> Result<usize, Failure> {
    let rules = Rules::parse(&workshop.read("deny.toml")?)?;
    let graph = packages(&metadata(workshop)?)?;
    let faults = rules.faults(&graph);
    if !faults.is_empty() {
        return Err(Failure(format!("{} packages do not fit deny.toml:\n  {}", faults.len(), faults.join("\n  "))));
    }
    if program("cargo-deny").is_some() {
        workshop.cargo().args(["deny", "--offline", "check", "licenses", "bans"]).done()?;
    }
    Ok(graph.len())
}

/// The resolved graph for this kind of machine.
pub(crate) fn metadata(workshop: &Workshop) -> Result<Json, Failure> {
    let about = workshop.command("rustc").arg("-vV").text()?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or_else(|| Failure("`rustc -vV` does not name its host".into()))?;
    // Other platforms' packages are not on this disk, and asking for them would need the network.
    let text = workshop.cargo().args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host]).text()?;
    serde_json::from_str(&text).map_err(|e| Failure(format!("`cargo metadata` printed something else than JSON: {e}")))
}

#[derive(Debug, PartialEq, Eq)]
struct Package {
    name: String,
    version: String,
    licence: String,
}

fn packages(metadata: &Json) -> Result<Vec<Package>, Failure> {
    let listed = metadata["packages"].as_array().ok_or_else(|| Failure("`cargo metadata` lists no packages".into()))?;
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    Ok(listed.iter().map(|p| Package { name: text(&p["name"]), version: text(&p["version"]), licence: text(&p["license"]) }).collect())
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Rules {
    allowed: Vec<String>,
    banned: Vec<String>,
    single: Vec<String>,
}

impl Rules {
    /// Reads the three lists we use; the rest of the file is for cargo-deny.
    fn parse(text: &str) -> Result<Self, Failure> {
        let mut rules = Self::default();
        let (mut section, mut list) = ("", "");
        for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            if line.starts_with('[') && line.ends_with(']') && list.is_empty() {
                section = line;
            } else if let Some((name, _)) = line.split_once('=').filter(|(_, value)| value.trim() == "[") {
                list = name.trim();
            } else if line == "]" {
                list = "";
            }
            let Some(word) = line.split('"').nth(1) else { continue };
            match (section, list) {
                ("[licenses]", "allow") => rules.allowed.push(word.to_owned()),
                ("[bans]", "deny") if line.contains("deny-multiple-versions = true") => rules.single.push(word.to_owned()),
                ("[bans]", "deny") => rules.banned.push(word.to_owned()),
                _ => {}
            }
        }
        // An unreadable list must not pass for an empty one.
        if rules.allowed.is_empty() || rules.banned.is_empty() || rules.single.is_empty() {
            return Err(Failure("deny.toml: `licenses.allow` and `bans.deny` must be lists with one entry per line".into()));
        }
        Ok(rules)
    }

    fn faults(&self, packages: &[Package]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Package { name, version, licence } in packages {
            versions.entry(name).or_default().push(version);
            if self.banned.contains(name) {
                faults.push(format!("{name} {version} is banned"));
            }
            match Terms::of(licence) {
                Some(terms) if terms.met_by(&self.allowed) => {}
                Some(_) => faults.push(format!("{name} {version} comes under `{licence}`, which is not allowed")),
                None => faults.push(format!("{name} {version} has no licence that can be read: `{licence}`")),
            }
        }
        for name in &self.single {
            if let Some(found) = versions.get(name.as_str()).filter(|found| found.len() > 1) {
                faults.push(format!("{name} is there more than once: {}", found.join(", ")));
            }
        }
        faults
    }
}

/// What was read, and the words that are left.
type Read<'w> = Option<(Terms, &'w [&'w str])>;

/// A licence expression (SPDX), with the old spelling `MIT/Apache-2.0` for "or".
#[derive(Debug, PartialEq, Eq)]
enum Terms {
    Named(String),
    All(Vec<Terms>),
    Any(Vec<Terms>),
}

impl Terms {
    fn of(expression: &str) -> Option<Self> {
        let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let (terms, rest) = Self::any(&words)?;
        rest.is_empty().then_some(terms)
    }

    fn any<'w>(words: &'w [&'w str]) -> Read<'w> {
        Self::joined(words, "OR", Self::all, Self::Any)
    }

    fn all<'w>(words: &'w [&'w str]) -> Read<'w> {
        Self::joined(words, "AND", Self::one, Self::All)
    }

    fn joined<'w>(words: &'w [&'w str], by: &str, part: fn(&'w [&'w str]) -> Read<'w>, join: fn(Vec<Self>) -> Self) -> Read<'w> {
        let (first, mut rest) = part(words)?;
        let mut parts = vec![first];
        while let Some((_, after)) = rest.split_first().filter(|(word, _)| **word == by) {
            let (next, left) = part(after)?;
            parts.push(next);
            rest = left;
        }
        Some((join(parts), rest))
    }

    fn one<'w>(words: &'w [&'w str]) -> Read<'w> {
        match words {
            ["(", inner @ ..] => {
                let (terms, rest) = Self::any(inner)?;
                rest.strip_prefix(&[")"]).map(|rest| (terms, rest))
            }
            [")" | "OR" | "AND" | "WITH", ..] | [] => None,
            [name, "WITH", exception, rest @ ..] => Some((Self::Named(format!("{name} WITH {exception}")), rest)),
            [name, rest @ ..] => Some((Self::Named((*name).to_owned()), rest)),
        }
    }

    fn met_by(&self, allowed: &[String]) -> bool {
        match self {
            Self::Named(name) => allowed.contains(name),
            Self::All(parts) => parts.iter().all(|part| part.met_by(allowed)),
            Self::Any(parts) => parts.iter().any(|part| part.met_by(allowed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
[licenses]
allow = [
    "MIT", # a comment with "quotes"
    "Unicode-3.0",
    "Apache-2.0 WITH LLVM-exception",
]
[bans]
deny = [
    { crate = "openssl-sys" },
    { crate = "libsqlite3-sys", deny-multiple-versions = true },
]
"#;

    fn package(name: &str, version: &str, licence: &str) -> Package {
        Package { name: name.into(), version: version.into(), licence: licence.into() }
    }

    #[test]
    fn expressions_are_weighed_as_they_read() {
        let rules = Rules::parse(FILE).expect("readable");
        let cases = [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND GPL-3.0", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("GPL-3.0 OR MIT AND Unicode-3.0", true),
            ("(GPL-3.0 OR MIT) AND GPL-3.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("", false),
            ("(MIT", false),
            ("MIT OR", false),
            ("MIT MIT", false),
        ];
        for (licence, fits) in cases {
            assert_eq!(rules.faults(&[package("a", "1.0.0", licence)]).is_empty(), fits, "{licence}");
        }
    }

    #[test]
    fn banned_and_doubled_packages_are_named() {
        let rules = Rules::parse(FILE).expect("readable");
        let graph = [package("openssl-sys", "0.9.1", "MIT"), package("libsqlite3-sys", "0.30.0", "MIT"), package("libsqlite3-sys", "0.38.0", "MIT")];
        let expected = ["openssl-sys 0.9.1 is banned", "libsqlite3-sys is there more than once: 0.30.0, 0.38.0"];
        assert_eq!(rules.faults(&graph), expected);
    }

    #[test]
    fn a_file_whose_lists_cannot_be_read_is_refused_not_taken_as_empty() {
        for text in ["", "[licenses]\nallow = [\"MIT\"]\n", "[licenses]\nallow = [\n]\n"] {
            assert!(Rules::parse(text).is_err(), "{text}");
        }
        assert!(Rules::parse(&Workshop::find().expect("the workspace").read("deny.toml").expect("the file")).is_ok());
    }
}
