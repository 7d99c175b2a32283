//! Who calls. The mode chosen at start is a ceiling: nothing asked for later rises above it.

use crate::{id::GrantId, time::Moment};
use serde::{Deserialize, Serialize};

/// The ceiling a process was started with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Agents read and propose.
    #[default]
    Agent,
    /// Human tools are listed too; they still need a seal.
    Human,
}

impl Mode {
    /// The mode's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Human => "human",
        }
    }
}

/// What kind of caller this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActorKind {
    /// A person.
    Human,
    /// A program that a model drives.
    Agent,
    /// Palace itself, or a scheduled job.
    Machine,
}

impl ActorKind {
    /// Every kind, in the order of the permission matrix.
    pub const ALL: [Self; 3] = [Self::Human, Self::Agent, Self::Machine];

    /// The kind's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Agent => "agent",
            Self::Machine => "machine",
        }
    }
}

/// A bearer token's standing with this palace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Its record.
    pub id: GrantId,
    /// When it stops working.
    pub expires: Option<Moment>,
    /// When it was taken back.
    pub revoked: Option<Moment>,
}

/// Who calls, as admitted at the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    kind: ActorKind,
    name: String,
    grant: Option<Grant>,
}

impl Actor {
    /// Admits a caller under a ceiling: below `Mode::Human` a human is an agent, whatever they say.
    pub fn admit(ceiling: Mode, wanted: ActorKind, name: &str) -> Self {
        let kind = match (ceiling, wanted) {
            (Mode::Human, kind) => kind,
            (Mode::Agent, ActorKind::Human | ActorKind::Agent) => ActorKind::Agent,
            (Mode::Agent, ActorKind::Machine) => ActorKind::Machine,
        };
        Self { kind, name: plain(name), grant: None }
    }

    /// The same caller, admitted by a bearer token.
    #[must_use]
    pub fn holding(mut self, grant: Grant) -> Self {
        self.grant = Some(grant);
        self
    }

    /// Palace itself. Every bypass names its reason, and the reason is on the ledger.
    pub fn system(reason: &'static str) -> Self {
        Self { kind: ActorKind::Machine, name: format!("palace: {reason}"), grant: None }
    }

    /// What kind of caller this is.
    pub const fn kind(&self) -> ActorKind {
        self.kind
    }

    /// The caller's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The token the caller came with, if any.
    pub const fn grant(&self) -> Option<&Grant> {
        self.grant.as_ref()
    }
}

/// A name fit for one ledger line. Clients choose their own names, so what cannot be printed is dropped, not refused.
fn plain(name: &str) -> String {
    let kept: String = name.chars().filter(|c| !crate::text::is_hidden(*c) && !matches!(c, '\n' | '\t')).take(100).collect();
    if kept.trim().is_empty() { "unnamed".to_owned() } else { kept.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mode_is_a_ceiling() {
        use ActorKind::{Agent, Human, Machine};
        let table = [
            (Mode::Agent, Human, Agent),
            (Mode::Agent, Agent, Agent),
            (Mode::Agent, Machine, Machine),
            (Mode::Human, Human, Human),
            (Mode::Human, Agent, Agent),
            (Mode::Human, Machine, Machine),
        ];
        for (ceiling, wanted, got) in table {
            assert_eq!(Actor::admit(ceiling, wanted, "x").kind(), got, "{ceiling:?} {wanted:?}");
        }
    }

    #[test]
    fn a_name_fits_one_ledger_line() {
        assert_eq!(Actor::admit(Mode::Agent, ActorKind::Agent, "co\ndex\u{202e}").name(), "codex");
        assert_eq!(Actor::admit(Mode::Agent, ActorKind::Agent, "\0 \n").name(), "unnamed");
    }
}
