//! Finds files and symbols by the words of a question, best first.

use super::{File, files_with_symbols, token};
use crate::{Error, Look};
use kernel::{floorplan::Room, scope::ProjectPath};
use search::text::{is_stop, words};
use std::collections::{BTreeSet, HashMap, HashSet};
use store::{CodePlace, CodeWhere, View};
use syntax::{Outline, Symbol};

/// Files that are looked at closely.
const CANDIDATES: i64 = 60;
/// Files that are looked at for their path alone.
const PATHS: i64 = 30;
/// Most words of a question that are used.
const WORDS_MAX: usize = 12;
/// Words that a misspelt one may stand for.
const FUZZY_MAX: usize = 5;
/// How much the name of a symbol tells beside the words of its file, and a name that is asked for exactly.
const NAME_WEIGHT: f64 = 1.5;
const EXACT_WEIGHT: f64 = 2.0;
/// The contract's boosts: a file that is a room's entry point, a path that holds the question, a path that holds a word of it, code.
const ENTRY_BOOST: f64 = 3.0;
const PATH_BOOST: f64 = 2.5;
const PATH_WORD_BOOST: f64 = 1.5;
const CODE_BOOST: f64 = 1.2;

/// A question about the tree.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) query: &'a str,
    /// The room it is asked in, if in one.
    pub(crate) room: &'a str,
    pub(crate) fuzzy: bool,
    pub(crate) limit: usize,
}

/// A file that answers, and the symbol in it that does so best.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) file: File,
    pub(crate) symbol: Option<Symbol>,
    pub(crate) matched: BTreeSet<String>,
    pub(crate) score: f64,
    /// The line to look at, and what it says.
    pub(crate) line: u32,
    pub(crate) says: String,
    pub(crate) stale: bool,
}

/// The words that are looked for: as they were asked, and what each may stand for.
struct Words {
    asked: Vec<String>,
    stands_for: HashMap<String, String>,
    whole: String,
}

impl Words {
    fn of(query: &str) -> Self {
        let mut told: Vec<String> = Vec::new();
        for word in words(query) {
            if word.chars().nth(1).is_some() && !told.contains(&word) {
                told.push(word);
            }
        }
        let mut asked: Vec<String> = told.iter().filter(|word| !is_stop(word)).cloned().collect();
        if asked.is_empty() {
            asked = told;
        }
        asked.truncate(WORDS_MAX);
        Self { asked, stands_for: HashMap::new(), whole: query.trim().to_lowercase() }
    }

    /// The words of the question that a name or a line holds.
    fn in_text(&self, text: &str) -> BTreeSet<String> {
        let held = words(text);
        let mut found = BTreeSet::new();
        for word in held {
            if self.asked.contains(&word) {
                found.insert(word);
            } else if let Some(asked) = self.stands_for.get(&word) {
                found.insert(asked.clone());
            }
        }
        found
    }

    /// Whether a name could hold any of them: cheap, and right when it says no.
    fn may_be_in(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.asked.iter().chain(self.stands_for.keys()).any(|word| name.contains(word.as_str()))
    }

    fn tokens(&self) -> Vec<(String, f64)> {
        let near = self.stands_for.keys().map(|word| (word, 0.5));
        let mut tokens: Vec<(String, f64)> = self
            .asked
            .iter()
            .map(|word| (word, 1.0))
            .chain(near)
            .flat_map(|(word, weight)| [(word.clone(), weight), (token('=', word), 3.0 * weight)])
            .collect();
        if !self.whole.contains(char::is_whitespace) {
            tokens.extend([(token('=', &self.whole), 5.0), (token('>', &self.whole), 1.0)]);
        }
        tokens.sort_by(|a, b| a.0.cmp(&b.0));
        tokens.dedup_by(|a, b| a.0 == b.0);
        tokens
    }
}

/// Answers a question about the tree.
pub(crate) fn explore(cx: &mut Look<'_>, among: &CodeWhere, asked: &Asked<'_>) -> Result<Vec<Hit>, Error> {
    let mut words = Words::of(asked.query);
    if words.asked.is_empty() {
        return Ok(Vec::new());
    }
    if asked.fuzzy {
        words.stands_for = near_words(cx, among, &words.asked)?;
    }
    let tokens = words.tokens();
    let tokens: Vec<(&str, f64)> = tokens.iter().map(|(token, weight)| (token.as_str(), *weight)).collect();
    let found = cx.find_code(among, &tokens, CANDIDATES)?;
    let best = found.first().map_or(1.0, |(_, score)| score.abs().max(f64::MIN_POSITIVE));
    let scores: HashMap<i64, f64> = found.iter().map(|(held, score)| (*held, (score / best).clamp(0.0, 1.0))).collect();
    let held: Vec<i64> = found.into_iter().map(|(held, _)| held).collect();
    let mut places: BTreeSet<CodePlace> = cx.code_places(among, &held)?.into_iter().collect();
    let plain: Vec<&str> = words.asked.iter().map(String::as_str).filter(|word| word.chars().all(char::is_alphanumeric)).collect();
    places.extend(cx.code_paths_with(among, &plain, PATHS)?);
    let plan = &cx.call.floorplan;
    // Of two rooms the one with the longer place has a file; what another room holds inside this one is not this one's.
    if plan.room(asked.room).is_some() {
        places.retain(|place| plan.is_in(&place.path, asked.room));
    }
    let doors: HashSet<&str> = plan.rooms().iter().flat_map(Room::entry_points).map(ProjectPath::as_str).collect();
    let mut hits: Vec<Hit> = files_with_symbols(cx, places.into_iter().collect())?
        .into_iter()
        .map(|file| {
            let mut hit = weigh(&words, scores.get(&file.place.held).copied().unwrap_or(0.0), file);
            if doors.contains(hit.file.path()) {
                hit.score *= ENTRY_BOOST;
            }
            hit
        })
        .collect();
    // Ties break on the path, so that two runs of the same question print the same page.
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.file.place.cmp(&b.file.place)));
    hits.truncate(asked.limit);
    for hit in &mut hits {
        quote(cx, &words, hit)?;
    }
    Ok(hits)
}

#[expect(clippy::cast_precision_loss, reason = "a question has a dozen words")]
fn weigh(words: &Words, text_score: f64, file: File) -> Hit {
    let all = words.asked.len().max(1) as f64;
    let path = file.path().to_lowercase();
    let mut matched = words.in_text(file.path());
    let path_words = matched.len();
    let mut best: Option<(f64, usize, BTreeSet<String>)> = None;
    for (place, symbol) in file.outline.symbols.iter().enumerate() {
        if !words.may_be_in(&symbol.name) {
            continue;
        }
        let held = words.in_text(&symbol.name);
        if held.is_empty() {
            continue;
        }
        let exact = symbol.name.to_lowercase() == words.whole || held.len() == words.asked.len();
        // Between two that match alike, what others may use and what holds the rest tells more than a field.
        let kind = if symbol.exported { 0.05 } else { 0.0 } + if symbol.kind == syntax::Kind::Property { 0.0 } else { 0.1 };
        let score = NAME_WEIGHT * (held.len() as f64 / all) + if exact { EXACT_WEIGHT } else { 0.0 } + kind;
        if best.as_ref().is_none_or(|(known, ..)| score > *known) {
            best = Some((score, place, held));
        }
    }
    let name_score = best.as_ref().map_or(0.0, |(score, ..)| *score);
    let mut score = text_score + name_score + if path_words > 0 { 0.2 * (path_words as f64 / all) } else { 0.0 };
    if path.contains(&words.whole) {
        score *= PATH_BOOST;
    } else if path_words > 0 {
        score *= PATH_WORD_BOOST;
    }
    if file.language().is_code() {
        score *= CODE_BOOST;
    }
    let symbol = best.map(|(_, place, held)| {
        matched.extend(held);
        file.outline.symbols[place].clone()
    });
    let (line, says) = symbol.as_ref().map_or((1, String::new()), |symbol| (symbol.line, symbol.signature.clone()));
    Hit { file, symbol, matched, score, line, says, stale: false }
}

/// Looks at the file as it is now, for the line to show.
fn quote(cx: &mut Look<'_>, words: &Words, hit: &mut Hit) -> Result<(), Error> {
    let Some((text, stale)) = hit.file.now(cx)? else { return Ok(()) };
    hit.stale = stale;
    if hit.symbol.is_some() {
        return Ok(());
    }
    let mut best: Option<(usize, usize, &str, BTreeSet<String>)> = None;
    for (row, line) in text.lines().enumerate() {
        let held = words.in_text(line);
        if !held.is_empty() && best.as_ref().is_none_or(|(count, ..)| held.len() > *count) {
            best = Some((held.len(), row, line, held));
        }
    }
    if let Some((_, row, line, held)) = best {
        hit.line = u32::try_from(row + 1).unwrap_or(u32::MAX);
        hit.says = ingest::redact(line.trim()).text.chars().take(160).collect();
        hit.matched.extend(held);
    }
    Ok(())
}

/// Words of names that are nearly those of the question, and which one each stands for.
fn near_words(view: &mut View<'_>, among: &CodeWhere, asked: &[String]) -> Result<HashMap<String, String>, Error> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    view.each_outline(among, &mut |_, bytes| {
        for symbol in Outline::symbols_from_bytes(bytes).unwrap_or_default().symbols {
            known.extend(words(&symbol.name));
        }
        Ok(())
    })?;
    let mut near = HashMap::new();
    for word in asked {
        let most = allowed(word.chars().count());
        let mut found: BTreeSet<(usize, &String)> = BTreeSet::new();
        for other in known.iter().filter(|other| *other != word) {
            if let Some(distance) = distance(word, other, most) {
                found.insert((distance, other));
            }
        }
        for (_, other) in found.into_iter().take(FUZZY_MAX) {
            near.entry(other.clone()).or_insert_with(|| word.clone());
        }
    }
    Ok(near)
}

/// How many letters may differ in a word of so many.
const fn allowed(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}

/// How many letters two words differ by, if by no more than so many.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(before + 1);
        }
        if row.iter().all(|far| *far > most) {
            return None;
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_be_misspelt_by_so_many_letters() {
        let table =
            [("retry", "retri", Some(1)), ("retry", "rent", None), ("connection", "conection", Some(1)), ("abc", "abd", None), ("a", "a", Some(0))];
        for (a, b, expected) in table {
            assert_eq!(distance(a, b, allowed(a.len())), expected, "{a} {b}");
        }
    }

    #[test]
    fn a_question_is_its_telling_words() {
        assert_eq!(Words::of("where is the putItem retry").asked, ["putitem", "put", "item", "retry"]);
        assert_eq!(Words::of("the of").asked, ["the", "of"]);
        assert!(Words::of("? !").asked.is_empty());
    }
}
