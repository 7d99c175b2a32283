//! Makes questions from headings of the documentation, which are cut out: the section that follows answers.
//!
//! A heading is asked that ends in "?" or begins with How, Why, What or Can. Lines of the same file that say only the same, as a
//! table of contents does, are cut out too.

use crate::question::{Kind, Lines, Question, chosen, ending};
use std::collections::{BTreeSet, HashMap};

/// How headings begin that ask.
const ASKING: [&str; 4] = ["how", "why", "what", "can"];
/// Words that a heading has at least.
const WORDS_MIN: usize = 3;
/// Words that a section has at least.
const SECTION_WORDS_MIN: usize = 8;
/// Marks under which headings stand in reStructuredText.
const RULES: &str = "=-~^\"'#*+.`:_";

/// A question, and the lines that are cut out for it, by the file.
pub(crate) struct Asked {
    pub(crate) question: Question,
    cut: Vec<(String, usize)>,
    /// The section, to know copies by.
    text: String,
}

/// A heading: its first line and number of lines, from 0, how deep it is, and its text.
struct Heading {
    line: usize,
    lines: usize,
    depth: usize,
    text: String,
}

/// Chooses among the headings of all files. Copies of one section answer the same question, and each of them will do; other
/// sections under the same heading make it a question with an unknown answer, and it is left out.
pub(crate) fn questions(files: &[(String, String)], most: usize, seed: u64) -> Vec<Asked> {
    let mut all: Vec<Asked> = Vec::new();
    let mut known: HashMap<(String, String), usize> = HashMap::new();
    for (path, text) in files.iter().filter(|(path, _)| matches!(ending(path).as_str(), ".md" | ".rst" | ".txt" | ".adoc")) {
        for one in asked(path, text) {
            match known.get(&(one.question.query.clone(), one.text.clone())) {
                Some(place) => {
                    all[*place].cut.extend(one.cut);
                    all[*place].question.gold.extend(one.question.gold);
                    all[*place].question.sections.extend(one.question.sections);
                }
                None => {
                    known.insert((one.question.query.clone(), one.text.clone()), all.len());
                    all.push(one);
                }
            }
        }
    }
    chosen(all, most, seed, |asked: &Asked| &asked.question)
}

/// A file without what is asked, and the questions with their sections as they then stand.
pub(crate) fn cut(path: &str, text: &str, asked: &mut [&mut Asked]) -> String {
    let gone: BTreeSet<usize> = asked.iter().flat_map(|one| &one.cut).filter(|(file, _)| file == path).map(|(_, line)| *line).collect();
    // Lines count from 1, cuts from 0: a cut before line 5 is one of 0 to 3.
    let moved = |line: u32| line - u32::try_from(gone.iter().filter(|cut| **cut < line as usize).count()).unwrap_or(0);
    for (_, (first, last)) in asked.iter_mut().flat_map(|one| &mut one.question.sections).filter(|(file, _)| file == path) {
        (*first, *last) = (moved(*first - 1) + 1, moved(*last));
    }
    text.split_inclusive('\n').enumerate().filter(|(n, _)| !gone.contains(n)).map(|(_, line)| line).collect()
}

fn asked(path: &str, text: &str) -> Vec<Asked> {
    let lines: Vec<&str> = text.lines().collect();
    let headings = headings(&lines, &ending(path));
    let mut asked = Vec::new();
    for (n, heading) in headings.iter().enumerate() {
        let query = words_of(&heading.text);
        let first = query.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
        let asks = query.ends_with('?') || ASKING.contains(&first.as_str());
        if !asks || query.split_whitespace().count() < WORDS_MIN {
            continue;
        }
        let begin = heading.line + heading.lines;
        let end = headings[n + 1..].iter().find(|next| next.depth <= heading.depth).map_or(lines.len(), |next| next.line);
        if lines[begin..end].iter().flat_map(|line| line.split_whitespace()).count() < SECTION_WORDS_MIN {
            continue;
        }
        let same = |line: &str| !line.trim().is_empty() && words_of(line) == query;
        let repeated = lines.iter().enumerate().filter(|(_, line)| same(line)).map(|(n, _)| n);
        asked.push(Asked {
            cut: repeated.chain(heading.line..begin).map(|line| (path.to_owned(), line)).collect(),
            text: lines[begin..end].join("\n").trim().to_owned(),
            question: Question {
                kind: Kind::Doc,
                id: format!("{path}:{}", heading.line + 1),
                query,
                gold: vec![path.to_owned()],
                sections: vec![(path.to_owned(), section(begin, end))],
            },
        });
    }
    asked
}

/// Lines from 0, the second excluded, as lines from 1.
fn section(begin: usize, end: usize) -> Lines {
    (u32::try_from(begin + 1).unwrap_or(u32::MAX), u32::try_from(end).unwrap_or(u32::MAX))
}

fn headings(lines: &[&str], ending: &str) -> Vec<Heading> {
    let (mut headings, mut fenced, mut marks) = (Vec::new(), false, Vec::new());
    for (n, line) in lines.iter().enumerate() {
        let next = lines.get(n + 1).map_or("", |next| next.trim_end());
        if ending == ".md" && (line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~")) {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        if ending == ".md"
            && let Some(heading) = html(&lines[n..])
        {
            headings.push(Heading { line: n, ..heading });
            continue;
        }
        let mark = if ending == ".adoc" { '=' } else { '#' };
        let depth = line.chars().take_while(|c| *c == mark).count();
        if matches!(ending, ".md" | ".adoc") {
            if (1..=6).contains(&depth) && line[depth..].starts_with(' ') {
                headings.push(Heading { line: n, lines: 1, depth, text: line[depth..].trim().trim_end_matches(mark).trim().to_owned() });
            } else if ending == ".md" && is_rule(next, line) && next.starts_with(['=', '-']) && !line.starts_with(['#', '-', '|', '>']) {
                headings.push(Heading { line: n, lines: 2, depth: 1 + usize::from(next.starts_with('-')), text: line.trim().to_owned() });
            }
        } else if is_rule(next, line) && !line.starts_with(char::is_whitespace) {
            let mark = next.chars().next();
            let depth = marks.iter().position(|known| *known == mark).unwrap_or_else(|| {
                marks.push(mark);
                marks.len() - 1
            });
            headings.push(Heading { line: n, lines: 2, depth, text: line.trim().to_owned() });
        }
    }
    headings
}

/// `<h2>Text</h2>`, on one line or several.
fn html(lines: &[&str]) -> Option<Heading> {
    let depth = lines.first()?.trim_start().strip_prefix("<h")?.chars().next()?.to_digit(7)? as usize;
    let end = lines.iter().take(4).position(|line| line.contains("</h"))?;
    Some(Heading { line: 0, lines: end + 1, depth, text: lines[..=end].join(" ") })
}

/// Whether a line is the rule under a heading.
fn is_rule(line: &str, above: &str) -> bool {
    let (length, title) = (line.chars().count(), above.trim());
    let same = line.chars().next().is_some_and(|first| RULES.contains(first) && line.chars().all(|c| c == first));
    length >= 3 && same && title.chars().any(char::is_alphabetic) && length + 1 >= title.chars().count()
}

/// A heading or a line of a table of contents without its marks.
fn words_of(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.trim().trim_start_matches(['#', '*', '-', '+', ' ']);
    // `[text](address)` is its text, and `{#name}` nothing.
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '(' if plain.ends_with('\u{1}') => {
                plain.pop();
                after.split_once(')').map_or("", |(_, after)| after)
            }
            '<' if after.contains('>') && after.starts_with(['/', 'a', 'h']) => after.split_once('>').map_or("", |(_, after)| after),
            '{' => after.split_once('}').map_or("", |(_, after)| after),
            '[' | '*' | '`' => after,
            ']' => {
                plain.push('\u{1}');
                after
            }
            _ => {
                plain.push(c);
                after
            }
        };
    }
    plain.replace('\u{1}', "").split_whitespace().collect::<Vec<_>>().join(" ")
}
