//! Our own errors say `what happened; what to do next`. Here the two are parted, because a refusal carries them apart.
//!
//! Not here: the words. They stay with the error, where the person who changes its meaning sees them.

/// What happened, and the step after it as a sentence of its own, if the text names one.
pub fn parted(text: &str) -> (&str, Option<String>) {
    // The last one: what happened may quote somebody else's words, and they may hold a semicolon.
    match text.rsplit_once("; ") {
        Some((what, step)) => (what, Some(sentence(step))),
        None => (text, None),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[test]
    fn the_step_is_what_stands_last() {
        let table = [
            ("it broke", ("it broke", None)),
            ("it broke; mend it", ("it broke", Some("Mend it".to_owned()))),
            (
                "line 1: `a; b` is no key; mend it, it was left untouched",
                ("line 1: `a; b` is no key", Some("Mend it, it was left untouched".to_owned())),
            ),
        ];
        for (text, expected) in table {
            assert_eq!(parted(text), expected);
        }
    }
}
