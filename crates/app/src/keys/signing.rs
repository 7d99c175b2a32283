//! The secret that receipts and tokens are keyed with: thirty-two bytes in a file of mode 0600, drawn on first use.
//!
//! It proves little against whoever can read this home, which is why the log's key signs the same payloads too. Not here: that
//! key, and what is signed.

use crate::home::{random, write_new};
use kernel::{
    ledger::{from_hex, to_hex},
    refusal::{Code, Refusal},
};
use std::{
    fs::File,
    io::{ErrorKind, Read},
    os::unix::fs::MetadataExt,
    path::Path,
};
use zeroize::Zeroizing;

/// Sixty-four digits, and perhaps a line end.
const BYTES_MAX: u64 = 66;

/// The secret at `path`, drawn if there is none. One that others can read, or that is not exactly thirty-two bytes, is refused.
pub fn signing_secret(path: &Path) -> Result<[u8; 32], Refusal> {
    let unfit = |why: String| Code::SigningKeyUnfit.refuse(path.display().to_string(), format!("the signing key {} {why}", path.display()));
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::NotFound => {
            let drawn = random::<32>()?;
            return match write_new(path, to_hex(&drawn).as_bytes()) {
                Ok(()) => Ok(drawn),
                Err(e) if e.kind() == ErrorKind::AlreadyExists => signing_secret(path), // another process was first
                Err(e) => Err(unfit(format!("cannot be written: {e}"))),
            };
        }
        Err(e) => return Err(unfit(format!("cannot be read: {e}"))),
    };
    // The open file is asked, not the path: the path may name another file by now.
    let metadata = file.metadata().map_err(|e| unfit(format!("cannot be looked at: {e}")))?;
    if !metadata.is_file() {
        return Err(unfit("is no file".into()));
    }
    let mode = metadata.mode() & 0o7777;
    if mode != 0o600 {
        return Err(unfit(format!("has mode {mode:04o}, so others may know it; it must have 0600"))
            .next("If nobody else can have read it, chmod 600 it; otherwise move it away, and the next receipt draws another"));
    }
    let mut text = Zeroizing::new(String::new());
    file.take(BYTES_MAX + 1).read_to_string(&mut text).map_err(|e| unfit(format!("cannot be read: {e}")))?;
    from_hex(text.trim_end()).ok_or_else(|| unfit("is not 64 hexadecimal digits".into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[test]
    fn a_secret_is_drawn_once_and_refused_where_it_is_none() {
        let folder = testkit::temp::Temp::new();
        let path = folder.path().join("signing.key");
        let drawn = signing_secret(&path).expect("drawn");
        assert_eq!(signing_secret(&path).expect("read"), drawn);
        assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o7777, 0o600);
        let good = fs::read_to_string(&path).expect("text");
        let table: [(&str, u32, &str); 7] = [
            (&good, 0o644, "has mode 0644"),
            (&good, 0o640, "has mode 0640"),
            (&good, 0o400, "has mode 0400"),
            ("", 0o600, "is not 64 hexadecimal digits"),
            (&good[..62], 0o600, "is not 64 hexadecimal digits"),
            (&format!("{good}00"), 0o600, "is not 64 hexadecimal digits"),
            (&good.replace(|c: char| c.is_ascii_digit(), "g"), 0o600, "is not 64 hexadecimal digits"),
        ];
        for (text, mode, why) in table {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("mode");
            fs::write(&path, text).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("mode");
            let refused = signing_secret(&path).expect_err(why);
            assert_eq!(refused.code(), Code::SigningKeyUnfit);
            assert!(refused.what().contains(why), "{}", refused.what());
        }
        fs::remove_file(&path).expect("gone");
        fs::create_dir(&path).expect("a folder");
        assert_eq!(signing_secret(&path).expect_err("a folder").code(), Code::SigningKeyUnfit);
    }
}
