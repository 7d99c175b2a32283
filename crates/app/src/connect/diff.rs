//! Lines that stayed, went and came: the unified diff of a dry run, and the keeping of line endings.
//!
//! Not a general differ: an edit of one entry touches one place, so what is the same at both ends
//! is set aside first, and only what is left is compared line by line.

use std::fmt::Write as _;

/// One step from the old lines to the new ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Keep { old: usize, new: usize },
    Remove(usize),
    Add(usize),
}

/// Above this many comparisons the middle is shown as removed and added whole.
const COMPARISONS_MAX: usize = 4_000_000;
const CONTEXT_LINES: usize = 3;

/// Splits text into lines that keep their endings.
pub(super) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The steps from `old` to `new`, comparing lines with `same`.
pub(super) fn steps(old: &[&str], new: &[&str], same: impl Fn(&str, &str) -> bool) -> Vec<Step> {
    let pairs = || old.iter().zip(new);
    let head = pairs().take_while(|(a, b)| same(a, b)).count();
    let tails = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = tails.take_while(|(a, b)| same(a, b)).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);

    let keep = |(old, new)| Step::Keep { old, new };
    let mut steps: Vec<Step> = (0..head).map(|i| keep((i, i))).collect();
    middle(&old[head..old_end], &new[head..new_end], head, &same, &mut steps);
    steps.extend((old_end..old.len()).zip(new_end..new.len()).map(keep));
    steps
}

/// The longest common subsequence, removals before additions.
fn middle(old: &[&str], new: &[&str], head: usize, same: &impl Fn(&str, &str) -> bool, steps: &mut Vec<Step>) {
    let width = new.len() + 1;
    let mut longest = vec![0_u32; 0];
    let small = old.len().saturating_mul(new.len()) <= COMPARISONS_MAX;
    if small {
        longest = vec![0; (old.len() + 1) * width];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                longest[i * width + j] = if same(old[i], new[j]) {
                    longest[(i + 1) * width + j + 1] + 1
                } else {
                    longest[(i + 1) * width + j].max(longest[i * width + j + 1])
                };
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() && small {
        if same(old[i], new[j]) {
            steps.push(Step::Keep { old: head + i, new: head + j });
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            steps.push(Step::Remove(head + i));
            i += 1;
        } else {
            steps.push(Step::Add(head + j));
            j += 1;
        }
    }
    steps.extend((i..old.len()).map(|i| Step::Remove(head + i)));
    steps.extend((j..new.len()).map(|j| Step::Add(head + j)));
}

/// Gives `after`, whose lines end in `\n`, the endings of `before`: lines that stayed keep their
/// own, new lines get the one most lines have.
pub(super) fn keep_line_endings(before: &str, after: &str) -> String {
    let windows = before.matches("\r\n").count();
    if windows == 0 {
        return after.to_owned();
    }
    let mostly_windows = windows * 2 > before.matches('\n').count();
    let (old, new) = (lines(before), lines(after));
    let bare = |line: &str| line.trim_end_matches(['\r', '\n']).to_owned();
    let mut text = String::with_capacity(after.len() + new.len());
    for step in steps(&old, &new, |a, b| bare(a) == bare(b) && a.ends_with('\n') == b.ends_with('\n')) {
        match step {
            Step::Keep { old: line, .. } => text.push_str(old[line]),
            Step::Remove(_) => {}
            Step::Add(line) if mostly_windows => text.push_str(&new[line].replace('\n', "\r\n")),
            Step::Add(line) => text.push_str(new[line]),
        }
    }
    text
}

/// A unified diff, or an empty text when nothing differs.
pub(super) fn unified(label: &str, before: Option<&str>, after: &str) -> String {
    let (old, new) = (lines(before.unwrap_or("")), lines(after));
    let steps = steps(&old, &new, |a, b| a == b);
    let changed = |step: &Step| !matches!(step, Step::Keep { .. });
    let mut text = String::new();
    let mut from = 0;
    while let Some(first) = steps[from..].iter().position(changed).map(|i| i + from) {
        if text.is_empty() {
            let old_label = before.map_or("/dev/null", |_| label);
            let _ = write!(text, "--- {old_label}\n+++ {label}\n");
        }
        let start = first.saturating_sub(CONTEXT_LINES).max(from);
        let mut end = first + 1;
        while let Some(next) = steps[end..].iter().position(changed) {
            if next > 2 * CONTEXT_LINES {
                break;
            }
            end += next + 1;
        }
        end = (end + CONTEXT_LINES).min(steps.len());
        hunk(&steps[start..end], &steps[..start], &old, &new, &mut text);
        from = end;
    }
    text
}

fn hunk(steps: &[Step], before: &[Step], old: &[&str], new: &[&str], text: &mut String) {
    let count = |steps: &[Step]| {
        let olds = steps.iter().filter(|s| !matches!(s, Step::Add(_))).count();
        let news = steps.iter().filter(|s| !matches!(s, Step::Remove(_))).count();
        (olds, news)
    };
    let ((old_at, new_at), (old_len, new_len)) = (count(before), count(steps));
    // An empty side is numbered by the line before it.
    let at = |at: usize, len: usize| at + usize::from(len > 0);
    let _ = writeln!(text, "@@ -{},{old_len} +{},{new_len} @@", at(old_at, old_len), at(new_at, new_len));
    for step in steps {
        let (sign, line) = match *step {
            Step::Keep { new: line, .. } => (' ', new[line]),
            Step::Remove(line) => ('-', old[line]),
            Step::Add(line) => ('+', new[line]),
        };
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    }
}
