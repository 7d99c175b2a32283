//! Reading a question: whatever it is, it becomes words, stems, a span of time and a vector, and every one of them says what it should.

use kernel::{
    text::{Content, Name, Query, Slice, Term},
    time::Moment,
};
use search::{
    Keyword, Said, Traits, bound,
    embed::Model,
    holds,
    judge::{Asked, Candidate, Corpus, Form, KnownWord, SourceFile, judge},
    keywords, mentioned, names,
    text::{is_stop, stem, words},
    when::window,
};
use std::sync::Arc;

/// Days from which a question counts: an ordinary one, the first, and the last that can be written down.
const NOW_MS: [i64; 4] = [1_763_000_000_000, 0, i64::MAX, i64::MIN];

/// Reads a question made from bytes.
pub(crate) fn check(bytes: &[u8]) {
    let (choice, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let text = if choice % 2 == 0 { hostile::text(rest) } else { String::from_utf8_lossy(rest).into_owned() };
    for parsed in [Query::parse(&text).map(String::from), Content::parse(&text).map(String::from)] {
        match parsed {
            Ok(parsed) => assert!(!parsed.trim().is_empty() && parsed.trim() == parsed, "{parsed:?}"),
            Err(error) => assert!(error.to_string().chars().count() < 900, "{error}"),
        }
    }
    let _ = (Name::parse(&text), Term::parse(&text));
    for word in words(&text) {
        assert!(!word.is_empty() && !word.contains(char::is_whitespace), "{word:?}");
        assert!(!stem(&word).is_empty(), "{word:?} has no stem");
    }
    for now in NOW_MS {
        if let Some(window) = window(&text, Moment::from_millis(now)) {
            assert!(window.from <= window.until, "{window:?}");
            let _ = window.says("may", true);
        }
    }
    let keys = keywords(&text);
    assert!(mentioned(&keys, &text).len() <= keys.len());
    let said = Said::of(&text);
    let _ = Keyword::any(&text).iter().filter(|keyword| said.says(keyword)).count();
    for name in names(&text) {
        assert!(holds(&text, name), "{name:?}");
    }
    judged(&text);
    for most in [0, 1, 7, 200] {
        let (shown, cut) = bound(&text, most);
        assert_eq!(cut, text.chars().count() > most);
        assert!(shown.chars().count() <= most + 3);
    }
    for from in 0..text.len().min(40) {
        assert!(text.contains(text.slice(from..from + 7)));
    }
}

/// Weighs the question itself and its first words as answers to it.
fn judged(text: &str) {
    let model = Model::embedded();
    let mut asked = Asked::read(text, model.embed(text), 64);
    asked.window = window(text, Moment::from_millis(NOW_MS[0]));
    let said: Vec<String> = words(text).into_iter().take(200).collect();
    let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let known: Vec<KnownWord> =
        said.iter().enumerate().map(|(place, word)| KnownWord::new(stem(word).into(), number(place), is_stop(word), model.meaning(word))).collect();
    let forms = [Form::Turn, Form::Turn, Form::Text, Form::Code];
    let candidates: Vec<Candidate> = forms
        .into_iter()
        .enumerate()
        .map(|(place, form)| Candidate {
            n: 1,
            words: (0..said.len() >> place).map(number).collect(),
            vector: model.embed(text),
            near: None,
            traits: Traits::of_text(text),
            thread: 0,
            seq: 0,
            author: text.chars().take(20).collect(),
            at: Moment::from_millis(NOW_MS[place]),
            form,
            commit: form == Form::Text,
            file: (form != Form::Turn).then(|| Arc::new(SourceFile::new(0, text, None))),
        })
        .collect();
    let corpus = Corpus { items: 3, words: said.len() as u64, semantic_mean: 0.0, semantic_deviation: 0.0 };
    for verdict in judge(&asked, corpus, &known.iter().collect::<Vec<_>>(), &candidates) {
        assert!((0.0..=1.0).contains(&verdict.score), "{verdict:?}");
    }
}
