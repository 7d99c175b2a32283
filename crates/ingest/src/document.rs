//! What every source becomes: a document of parts in order.

use kernel::time::Moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of thing a document is. It decides how it is cut into pieces, and readers may ask for one kind alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Source code, cut along its syntax.
    Code,
    /// Markdown, cut along its headings.
    Markdown,
    /// Any other text, cut along its paragraphs.
    Text,
    /// What was said, turn by turn.
    Conversation,
    /// A change in a repository: message, author, files.
    Commit,
    /// Something another memory program had kept.
    Memory,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] = [Self::Code, Self::Markdown, Self::Text, Self::Conversation, Self::Commit, Self::Memory];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Conversation => "conversation",
            Self::Commit => "commit",
            Self::Memory => "memory",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == word)
    }
}

/// Who spoke, as the source has it. It is what a transcript says, and proves nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A person.
    User,
    /// A model.
    Assistant,
    /// A tool's output.
    Tool,
    /// Nobody in particular: a file, a commit, a note.
    #[default]
    None,
}

impl Role {
    /// The word for it; none for nobody.
    pub const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
            Self::None => "",
        }
    }

    /// Reads the word, in any case.
    pub fn named(word: &str) -> Option<Self> {
        [Self::User, Self::Assistant, Self::Tool].into_iter().find(|role| role.name().eq_ignore_ascii_case(word))
    }
}

/// One stretch of a document: a turn, a section, a function, a commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Part {
    /// The words
    pub text: String,
    /// Who said it, by the name the source uses
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// What they are
    #[serde(default)]
    pub role: Role,
    /// When it was said or written
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Moment>,
    /// The stretch of talk it belongs to, when a document holds several
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thread: String,
    /// Where in the document: headings, a function's name, a line
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heading: String,
}

/// One thing that was read: a file, a conversation, a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Document {
    /// Its name within where it was found: a relative path, perhaps with `#` and a conversation's id. Never absolute
    pub path: String,
    /// What people would call it
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What kind of thing it is
    pub kind: Kind,
    /// Its parts, in order
    pub parts: Vec<Part>,
}
