//! What an answer says of itself: that nothing matches and what could be tried instead, that what it shows is only near to a name
//! that was asked for, or that another model than the configured one read the question.
//!
//! Nothing is advised that was tried already. Not here: what is found, and what was left out under which rule.

use super::{Input, Only, Output};
use crate::{Error, Look, memory};
use ingest::Role;
use search::{
    holds, names,
    text::{stem, words},
};
use std::collections::BTreeSet;

/// Who spoke, as many as fit on a line.
const AUTHORS_SHOWN: i64 = 8;

/// Words that no source holds, as many as fit on a line.
const UNKNOWN_SHOWN: usize = 5;

/// What scores as much is more likely the answer than not.
const SCORE_ANSWERS: f64 = 0.5;

/// A shorter word that nothing holds ("use", "hot") is seldom what is asked about, and a small palace lacks many.
const LETTERS_TOLD_MIN: usize = 5;

/// What is to be said of an answer; mostly nothing.
pub(super) fn note(cx: &mut Look<'_>, input: &Input, output: &Output) -> Result<String, Error> {
    if input.limit == Some(0) {
        return Ok(String::new()); // nothing was asked for
    }
    let found = if output.items.is_empty() && output.waiting.is_empty() && output.seen.is_empty() {
        nothing(cx, input)?
    } else {
        let near = nearest(cx, input, output)?;
        if near.is_empty() { unanswered(cx, input, output)? } else { near }
    };
    let unheard = cx.house.unheard(cx)?;
    Ok(unheard.into_iter().chain((!found.is_empty()).then_some(found)).collect::<Vec<_>>().join(" "))
}

/// Nothing was found: why that may be, and what has not been tried.
fn nothing(cx: &mut Look<'_>, input: &Input) -> Result<String, Error> {
    if let Some(author) = &input.author
        && let Some(stranger) = stranger(cx, author)?
    {
        return Ok(stranger); // they are nowhere, whatever else was asked
    }
    let conditions = conditions(input);
    let wider = if input.anywhere { "" } else { "; `anywhere` asks all projects" };
    let place = if input.anywhere { "any project" } else { "this project" };
    let unknown = unknown(cx, input)?;
    Ok(match conditions.as_slice() {
        [] if !unknown.is_empty() => {
            let words: Vec<&str> = unknown.iter().map(String::as_str).collect();
            format!("No source in this palace holds {}. Check the spelling, or ask in other words.", either(&words))
        }
        [] => format!(
            "Nothing matches in {place}{wider}. What was seen comes in with `palace ingest`; what should hold is proposed with `store` and decided with `palace review`."
        ),
        [one] => format!("Nothing matches in {place} under `{one}`{wider}. Without it there may be more."),
        several => format!("Nothing matches in {place} under {}{wider}. With fewer of them there may be more.", listed(several)),
    })
}

/// Words of the question that no source holds, where there are sources.
fn unknown(cx: &mut Look<'_>, input: &Input) -> Result<Vec<String>, Error> {
    let Some(query) = input.query.as_ref().filter(|_| input.only != Some(Only::Authoritative) && input.kind.is_none()) else { return Ok(Vec::new()) };
    if cx.corpus()?.items == 0 {
        return Ok(Vec::new());
    }
    let mut unknown = memory::keywords(query.as_str());
    let stems: Vec<String> = unknown.iter().map(|word| stem(word)).collect();
    let known = cx.stemmed(&stems.iter().map(String::as_str).collect::<Vec<_>>())?;
    unknown.retain(|word| !known.iter().any(|held| held.stem == stem(word) && held.items > 0));
    unknown.truncate(UNKNOWN_SHOWN);
    Ok(unknown)
}

/// The conditions of a question, by the names of their fields.
fn conditions(input: &Input) -> Vec<&'static str> {
    let given = [
        ("as", input.kind.is_some()),
        ("scope", input.scope.is_some()),
        ("only", input.only.is_some()),
        ("anchor", input.anchor.is_some()),
        ("of", !input.of.is_empty()),
        ("path", input.path.is_some()),
        ("source", input.source.is_some()),
        ("author", input.author.is_some()),
        ("principal", input.principal.is_some()),
        ("from", input.from.is_some()),
        ("until", input.until.is_some()),
        ("asOf", input.as_of.is_some()),
    ];
    given.into_iter().filter_map(|(field, given)| given.then_some(field)).collect()
}

/// That nobody has this name, and who there is.
fn stranger(cx: &mut Look<'_>, author: &str) -> Result<Option<String>, Error> {
    let known = cx.authors(author, AUTHORS_SHOWN + 1)?;
    if Role::named(author).is_some() || known.iter().any(|name| name.to_lowercase() == author.to_lowercase()) {
        return Ok(None);
    }
    let quoted: Vec<String> = known.iter().take(usize::try_from(AUTHORS_SHOWN).unwrap_or(0)).map(|name| format!("`{name}`")).collect();
    let more = if known.len() > quoted.len() { " and others" } else { "" };
    Ok(Some(if quoted.is_empty() {
        format!("Nobody is known as `{author}`: nothing here says who said it.")
    } else {
        format!("Nobody is known as `{author}`; those who are: {}{more}.", quoted.join(", "))
    }))
}

/// A name that was asked for and that nothing shown holds. Whoever reads a good score would take what is near for what was meant.
fn nearest(cx: &mut Look<'_>, input: &Input, output: &Output) -> Result<String, Error> {
    let Some(query) = input.query.as_ref() else { return Ok(String::new()) };
    let dated = |name: &str| search::when::window(name, cx.call.now).is_some();
    let asked: Vec<&str> = names(query.as_str()).into_iter().filter(|name| !dated(name)).collect();
    if asked.is_empty() {
        return Ok(String::new());
    }
    let ids: Vec<&str> = output.seen.iter().map(|seen| seen.id.as_str()).collect();
    let mut shown: Vec<String> = output.seen.iter().flat_map(|seen| [&seen.source, &seen.heading, &seen.author]).cloned().collect();
    shown.extend(cx.evidences(&ids)?.into_iter().map(|evidence| String::from(evidence.content)));
    shown.extend(output.items.iter().flat_map(|item| [Some(&item.content), item.rationale.as_ref()]).flatten().cloned());
    let missed: Vec<&str> = asked.into_iter().filter(|name| !shown.iter().any(|text| holds(text, name))).collect();
    let (mut unknown, mut apart) = (Vec::new(), Vec::new());
    for name in missed {
        // The past has words of its own, which the lexicon does not count.
        if input.as_of.is_none() && input.only != Some(Only::Authoritative) && is_unknown(cx, name)? { &mut unknown } else { &mut apart }.push(name);
    }
    let said = |names: &[&str], begins: &str| (!names.is_empty()).then(|| format!("{begins} {}; what is shown is only near.", listed(names)));
    let all = [said(&unknown, "Nothing that was read holds"), said(&apart, "None of these holds")];
    Ok(all.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Words that no source holds, where others of the question are held and nothing is surely the answer.
fn unanswered(cx: &mut Look<'_>, input: &Input, output: &Output) -> Result<String, Error> {
    let is_answered = !output.items.is_empty() || output.seen.iter().any(|seen| seen.score >= SCORE_ANSWERS);
    if is_answered || output.seen.is_empty() || input.as_of.is_some() {
        return Ok(String::new());
    }
    let Some(query) = input.query.as_ref() else { return Ok(String::new()) };
    let mut missed = Vec::new();
    for word in unknown(cx, input)?.into_iter().filter(|word| word.chars().count() >= LETTERS_TOLD_MIN) {
        if cx.words_beginning(&word, 1)?.is_empty() {
            missed.push(word);
        }
    }
    // A question in other words than the sources' is found by its meaning, and nothing is said of it.
    if missed.is_empty() || memory::keywords(query.as_str()).iter().all(|word| missed.contains(word)) {
        return Ok(String::new());
    }
    let words: Vec<&str> = missed.iter().map(String::as_str).collect();
    Ok(format!("No source in this palace holds {}; what is shown is found by the other words.", either(&words)))
}

/// Whether one of a name's words stands in nothing that is current.
fn is_unknown(cx: &mut Look<'_>, name: &str) -> Result<bool, Error> {
    let stems: BTreeSet<String> = words(name).iter().map(|word| stem(word)).collect();
    let asked: Vec<&str> = stems.iter().map(String::as_str).collect();
    let known = cx.stemmed(&asked)?;
    Ok(!stems.iter().all(|stem| known.iter().any(|word| word.stem == *stem && word.items > 0)))
}

/// `a`, `b` and `c`, each as it is typed.
fn listed(names: &[&str]) -> String {
    joined(names, "and")
}

/// `a`, `b` or `c`.
fn either(names: &[&str]) -> String {
    joined(names, "or")
}

fn joined(names: &[&str], last_word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} {last_word} {last}", before.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
