//! Every identifier, its prefix and its meaning. Ids are opaque to the world: nothing is read out of one but its kind.

use crate::text::Malformed;
use serde::{Deserialize, Serialize};

/// Longest tail an id may have. Ours have sixteen characters; the ancestors' had up to thirty-six.
pub const TAIL_MAX: usize = 40;

/// Fewest characters of a tail by which an id may be called, where they are enough to tell it from every other.
pub const SHORT_TAIL_MIN: usize = 8;

/// Declares identifiers: the type, the prefixes it answers to (the first is the one we mint), its meaning.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $($prefix:literal)|+;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
            #[serde(try_from = "String", into = "String")]
            #[schemars(with = "String", extend("format" = "id"))]
            pub struct $name(String);

            impl $name {
                /// Prefixes this kind of id may carry; the first is minted by default.
                pub const PREFIXES: &'static [&'static str] = &[$($prefix),+];

                /// The id as text.
                pub fn as_str(&self) -> &str {
                    &self.0
                }

                /// Reads an id, refusing everything that is not exactly one.
                pub fn parse(text: &str) -> Result<Self, Malformed> {
                    parse(text, Self::PREFIXES).map(Self)
                }

                /// Builds an id from a prefix of this kind and a tail drawn from the call's seed.
                pub fn mint(prefix: &str, tail: &str) -> Self {
                    assert!(Self::PREFIXES.contains(&prefix), "BUG: `{prefix}` is no prefix of {}", stringify!($name));
                    Self(format!("{prefix}_{tail}"))
                }
            }

            impl TryFrom<String> for $name {
                type Error = Malformed;
                fn try_from(text: String) -> Result<Self, Malformed> {
                    Self::parse(&text)
                }
            }

            impl From<$name> for String {
                fn from(id: $name) -> String {
                    id.0
                }
            }

            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(&self.0)
                }
            }
        )*

        /// Every id kind with its prefixes, for the documentation and for the tests over the table.
        pub const KINDS: &[(&str, &[&str])] = &[$((stringify!($name), $name::PREFIXES)),*];
    };
}

ids! {
    /// A palace: its genesis, digested.
    PalaceId = "pal";
    /// A governed belief: `d_` decision, `l_` learning, `i_` idea. `lrn_` is the ancestor's spelling of `l_`.
    ClaimId = "d" | "l" | "i" | "lrn";
    /// What the evidence amounts to: `k_` in a drawer, `card_` on a card.
    KnowledgeId = "k" | "card";
    /// Something seen: immutable, with a source.
    EvidenceId = "e";
    /// A call that waits for a human. `prop_` is the ancestor's spelling.
    ProposalId = "p" | "prop";
    /// A stretch of work by one actor.
    SessionId = "ses";
    /// A request for a human's seal.
    SealRequestId = "sr";
    /// A bearer token's record; never the token itself.
    GrantId = "g";
    /// A typed link between two records.
    LinkId = "lk";
    /// Something that evidence was read from: a file, a conversation, a history.
    SourceId = "src";
    /// What was shown to someone once, to the byte.
    PackId = "ctx";
    /// What was tried once, and whether it worked.
    ExperienceId = "x";
    /// Something done in a session.
    ActivityId = "act";
    /// What went wrong once, and what was learned.
    PostmortemId = "pm";
    /// What is said to hold between two things.
    FactId = "triple";
    /// A way between two places of the palace, dug by somebody.
    TunnelId = "tunnel";
    /// What came of using a feature once.
    AdoptionId = "adoption";
    /// A problem that somebody thinks through in the older way.
    ReasoningId = "reasoning";
    /// One thought of it.
    ThoughtId = "thought";
    /// A signed word that a guarded cycle came about as it should.
    ReceiptId = "rcpt";
    /// A signed leave to do something, for a while.
    TokenId = "tok";
    /// A call of a tool outside the palace, as it was told.
    InvocationId = "inv";
}

/// The ancestor's spellings, brought to ours.
const RESPELLED: &[(&str, &str)] = &[("lrn", "l"), ("prop", "p")];

fn parse(text: &str, prefixes: &[&str]) -> Result<String, Malformed> {
    let wanted = || format!("an id like `{}_7h3k…`", prefixes[0]);
    let Some((prefix, tail)) = text.split_once('_') else {
        return Err(Malformed::new(text, wanted()));
    };
    let plain = !tail.is_empty() && tail.len() <= TAIL_MAX && tail.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !prefixes.contains(&prefix) || !plain {
        return Err(Malformed::new(text, wanted()));
    }
    let prefix = RESPELLED.iter().find(|(old, _)| *old == prefix).map_or(prefix, |(_, new)| new);
    Ok(format!("{prefix}_{tail}"))
}

/// The prefix and the tail of a text that is an id, or as much of one as may stand for it; spelled as ours.
pub fn beginning(text: &str) -> Option<(&'static str, &str)> {
    let (prefix, tail) = text.split_once('_')?;
    let plain = (SHORT_TAIL_MIN..=TAIL_MAX).contains(&tail.len()) && tail.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let known = KINDS.iter().flat_map(|(_, prefixes)| *prefixes).find(|known| **known == prefix)?;
    plain.then(|| (RESPELLED.iter().find(|(old, _)| old == known).map_or(*known, |(_, new)| new), tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_may_be_called_by_its_beginning() {
        let table = [
            ("e_7h3k9a2b", Some(("e", "7h3k9a2b"))),
            ("e_7h3k9a2bq8x0z1y2", Some(("e", "7h3k9a2bq8x0z1y2"))),
            ("prop_7h3k9a2b", Some(("p", "7h3k9a2b"))),
            ("e_7h3k9a2", None),
            ("snake_case_name", None),
            ("d_../../x", None),
            ("unknown_7h3k9a2b", None),
            ("7h3k9a2b", None),
        ];
        for (text, expected) in table {
            assert_eq!(beginning(text), expected, "{text}");
        }
    }

    #[test]
    fn no_two_kinds_share_a_prefix() {
        let mut seen = std::collections::BTreeMap::new();
        for (kind, prefixes) in KINDS {
            for prefix in *prefixes {
                assert_eq!(seen.insert(*prefix, *kind), None, "`{prefix}` is claimed twice");
            }
        }
    }

    #[test]
    fn an_id_is_exactly_an_id_or_refused() {
        for good in ["d_abc123", "l_xyz789", "i_1", "d_0f8fad5b-d9cb-469f-a165-70867728950e"] {
            assert_eq!(ClaimId::parse(good).expect(good).as_str(), good);
        }
        let bad = [
            "",
            "d_",
            "d",
            "x_1",
            "../d_1",
            "d_../../etc/passwd",
            "d_1/2",
            "d_1\\2",
            "d_1\0",
            "d_1\u{202e}",
            " d_1",
            "d_1\n",
            "C:d_1",
            "d_%2e%2e",
            "D_1",
            "d_é",
        ];
        for text in bad {
            assert!(ClaimId::parse(text).is_err(), "{text:?} was taken for an id");
        }
        assert!(ClaimId::parse(&format!("d_{}", "a".repeat(TAIL_MAX + 1))).is_err());
    }

    #[test]
    fn the_ancestors_spellings_are_read_as_ours() {
        assert_eq!(ClaimId::parse("lrn_9").expect("known").as_str(), "l_9");
        assert_eq!(ProposalId::parse("prop_9").expect("known").as_str(), "p_9");
    }
}
