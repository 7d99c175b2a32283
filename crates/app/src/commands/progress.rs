//! A bar for long work: on standard error, and only when a person looks at it.
//!
//! Not here: anything that a program would read. What was done is said by the command's answer.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar without a length yet; `what` names what is counted.
pub(super) fn bar(what: &'static str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(0), target).with_style(style).with_message(what)
}
