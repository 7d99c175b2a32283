//! Where something belongs: one worktree, one repository, or everywhere. Named by what a repository *is* (its first commit,
//! its remote), never by where it lies on a disk, so that clones and machines agree. Nothing here asks git.

use crate::text::Slice;
use crate::{ledger::Digest, text::Malformed};
use serde::{Deserialize, Serialize};

/// Longest name of a repository or worktree, in bytes.
const NAME_MAX: usize = 128;

/// Where something belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub enum Anchor {
    /// One checkout of a repository.
    Worktree {
        /// The repository.
        repo: String,
        /// The checkout's own name.
        name: String,
    },
    /// A repository, wherever it was cloned to.
    Repo(String),
    /// Everywhere.
    #[default]
    Global,
}

impl Anchor {
    /// The repository whose history begins with this commit.
    pub fn of_first_commit(commit: &str) -> Self {
        Self::Repo(commit.chars().filter(char::is_ascii_hexdigit).take(16).collect::<String>().to_lowercase())
    }

    /// The repository with this remote, for whoever does not have its beginning; or a folder without any, by its name.
    pub fn of_name(name: &str) -> Self {
        Self::Repo(format!("x{}", Digest::of(name.as_bytes()).to_string().slice(..15)))
    }

    /// One checkout of this repository.
    #[must_use]
    pub fn worktree(&self, name: &str) -> Self {
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' }).take(NAME_MAX).collect();
        match self {
            Self::Worktree { repo, .. } | Self::Repo(repo) if !plain.is_empty() => Self::Worktree { repo: repo.clone(), name: plain },
            Self::Worktree { .. } | Self::Repo(_) | Self::Global => self.clone(),
        }
    }

    /// The project it belongs to: its repository, or everywhere. Two checkouts of one repository are one project.
    #[must_use]
    pub fn project(&self) -> Self {
        match self {
            Self::Worktree { repo, .. } | Self::Repo(repo) => Self::Repo(repo.clone()),
            Self::Global => Self::Global,
        }
    }

    /// The word for what it is.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Worktree { .. } => AnchorKind::Worktree.name(),
            Self::Repo(_) => AnchorKind::Repo.name(),
            Self::Global => AnchorKind::Global.name(),
        }
    }

    /// The repository of a checkout; nothing else is part of something larger.
    pub fn parent(&self) -> Option<Self> {
        match self {
            Self::Worktree { .. } => Some(self.project()),
            Self::Repo(_) | Self::Global => None,
        }
    }

    /// From here outwards: the worktree, its repository, everywhere.
    pub fn outwards(&self) -> Vec<Self> {
        let mut chain = vec![self.clone()];
        if let Self::Worktree { repo, .. } = self {
            chain.push(Self::Repo(repo.clone()));
        }
        if *self != Self::Global {
            chain.push(Self::Global);
        }
        chain
    }

    /// Reads `worktree://REPO/NAME`, `repo://REPO` or `global://default`.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let wrong = || Malformed::new(text, "an anchor like `repo://1f0c…`, `worktree://1f0c…/main` or `global://default`");
        let plain = |part: &str| {
            let fits = !part.is_empty() && part.len() <= NAME_MAX && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
            if fits && part != "." && part != ".." { Ok(part.to_owned()) } else { Err(wrong()) }
        };
        match text.split_once("://") {
            Some(("repo", repo)) => Ok(Self::Repo(plain(repo)?)),
            Some(("worktree", rest)) => {
                let (repo, name) = rest.split_once('/').ok_or_else(wrong)?;
                Ok(Self::Worktree { repo: plain(repo)?, name: plain(name)? })
            }
            Some(("global", "default" | "")) => Ok(Self::Global),
            _ if text == "global" => Ok(Self::Global),
            _ => Err(wrong()),
        }
    }
}

/// Kind of place something belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum AnchorKind {
    /// One checkout
    Worktree,
    /// A repository
    Repo,
    /// Everywhere
    Global,
}

impl AnchorKind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worktree => "worktree",
            Self::Repo => "repo",
            Self::Global => "global",
        }
    }
}

impl std::fmt::Display for Anchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Worktree { repo, name } => write!(f, "worktree://{repo}/{name}"),
            Self::Repo(repo) => write!(f, "repo://{repo}"),
            Self::Global => f.write_str("global://default"),
        }
    }
}

impl TryFrom<String> for Anchor {
    type Error = Malformed;
    fn try_from(text: String) -> Result<Self, Malformed> {
        Self::parse(&text)
    }
}

impl From<Anchor> for String {
    fn from(anchor: Anchor) -> Self {
        anchor.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Anchor;

    #[test]
    fn an_anchor_reads_as_it_is_written() {
        for text in ["global://default", "repo://1f0c2a77aa00bb11", "worktree://1f0c2a77aa00bb11/feature-x"] {
            assert_eq!(Anchor::parse(text).expect(text).to_string(), text);
        }
        for bad in
            ["", "repo://", "repo://a/b", "worktree://a", "worktree://a/../b", "worktree://a/..", "file:///etc/passwd", "repo://a\0", "repo:// a"]
        {
            assert!(Anchor::parse(bad).is_err(), "{bad:?} was taken for an anchor");
        }
    }

    #[test]
    fn outwards_goes_from_the_worktree_to_everywhere() {
        let repo = Anchor::of_first_commit("1F0C2A77AA00BB11CC22");
        let told: Vec<String> = repo.worktree("my tree").outwards().iter().map(ToString::to_string).collect();
        assert_eq!(told, ["worktree://1f0c2a77aa00bb11/my-tree", "repo://1f0c2a77aa00bb11", "global://default"]);
        assert_eq!(Anchor::Global.outwards(), [Anchor::Global]);
        assert_eq!(Anchor::Global.worktree("x"), Anchor::Global);
        assert_ne!(Anchor::of_name("a"), Anchor::of_name("b"));
    }
}
