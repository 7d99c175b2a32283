//! What can go wrong with a key, each with what to do next.
//!
//! Not here: refusals. A palace that wants a seal and gets none answers with a refusal of the
//! kernel; these errors are told to the human at the terminal.

use std::io;
use std::path::{Path, PathBuf};

/// Why a key could not be made, read, written or opened.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The passphrase does not open the key. A doctored file looks the same, by design of the cipher.
    #[error("the passphrase does not open this key, or the key file was changed; try again, or use the recovery code with `palace key recover`")]
    WrongPassphrase,
    /// The file is there, but is not a key that this program wrote.
    #[error("{} is not a usable key file: {why}; restore it from a backup, or make a new key with `palace key create`", path.display())]
    NotAKeyFile {
        /// The file that was read.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A key is never written over another one.
    #[error("{} already holds another key, which was left as it is; choose another name, or move that file away", path.display())]
    KeyExists {
        /// The file that is in the way.
        path: PathBuf,
    },
    /// The new passphrase is too easy to guess.
    #[error("the passphrase is too short; use at least {} characters that are not all blank", crate::keys::Passphrase::CHARS_MIN)]
    WeakPassphrase,
    /// The key belongs to another palace, so its seals would mean nothing here.
    #[error("the key was made for palace {found}, not for {expected}; use the key of this palace, or make one with `palace key create`")]
    WrongPalace {
        /// The palace that needs a key.
        expected: String,
        /// The palace that the key names.
        found: String,
    },
    /// An opened key was used to change the file of another one.
    #[error("the opened key is {opened}, but this file holds {file}; open this file's own key")]
    WrongKey {
        /// The fingerprint in the file.
        file: String,
        /// The fingerprint of the key that was opened.
        opened: String,
    },
    /// The recovery code was mistyped, or belongs to another key.
    #[error("the recovery code does not work: {why}; compare it with what was shown when the key was made")]
    BadRecoveryCode {
        /// What is wrong with it.
        why: String,
    },
    /// The cost of the key derivation is outside what is accepted.
    #[error("the key derivation cost cannot be used: {why}")]
    BadParams {
        /// Which bound was crossed.
        why: String,
    },
    /// Others on this machine can read the file.
    #[error("{} can be read or changed by others (mode {mode:04o}); run `chmod 600 {}`", path.display(), path.display())]
    LooseMode {
        /// The file that was read.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The operating system gave no random bytes.
    #[error("the operating system gave no random bytes, so no key can be made: {why}")]
    NoEntropy {
        /// What it said.
        why: String,
    },
    /// Reading or writing the file failed.
    #[error("cannot use the key file {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
}

impl KeyError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_path_buf(), source }
    }
}
