//! The key file: one JSON document, mode 0600, put in place whole or not at all.
//!
//! Not here: where key files live and which one is meant; the home of the palace knows that.

use super::document::{Document, FORMAT};
use super::lock::{Bond, Lock, Opener};
use super::{Entropy, Fingerprint, KdfParams, KeyError, Passphrase, RecoveryCode, UnlockedKey};
use rustix::fs::{Mode, OFlags};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A key file is well under 2 KiB; a larger one is something else.
const BYTES_MAX: u64 = 64 * 1024;

/// A key as it rests: everything but the secret half is in the clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFile {
    pub(super) palace: String,
    pub(super) name: String,
    pub(super) public: [u8; 32],
    pub(super) by_passphrase: Lock,
    pub(super) by_recovery: Lock,
}

impl KeyFile {
    pub(super) fn lock(
        palace: &str,
        name: &str,
        key: &UnlockedKey,
        passphrase: &Passphrase,
        code: &RecoveryCode,
        params: KdfParams,
        entropy: &Entropy,
    ) -> Result<Self, KeyError> {
        let public = key.public();
        let bond = |opener| Bond { format: FORMAT, palace, name, public: &public, opener };
        Ok(Self {
            by_passphrase: Lock::close(key.seed(), passphrase.as_bytes(), &bond(Opener::Passphrase), params, entropy.by_passphrase)?,
            by_recovery: Lock::close(key.seed(), code.as_bytes(), &bond(Opener::Recovery), params, entropy.by_recovery)?,
            palace: palace.to_owned(),
            name: name.to_owned(),
            public,
        })
    }

    /// The palace that the key was made for.
    pub fn palace(&self) -> &str {
        &self.palace
    }

    /// The human that the key belongs to.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The public half.
    pub fn public(&self) -> [u8; 32] {
        self.public
    }

    /// The short name of the public half.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.public)
    }

    /// Refuses a key that was made for another palace.
    pub fn require_palace(&self, palace: &str) -> Result<(), KeyError> {
        if self.palace == palace {
            return Ok(());
        }
        Err(KeyError::WrongPalace { expected: palace.to_owned(), found: self.palace.clone() })
    }

    /// Opens the key with its passphrase. Slow on purpose.
    pub fn unlock(&self, passphrase: &Passphrase) -> Result<UnlockedKey, KeyError> {
        self.open(Opener::Passphrase, passphrase.as_bytes())?.ok_or(KeyError::WrongPassphrase)
    }

    /// Opens the key with its recovery code. Slow on purpose.
    pub fn unlock_with_recovery(&self, code: &RecoveryCode) -> Result<UnlockedKey, KeyError> {
        self.open(Opener::Recovery, code.as_bytes())?
            .ok_or_else(|| KeyError::BadRecoveryCode { why: "it is well formed but does not open this key, or the key file was changed".to_owned() })
    }

    fn open(&self, opener: Opener, secret: &[u8]) -> Result<Option<UnlockedKey>, KeyError> {
        let lock = match opener {
            Opener::Passphrase => &self.by_passphrase,
            Opener::Recovery => &self.by_recovery,
        };
        let key = lock.open(secret, &self.bond(opener))?.map(|seed| UnlockedKey::from_seed(&seed));
        Ok(key.filter(|key| key.public() == self.public))
    }

    fn bond(&self, opener: Opener) -> Bond<'_> {
        Bond { format: FORMAT, palace: &self.palace, name: &self.name, public: &self.public, opener }
    }

    /// The same key under a new passphrase; the recovery code stays valid. That the caller could
    /// open the key, by either way, is proved by `key`.
    pub fn change_passphrase(&self, key: &UnlockedKey, passphrase: &Passphrase, params: KdfParams, entropy: Entropy) -> Result<Self, KeyError> {
        self.require_own(key)?;
        passphrase.check()?;
        let mut changed = self.clone();
        changed.by_passphrase = Lock::close(key.seed(), passphrase.as_bytes(), &self.bond(Opener::Passphrase), params, entropy.by_passphrase)?;
        Ok(changed)
    }

    /// The same key under a new recovery code; the passphrase stays valid, the old code does not.
    pub fn change_recovery(&self, key: &UnlockedKey, params: KdfParams, entropy: Entropy) -> Result<(Self, RecoveryCode), KeyError> {
        self.require_own(key)?;
        let code = RecoveryCode::from_entropy(&entropy.recovery_code);
        let mut changed = self.clone();
        changed.by_recovery = Lock::close(key.seed(), code.as_bytes(), &self.bond(Opener::Recovery), params, entropy.by_recovery)?;
        Ok((changed, code))
    }

    fn require_own(&self, key: &UnlockedKey) -> Result<(), KeyError> {
        if key.public() == self.public {
            return Ok(());
        }
        Err(KeyError::WrongKey { file: self.fingerprint().to_string(), opened: key.fingerprint().to_string() })
    }

    /// Reads a key file. One that others can read or change is refused, whatever it holds.
    pub fn read(path: &Path) -> Result<Self, KeyError> {
        // Non-blocking: opening a FIFO put in the file's place must not hang.
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let file: File = rustix::fs::open(path, flags, Mode::empty()).map_err(|errno| KeyError::io(path, errno.into()))?.into();
        // The open file is asked, not the path: the path may name another file by now.
        let metadata = file.metadata().map_err(|e| KeyError::io(path, e))?;
        let not_a_key = |why: String| KeyError::NotAKeyFile { path: path.to_path_buf(), why };
        if !metadata.is_file() {
            return Err(not_a_key("it is not a regular file".to_owned()));
        }
        let mode = metadata.mode() & 0o7777;
        if mode & 0o077 != 0 {
            return Err(KeyError::LooseMode { path: path.to_path_buf(), mode });
        }
        if metadata.len() > BYTES_MAX {
            return Err(not_a_key(format!("it is larger than {BYTES_MAX} bytes")));
        }
        let mut bytes = Vec::new();
        file.take(BYTES_MAX).read_to_end(&mut bytes).map_err(|e| KeyError::io(path, e))?;
        let document: Document = serde_json::from_slice(&bytes).map_err(|error| not_a_key(error.to_string()))?;
        document.into_key_file().map_err(not_a_key)
    }

    /// Writes the key where no file is yet. An existing file is never touched.
    pub fn write_new(&self, path: &Path) -> Result<(), KeyError> {
        let draft = self.draft(path)?;
        // A hard link refuses to replace, in one step; a rename would not.
        match fs::hard_link(&draft.path, path) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(KeyError::KeyExists { path: path.to_path_buf() });
            }
            Err(error) => return Err(KeyError::io(path, error)),
        }
        drop(draft);
        sync_folder(path)
    }

    /// Writes the key over an older file of the same key, after its passphrase or recovery code
    /// changed. A file that holds another key is never touched.
    pub fn replace(&self, path: &Path) -> Result<(), KeyError> {
        if Self::read(path)?.public != self.public {
            return Err(KeyError::KeyExists { path: path.to_path_buf() });
        }
        let draft = self.draft(path)?;
        fs::rename(&draft.path, path).map_err(|e| KeyError::io(path, e))?;
        sync_folder(path)
    }

    /// Puts the whole document beside `path`, on the disk and readable by its owner alone.
    fn draft(&self, path: &Path) -> Result<Draft, KeyError> {
        let mut text = serde_json::to_string_pretty(&Document::from(self)).expect("BUG: a key document is strings and numbers");
        text.push('\n');
        let (draft, mut file) = Draft::create(path).map_err(|e| KeyError::io(path, e))?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|e| KeyError::io(&draft.path, e))?;
        Ok(draft)
    }
}

/// A file on its way to its place; removed when it does not get there.
struct Draft {
    path: PathBuf,
}

impl Draft {
    fn create(target: &Path) -> io::Result<(Self, File)> {
        let name = target.file_name().ok_or(ErrorKind::InvalidInput)?;
        let mut attempt = 0_u32;
        loop {
            let mut draft_name = std::ffi::OsString::from(".");
            draft_name.push(name);
            draft_name.push(format!(".{}-{attempt}.new", std::process::id()));
            let path = target.with_file_name(draft_name);
            let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
            match opened {
                Ok(file) => return Ok((Self { path }, file)),
                // Another thread, or a crash of an earlier process with our number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < 1000 => {
                    attempt += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove, and that is fine.
        let _ = fs::remove_file(&self.path);
    }
}

/// A new name survives a power cut only once its folder is on the disk.
fn sync_folder(path: &Path) -> Result<(), KeyError> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|e| KeyError::io(folder, e))
}
