//! The key file: what opens it, what does not, and what never shows.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

use super::{Entropy, Fingerprint, KdfParams, KeyError, KeyFile, Passphrase, RecoveryCode, create};
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use testkit::temp::Temp;

const PALACE: &str = "palace-1";
const SECRET: &str = "correct horse";

/// A folder of one test, gone when the test is.
struct Folder(Temp);

impl Folder {
    fn new() -> Self {
        Self(Temp::new())
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn key(&self) -> PathBuf {
        self.join("ada.key")
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn entropy(start: u8) -> Entropy {
    let mut next = start;
    Entropy::from_bytes(&[0; Entropy::BYTES].map(|_: u8| {
        next = next.wrapping_mul(5).wrapping_add(97);
        next
    }))
}

fn passphrase(text: &str) -> Passphrase {
    Passphrase::new(text.to_owned())
}

fn ada() -> (KeyFile, RecoveryCode) {
    create(PALACE, "ada", &passphrase(SECRET), KdfParams::FLOOR, entropy(1)).unwrap()
}

fn other() -> KeyFile {
    create(PALACE, "eve", &passphrase("battery staple"), KdfParams::FLOOR, entropy(2)).unwrap().0
}

#[test]
fn a_key_written_read_and_opened_signs_for_its_public_half() {
    let folder = Folder::new();
    let (key, code) = ada();
    key.write_new(&folder.key()).unwrap();
    let read = KeyFile::read(&folder.key()).unwrap();
    assert_eq!(read, key);
    assert_eq!((read.palace(), read.name()), (PALACE, "ada"));
    let public = VerifyingKey::from_bytes(&read.public()).unwrap();
    for opened in [read.unlock(&passphrase(SECRET)).unwrap(), read.unlock_with_recovery(&code).unwrap()] {
        assert_eq!(opened.public(), read.public());
        let signature = Signature::from_bytes(&opened.sign(b"seal"));
        public.verify_strict(b"seal", &signature).unwrap();
        public.verify_strict(b"other", &signature).unwrap_err();
    }
}

#[test]
fn the_usual_cost_works_too() {
    let entropy = Entropy::draw().unwrap();
    let (key, _) = create(PALACE, "ada", &passphrase(SECRET), KdfParams::default(), entropy).unwrap();
    key.unlock(&passphrase(SECRET)).unwrap();
}

#[test]
fn drawn_keys_differ() {
    let key = |entropy| create(PALACE, "ada", &passphrase(SECRET), KdfParams::FLOOR, entropy).unwrap();
    let (a, code_a) = key(Entropy::draw().unwrap());
    let (b, code_b) = key(Entropy::draw().unwrap());
    assert_ne!(a.public(), b.public());
    assert_ne!(*code_a.reveal(), *code_b.reveal());
    assert_eq!(ada().0, ada().0, "the same bytes make the same key");
}

#[test]
fn only_the_exact_passphrase_opens() {
    let (key, _) = ada();
    for wrong in ["", "correct hors", "Correct horse", " correct horse", "correct horse\n"] {
        let opened = key.unlock(&passphrase(wrong));
        assert!(matches!(opened, Err(KeyError::WrongPassphrase)), "{wrong:?}");
    }
}

#[test]
fn weak_passphrases_lock_nothing() {
    let (key, _) = ada();
    let opened = key.unlock(&passphrase(SECRET)).unwrap();
    for (text, fine) in [("", false), ("short", false), ("        \t", false), ("1234567", false), ("12345678", true), ("日本日本日本日本", true)]
    {
        let made = create(PALACE, "ada", &passphrase(text), KdfParams::FLOOR, entropy(1));
        let changed = key.change_passphrase(&opened, &passphrase(text), KdfParams::FLOOR, entropy(3));
        assert_eq!(made.is_ok(), fine, "{text:?}");
        assert_eq!(changed.is_ok(), fine, "{text:?}");
        if !fine {
            assert!(matches!(made, Err(KeyError::WeakPassphrase)));
            assert!(matches!(changed, Err(KeyError::WeakPassphrase)));
        }
    }
}

/// Every field of the file with a value from elsewhere that would fit: none may pass unnoticed.
#[test]
fn no_field_can_be_swapped() {
    let folder = Folder::new();
    let (key, code) = ada();
    key.write_new(&folder.key()).unwrap();
    let original: Value = serde_json::from_slice(&fs::read(folder.key()).unwrap()).unwrap();
    let second = folder.join("eve.key");
    other().write_new(&second).unwrap();
    let foreign: Value = serde_json::from_slice(&fs::read(second).unwrap()).unwrap();

    let mut fields = Vec::new();
    leaves(&original, String::new(), &mut fields);
    assert_eq!(fields.len(), 20, "{fields:?}");
    for field in &fields {
        let from_elsewhere = foreign.pointer(field).unwrap();
        let mut changed = original.clone();
        let place = changed.pointer_mut(field).unwrap();
        *place = match (&*place, from_elsewhere) {
            // Costs that are accepted, but are not the ones this key was locked with.
            (Value::Number(number), _) => json!(number.as_u64().unwrap() + 1),
            (mine, theirs) if mine == theirs => json!("something else"),
            (_, theirs) => theirs.clone(),
        };
        fs::write(folder.key(), changed.to_string()).unwrap();
        let by_recovery = field.starts_with("/recovery");
        match KeyFile::read(&folder.key()) {
            Err(KeyError::NotAKeyFile { .. }) => {}
            Err(error) => panic!("{field}: {error}"),
            Ok(read) if by_recovery => {
                let opened = read.unlock_with_recovery(&code);
                assert!(matches!(opened, Err(KeyError::BadRecoveryCode { .. })), "{field}");
            }
            Ok(read) => {
                let opened = read.unlock(&passphrase(SECRET));
                assert!(matches!(opened, Err(KeyError::WrongPassphrase)), "{field}");
            }
        }
        let mut missing = original.clone();
        remove(&mut missing, field);
        fs::write(folder.key(), missing.to_string()).unwrap();
        let read = KeyFile::read(&folder.key());
        assert!(matches!(read, Err(KeyError::NotAKeyFile { .. })), "{field}");
    }

    // Fields that belong together, swapped together: the public half, and the two locks.
    let mut changed = original.clone();
    changed["public"] = foreign["public"].clone();
    changed["fingerprint"] = foreign["fingerprint"].clone();
    fs::write(folder.key(), changed.to_string()).unwrap();
    let read = KeyFile::read(&folder.key()).unwrap();
    assert!(matches!(read.unlock(&passphrase(SECRET)), Err(KeyError::WrongPassphrase)));
    let mut changed = original.clone();
    for part in ["kdf", "nonce", "box"] {
        changed[part] = foreign[part].clone();
    }
    fs::write(folder.key(), changed.to_string()).unwrap();
    let read = KeyFile::read(&folder.key()).unwrap();
    let theirs = read.unlock(&passphrase("battery staple"));
    assert!(matches!(theirs, Err(KeyError::WrongPassphrase)));
}

fn leaves(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                leaves(field, format!("{at}/{name}"), found);
            }
        }
        _ => found.push(at),
    }
}

fn remove(value: &mut Value, field: &str) {
    let (parent, name) = field.rsplit_once('/').unwrap();
    let fields = value.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    fields.remove(name).unwrap();
}

#[test]
fn what_is_not_a_key_file_says_why() {
    let folder = Folder::new();
    let (key, _) = ada();
    key.write_new(&folder.key()).unwrap();
    let good = fs::read_to_string(folder.key()).unwrap();
    let cases = [
        (String::new(), "EOF"),
        ("{".to_owned(), "EOF"),
        (good.replace("palace-key/v1", "palace-key/v2"), "palace-key/v2"),
        (good.replacen("\"name\"", "\"extra\": 1, \"name\"", 1), "unknown field"),
        (good.replacen("\"name\"", "\"name\": \"a\", \"name\"", 1), "duplicate field"),
        (good.replace("\"m_kib\": 8192", "\"m_kib\": 1048577"), "8192 to 1048576"),
        (good.replace("\"m_kib\": 8192", "\"m_kib\": 4294967295"), "8192 to 1048576"),
        (good.replace("\"m_kib\": 8192", "\"m_kib\": 8191"), "8192 to 1048576"),
        (good.replace("\"t\": 1", "\"t\": 21"), "1 to 20"),
        (good.replace("\"t\": 1", "\"t\": 0"), "1 to 20"),
        (good.replace("\"p\": 1", "\"p\": 4"), "1 to 1"),
        (good.replace("\"p\": 1", "\"p\": -1"), "invalid value"),
        (good.replace("argon2id", "argon2i"), "argon2i"),
        (" ".repeat(65 * 1024), "larger"),
    ];
    for (text, expected) in cases {
        fs::write(folder.key(), &text).unwrap();
        match KeyFile::read(&folder.key()) {
            Err(KeyError::NotAKeyFile { path, why }) => {
                assert_eq!(path, folder.key());
                assert!(why.contains(expected), "{why}");
            }
            read => panic!("{expected}: {read:?}"),
        }
    }
    let nothing = KeyFile::read(&folder.join("nothing.key"));
    assert!(matches!(nothing, Err(KeyError::Io { .. })));
}

#[test]
fn a_folder_or_a_fifo_in_place_of_the_file_does_not_hang() {
    let folder = Folder::new();
    fs::create_dir(folder.key()).unwrap();
    assert!(matches!(KeyFile::read(&folder.key()), Err(KeyError::NotAKeyFile { .. })));
    let fifo = folder.join("fifo");
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    assert!(matches!(KeyFile::read(&fifo), Err(KeyError::NotAKeyFile { .. })));
}

#[test]
fn new_keys_cost_no_less_and_no_more_than_is_accepted() {
    for (m_kib, t, p) in [(8191, 1, 1), (1_048_577, 1, 1), (8192, 21, 1), (8192, 0, 1), (8192, 1, 2)] {
        let params = KdfParams { m_kib, t, p };
        let made = create(PALACE, "ada", &passphrase(SECRET), params, entropy(1));
        assert!(matches!(made, Err(KeyError::BadParams { .. })), "{params:?}");
    }
}

#[test]
fn only_the_owner_may_read_the_file() {
    let folder = Folder::new();
    ada().0.write_new(&folder.key()).unwrap();
    assert_eq!(fs::metadata(folder.key()).unwrap().mode() & 0o7777, 0o600);
    for (mode, fine) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false), (0o602, false), (0o777, false)] {
        fs::set_permissions(folder.key(), fs::Permissions::from_mode(mode)).unwrap();
        match KeyFile::read(&folder.key()) {
            Ok(_) => assert!(fine, "{mode:o}"),
            Err(error @ KeyError::LooseMode { .. }) => {
                assert!(!fine, "{mode:o}");
                let text = error.to_string();
                assert!(text.contains(&format!("{mode:04o}")) && text.contains("chmod 600"), "{text}");
            }
            Err(error) => panic!("{mode:o}: {error}"),
        }
    }
}

#[test]
fn an_existing_key_is_never_written_over() {
    let folder = Folder::new();
    let (key, _) = ada();
    key.write_new(&folder.key()).unwrap();
    let before = fs::read(folder.key()).unwrap();
    let refused = [key.write_new(&folder.key()), other().write_new(&folder.key()), other().replace(&folder.key())];
    for result in refused {
        assert!(matches!(result, Err(KeyError::KeyExists { .. })), "{result:?}");
    }
    assert_eq!(fs::read(folder.key()).unwrap(), before);
    assert_eq!(folder.names(), ["ada.key"], "no drafts are left");
    let nowhere = key.replace(&folder.join("nothing.key"));
    assert!(matches!(nowhere, Err(KeyError::Io { .. })));
}

#[test]
fn of_many_who_write_at_once_one_wins() {
    let folder = Folder::new();
    let keys = [ada().0, other()];
    let won = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|n| {
                let (key, path) = (&keys[n % 2], folder.key());
                scope.spawn(move || key.write_new(&path).is_ok())
            })
            .collect();
        writers.into_iter().map(|w| w.join().unwrap()).filter(|won| *won).count()
    });
    assert_eq!(won, 1);
    assert!(keys.contains(&KeyFile::read(&folder.key()).unwrap()));
    assert_eq!(folder.names(), ["ada.key"]);
}

#[test]
fn a_changed_passphrase_replaces_the_old_and_keeps_the_code() {
    let folder = Folder::new();
    let (key, code) = ada();
    key.write_new(&folder.key()).unwrap();
    let opened = key.unlock_with_recovery(&code).unwrap();
    let changed = key.change_passphrase(&opened, &passphrase("battery staple"), KdfParams::FLOOR, entropy(3)).unwrap();
    changed.replace(&folder.key()).unwrap();
    let read = KeyFile::read(&folder.key()).unwrap();
    assert_eq!(read.public(), key.public());
    read.unlock(&passphrase("battery staple")).unwrap();
    read.unlock_with_recovery(&code).unwrap();
    assert!(matches!(read.unlock(&passphrase(SECRET)), Err(KeyError::WrongPassphrase)));
    assert_eq!(folder.names(), ["ada.key"]);
}

#[test]
fn a_changed_code_replaces_the_old_and_keeps_the_passphrase() {
    let (key, old) = ada();
    let opened = key.unlock(&passphrase(SECRET)).unwrap();
    let (changed, new) = key.change_recovery(&opened, KdfParams::FLOOR, entropy(3)).unwrap();
    changed.unlock(&passphrase(SECRET)).unwrap();
    changed.unlock_with_recovery(&new).unwrap();
    let refused = changed.unlock_with_recovery(&old);
    assert!(matches!(refused, Err(KeyError::BadRecoveryCode { .. })));
}

#[test]
fn a_key_changes_no_file_but_its_own() {
    let opened = other().unlock(&passphrase("battery staple")).unwrap();
    let (key, _) = ada();
    let changed = key.change_passphrase(&opened, &passphrase(SECRET), KdfParams::FLOOR, entropy(3));
    assert!(matches!(changed, Err(KeyError::WrongKey { .. })));
    let changed = key.change_recovery(&opened, KdfParams::FLOOR, entropy(3));
    assert!(matches!(changed, Err(KeyError::WrongKey { .. })));
}

#[test]
fn a_key_serves_its_own_palace_only() {
    let (key, _) = ada();
    key.require_palace(PALACE).unwrap();
    assert!(matches!(key.require_palace("palace-2"), Err(KeyError::WrongPalace { .. })));
}

#[test]
fn a_recovery_code_survives_handwriting() {
    let (_, code) = ada();
    let shown = String::clone(&code.reveal());
    let groups: Vec<_> = shown.split('-').collect();
    assert_eq!(groups.len(), 7);
    assert!(groups.iter().all(|group| group.len() == 4), "{shown}");
    let spellings = [
        shown.clone(),
        shown.to_lowercase(),
        shown.replace('-', ""),
        shown.replace('-', "  "),
        format!("\t{} \n", shown.replace('-', " - ")),
        shown.replace('0', "O").replace('1', "I"),
        shown.replace('0', "o").replace('1', "l"),
    ];
    for typed in spellings {
        let read = RecoveryCode::parse(&typed).unwrap();
        assert_eq!(*read.reveal(), shown, "{typed:?}");
    }
}

#[test]
fn every_slip_in_a_recovery_code_is_noticed() {
    let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    for start in 0..8 {
        let code = RecoveryCode::from_entropy(&entropy(start).recovery_code);
        let shown: Vec<char> = code.reveal().replace('-', "").chars().collect();
        let refused = |typed: Vec<char>| {
            let typed: String = typed.into_iter().collect();
            let read = RecoveryCode::parse(&typed);
            assert!(matches!(read, Err(KeyError::BadRecoveryCode { .. })), "{typed}");
        };
        for place in 0..shown.len() {
            for wrong in alphabet.chars().filter(|c| *c != shown[place]) {
                let mut typed = shown.clone();
                typed[place] = wrong;
                refused(typed);
            }
            let mut typed = shown.clone();
            typed.remove(place);
            refused(typed);
            let mut typed = shown.clone();
            typed.insert(place, '7');
            refused(typed);
            if place > 0 && shown[place - 1] != shown[place] {
                let mut typed = shown.clone();
                typed.swap(place - 1, place);
                refused(typed);
            }
        }
        for odd in ['U', 'u', '*', 'é', '\u{202e}'] {
            let mut typed = shown.clone();
            typed[3] = odd;
            refused(typed);
        }
    }
    assert!(matches!(RecoveryCode::parse(""), Err(KeyError::BadRecoveryCode { .. })));
}

#[test]
fn the_code_of_another_key_opens_nothing() {
    let stranger = RecoveryCode::from_entropy(&entropy(9).recovery_code);
    let opened = ada().0.unlock_with_recovery(&stranger);
    assert!(matches!(opened, Err(KeyError::BadRecoveryCode { .. })));
}

#[test]
fn fingerprints_are_the_start_of_the_hash() {
    // SHA-256 of 32 zero bytes, computed elsewhere.
    let fingerprint = Fingerprint::of(&[0; 32]);
    let hex = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    assert_eq!(fingerprint.hex(), hex);
    assert_eq!(fingerprint.to_string(), "6668-7aad-f862-bd77");
}

#[test]
fn debug_shows_nothing_secret() {
    let (key, code) = ada();
    let opened = key.unlock(&passphrase(SECRET)).unwrap();
    let secrets = format!("{:?} {:?} {:?}", passphrase(SECRET), code, entropy(1));
    assert_eq!(secrets, "Passphrase(…) RecoveryCode(…) Entropy(…)");
    let shown = format!("{opened:?} {key:?}");
    let seed = format!("{:?}", opened.seed());
    for secret in [SECRET, &code.reveal(), &seed[1..seed.len() - 1]] {
        assert!(!shown.contains(secret), "{shown}");
    }
    assert_eq!(format!("{opened:?}"), format!("UnlockedKey({})", key.fingerprint()));
}
