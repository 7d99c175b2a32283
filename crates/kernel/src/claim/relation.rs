//! How one record stands to another, and what a link may point at.
//!
//! Not here: whether a piece of code still reads as it did. A link names the lines; whoever reads the tree compares.

use crate::{anchor::Anchor, id::ClaimId, scope::ProjectPath, text::Malformed};
use serde::{Deserialize, Serialize};

/// How the source of a link stands to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case", try_from = "String")]
#[schemars(inline)]
pub enum Relation {
    /// It speaks for the other
    Supports,
    /// Both cannot be so
    Contradicts,
    /// It carries the other out
    Implements,
    /// It takes the other's place
    Supersedes,
    /// It came from the other
    InspiredBy,
    /// They have to do with each other
    Related,
}

impl Relation {
    /// Every relation that a link may be made with.
    pub const ALL: [Self; 6] = [Self::Supports, Self::Contradicts, Self::Implements, Self::Supersedes, Self::InspiredBy, Self::Related];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supports => "supports",
            Self::Contradicts => "contradicts",
            Self::Implements => "implements",
            Self::Supersedes => "supersedes",
            Self::InspiredBy => "inspired_by",
            Self::Related => "related",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.name() == word)
    }
}

/// A word that is no relation. Says which are.
#[derive(Debug, thiserror::Error)]
#[error("invalid relation \"{found}\"; valid: {}", Relation::ALL.map(Relation::name).join(", "))]
pub struct NoRelation {
    found: String,
}

impl TryFrom<String> for Relation {
    type Error = NoRelation;
    fn try_from(word: String) -> Result<Self, NoRelation> {
        // A spelling with a hyphen is how the command line says it.
        Self::named(&word.replace('-', "_"))
            .ok_or_else(|| NoRelation { found: word.chars().filter(|c| !crate::text::is_hidden(*c)).take(40).collect() })
    }
}

/// What a link points at: another claim, or lines of code as `path:from-to`, with `repo://ID/` before it where the tree is told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", inline)]
pub enum Target {
    /// Another claim.
    Claim(ClaimId),
    /// Lines of a file of the project.
    Code {
        /// The repository; everywhere, if nobody said. One palace may know the same path in several.
        tree: Anchor,
        /// The file.
        path: ProjectPath,
        /// First line, counted from 1.
        from: u32,
        /// Last line.
        to: u32,
    },
}

impl Target {
    /// Reads a target, refusing everything that is not exactly one.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        if let Ok(claim) = ClaimId::parse(text) {
            return Ok(Self::Claim(claim));
        }
        let wrong = || Malformed::new(text, "a claim's id, or lines of code like `src/lib.rs:10-20`");
        let (tree, place) = match text.strip_prefix("repo://") {
            Some(rest) => {
                let (repo, place) = rest.split_once('/').ok_or_else(wrong)?;
                (Anchor::parse(&format!("repo://{repo}")).map_err(|_| wrong())?, place)
            }
            None => (Anchor::Global, text),
        };
        let (path, lines) = place.rsplit_once(':').ok_or_else(wrong)?;
        let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|n| *n > 0 && digits.bytes().all(|b| b.is_ascii_digit()));
        let (Ok(path), Some(from), Some(to)) = (ProjectPath::parse(path), number(from), number(to)) else { return Err(wrong()) };
        if to < from {
            return Err(wrong());
        }
        Ok(Self::Code { tree, path, from, to })
    }

    /// The same, in the tree of whoever names it, if it names none itself.
    #[must_use]
    pub fn seen_from(self, anchor: &Anchor) -> Self {
        match self {
            Self::Code { tree: Anchor::Global, path, from, to } => Self::Code { tree: anchor.project(), path, from, to },
            other @ (Self::Code { .. } | Self::Claim(_)) => other,
        }
    }

    /// As it is told to whoever stands there: their own tree goes without saying.
    pub fn told_at(&self, anchor: &Anchor) -> String {
        match self {
            Self::Code { tree, path, from, to } if *tree == anchor.project() => {
                Self::Code { tree: Anchor::Global, path: path.clone(), from: *from, to: *to }.to_string()
            }
            Self::Code { .. } | Self::Claim(_) => self.to_string(),
        }
    }
}

impl TryFrom<String> for Target {
    type Error = Malformed;
    fn try_from(text: String) -> Result<Self, Malformed> {
        Self::parse(&text)
    }
}

impl From<Target> for String {
    fn from(target: Target) -> String {
        target.to_string()
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Claim(claim) => claim.fmt(f),
            Self::Code { tree, path, from, to } => {
                if *tree != Anchor::Global {
                    write!(f, "{tree}/")?;
                }
                write!(f, "{}:{from}", path.as_str())?;
                if from == to { Ok(()) } else { write!(f, "-{to}") }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relation_is_one_of_six_words_and_the_refusal_names_them() {
        for relation in Relation::ALL {
            assert_eq!(serde_json::from_value::<Relation>(relation.name().into()).expect("a word"), relation);
            assert_eq!(serde_json::to_value(relation).expect("a word"), relation.name());
        }
        let refused = serde_json::from_value::<Relation>("knows".into()).expect_err("no relation");
        assert_eq!(refused.to_string(), "invalid relation \"knows\"; valid: supports, contradicts, implements, supersedes, inspired_by, related");
    }

    #[test]
    fn a_target_is_a_claim_or_lines_of_code_and_nothing_else() {
        for (text, told) in
            [("d_1", "d_1"), ("lrn_7", "l_7"), ("./src/a.rs:3-9", "src/a.rs:3-9"), ("src/a.rs:4-4", "src/a.rs:4"), ("a.rs:7", "a.rs:7")]
        {
            assert_eq!(Target::parse(text).expect(text).to_string(), told);
        }
        let (home, away) = (Anchor::of_first_commit("aa"), Anchor::of_first_commit("bb"));
        let target = Target::parse("src/a.rs:3-9").expect("lines").seen_from(&home.worktree("x"));
        assert_eq!(target.to_string(), "repo://aa/src/a.rs:3-9");
        assert_eq!(Target::parse("repo://aa/src/a.rs:3-9").expect("lines"), target.clone().seen_from(&away));
        assert_eq!((target.told_at(&home.worktree("y")).as_str(), target.told_at(&away).as_str()), ("src/a.rs:3-9", "repo://aa/src/a.rs:3-9"));
        for text in [
            "",
            "d_",
            "src/a.rs",
            "src/a.rs:",
            "src/a.rs:0",
            "src/a.rs:9-3",
            "src/a.rs:1-",
            "../a.rs:1",
            "/etc/passwd:1",
            "C:/x",
            "a:+1",
            "a.rs:1-2-3",
            "repo://a.rs:1",
            "repo://x/../a.rs:1",
            "repo:///a.rs:1",
            "worktree://x/y/a.rs:1",
        ] {
            assert!(Target::parse(text).is_err(), "{text:?} was taken for a target");
        }
    }
}
