//! Lines that fit a small terminal. Not here: measuring the real one; the same page everywhere is easier to talk about.

/// Columns of the narrowest terminal a page is made for.
const COLUMNS: usize = 80;

/// Text broken between words, so that a line fits a small terminal. A word that is longer than the line stays whole.
pub(super) fn wrapped(text: &str, head: &str, rest: &str) -> String {
    let mut out = String::from(head);
    let mut width = head.chars().count();
    let mut fresh = true;
    for word in text.split(' ') {
        let length = word.chars().count();
        if !fresh && width + 1 + length > COLUMNS {
            out.push('\n');
            out.push_str(rest);
            width = rest.chars().count();
            fresh = true;
        }
        if !fresh {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
        fresh = false;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_fit_and_keep_every_word() {
        let text = "word ".repeat(40);
        let page = wrapped(text.trim_end(), " 1. ", "    ");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
        assert_eq!(page.matches("word").count(), 40);
        assert_eq!(wrapped("a  b", "> ", ""), "> a  b\n"); // columns of a table stay columns
    }
}
