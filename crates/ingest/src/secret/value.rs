//! Whether a value given to a telling name is a secret, or a placeholder, a name, a path, an expression.
//!
//! Not here: the name. See `name`.

use super::SecretKind;
use super::assignment::is_capital;
use super::name::kind_of;

/// Where a value stands, which decides how much of it is taken on trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `NAME=value` on a line of its own: whatever it is, it is the value.
    Environment,
    /// `…?password=value&…`, `…;Password=value;…`
    Query,
    /// Between quotes.
    Quoted,
    /// A line of configuration without quotes.
    Line,
    /// Anywhere else: an expression as often as a value.
    Loose,
}

/// Words that are no secret even where one belongs.
#[rustfmt::skip] // a table of words, not a column of them
const COMMON: &[&str] = &[
    "password", "passwd", "pass", "secret", "token", "test", "testing", "admin", "root", "user", "username", "none", "null", "nil",
    "undefined", "true", "false", "string", "str", "bool", "boolean", "int", "integer", "number", "text", "bytes", "object", "required",
    "optional", "hidden", "empty", "default", "value", "key", "apikey", "api_key", "foobar", "foo", "bar", "baz", "abc", "abc123", "pw",
    "pwd", "any", "unknown", "unset", "yes", "no", "on", "off", "passphrase", "credentials", "bearer", "basic", "masked", "input", "self",
    "this", "prompt", "ask", "disabled", "enabled", "generate", "auto", "env",
];

/// Words that make a value a placeholder wherever they are in it.
#[rustfmt::skip] // a table of words, not a column of them
const TELLING: &[&str] = &[
    "changeme", "change-me", "change_me", "change this", "placeholder", "example", "your", "xxxx", "****", "....", "…", "redacted", "dummy",
    "replace", "insert", "process.env", "os.environ", "getenv", "env[", "env.", "secrets.", "not-a-real", "notreal", "fake", "sample", "${",
    "{{", "$(", "%(", "#{", "todo", "fixme", "lorem", "anonymous", "<",
];

/// What references start with instead of being the secret.
#[rustfmt::skip] // a table of words, not a column of them
const REFERENCES: &[&str] = &[
    "sha1-", "sha256-", "sha384-", "sha512-", "sha1:", "sha256:", "sha512:", "md5:", "http://", "https://", "data:", "arn:", "projects/",
    "vault:", "op://", "ref+", "env:", "file:", "ssm:", "@", "secretref:", "keyvault", "/run/", "/var/", "/etc/", "/home/", "/tmp/",
    "/usr/", "/opt/", "./", "../", "~/", "ssh-rsa ",
];

/// Stands for a secret without being one.
pub(super) fn is_placeholder(value: &str) -> bool {
    if value.is_empty() || distinct(value) <= 3 {
        return true;
    }
    let lower = value.to_ascii_lowercase();
    COMMON.contains(&lower.as_str()) || TELLING.iter().any(|word| lower.contains(word)) || is_variable(value) || is_common_with_few_digits(&lower)
}

/// `password1`, `secret-12`
fn is_common_with_few_digits(lower: &str) -> bool {
    let letters = lower.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_'));
    let digits = lower.len() - letters.len();
    digits > 0 && digits <= 3 && COMMON.contains(&letters)
}

/// `$NAME`, `%NAME%`
fn is_variable(value: &str) -> bool {
    let name = value.strip_prefix('$').or_else(|| value.strip_prefix('%').and_then(|rest| rest.strip_suffix('%')));
    name.is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
}

/// Whether a value under a name of this kind is a secret.
pub(super) fn is_secret(value: &str, kind: SecretKind, place: Place) -> bool {
    if kind == SecretKind::AwsSecretKey && is_aws_secret(value) {
        return true;
    }
    if is_path(value) || is_option(value) || (matches!(place, Place::Line | Place::Loose) && (is_constant(value) || is_member(value))) {
        return false;
    }
    let reference = REFERENCES.iter().any(|start| value.starts_with(start)) && !(kind == SecretKind::Password && value.starts_with('@'));
    if reference || is_placeholder(value) || value.chars().any(char::is_whitespace) {
        return false;
    }
    if kind == SecretKind::HighEntropy {
        return is_random(value);
    }
    let shape = Shape::of(value);
    let is_password = kind == SecretKind::Password;
    if is_number(value) && (!is_password || value.contains(['i', 'u', 'f'])) {
        return false;
    }
    if !is_password && (value.contains("::") || value.starts_with(['[', '{', '*', '&'])) {
        return false;
    }
    match place {
        Place::Environment => value.len() >= 6 && (is_password || shape.digits < value.len() || value.len() >= 24) && !shape.is_expression(),
        Place::Query => value.len() >= 4 && !shape.is_expression() && (is_password || (value.len() >= 8 && shape.digits < value.len())),
        Place::Quoted | Place::Line if is_password => {
            value.len() >= 6 && !shape.is_name(value) && (place == Place::Quoted || !shape.is_expression()) && shape.is_mixed()
        }
        Place::Quoted => value.len() >= 8 && !shape.is_name(value) && (shape.is_mixed() || shape.is_scrambled(value)) && entropy(value) >= 2.5,
        Place::Line => value.len() >= 8 && !shape.is_name(value) && !shape.is_expression() && shape.is_mixed() && entropy(value) >= 2.5,
        Place::Loose => {
            value.len() >= 12 && !shape.is_name(value) && !shape.is_expression() && shape.digits > 0 && shape.letters() > 0 && entropy(value) >= 3.0
        }
    }
}

/// A number as languages write it: `-2147207678i32`, `1_000u64`, `0x1F`.
fn is_number(value: &str) -> bool {
    let digits = value.trim_start_matches(['-', '+']).trim_end_matches(['u', 'i', 'f', 'L', 'U', 'n', 'l']);
    let digits = ["u8", "i8", "u16", "i16", "u32", "i32", "f32", "u64", "i64", "f64", "u128", "i128", "usize", "isize"]
        .iter()
        .find_map(|ending| digits.strip_suffix(ending))
        .unwrap_or(digits);
    value.len() <= 24 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b'.'))
}

/// `/data/build2`: parts that are words. A key in base64 may start with a slash too, and has others.
fn is_path(value: &str) -> bool {
    let is_word =
        |part: &str| part.len() < 20 && Shape::of(part).turns <= 2 && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b));
    value.strip_prefix('/').is_some_and(|rest| rest.contains('/') && rest.split('/').all(is_word))
}

/// `--color-primary-500`: an option, or a property of a style.
fn is_option(value: &str) -> bool {
    let is_word = |part: &str| part.bytes().all(|b| b.is_ascii_alphabetic()) || part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit());
    value.strip_prefix("--").is_some_and(|rest| rest.split('-').all(is_word))
}

/// `TLS13_AES_128`: the name of a constant.
fn is_constant(value: &str) -> bool {
    value.contains('_') && value.starts_with(|c: char| c.is_ascii_uppercase()) && is_capital(value)
}

/// `TokenKind.Int32Literal`: a member of something that has a name.
fn is_member(value: &str) -> bool {
    let is_name =
        |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let named = value.split_once('.').is_some_and(|(first, rest)| !first.bytes().any(|b| b.is_ascii_digit()) && rest.split('.').all(is_name));
    let shape = Shape::of(value);
    named && value.split('.').all(is_name) && shape.digits <= 6 && shape.turns * 3 <= value.len()
}

/// The secret half of an AWS key: forty characters of base64, both cases, digits.
pub(super) fn is_aws_secret(value: &str) -> bool {
    let shape = Shape::of(value);
    let alphabet = value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+'));
    value.len() == 40 && alphabet && shape.upper > 0 && shape.lower > 0 && shape.digits > 0 && entropy(value) >= 3.5
}

/// Random enough to be a secret with no better reason: long, of every class, no digest, no identifier, no image.
fn is_random(value: &str) -> bool {
    let shape = Shape::of(value);
    let known = ["iVBOR", "/9j/", "MII", "AAAAB3", "AAAAC3", "R0lGOD", "UklGR", "eyJ"];
    let path = value.matches('/').count() > value.len() / 16 + 1 || value.contains("://") || value.matches('.').count() > 2;
    (24..=256).contains(&value.len())
        && shape.upper >= 3
        && shape.lower >= 3
        && shape.digits >= 2
        && !shape.is_expression()
        && !path
        && !known.iter().any(|start| value.starts_with(start))
        && shape.is_scrambled(value)
        && entropy(value) >= 4.0
}

/// Random enough to be a secret whatever the name: longer, and no text that was encoded.
pub(super) fn is_stray(value: &str) -> bool {
    let alphabet = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'='));
    (32..=128).contains(&value.len()) && alphabet && is_random(value) && !value.contains("AAAA") && entropy(value) >= 4.2 && !is_encoded_text(value)
}

/// Base64 of something that can be read.
fn is_encoded_text(value: &str) -> bool {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = value.bytes().map_while(digit).collect();
    let is_text = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    digits.chunks_exact(4).all(|four| is_text(four[0] << 2 | four[1] >> 4) && is_text(four[1] << 4 | four[2] >> 2) && is_text(four[2] << 6 | four[3]))
}

/// Words of sentences about passwords, which no one chooses for one.
#[rustfmt::skip] // a table of words, not a column of them
const SPEAKING: &[&str] = &[
    "password", "passwords", "passphrase", "enter", "please", "must", "invalid", "is", "are", "the", "required", "incorrect", "wrong", "not",
    "new", "confirm", "forgot", "reset", "show", "hide", "set", "with", "and", "or", "to", "for", "characters", "use", "be",
];

/// A password of several words, as files of an environment have them: `"correct horse battery"`.
pub(super) fn is_phrase(value: &str, kind: SecretKind) -> bool {
    let words: Vec<&str> = value.split(' ').collect();
    let plain = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    kind == SecretKind::Password
        && (3..=8).contains(&words.len())
        && words.iter().all(plain)
        && !words.iter().any(|word| SPEAKING.contains(&word.to_ascii_lowercase().as_str()))
        && !is_placeholder(value)
}

/// What words about secrets start with when they have digits in them.
#[rustfmt::skip] // a table of words, not a column of them
const ALGORITHMS: &[&str] = &[
    "sha", "md5", "md4", "utf", "base", "argon2", "pbkdf2", "blake", "aes", "ed25519", "ed448", "x509", "x25519", "curve25519", "oauth", "rsa", "p256",
    "p-256", "secp", "v1", "v2", "v3", "pkcs", "http", "id3", "mp3", "utf8", "chacha", "hs256", "rs256", "es256", "hmac", "k8s", "i18n", "crc",
];

/// A secret in a sentence: the password is …. Made by chance, or at least by hand with a digit in it.
pub(super) fn is_told(value: &str, kind: SecretKind) -> bool {
    let shape = Shape::of(value);
    let lower = value.to_ascii_lowercase();
    let word = shape.digits == 0 || shape.letters() == 0 || shape.is_expression() || shape.is_name(value) && shape.joints > 0;
    let known =
        ALGORITHMS.iter().any(|start| lower.starts_with(start)) || REFERENCES.iter().any(|start| lower.starts_with(start)) || value.contains("::");
    let least = if kind == SecretKind::Password { (6, 1) } else { (12, 3) };
    !word
        && !known
        && value.is_ascii()
        && value.len() >= least.0
        && shape.turns >= least.1
        && shape.joints * 4 <= value.len()
        && value.starts_with(|c: char| c.is_alphanumeric())
}

/// Small and capital letters and digits, as chance would have them: encoded bytes of nothing are `AAAA`.
pub(super) fn is_of_every_class(value: &str) -> bool {
    let shape = Shape::of(value);
    shape.upper > 0 && shape.lower > 0 && shape.digits > 0 && !value.contains("AAAA") && entropy(value) >= 3.5
}

/// What a value is made of.
struct Shape {
    upper: usize,
    lower: usize,
    digits: usize,
    /// Marks that names and paths have: `-`, `_`, `.`, `:`, `/`.
    joints: usize,
    /// Brackets and the like, which expressions have.
    brackets: usize,
    marks: usize,
    /// How often the class changes within a run of letters and digits, other than at a capital.
    turns: usize,
}

impl Shape {
    fn of(value: &str) -> Self {
        let mut shape = Self { upper: 0, lower: 0, digits: 0, joints: 0, brackets: 0, marks: 0, turns: 0 };
        let mut before = b' ';
        for byte in value.bytes() {
            match byte {
                b'A'..=b'Z' => shape.upper += 1,
                b'a'..=b'z' => shape.lower += 1,
                b'0'..=b'9' => shape.digits += 1,
                b'-' | b'_' | b'.' | b':' | b'/' => shape.joints += 1,
                b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' => shape.brackets += 1,
                _ => shape.marks += 1,
            }
            let turn = (before.is_ascii_digit() && byte.is_ascii_alphabetic())
                || (before.is_ascii_alphabetic() && byte.is_ascii_digit())
                || (before.is_ascii_lowercase() && byte.is_ascii_uppercase());
            shape.turns += usize::from(turn);
            before = byte;
        }
        shape
    }

    const fn letters(&self) -> usize {
        self.upper + self.lower
    }

    const fn is_expression(&self) -> bool {
        self.brackets > 0
    }

    /// Letters with digits or marks; or a mark that no name has.
    const fn is_mixed(&self) -> bool {
        (self.letters() > 0 && self.digits > 0) || (self.marks > 0 && self.letters() + self.digits > 3)
    }

    /// Changes class more often than words joined by capitals do.
    const fn is_scrambled(&self, value: &str) -> bool {
        value.len() >= 20 && self.turns * 5 >= value.len() && self.joints * 5 <= value.len()
    }

    /// Words joined by marks, with few digits: the name of a thing, a key of a translation, a path in an object.
    fn is_name(&self, value: &str) -> bool {
        let joined = |c: char| matches!(c, '-' | '_' | '.' | ':' | '/');
        let is_word = |word: &str| {
            let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
            word.len() - letters.len() <= 2 && letters.len() <= 14 && letters.chars().all(|c| c.is_ascii_alphabetic())
        };
        // The name of a type or a variable that holds one: `Ed25519PrivateKey`.
        let last = value.rsplit(['.', ':']).next().unwrap_or(value);
        let digits = last.bytes().filter(u8::is_ascii_digit).count();
        let plain = self.marks == 0 && digits <= 5 && value.len() <= 48 && !self.is_scrambled(value);
        let tells = plain && kind_of(last).is_some_and(|kind| kind != SecretKind::HighEntropy);
        tells || (self.marks == 0 && self.joints > 0 && self.digits <= 4 && value.split(joined).all(is_word))
    }
}

/// Bits per character.
#[allow(clippy::cast_precision_loss, reason = "values are short")]
fn entropy(value: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let total = value.len() as f64;
    counts.iter().filter(|count| **count > 0).map(|count| f64::from(*count) / total).map(|share| -share * share.log2()).sum()
}

/// How many different characters there are.
pub(super) fn distinct(value: &str) -> usize {
    let mut seen = [false; 256];
    value.bytes().filter(|byte| !std::mem::replace(&mut seen[usize::from(*byte)], true)).count()
}
