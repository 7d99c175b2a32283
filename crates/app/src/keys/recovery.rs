//! The recovery code: 130 random bits that a person can write on paper and type back.
//!
//! Seven groups of four Crockford base32 symbols: 26 of them random, 2 a checksum. The checksum
//! is the rest of the whole number modulo 1021. That is prime and larger than any one slip can
//! change a symbol by, so every single wrong symbol and every swap of two neighbours is caught
//! before the slow derivation starts.
//!
//! Not here: correcting a wrong symbol. A code that guesses helps the wrong person too.

use super::KeyError;
use std::fmt;
use zeroize::Zeroizing;

/// Crockford's alphabet: no I, L, O (they are read as 1, 1, 0) and no U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_SYMBOLS: usize = 26;
const SYMBOLS: usize = RANDOM_SYMBOLS + 2;
const GROUP: usize = 4;
const CHECK_MODULUS: u32 = 1021;

/// The second way into a key, shown once when the key is made.
pub struct RecoveryCode(Zeroizing<[u8; RANDOM_SYMBOLS]>);

impl RecoveryCode {
    /// Keeps five bits of each random byte.
    pub(super) fn from_entropy(bytes: &[u8; RANDOM_SYMBOLS]) -> Self {
        Self(Zeroizing::new(bytes.map(|byte| byte & 31)))
    }

    /// Reads a code as a person types it: any case, any spaces and dashes, O for 0, I or L for 1.
    pub fn parse(typed: &str) -> Result<Self, KeyError> {
        let mut symbols = Zeroizing::new([0; SYMBOLS]);
        let mut count = 0;
        for character in typed.chars().filter(|c| !c.is_whitespace() && *c != '-') {
            // The place is told, not the character: it may be nearly right, and errors get logged.
            let symbol = symbol_of(character).ok_or_else(|| bad(format!("character {} is never part of a code", count + 1)))?;
            if count < SYMBOLS {
                symbols[count] = symbol;
            }
            count += 1;
        }
        if count != SYMBOLS {
            return Err(bad(format!("it has {count} characters instead of {SYMBOLS}")));
        }
        let mut random = Zeroizing::new([0; RANDOM_SYMBOLS]);
        random.copy_from_slice(&symbols[..RANDOM_SYMBOLS]);
        if checksum(&random) != symbols[RANDOM_SYMBOLS..] {
            return Err(bad("at least one character is mistyped".to_owned()));
        }
        Ok(Self(random))
    }

    /// The code as it is shown to the human. The name is a warning: never log it.
    pub fn reveal(&self) -> Zeroizing<String> {
        let check = checksum(&self.0);
        // Sized in advance: a string that grows would leave copies of itself behind.
        let mut text = Zeroizing::new(String::with_capacity(SYMBOLS + SYMBOLS / GROUP));
        for (place, symbol) in self.0.iter().chain(&check).enumerate() {
            if place > 0 && place % GROUP == 0 {
                text.push('-');
            }
            text.push(char::from(ALPHABET[usize::from(*symbol)]));
        }
        text
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_slice()
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

fn symbol_of(character: char) -> Option<u8> {
    let folded = match character.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let place = ALPHABET.iter().position(|&s| char::from(s) == folded)?;
    u8::try_from(place).ok()
}

fn checksum(symbols: &[u8; RANDOM_SYMBOLS]) -> [u8; 2] {
    let rest = symbols.iter().fold(0, |rest, &symbol| (rest * 32 + u32::from(symbol)) % CHECK_MODULUS);
    [rest / 32, rest % 32].map(|half| u8::try_from(half).expect("BUG: 1020 fits two symbols"))
}

fn bad(why: String) -> KeyError {
    KeyError::BadRecoveryCode { why }
}
