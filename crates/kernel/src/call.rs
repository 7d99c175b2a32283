//! One request, with everything that is not decided by its input: who, in which session, when, and with what randomness.

use crate::{actor::Actor, anchor::Anchor, floorplan::Floorplan, id, ledger::Digest, time::Moment};
use std::{cell::Cell, sync::Arc};

/// Sixteen random bytes from which a call's ids and salts are drawn.
pub type Seed = [u8; 16];

/// What a project is called on the caller's machine, and where it lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// What people call it: the last word of its remote, or its folder.
    pub name: String,
    /// Its folder. True today, on one machine.
    pub path: String,
}

/// One request.
#[derive(Debug)]
pub struct Call {
    /// Who calls.
    pub actor: Actor,
    /// The session the call belongs to, or empty.
    pub session: String,
    /// When the call arrived.
    pub now: Moment,
    /// Where the caller stands: a worktree, a repository, or nowhere in particular.
    pub anchor: Anchor,
    /// What people call the project there and where it lies, if the caller's machine told. Hints: the anchor says what it is.
    pub whereabouts: Option<Whereabouts>,
    /// The rooms of the project it is made in.
    pub floorplan: Arc<Floorplan>,
    seed: Seed,
    drawn: Cell<u32>,
}

impl Call {
    /// A request by `actor` at `now`; `seed` must be fresh for each call.
    pub fn new(actor: Actor, session: impl Into<String>, now: Moment, seed: Seed) -> Self {
        Self { actor, session: session.into(), now, anchor: Anchor::Global, whereabouts: None, floorplan: Arc::default(), seed, drawn: Cell::new(0) }
    }

    /// The same request, made from somewhere.
    #[must_use]
    pub fn from(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// The same request, made in a project that people call so.
    #[must_use]
    pub fn called(mut self, whereabouts: Option<Whereabouts>) -> Self {
        self.whereabouts = whereabouts;
        self
    }

    /// The same request, made in a project with these rooms.
    #[must_use]
    pub fn within(mut self, floorplan: Arc<Floorplan>) -> Self {
        self.floorplan = floorplan;
        self
    }

    /// A call of its own for what is written down about this one later, with randomness of its own.
    #[must_use]
    pub fn aftermath(&self) -> Self {
        Self::new(self.actor.clone(), self.session.clone(), self.now, self.salt()).from(self.anchor.clone())
    }

    /// The next tail for an id: eighty bits in base 32.
    pub fn tail(&self) -> String {
        id_tail(&self.draw().0)
    }

    /// The next salt.
    pub fn salt(&self) -> [u8; 16] {
        let mut salt = [0; 16];
        salt.copy_from_slice(&self.draw().0[..16]);
        salt
    }

    fn draw(&self) -> Digest {
        let n = self.drawn.get();
        self.drawn.set(n + 1);
        let mut bytes = b"palace/draw/v1\n".to_vec();
        bytes.extend_from_slice(&self.seed);
        bytes.extend_from_slice(&n.to_be_bytes());
        Digest::of(&bytes)
    }
}

/// Crockford's base 32, in lower case: no letter is mistaken for a digit.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The tail of an id from the first ten bytes of a digest.
pub fn id_tail(bytes: &[u8; 32]) -> String {
    let tail: String = (0..16)
        .map(|i| {
            let bit = i * 5;
            let pair = u16::from_be_bytes([bytes[bit / 8], bytes[bit / 8 + 1]]);
            char::from(ALPHABET[usize::from(pair >> (11 - bit % 8) & 31)])
        })
        .collect();
    debug_assert!(tail.len() <= id::TAIL_MAX);
    tail
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actor::{ActorKind, Mode};

    #[test]
    fn a_call_draws_different_ids_and_the_same_again_from_the_same_seed() {
        let call = |seed| Call::new(Actor::admit(Mode::Agent, ActorKind::Agent, "a"), "", Moment::from_millis(0), seed);
        let (a, b, c) = (call([1; 16]), call([1; 16]), call([2; 16]));
        let first = a.tail();
        assert_eq!(first.len(), 16);
        assert_eq!(first, b.tail());
        assert_ne!(first, a.tail());
        assert_ne!(first, c.tail());
    }

    #[test]
    fn the_tail_reads_bits_in_order() {
        let mut bytes = [0_u8; 32];
        bytes[0] = 0b0000_1000; // 00001 000..
        bytes[9] = 0b0001_1111;
        assert_eq!(id_tail(&bytes), "100000000000000z");
    }
}
