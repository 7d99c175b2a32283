//! A ledger as JSON Lines: what is handed to someone who does not have the database.
//!
//! The first line is a [`Header`]; each [`ExportedEntry`] is a line below it, and lines of other types may stand
//! among them with an [`ExportedProof`]. `tools/verify-ledger.py` reads the same lines and must come to the same
//! verdict. Not here: files. Lines arrive and leave as text.

use serde::{Deserialize, Serialize};

use super::digest::{Digest, from_hex, to_hex};
use super::entry::Entry;
use super::note::{Checkpoint, LogKey, NoteError};
use super::proof::{ProofError, verify_inclusion};
use super::verify::{Fault, Payload, Verified, Verifier};

/// The name of the format, in the first line.
pub const EXPORT_FORMAT: &str = "palace-export/v1";

/// The first line of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`EXPORT_FORMAT`].
    pub format: String,
    /// The palace that every entry names.
    pub palace: String,
    /// The origin that the checkpoint names.
    pub origin: String,
    /// The text of the [`LogKey`] that signs checkpoints.
    pub log_key: String,
    /// The text of the signed checkpoint over these entries.
    pub checkpoint: String,
}

/// A ledger entry with its hash and what is kept beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "entry")]
#[allow(missing_docs, reason = "the first thirteen are those of `Entry`, in its order")]
pub struct ExportedEntry {
    pub palace: String,
    pub seq: u64,
    pub prev: Digest,
    pub at: i64,
    pub actor_kind: String,
    pub actor: String,
    pub session: String,
    pub op: String,
    pub outcome: String,
    pub subject: String,
    pub input: Digest,
    pub output: Digest,
    pub payload: Digest,
    /// The leaf hash.
    pub hash: Digest,
    /// The payload's salt, or null once it is erased.
    #[serde(with = "salt")]
    pub salt: Option<[u8; 16]>,
    /// The payload's text, or null once it is erased.
    #[serde(deserialize_with = "Option::deserialize")]
    pub body: Option<String>,
    /// The entry that erased the payload.
    #[serde(deserialize_with = "Option::deserialize")]
    pub erased_by: Option<u64>,
}

/// An inclusion proof under the header's checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedProof {
    /// The leaf's index, which is the entry's `seq`.
    pub index: u64,
    /// The size of the tree that the proof is for: the checkpoint's.
    pub size: u64,
    /// The leaf hash.
    pub leaf: Digest,
    /// The hashes beside the way up.
    pub hashes: Vec<Digest>,
}

/// One entry with all that is needed to check it, as a document of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofDocument {
    /// The entry.
    pub entry: ExportedEntry,
    /// Its index in the tree.
    pub index: u64,
    /// The size of the tree.
    pub size: u64,
    /// The hashes beside the way up.
    pub hashes: Vec<Digest>,
    /// The text of a signed checkpoint of that size.
    pub checkpoint: String,
    /// The text of the key that signed it.
    pub log_key: String,
}

/// Why an export or a proof document is not believed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A line is not what the format says.
    #[error("line {line} of the export cannot be read")]
    Unreadable {
        /// Counted from 1.
        line: usize,
        /// What the parser said.
        #[source]
        source: serde_json::Error,
    },
    /// The export is empty, or of another format.
    #[error("this is not a `{EXPORT_FORMAT}` export; its first line names another format or is missing")]
    OtherFormat,
    /// The checkpoint is for another ledger.
    #[error("the checkpoint is for {found:?}, not for {expected:?}")]
    OtherOrigin {
        /// The origin in the header.
        expected: String,
        /// The origin in the checkpoint.
        found: String,
    },
    /// The key or a checkpoint is not valid.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// The entries are at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A proof is for another size than the checkpoint's.
    #[error("the proof on line {line} is for {size} entries, but the checkpoint is for {checkpoint}")]
    OtherSize {
        /// Counted from 1; 1 for a proof document.
        line: usize,
        /// The proof's size.
        size: u64,
        /// The checkpoint's size.
        checkpoint: u64,
    },
    /// A proof does not prove.
    #[error("the proof on line {line} fails")]
    Proof {
        /// Counted from 1; 1 for a proof document.
        line: usize,
        /// How it fails.
        #[source]
        source: ProofError,
    },
}

impl ExportedEntry {
    /// Puts an entry beside its hash and its payload. `body` is the payload's text, salted with `salt`.
    pub fn new(entry: Entry, hash: Digest, kept: Option<([u8; 16], String)>, erased_by: Option<u64>) -> ExportedEntry {
        let Entry { palace, seq, prev, at, actor_kind, actor, session, op, outcome, subject, input, output, payload } = entry;
        let (salt, body) = kept.unzip();
        ExportedEntry { palace, seq, prev, at, actor_kind, actor, session, op, outcome, subject, input, output, payload, hash, salt, body, erased_by }
    }

    /// The entry alone.
    pub fn entry(&self) -> Entry {
        let line = self.clone();
        Entry {
            palace: line.palace,
            seq: line.seq,
            prev: line.prev,
            at: line.at,
            actor_kind: line.actor_kind,
            actor: line.actor,
            session: line.session,
            op: line.op,
            outcome: line.outcome,
            subject: line.subject,
            input: line.input,
            output: line.output,
            payload: line.payload,
        }
    }

    /// What is kept beside it. Half of a payload, or a payload that is said to be erased, counts as missing.
    pub fn payload(&self) -> Payload<'_> {
        match (&self.salt, &self.body, self.erased_by) {
            (Some(salt), Some(body), None) => Payload::Kept { salt, body: body.as_bytes() },
            (None, None, Some(by)) => Payload::Erased { by },
            _ => Payload::Missing,
        }
    }
}

impl ExportedProof {
    fn check(&self, checkpoint: &Checkpoint, line: usize) -> Result<(), ExportError> {
        let ExportedProof { index, size, leaf, hashes } = self;
        if *size != checkpoint.size {
            let checkpoint = checkpoint.size;
            return Err(ExportError::OtherSize { line, size: *size, checkpoint });
        }
        verify_inclusion(*leaf, *index, *size, hashes, checkpoint.root).map_err(|source| ExportError::Proof { line, source })
    }
}

impl ProofDocument {
    /// Checks the entry, its payload if it is there, its place in the tree and the signature; gives the checkpoint.
    ///
    /// The document brings its own key: compare `log_key` with one that you have from elsewhere. That an erased
    /// payload was erased by a real erasure is for the whole ledger to show.
    pub fn check(&self) -> Result<Checkpoint, ExportError> {
        let key: LogKey = self.log_key.parse()?;
        let checkpoint = key.open(&self.checkpoint)?;
        let entry = self.entry.entry();
        let seq = entry.seq;
        if let Err(error) = entry.check() {
            let field = error.field();
            return Err(Fault::BadField { seq, field }.into());
        }
        if entry.hash() != self.entry.hash {
            return Err(Fault::WrongHash { seq }.into());
        }
        match self.entry.payload() {
            Payload::Kept { salt, body } if super::payload_digest(salt, body) != entry.payload => {
                return Err(Fault::WrongPayload { seq }.into());
            }
            Payload::Missing => return Err(Fault::MissingPayload { seq }.into()),
            Payload::Erased { by } if by <= seq => {
                return Err(Fault::ErasedByNobody { seq, by }.into());
            }
            Payload::Kept { .. } | Payload::Erased { .. } => {}
        }
        if seq != self.index {
            return Err(Fault::WrongSequence { expected: self.index, found: seq }.into());
        }
        let ProofDocument { index, size, hashes, .. } = self;
        let proof = ExportedProof { index: *index, size: *size, leaf: self.entry.hash, hashes: hashes.clone() };
        proof.check(&checkpoint, 1)?;
        Ok(checkpoint)
    }
}

/// Verifies an export line by line, held to its own checkpoint and to others kept elsewhere.
pub fn verify_export<'t>(lines: impl IntoIterator<Item = &'t str>, kept_elsewhere: &[&str]) -> Result<Verified, ExportError> {
    let mut lines = lines.into_iter().zip(1..);
    let (first, _) = lines.next().ok_or(ExportError::OtherFormat)?;
    let header: Header = read(first, 1)?;
    if header.format != EXPORT_FORMAT {
        return Err(ExportError::OtherFormat);
    }
    let key: LogKey = header.log_key.parse()?;
    let mut verifier = Verifier::new(&header.palace);
    let open = |text: &str| {
        let checkpoint = key.open(text)?;
        if checkpoint.origin == header.origin {
            Ok(checkpoint)
        } else {
            let expected = header.origin.clone();
            Err(ExportError::OtherOrigin { expected, found: checkpoint.origin })
        }
    };
    let checkpoint = open(&header.checkpoint)?;
    verifier.expect(&checkpoint);
    for text in kept_elsewhere {
        verifier.expect(&open(text)?);
    }
    for (text, line) in lines {
        let Line { r#type, proof } = read(text, line)?;
        if r#type == "entry" {
            let entry: ExportedEntry = read(text, line)?;
            verifier.push(&entry.entry(), entry.hash, entry.payload())?;
        }
        if let Some(proof) = proof {
            proof.check(&checkpoint, line)?;
        }
    }
    Ok(verifier.finish()?)
}

/// What every line below the header has. The rest is read by type, so that an entry with a field missing is an
/// error and not a line of some other type.
#[derive(Deserialize)]
struct Line {
    r#type: String,
    #[serde(default)]
    proof: Option<ExportedProof>,
}

fn read<'t, T: Deserialize<'t>>(text: &'t str, line: usize) -> Result<T, ExportError> {
    serde_json::from_str(text).map_err(|source| ExportError::Unreadable { line, source })
}

/// The salt as 32 hex digits or null.
mod salt {
    use super::{from_hex, to_hex};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[expect(clippy::ref_option, reason = "serde hands fields over by reference")]
    pub(super) fn serialize<S: Serializer>(salt: &Option<[u8; 16]>, serializer: S) -> Result<S::Ok, S::Error> {
        salt.as_ref().map(|salt| to_hex(salt)).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[u8; 16]>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let read = |text: String| from_hex(&text).ok_or_else(|| D::Error::custom("a salt is 32 lower-case hex digits"));
        text.map(read).transpose()
    }
}
