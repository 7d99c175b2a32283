//! Classifies a text by cue words: whom it names, its subject, its kind and its mood.
//!
//! A cue counts as a whole word, or as written where words have no spaces between them. It is a hint beside a result and
//! decides nothing. Not here: understanding. "No secret here" says secret.

use super::names::names;
use schemars::JsonSchema;
use search::text::{is_stop, words};
use serde::Serialize;
use std::collections::BTreeSet;

/// Names or topics that are told.
const TOLD_MAX: usize = 5;

/// What a text is like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Signals {
    /// Names, as codes of three letters; `UNK` if there are none
    pub entities: Vec<String>,
    /// The first words that mean something
    pub topics: Vec<String>,
    /// What kind of thing it says; `CORE` if nothing tells
    pub flags: Vec<String>,
    /// Its mood; `determ` if nothing tells
    pub emotions: Vec<String>,
    /// How much it matters, from 2 to 4
    pub importance_stars: u8,
}

/// A label, the words that give it, and what gives it in scripts without spaces.
type Cue = (&'static str, &'static [&'static str], &'static [&'static str]);

#[rustfmt::skip] // tables to be read across
const FLAGS: &[Cue] = &[
    ("DECISION", &["decided", "decide", "decision", "chose", "chosen", "agreed", "approved"], &["决定", "决策", "选择", "同意"]),
    ("ORIGIN", &["founded", "created", "started", "began", "origin", "born"], &["创建", "起源", "开始"]),
    ("PIVOT", &["switched", "pivot", "pivoted", "migrated", "instead", "replaced", "changed"], &["转向", "改为", "迁移", "取代"]),
    ("TECHNICAL", &["api", "bug", "build", "code", "compiler", "database", "deploy", "error", "function", "index", "server", "sql", "test"],
        &["代码", "数据库", "服务器", "接口", "错误", "编译", "测试", "部署"]),
    ("SENSITIVE", &["confidential", "credential", "password", "private", "secret", "token"], &["密码", "机密", "隐私", "密钥"]),
];

#[rustfmt::skip] // tables to be read across
const EMOTIONS: &[Cue] = &[
    ("joy", &["glad", "happy", "delighted", "love", "great"], &["高兴", "开心", "喜欢"]),
    ("fear", &["afraid", "worried", "worry", "fear", "risk", "risky"], &["担心", "害怕", "风险"]),
    ("anger", &["angry", "annoyed", "frustrated", "furious"], &["生气", "愤怒"]),
    ("sad", &["sad", "sorry", "regret", "lost"], &["难过", "遗憾"]),
    ("surprise", &["surprised", "surprising", "unexpected", "unexpectedly"], &["惊讶", "意外"]),
    ("doubt", &["doubt", "unsure", "uncertain", "perhaps", "maybe"], &["怀疑", "不确定", "也许"]),
];

/// Reads a text's signals. The same text always gives the same.
pub fn signals(text: &str) -> Signals {
    let said = words(text);
    let whole: BTreeSet<&str> = said.iter().map(String::as_str).collect();
    let given = |cues: &[Cue], otherwise: &str| {
        let fits = |(_, spaced, unspaced): &&Cue| spaced.iter().any(|cue| whole.contains(cue)) || unspaced.iter().any(|cue| text.contains(cue));
        let found: Vec<String> = cues.iter().filter(fits).map(|(label, ..)| (*label).to_owned()).collect();
        if found.is_empty() { vec![otherwise.to_owned()] } else { found }
    };
    let flags = given(FLAGS, "CORE");
    let has = |flag: &str| flags.iter().any(|found| found == flag);
    let importance_stars = if has("DECISION") || has("PIVOT") { 4 } else { 2 + u8::from(has("TECHNICAL")) };
    Signals { entities: codes(text), topics: topics(&said), emotions: given(EMOTIONS, "determ"), flags, importance_stars }
}

/// Names as codes: their first three letters.
fn codes(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names(text) {
        let code: String = name.chars().filter(|c| c.is_alphanumeric()).take(3).flat_map(char::to_uppercase).collect();
        if !found.contains(&code) && found.len() < TOLD_MAX {
            found.push(code);
        }
    }
    if found.is_empty() { vec!["UNK".to_owned()] } else { found }
}

/// The first words that mean something, once each.
fn topics(said: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in said {
        let speaks = !is_stop(word) && (word.chars().count() > 2 || !word.is_ascii());
        if speaks && !found.contains(word) && found.len() < TOLD_MAX {
            found.push(word.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cue_is_a_whole_word() {
        let table: &[(&str, &[&str], &[&str], u8)] = &[
            ("", &["CORE"], &["determ"], 2),
            ("We decided to keep one file", &["DECISION"], &["determ"], 4),
            ("The author is undecided about codependency", &["CORE"], &["determ"], 2),
            ("The server returned an error, and I am worried", &["TECHNICAL"], &["fear"], 3),
            ("We switched the database instead; the password is elsewhere", &["PIVOT", "TECHNICAL", "SENSITIVE"], &["determ"], 4),
            ("我们决定使用数据库，有点担心", &["DECISION", "TECHNICAL"], &["fear"], 4),
            ("secretary tokenise privately", &["CORE"], &["determ"], 2),
        ];
        for (text, flags, emotions, stars) in table {
            let found = signals(text);
            assert_eq!(
                (found.flags.as_slice(), found.emotions.as_slice(), found.importance_stars),
                (&own(flags)[..], &own(emotions)[..], *stars),
                "{text}"
            );
        }
    }

    fn own(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn names_become_codes_and_first_words_topics() {
        let found = signals("The clock of Ada Lovelace beats the clock of Babbage by far");
        assert_eq!(found.entities, ["ADA", "BAB"]);
        assert_eq!(found.topics, ["clock", "ada", "lovelace", "beats", "babbage"]);
        assert_eq!(signals("nobody is named").entities, ["UNK"]);
    }
}
