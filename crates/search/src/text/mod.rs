//! Words: how text is cut into what is indexed and what is asked. The same rule for both sides and both databases.
//!
//! Not here: meaning. Vectors are `embed`'s.

use kernel::text::Slice;

mod porter;

pub use kernel::stop_words::is_stop;
pub use porter::stem;

/// Longest word that is kept, in characters: beyond that it is data, and nobody asks for it.
const WORD_CHARS_MAX: usize = 64;

/// Scripts that are written without spaces: pairs of neighbours stand for words there.
const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

/// Pictures that people write and ask for.
const fn is_picture(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{1f300}'..='\u{1faff}')
}

/// The words of a text, in order, with stop words; the parts of a camelCase name follow the whole.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::with_capacity(text.len() / 6);
    each_word(text, &mut |word| words.push(word.to_owned()));
    words
}

/// The same, each shown as it is found, for those that need not hold them.
pub fn each_word(text: &str, take: &mut impl FnMut(&str)) {
    let mut rest = text;
    let mut lower = String::with_capacity(WORD_CHARS_MAX);
    while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || is_picture(c)) {
        rest = rest.slice(start..);
        let first = rest.chars().next().unwrap_or(' ');
        let same = |c: char| if is_picture(first) { false } else { c.is_alphanumeric() && is_unspaced(c) == is_unspaced(first) };
        let end = rest.char_indices().skip(1).find(|(_, c)| !same(*c)).map_or(rest.len(), |(at, _)| at);
        let (run, after) = rest.split_at(end);
        if is_unspaced(first) {
            pairs(run, take);
        } else if run.len() <= WORD_CHARS_MAX || run.chars().nth(WORD_CHARS_MAX).is_none() {
            if run.is_ascii() {
                lower.clear();
                lower.push_str(run);
                lower.make_ascii_lowercase();
                take(&lower);
                parts(run, &lower, take);
            } else {
                take(&run.to_lowercase());
            }
        }
        rest = after;
    }
}

/// Neighbours in pairs; one alone stands for itself.
fn pairs(run: &str, take: &mut impl FnMut(&str)) {
    let ends = || run.char_indices().map(|(at, c)| at + c.len_utf8());
    match ends().nth(1) {
        None => take(run),
        Some(_) => run.char_indices().zip(ends().skip(1)).for_each(|((start, _), end)| take(run.slice(start..end))),
    }
}

/// `camelCase` → `camel`, `case`; `HTTPServer2` → `http`, `server`, `2`. Of letters and digits of ASCII alone, and the same in lower case.
fn parts(run: &str, lower: &str, take: &mut impl FnMut(&str)) {
    let bytes = run.as_bytes();
    let mixed = run.len() > 2 && bytes[1..].iter().any(u8::is_ascii_uppercase) && bytes.iter().any(u8::is_ascii_lowercase);
    if !mixed {
        return;
    }
    let mut start = 0;
    for at in 1..bytes.len() {
        let (before, here, next) = (bytes[at - 1], bytes[at], bytes.get(at + 1));
        let cut = (before.is_ascii_digit() != here.is_ascii_digit())
            || (here.is_ascii_uppercase() && !before.is_ascii_uppercase())
            || (here.is_ascii_uppercase() && before.is_ascii_uppercase() && next.is_some_and(u8::is_ascii_lowercase));
        if cut {
            take(lower.slice(start..at));
            start = at;
        }
    }
    if start > 0 {
        take(lower.slice(start..));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_into_words_in_every_script() {
        let table: &[(&str, &[&str])] = &[
            ("", &[]),
            ("Hey Mel! It's 8 May, 2023.", &["hey", "mel", "it", "s", "8", "may", "2023"]),
            ("parseHTTPRequest snake_case v2", &["parsehttprequest", "parse", "http", "request", "snake", "case", "v2"]),
            ("日本語 text", &["日本", "本語", "text"]),
            ("東", &["東"]),
            ("naïve café", &["naïve", "café"]),
            ("مرحبا بالعالم", &["مرحبا", "بالعالم"]),
            ("Caroline\u{2019}s iPhone15Pro", &["caroline", "s", "iphone15pro", "i", "phone", "15", "pro"]),
            (
                "XMLHttp2 ABc aB McDonald USA eBay",
                &["xmlhttp2", "xml", "http", "2", "abc", "a", "bc", "ab", "mcdonald", "mc", "donald", "usa", "ebay", "e", "bay"],
            ),
            ("go 🚀🚀 now", &["go", "🚀", "🚀", "now"]),
            ("\" NEAR * : -- ' \0", &["near"]),
        ];
        for (text, expected) in table {
            assert_eq!(words(text), *expected, "{text}");
        }
        assert!(words(&"x".repeat(10_000)).is_empty(), "data is not a word");
    }
}
