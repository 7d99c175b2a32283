//! What a claim says, before anyone has agreed to it. A seal vouches for a draft's digest, so every field is in it.

use crate::{
    anchor::Anchor,
    canonical,
    id::EvidenceId,
    ledger::Digest,
    refusal::Refusal,
    scope::{Scope, ScopeKind},
    text::{Content, Malformed},
};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// What kind of belief it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Kind {
    /// Something was chosen
    Decision,
    /// Something turned out to be so
    Learning,
    /// Something might be tried
    Idea,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Decision, Self::Learning, Self::Idea];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Learning => "learning",
            Self::Idea => "idea",
        }
    }

    /// The prefix of such a claim's id.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Decision => "d",
            Self::Learning => "l",
            Self::Idea => "i",
        }
    }
}

/// How sure the author is, from 0 to 1, kept in hundredths so that its digest is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64", inline, extend("minimum" = 0, "maximum" = 1))]
pub struct Confidence(u8);

impl Confidence {
    /// So many hundredths, at most a hundred.
    pub const fn hundredths(n: u8) -> Self {
        Self(if n > 100 { 100 } else { n })
    }

    /// What a learning has whose author did not say.
    pub const DEFAULT: Self = Self(50);

    /// In hundredths.
    pub const fn points(self) -> u8 {
        self.0
    }

    /// So many hundredths more, or less, within bounds.
    #[must_use]
    pub fn moved(self, points: i16) -> Self {
        Self::hundredths(u8::try_from((i16::from(self.0) + points).clamp(0, 100)).unwrap_or(0))
    }
}

impl TryFrom<f64> for Confidence {
    type Error = Malformed;
    fn try_from(value: f64) -> Result<Self, Malformed> {
        if !(0.0..=1.0).contains(&value) {
            return Err(Malformed::new(&value.to_string(), "a confidence between 0 and 1"));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100 by the check above")]
        Ok(Self((value * 100.0).round() as u8))
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> f64 {
        f64::from(confidence.0) / 100.0
    }
}

/// A label: lower-case letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", inline)]
pub struct Tag(String);

impl Tag {
    /// The label.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Tag {
    type Error = Malformed;
    fn try_from(text: String) -> Result<Self, Malformed> {
        let tag = text.trim().trim_start_matches('#').to_lowercase();
        if tag.is_empty() || tag.chars().count() > 64 || !tag.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.')) {
            return Err(Malformed::new(&text, "a tag of letters, digits, `-`, `_`, `.` or `/`"));
        }
        Ok(Self(tag))
    }
}

impl From<Tag> for String {
    fn from(tag: Tag) -> String {
        tag.0
    }
}

/// What a claim says. Its JSON form is the input of `claim.adopt` and what a proposal keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Draft {
    /// Kind of belief
    #[serde(rename = "as", alias = "kind")]
    pub kind: Kind,
    /// What is believed
    pub content: Content,
    /// Where it holds
    #[serde(default)]
    pub scope: ScopeKind,
    /// File path or room name, when the scope is a file or a room
    #[serde(default, alias = "scope_path", skip_serializing_if = "Option::is_none")]
    pub scope_path: Option<String>,
    /// Circumstances it was seen in
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<Content>,
    /// Why it is so
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<Content>,
    /// Label (can be repeated)
    #[serde(default, alias = "tag", skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// How sure the author is, from 0 to 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Evidence it rests on (can be repeated)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceId>,
    /// Project it was made in; outside of any, it holds in all. No caller says it: it is where the call was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub project: Option<Anchor>,
}

impl Draft {
    /// Where it holds, checked.
    pub fn scope(&self) -> Result<Scope, Refusal> {
        Scope::parse(self.scope, self.scope_path.as_deref())
    }

    /// Puts the scope in its one spelling, so that equal drafts have equal digests.
    pub fn settled(mut self) -> Result<Self, Refusal> {
        let scope = self.scope()?;
        self.scope_path = (!scope.path().is_empty()).then(|| scope.path().to_owned());
        self.tags.sort();
        self.tags.dedup();
        let mut seen = std::collections::BTreeSet::new();
        self.evidence.retain(|id| seen.insert(id.clone()));
        self.project = self.project.map(|anchor| anchor.project()).filter(|project| *project != Anchor::Global);
        Ok(self)
    }

    /// The same, made where somebody stands.
    #[must_use]
    pub fn made_in(mut self, anchor: &Anchor) -> Self {
        self.project = Some(anchor.project()).filter(|project| *project != Anchor::Global);
        self
    }

    /// What a seal vouches for.
    pub fn digest(&self) -> Digest {
        canonical::digest(self).expect("BUG: a draft is plain text and hundredths")
    }

    /// What makes two drafts the same thing said twice: kind, project, scope and words, whatever their case and spacing, however
    /// their accents are composed and whatever they end with. Evidence is left out: each telling brings its own.
    pub fn sameness(&self) -> Digest {
        self.sameness_in(self.project.as_ref())
    }

    /// The same, had it been said in this project.
    pub fn sameness_in(&self, project: Option<&Anchor>) -> Digest {
        let words = folded(self.content.as_str());
        match project {
            // As it was before claims had projects, so that what was filed then is still known.
            None => canonical::digest(&(self.kind, words, self.scope, &self.scope_path)),
            Some(project) => canonical::digest(&(self.kind, words, self.scope, &self.scope_path, project)),
        }
        .expect("BUG: a draft is plain text")
    }
}

/// A text in the one form by which repetitions are known. A question stays one: what is asked is not what is said.
fn folded(text: &str) -> String {
    let composed: String = text.nfc().collect();
    let words = composed.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    words.trim_end_matches(|c: char| matches!(c, '.' | '!' | ',' | ';' | ':' | '…') || c.is_whitespace()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn draft(value: serde_json::Value) -> Draft {
        serde_json::from_value::<Draft>(value).expect("a draft").settled().expect("a scope")
    }

    #[test]
    fn every_field_is_under_the_seal() {
        let base = json!({"as": "decision", "content": "use WAL"});
        let changes = [
            json!({"as": "learning"}),
            json!({"content": "use DELETE"}),
            json!({"scope": "room", "scopePath": "db"}),
            json!({"context": "x"}),
            json!({"rationale": "x"}),
            json!({"tags": ["x"]}),
            json!({"confidence": 0.5}),
            json!({"evidence": ["e_1"]}),
            json!({"project": "repo://a"}),
        ];
        for change in changes {
            let mut other = base.clone();
            other.as_object_mut().expect("object").extend(change.as_object().expect("object").clone());
            assert_ne!(draft(base.clone()).digest(), draft(other).digest(), "{change}");
        }
    }

    #[test]
    fn the_same_thing_said_twice_is_the_same() {
        let a = draft(json!({"as": "decision", "content": "Use  WAL", "evidence": ["e_1"]}));
        let b = draft(json!({"kind": "decision", "content": "use wal", "scope": "palace", "scopePath": "ignored"}));
        assert_eq!(a.sameness(), b.sameness());
        assert_ne!(a.sameness(), draft(json!({"as": "idea", "content": "use wal"})).sameness());
        let said = |content: &str| draft(json!({"as": "decision", "content": content})).sameness();
        for (one, other) in [("Use WAL.", "use wal!"), ("Use caf\u{e9}", "use cafe\u{301}"), ("Use\nWAL …", "Use WAL"), ("ÉTÉ", "été")] {
            assert_eq!(said(one), said(other), "{one:?} / {other:?}");
        }
        for (one, other) in [("Use WAL?", "Use WAL"), ("use 1.5", "use 15"), ("a", "á")] {
            assert_ne!(said(one), said(other), "{one:?} / {other:?}");
        }
    }

    #[test]
    fn a_project_is_a_repository_or_none() {
        let made = |project: &str| draft(json!({"as": "decision", "content": "use WAL", "project": project}));
        let bare = draft(json!({"as": "decision", "content": "use WAL"}));
        assert_eq!(made("global://default"), bare);
        assert_eq!(made("worktree://a/main"), made("repo://a"));
        assert_eq!(bare.clone().made_in(&Anchor::Repo("a".into()).worktree("main")), made("repo://a"));
        assert_eq!(bare.clone().made_in(&Anchor::Global), bare);
        assert_ne!(made("repo://a").sameness(), made("repo://b").sameness());
        assert_ne!(made("repo://a").sameness(), bare.sameness());
        assert_eq!(bare.sameness_in(Some(&Anchor::Repo("a".into()))), made("repo://a").sameness());
    }

    #[test]
    fn a_draft_survives_the_store() {
        let d = draft(json!({"as": "learning", "content": "x", "scope": "file", "scopePath": "./a/b.rs", "tags": ["#B", "a"], "confidence": 0.854}));
        let text = canonical::canonical(&d).expect("plain");
        assert_eq!(text, r#"{"as":"learning","confidence":0.85,"content":"x","scope":"file","scopePath":"a/b.rs","tags":["a","b"]}"#);
        assert_eq!(serde_json::from_str::<Draft>(&text).expect("back"), d);
    }
}
