//! Checkpoints as text, against a note made by another implementation.

use ed25519_dalek::SigningKey;

use super::*;
use crate::ledger::{Checkpoint, LogKey, NoteError};

const NAME: &str = "palace.example/log";
const KEY: &str = "palace.example/log+e1fb1b74+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4";
const NOTE: &str = "palace.example/log\n42\nSBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=\n\n\
    — palace.example/log 4fsbdKLzM5fQav7C9NqL8gyeTsKwFEibYXQE1rG8xfPRQm2Q7hysSnjiW37qe2PLGRpBsbefaf/pGNUsaX+GIQqPOw4=\n";

fn signer() -> SigningKey {
    SigningKey::from_bytes(&std::array::from_fn(|at| u8::try_from(at).unwrap()))
}

fn checkpoint() -> Checkpoint {
    Checkpoint { origin: NAME.into(), size: 42, root: Digest::of(b"root") }
}

fn open(text: &str) -> Result<Checkpoint, NoteError> {
    Checkpoint::open(text, NAME, &signer().verifying_key())
}

#[test]
fn a_note_made_elsewhere_opens_and_ours_is_the_same() {
    assert_eq!(checkpoint().sign(NAME, &signer()).unwrap(), NOTE);
    assert_eq!(open(NOTE), Ok(checkpoint()));
    let key: LogKey = KEY.parse().unwrap();
    assert_eq!(key, LogKey::new(NAME, signer().verifying_key()).unwrap());
    assert_eq!(key.to_string(), KEY);
    assert_eq!(key.open(NOTE), Ok(checkpoint()));
}

#[test]
fn no_byte_of_a_note_can_change() {
    for at in 0..NOTE.len() {
        for bit in 0..8 {
            let mut bytes = NOTE.as_bytes().to_vec();
            bytes[at] ^= 1 << bit;
            let Ok(text) = String::from_utf8(bytes) else {
                continue;
            };
            assert!(open(&text).is_err(), "byte {at}, bit {bit}: {text}");
        }
    }
    for end in 0..NOTE.len() {
        assert!(NOTE.get(..end).is_none_or(|text| open(text).is_err()), "cut at {end}");
    }
}

#[test]
fn witnesses_are_passed_over_and_do_not_replace_the_log() {
    let witness = SigningKey::from_bytes(&[9; 32]);
    let body = NOTE.split_once("\n\n").unwrap().0;
    let by = |name: &str, key: &SigningKey| {
        let note = checkpoint().sign(name, key).unwrap();
        note.split_once("\n\n").unwrap().1.to_owned()
    };
    let (log, other, imposter) = (by(NAME, &signer()), by("witness", &witness), by(NAME, &witness));
    assert_eq!(open(&format!("{body}\n\n{other}{imposter}{log}")), Ok(checkpoint()));
    assert_eq!(open(&format!("{body}\n\n{other}{imposter}")), Err(NoteError::NotSigned(NAME.into())));
}

#[test]
fn extension_lines_are_signed_and_ignored() {
    use base64::Engine as _;
    use ed25519_dalek::Signer as _;
    let sign = |body: &str| {
        let mut signature = crate::ledger::note::key_id(NAME, &signer().verifying_key()).to_vec();
        signature.extend(signer().sign(body.as_bytes()).to_bytes());
        let signature = base64::engine::general_purpose::STANDARD.encode(signature);
        open(&format!("{body}\n— {NAME} {signature}\n"))
    };
    let root = "SBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=";
    assert_eq!(sign(&format!("{NAME}\n42\n{root}\nwitnessed by nobody\n")), Ok(checkpoint()));
    for body in [
        "\n".into(),
        format!("\n42\n{root}\n"),
        format!("{NAME}\n042\n{root}\n"),
        format!("{NAME}\n+42\n{root}\n"),
        format!("{NAME}\n\n{root}\n"),
        format!("{NAME}\n18446744073709551616\n{root}\n"),
        format!("{NAME}\n42\n\n"),
        format!("{NAME}\n42\nAAAA\n"),
        format!("{NAME}\n42\n{root}\n\nmore\n"),
    ] {
        assert!(matches!(sign(&body), Err(NoteError::NotACheckpoint(_))), "{body:?} {:?}", sign(&body));
    }
}

#[test]
fn names_and_keys_that_the_format_cannot_carry_are_refused() {
    for name in ["", "a b", "a+b", "a\nb", "a\u{2003}b"] {
        let bad = Err(NoteError::BadName(name.into()));
        assert_eq!(checkpoint().sign(name, &signer()), bad);
        assert_eq!(LogKey::new(name, signer().verifying_key()).err(), bad.err());
    }
    for origin in ["", "a\nb"] {
        let checkpoint = Checkpoint { origin: origin.into(), ..checkpoint() };
        assert_eq!(checkpoint.sign(NAME, &signer()), Err(NoteError::BadName(origin.into())));
    }
    let weak = format!("{NAME}+00000000+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    for text in ["", "a+b", "a+b+c", &KEY.replace("e1fb", "e1fc"), &KEY.replace("+AQ", "+Ag"), &KEY[..70], &weak] {
        assert!(text.parse::<LogKey>().is_err(), "{text}");
    }
}
