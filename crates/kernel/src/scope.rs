//! Where a belief holds: one file, one room, or the whole palace. How a question widens from the narrow to the wide is the
//! floor plan's to say.

use crate::{
    refusal::{Code, Refusal},
    text::{self, Name},
};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// The word for a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ScopeKind {
    /// One file
    File,
    /// One room: a part of the project
    Room,
    /// The whole palace
    #[default]
    Palace,
}

impl ScopeKind {
    /// Every scope, narrowest first.
    pub const ALL: [Self; 3] = [Self::File, Self::Room, Self::Palace];
    /// The contract's own words for what is no scope.
    pub const INVALID: &'static str = "Invalid scope: must be 'file', 'room', or 'palace'";

    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Room => "room",
            Self::Palace => "palace",
        }
    }
}

impl<'de> Deserialize<'de> for ScopeKind {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from).map_err(|_| D::Error::custom(Self::INVALID))?;
        Self::ALL.into_iter().find(|kind| kind.name() == word).ok_or_else(|| D::Error::custom(Self::INVALID))
    }
}

/// Where a belief holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// In one file.
    File(ProjectPath),
    /// In one room.
    Room(String),
    /// Everywhere.
    Palace,
}

impl Scope {
    /// Joins the two words of the wire.
    pub fn parse(kind: ScopeKind, path: Option<&str>) -> Result<Self, Refusal> {
        let path = path.filter(|p| !p.trim().is_empty());
        match (kind, path) {
            (ScopeKind::Palace, _) => Ok(Self::Palace),
            (ScopeKind::Room, Some(name)) => {
                let name = Name::parse(name).map_err(|e| Code::InputInvalid.refuse("scopePath", e.to_string()))?;
                Ok(Self::Room(ProjectPath::parse(name.as_str())?.0))
            }
            (ScopeKind::File, Some(path)) => Ok(Self::File(ProjectPath::parse(path)?)),
            (kind, None) => Err(Code::InputInvalid
                .refuse("scopePath", format!("scopePath is required when scope is '{}'", kind.name()))
                .next(format!("Name the {} in scopePath, or use scope 'palace'", kind.name()))),
        }
    }

    /// The word for the scope.
    pub const fn kind(&self) -> ScopeKind {
        match self {
            Self::File(_) => ScopeKind::File,
            Self::Room(_) => ScopeKind::Room,
            Self::Palace => ScopeKind::Palace,
        }
    }

    /// The path or room name, empty for the palace.
    pub fn path(&self) -> &str {
        match self {
            Self::File(path) => path.as_str(),
            Self::Room(name) => name,
            Self::Palace => "",
        }
    }
}

/// A path inside the project: relative, forward slashes, no tricks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectPath(String);

impl ProjectPath {
    /// Longest path, in characters.
    pub const MAX: usize = 1_024;

    /// Reads a path, refusing whatever could lead outside: `..`, absolute and Windows forms, escapes, hidden characters.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let refuse = |why: &str| Err(Code::PathOutside.refuse(text::Malformed::new(text, "a project path").to_string(), format!("the path {why}")));
        let path = text.trim().strip_prefix("./").unwrap_or(text.trim());
        if path.is_empty() || path == "." {
            return refuse("is empty");
        }
        if path.chars().nth(Self::MAX).is_some() {
            return refuse("is too long");
        }
        if path.chars().any(|c| text::is_hidden(c) || matches!(c, '\n' | '\t')) {
            return refuse("hides a control character");
        }
        if path.contains('\\') || path.as_bytes().get(1) == Some(&b':') {
            return refuse("is in Windows form");
        }
        if path.starts_with(['/', '~']) || path.contains("://") {
            return refuse("is absolute");
        }
        if path.to_ascii_lowercase().contains("%2e") || path.to_ascii_lowercase().contains("%2f") {
            return refuse("hides a step in an escape");
        }
        if path.split('/').any(|step| step == ".." || step == "." || step.is_empty()) {
            return refuse("has an empty, `.` or `..` step");
        }
        Ok(Self(path.to_owned()))
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first folder of the path. A file at the top lies in none.
    pub fn first_folder(&self) -> Option<&str> {
        self.0.split_once('/').map(|(folder, _)| folder)
    }

    /// Whether this is the place, or lies below it.
    pub fn lies_in(&self, place: &Self) -> bool {
        self.0.strip_prefix(&place.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_could_lead_outside_are_refused() {
        let bad = [
            "../x",
            "a/../b",
            "/etc/passwd",
            "~/x",
            "C:\\x",
            "C:/x",
            "\\\\host\\share",
            "a\\b",
            "a//b",
            "a/./b",
            "",
            ".",
            "a\0b",
            "a\u{202e}b",
            "file:///etc/passwd",
            "a/%2e%2e/b",
            "a%2Fb",
            "a\nb",
            "/",
        ];
        for path in bad {
            let refusal = ProjectPath::parse(path).expect_err(path);
            assert_eq!(refusal.code(), Code::PathOutside, "{path:?}");
        }
        for good in ["src/auth/jwt.go", "./src/a b.rs", "日本/語.md", ".github/x.yml", "a..b/c"] {
            assert!(ProjectPath::parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn a_narrow_scope_must_be_named() {
        let refusal = Scope::parse(ScopeKind::File, None).expect_err("no path");
        assert_eq!(refusal.what(), "scopePath is required when scope is 'file'");
    }
}
