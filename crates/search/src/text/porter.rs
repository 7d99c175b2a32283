//! Porter's stemmer (1980), for English words in lower-case ASCII. "connected", "connection" and "connecting" meet in "connect".
//!
//! Other languages are left as they are: a wrong stem is worse than none.

/// The stem of a word. Words that are not lower-case ASCII letters and digits come back unchanged.
pub fn stem(word: &str) -> String {
    if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return word.to_owned();
    }
    let mut stem = Stem { letters: word.as_bytes().to_vec() };
    stem.plurals();
    stem.past_and_gerund();
    stem.y_to_i();
    stem.replace_first(&DOUBLE_SUFFIXES, 0);
    stem.replace_first(&SINGLE_SUFFIXES, 0);
    stem.drop_suffixes();
    stem.final_e();
    stem.final_l();
    String::from_utf8(stem.letters).unwrap_or_else(|_| word.to_owned())
}

struct Stem {
    letters: Vec<u8>,
}

const DOUBLE_SUFFIXES: [(&str, &str); 20] = [
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("abli", "able"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
];

const SINGLE_SUFFIXES: [(&str, &str); 7] =
    [("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", "")];

const LONE_SUFFIXES: [&str; 19] =
    ["al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize"];

impl Stem {
    fn is_consonant(&self, at: usize) -> bool {
        match self.letters[at] {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            b'y' => at == 0 || !self.is_consonant(at - 1),
            _ => true,
        }
    }

    /// How many times a vowel is followed by a consonant before `end`.
    fn measure(&self, end: usize) -> usize {
        let mut count = 0;
        let mut after_vowel = false;
        for at in 0..end {
            let consonant = self.is_consonant(at);
            count += usize::from(consonant && after_vowel);
            after_vowel = !consonant;
        }
        count
    }

    fn has_vowel(&self, end: usize) -> bool {
        (0..end).any(|at| !self.is_consonant(at))
    }

    fn ends_double(&self) -> bool {
        let n = self.letters.len();
        n >= 2 && self.letters[n - 1] == self.letters[n - 2] && self.is_consonant(n - 1)
    }

    /// Consonant, vowel, consonant, the last not w, x or y: "hop", not "snow".
    fn ends_short(&self, end: usize) -> bool {
        end >= 3
            && self.is_consonant(end - 1)
            && !self.is_consonant(end - 2)
            && self.is_consonant(end - 3)
            && !matches!(self.letters[end - 1], b'w' | b'x' | b'y')
    }

    /// Where the word is without this ending, if it has it.
    fn without(&self, ending: &str) -> Option<usize> {
        self.letters.ends_with(ending.as_bytes()).then(|| self.letters.len() - ending.len())
    }

    fn set_end(&mut self, at: usize, ending: &str) {
        self.letters.truncate(at);
        self.letters.extend_from_slice(ending.as_bytes());
    }

    fn plurals(&mut self) {
        if let Some(at) = self.without("sses") {
            self.set_end(at, "ss");
        } else if let Some(at) = self.without("ies") {
            self.set_end(at, "i");
        } else if self.without("ss").is_none()
            && let Some(at) = self.without("s")
        {
            self.set_end(at, "");
        }
    }

    fn past_and_gerund(&mut self) {
        if let Some(at) = self.without("eed") {
            if self.measure(at) > 0 {
                self.set_end(at, "ee");
            }
            return;
        }
        let Some(at) = self.without("ed").or_else(|| self.without("ing")).filter(|at| self.has_vowel(*at)) else { return };
        self.set_end(at, "");
        if ["at", "bl", "iz"].iter().any(|ending| self.without(ending).is_some()) {
            self.letters.push(b'e');
        } else if self.ends_double() && !matches!(self.letters.last(), Some(b'l' | b's' | b'z')) {
            self.letters.pop();
        } else if self.measure(self.letters.len()) == 1 && self.ends_short(self.letters.len()) {
            self.letters.push(b'e');
        }
    }

    fn y_to_i(&mut self) {
        if let Some(at) = self.without("y").filter(|at| self.has_vowel(*at)) {
            self.set_end(at, "i");
        }
    }

    /// Replaces the longest ending of a table, if the rest measures more than `least`.
    fn replace_first(&mut self, table: &[(&str, &str)], least: usize) {
        let longest = table.iter().filter(|(ending, _)| self.without(ending).is_some()).max_by_key(|(ending, _)| ending.len());
        if let Some((ending, instead)) = longest
            && let Some(at) = self.without(ending)
            && self.measure(at) > least
        {
            self.set_end(at, instead);
        }
    }

    fn drop_suffixes(&mut self) {
        let Some(longest) = LONE_SUFFIXES.iter().filter(|ending| self.without(ending).is_some()).max_by_key(|ending| ending.len()) else { return };
        let Some(at) = self.without(longest) else { return };
        let ion_fits = *longest != "ion" || matches!(self.letters[..at].last(), Some(b's' | b't'));
        if ion_fits && self.measure(at) > 1 {
            self.set_end(at, "");
        }
    }

    fn final_e(&mut self) {
        if let Some(at) = self.without("e") {
            let m = self.measure(at);
            if m > 1 || (m == 1 && !self.ends_short(at)) {
                self.set_end(at, "");
            }
        }
    }

    fn final_l(&mut self) {
        if self.without("ll").is_some() && self.measure(self.letters.len()) > 1 {
            self.letters.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn the_words_of_the_paper_meet_where_the_paper_says() {
        let table = "caresses caress ponies poni ties ti cats cat feed feed agreed agre plastered plaster bled bled motoring motor sing sing \
            conflated conflat troubled troubl sized size hopping hop tanned tan falling fall hissing hiss fizzed fizz failing fail filing file \
            happy happi sky sky relational relat conditional condit rational ration valenci valenc digitizer digit operator oper feudalism feudal \
            decisiveness decis hopefulness hope formality formal sensitivity sensit triplicate triplic formative form formalize formal electrical electr \
            hopeful hope goodness good revival reviv allowance allow inference infer airliner airlin adjustable adjust defensible defens irritant irrit \
            replacement replac adjustment adjust dependent depend adoption adopt communism commun activate activ homologous homolog effective effect \
            bowdlerize bowdler probate probat rate rate cease ceas controll control roll roll connected connect connection connect connecting connect";
        let words: Vec<&str> = table.split_whitespace().collect();
        for pair in words.chunks(2) {
            assert_eq!(stem(pair[0]), pair[1], "{}", pair[0]);
        }
    }

    #[test]
    fn what_is_not_english_letters_is_left_alone() {
        for word in ["", "a", "is", "日本", "naïve", "x86", "2024", "straße"] {
            assert_eq!(stem(word), word);
        }
    }
}
