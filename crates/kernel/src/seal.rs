//! Authority is a signature, not a column. A seal is a human's Ed25519 signature over the digest of exactly what was shown.
//!
//! Not here: where private keys rest and how a passphrase is asked. This file only knows public keys.

use crate::{
    canonical,
    id::PalaceId,
    ledger::{Digest, from_hex, to_hex},
    refusal::{Code, Refusal},
    time::{MINUTE_MS, Moment},
};
use ed25519_dalek::{Signature, VerifyingKey};
use serde::{Deserialize, Serialize};

/// How long a request for a seal stays open.
pub const REQUEST_OPEN_MS: i64 = 15 * MINUTE_MS;

/// What a human is asked to sign: the operation, its input, and digests of everything the decision makes authoritative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The palace it holds for, and no other.
    pub palace: PalaceId,
    /// The operation.
    pub op: String,
    /// Digest of the operation's canonical input.
    pub input: Digest,
    /// Digests of the drafts, evidence and keys that the decision vouches for.
    pub covers: Vec<Digest>,
    /// After this moment the seal can no longer be spent.
    pub expires: Moment,
}

impl Statement {
    /// The digest a person sees, and the seal's own name.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.to_sign())
    }

    /// The bytes that are signed. The first line keeps a seal from being mistaken for any other signature.
    pub fn to_sign(&self) -> Vec<u8> {
        let text = canonical::canonical(self).expect("BUG: a statement is plain text and digests");
        [b"palace/seal/v1\n".as_slice(), text.as_bytes()].concat()
    }

    /// Whether two statements ask for the same thing, whenever they were made.
    pub fn same_as(&self, other: &Self) -> bool {
        (&self.palace, &self.op, self.input, &self.covers) == (&other.palace, &other.op, other.input, &other.covers)
    }
}

/// A public key, named by its SHA-256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustedKey {
    /// SHA-256 of the public key.
    pub fingerprint: Digest,
    /// Whose it is.
    pub name: String,
    /// Whether it may still sign; a retired key's old seals stand.
    pub active: bool,
    public: VerifyingKey,
}

/// The name of a public key.
pub fn fingerprint(public: &[u8; 32]) -> Digest {
    Digest::of(public)
}

/// What the enrolment of a key vouches for: this key, for this person, in this palace.
pub fn enrolment(palace: &PalaceId, name: &str, public: &[u8; 32]) -> Digest {
    canonical::digest(&serde_json::json!({ "palace": palace, "name": name, "key": fingerprint(public) })).expect("BUG: an enrolment is plain text")
}

/// The input of an enrolment in the place of another key. Its digest is part of what was sealed, so that a rotation can be read off
/// the seal, whatever a column says.
pub fn rotation(name: &str, public: &[u8; 32], replaces: Digest) -> Digest {
    canonical::digest(&serde_json::json!({ "name": name, "public": Digest(*public), "replaces": replaces })).expect("BUG: a rotation is plain text")
}

/// A key as the store keeps it, with the seal that brought it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// Whose it is.
    pub name: String,
    /// The public key.
    pub public: [u8; 32],
    /// The seal over its enrolment: its own for the first key, an earlier key's for the rest.
    pub seal: Seal,
    /// Whether its row says that it was retired. That can retire a key, and never bring one back.
    pub retired: bool,
}

/// Who can speak for the humans of this palace.
#[derive(Clone, Debug)]
pub enum Trust {
    /// Nobody has to: the palace was created `--unsealed`, for tests and demos, and says so on every screen.
    Unsealed,
    /// These keys, oldest first. None yet means that nothing can be decided.
    Keys(Vec<TrustedKey>),
    /// The rows and the pinned root disagree: nothing is authoritative until a person has looked.
    Broken(String),
}

impl Trust {
    /// Builds the chain of keys from the pinned root. Every key after the first must be sealed by one before it that nothing has
    /// replaced yet, so that a public key swapped in the file vouches for nothing, and one that was rotated away brings in no other.
    pub fn from_root(palace: &PalaceId, root: Option<Digest>, records: &[KeyRecord]) -> Self {
        let mut keys: Vec<TrustedKey> = Vec::new();
        for record in records {
            let print = fingerprint(&record.public);
            let Ok(public) = VerifyingKey::from_bytes(&record.public) else {
                return Self::Broken(format!("the key of {} is not a public key", record.name));
            };
            let own = TrustedKey { fingerprint: print, name: record.name.clone(), active: true, public };
            let signers = if keys.is_empty() { std::slice::from_ref(&own) } else { keys.as_slice() };
            if keys.is_empty() && root != Some(print) {
                return Self::Broken(match root {
                    Some(root) => format!("the first key is {print}, but {root} is pinned"),
                    None => format!("the first key is {print}, but none is pinned in this home"),
                });
            }
            let covered = record.seal.statement.covers.contains(&enrolment(palace, &record.name, &record.public));
            if !covered || record.seal.statement.palace != *palace || !record.seal.signed_by(signers).is_some_and(|key| key.active) {
                return Self::Broken(format!("the key of {} ({print}) was not enrolled by a key trusted before it", record.name));
            }
            for key in keys.iter_mut().filter(|key| record.seal.statement.input == rotation(&record.name, &record.public, key.fingerprint)) {
                key.active = false;
            }
            keys.push(own);
        }
        for (key, record) in keys.iter_mut().zip(records) {
            key.active &= !record.retired;
        }
        if keys.is_empty() && root.is_some() {
            return Self::Broken("a key is pinned in this home, but the palace holds none".into());
        }
        Self::Keys(keys)
    }

    /// The refusal for a palace whose keys cannot be believed.
    fn keys(&self) -> Result<&[TrustedKey], Refusal> {
        match self {
            Self::Unsealed => Ok(&[]),
            Self::Keys(keys) => Ok(keys),
            Self::Broken(why) => Err(Code::TrustBroken.refuse("keys", format!("this palace's keys cannot be trusted: {why}"))),
        }
    }
}

/// A signed statement. In an unsealed palace the signature is empty, and only such a palace takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// What was shown and agreed to.
    pub statement: Statement,
    /// The key's fingerprint, or [`Digest::ZERO`] for no key.
    pub key: Digest,
    /// The signature in hexadecimal, or empty.
    pub signature: String,
}

impl Seal {
    /// A seal made with a key.
    pub fn signed(statement: Statement, public: &[u8; 32], signature: &[u8; 64]) -> Self {
        Self { statement, key: fingerprint(public), signature: to_hex(signature) }
    }

    /// The yes of an unsealed palace.
    pub fn unsealed(statement: Statement) -> Self {
        Self { statement, key: Digest::ZERO, signature: String::new() }
    }

    /// The key among `keys` whose valid signature this is.
    fn signed_by<'k>(&self, keys: &'k [TrustedKey]) -> Option<&'k TrustedKey> {
        let key = keys.iter().find(|key| key.fingerprint == self.key)?;
        let bytes: [u8; 64] = from_hex(&self.signature)?;
        key.public.verify_strict(&self.statement.to_sign(), &Signature::from_bytes(&bytes)).ok()?;
        Some(key)
    }

    /// Whether this seal still vouches for `subject` in `palace`: what every read of a claim asks.
    pub fn vouches(&self, subject: Digest, palace: &PalaceId, trust: &Trust) -> bool {
        self.statement.covers.contains(&subject) && self.stands(palace, trust)
    }

    /// Whether this seal was given for `palace` by somebody it trusts: then it vouches for all that its statement covers.
    pub fn stands(&self, palace: &PalaceId, trust: &Trust) -> bool {
        if self.statement.palace != *palace {
            return false;
        }
        match trust {
            Trust::Unsealed => self.key == Digest::ZERO && self.signature.is_empty(),
            Trust::Keys(keys) => self.signed_by(keys).is_some(),
            Trust::Broken(_) => false,
        }
    }
}

/// Proof of a human's yes to exactly what an operation shows. Holds the seal's digest.
#[derive(Debug)]
pub struct HumanReview(Digest);

impl HumanReview {
    /// The seal behind it.
    pub const fn seal(&self) -> Digest {
        self.0
    }

    /// Weighs a seal against what is shown *now*, in the order of the refusals' table. Only the gate's `Permit<Govern>` calls this.
    pub(crate) fn given(op: &str, shown: &Statement, seal: &Seal, trust: &Trust, now: Moment) -> Result<Self, Refusal> {
        let statement = &seal.statement;
        let name = statement.digest().to_string();
        let keys = trust.keys()?;
        let sealed = !matches!(trust, Trust::Unsealed);
        if sealed && keys.is_empty() && op != ENROL {
            return Err(Code::KeyMissing.refuse(name, "this palace has no human key yet, so nothing can be decided"));
        }
        if statement.palace != shown.palace {
            return Err(Code::SealInvalid.refuse(name, format!("this seal was given for palace `{}`, not for `{}`", statement.palace, shown.palace)));
        }
        if statement.op != op || !statement.same_as(shown) {
            return Err(Code::SealStale.refuse(name, format!("the seal was given for something else than what `{op}` shows now")));
        }
        if statement.expires <= now {
            return Err(Code::SealExpired.refuse(name, format!("the seal could be used until {}", statement.expires)));
        }
        if statement.expires.millis() - now.millis() > REQUEST_OPEN_MS + MINUTE_MS {
            return Err(Code::SealInvalid.refuse(name, "the seal would stay open longer than a seal may"));
        }
        if !sealed {
            return Ok(Self(statement.digest()));
        }
        // The first key has nobody before it: it may vouch for its own enrolment, and for nothing else.
        let own = op == ENROL && keys.is_empty() && statement.covers.len() == 1;
        match seal.signed_by(keys) {
            Some(key) if key.active => Ok(Self(statement.digest())),
            Some(key) => Err(Code::SealInvalid.refuse(name, format!("the key of {} was retired and can no longer seal", key.name))),
            None if own => Ok(Self(statement.digest())), // the operation checks the signature against the key it enrols
            None => Err(Code::SealInvalid.refuse(name, "the seal is not signed by a key this palace trusts")),
        }
    }
}

/// The operation that brings in a key.
pub const ENROL: &str = "key.enrol";

/// Checks the self-signature of a first key.
pub fn self_sealed(seal: &Seal, name: &str, public: &[u8; 32]) -> Result<(), Refusal> {
    let key = VerifyingKey::from_bytes(public).map_err(|_| Code::InputInvalid.refuse("public", "the bytes are not an Ed25519 public key"))?;
    let own = TrustedKey { fingerprint: fingerprint(public), name: name.to_owned(), active: true, public: key };
    match seal.signed_by(std::slice::from_ref(&own)) {
        Some(_) => Ok(()),
        None => Err(Code::SealInvalid.refuse(name, "the first key must sign its own enrolment")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};

    const NOW: i64 = 1_000_000;

    type Change = fn(&mut Statement);

    fn key(n: u8) -> SigningKey {
        SigningKey::from_bytes(&[n; 32])
    }
    fn palace(tail: &str) -> PalaceId {
        PalaceId::mint("pal", tail)
    }
    fn statement(op: &str, covers: Vec<Digest>) -> Statement {
        Statement { palace: palace("1"), op: op.into(), input: Digest::of(b"in"), covers, expires: Moment::from_millis(NOW + 60_000) }
    }
    fn seal(statement: Statement, key: &SigningKey) -> Seal {
        let signature = key.sign(&statement.to_sign()).to_bytes();
        Seal::signed(statement, key.verifying_key().as_bytes(), &signature)
    }
    fn enrolled(name: &str, key: &SigningKey, by: &SigningKey) -> KeyRecord {
        let public = *key.verifying_key().as_bytes();
        KeyRecord { name: name.into(), public, seal: seal(statement(ENROL, vec![enrolment(&palace("1"), name, &public)]), by), retired: false }
    }
    fn replacing(name: &str, key: &SigningKey, old: &SigningKey) -> KeyRecord {
        let public = *key.verifying_key().as_bytes();
        let input = rotation(name, &public, fingerprint(old.verifying_key().as_bytes()));
        let statement = Statement { input, ..statement(ENROL, vec![enrolment(&palace("1"), name, &public)]) };
        KeyRecord { name: name.into(), public, seal: seal(statement, old), retired: false }
    }
    fn root(key: &SigningKey) -> Option<Digest> {
        Some(fingerprint(key.verifying_key().as_bytes()))
    }
    fn trust() -> Trust {
        Trust::from_root(&palace("1"), root(&key(1)), &[enrolled("ana", &key(1), &key(1))])
    }
    fn given(shown: &Statement, seal: &Seal, trust: &Trust) -> Result<(), Code> {
        HumanReview::given(&shown.op, shown, seal, trust, Moment::from_millis(NOW)).map(drop).map_err(|r| r.code())
    }

    #[test]
    fn a_seal_is_good_for_exactly_what_was_shown() {
        let shown = statement("proposal.approve", vec![Digest::of(b"a")]);
        let good = seal(shown.clone(), &key(1));
        assert_eq!(given(&shown, &good, &trust()), Ok(()));

        let table: [(&str, Change, Code); 6] = [
            ("another palace", |s| s.palace = palace("2"), Code::SealInvalid),
            ("another operation", |s| s.op = "proposal.reject".into(), Code::SealStale),
            ("another input", |s| s.input = Digest::of(b"other"), Code::SealStale),
            ("another proposal", |s| s.covers = vec![Digest::of(b"b")], Code::SealStale),
            ("yesterday", |s| s.expires = Moment::from_millis(NOW), Code::SealExpired),
            ("for ever", |s| s.expires = Moment::from_millis(NOW * 100), Code::SealInvalid),
        ];
        for (case, change, code) in table {
            let mut other = shown.clone();
            change(&mut other);
            assert_eq!(given(&shown, &seal(other, &key(1)), &trust()), Err(code), "{case}");
        }
        let mut bent = good.clone();
        bent.signature.replace_range(0..2, "00");
        assert_eq!(given(&shown, &bent, &trust()), Err(Code::SealInvalid), "a bent signature");
        assert_eq!(given(&shown, &seal(shown.clone(), &key(9)), &trust()), Err(Code::SealInvalid), "a stranger's key");
        assert_eq!(given(&shown, &Seal::unsealed(shown.clone()), &trust()), Err(Code::SealInvalid), "no signature at all");
    }

    #[test]
    fn without_a_key_nothing_can_be_decided() {
        let shown = statement("proposal.approve", vec![]);
        for given_for in [shown.clone(), statement("proposal.reject", vec![])] {
            assert_eq!(given(&shown, &seal(given_for, &key(1)), &Trust::Keys(vec![])), Err(Code::KeyMissing));
        }
    }

    #[test]
    fn a_swapped_public_key_vouches_for_nothing() {
        let thief = key(6);
        let mut swapped = enrolled("ana", &key(1), &key(1));
        swapped.public = *thief.verifying_key().as_bytes();
        let table = [
            ("the row alone", Trust::from_root(&palace("1"), root(&key(1)), &[swapped])),
            ("row and seal", Trust::from_root(&palace("1"), root(&key(1)), &[enrolled("ana", &thief, &thief)])),
            (
                "a second key that enrolled itself",
                Trust::from_root(&palace("1"), root(&key(1)), &[enrolled("ana", &key(1), &key(1)), enrolled("eve", &thief, &thief)]),
            ),
            ("no pin", Trust::from_root(&palace("1"), None, &[enrolled("ana", &thief, &thief)])),
            ("rows gone", Trust::from_root(&palace("1"), root(&key(1)), &[])),
        ];
        for (case, trust) in table {
            assert!(matches!(trust, Trust::Broken(_)), "{case}");
            let subject = Digest::of(b"claim");
            assert!(!seal(statement("x", vec![subject]), &thief).vouches(subject, &palace("1"), &trust), "{case}");
        }
    }

    #[test]
    fn rotation_hands_over_and_old_seals_stand() {
        let trust = Trust::from_root(&palace("1"), root(&key(1)), &[enrolled("ana", &key(1), &key(1)), replacing("ana", &key(2), &key(1))]);
        let subject = Digest::of(b"claim");
        let shown = statement("claim.adopt", vec![subject]);
        assert!(seal(shown.clone(), &key(1)).vouches(subject, &palace("1"), &trust), "what ana sealed before");
        assert_eq!(given(&shown, &seal(shown.clone(), &key(1)), &trust), Err(Code::SealInvalid), "the old key decides no more");
        assert_eq!(given(&shown, &seal(shown.clone(), &key(2)), &trust), Ok(()));
    }

    #[test]
    fn what_replaced_a_key_is_read_off_its_seal() {
        let active = |records: &[KeyRecord]| match Trust::from_root(&palace("1"), root(&key(1)), records) {
            Trust::Keys(keys) => Some(keys.iter().map(|key| key.active).collect::<Vec<_>>()),
            Trust::Unsealed | Trust::Broken(_) => None,
        };
        let (first, second) = (enrolled("ana", &key(1), &key(1)), replacing("ana", &key(2), &key(1)));
        let retired = KeyRecord { retired: true, ..first.clone() };
        let table = [
            ("a rotation", vec![retired.clone(), second.clone()], Some(vec![false, true])),
            ("a rotation whose column was emptied", vec![first.clone(), second.clone()], Some(vec![false, true])),
            ("another person", vec![first.clone(), enrolled("bob", &key(2), &key(1))], Some(vec![true, true])),
            ("a column alone", vec![retired, enrolled("bob", &key(2), &key(1))], Some(vec![false, true])),
            ("one brought in by a key that was rotated away", vec![first, second, enrolled("eve", &key(6), &key(1))], None),
        ];
        for (case, records, expected) in table {
            assert_eq!(active(&records), expected, "{case}");
        }
    }
}
