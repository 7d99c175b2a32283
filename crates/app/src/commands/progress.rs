//! A bar for long work: on standard error, and only when a person looks at it.
//!
//! Not here: anything that a program would read. What was done is said by the command's answer.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{fmt::Write, io::IsTerminal, time::Duration};

/// How often the bar is drawn while nothing is done, so that a person sees that the program is alive.
const TICK: Duration = Duration::from_millis(120);
/// A bar fits on the narrowest of common terminals, 80 columns, with numbers of six digits.
const TEMPLATE: &str = "{spinner} {bar:16} {human_pos}/{human_len} {msg} {rate}";

/// A bar without a length yet; `what` names what is counted.
pub(super) fn bar(what: &'static str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate);
    let bar = ProgressBar::with_draw_target(Some(0), target).with_style(style).with_message(what);
    bar.enable_steady_tick(TICK);
    bar
}

/// How fast it goes and how long it still takes, once there is something to tell that by. Over the whole time: work is done in batches, so
/// that it stands still for seconds and then takes a leap.
fn rate(state: &ProgressState, line: &mut dyn Write) {
    let (done, millis) = (u128::from(state.pos()), state.elapsed().as_millis());
    if done == 0 || millis == 0 {
        return;
    }
    let left = u128::from(state.len().unwrap_or(0)).saturating_sub(done) * millis / done / 1_000;
    let (minutes, seconds) = (left / 60, left % 60);
    let tenths = done * 10_000 / millis;
    // Less than one a second is not nothing.
    let speed = if tenths < 100 {
        format!("{}.{}", tenths / 10, tenths % 10)
    } else {
        HumanCount(u64::try_from(tenths / 10).unwrap_or(u64::MAX)).to_string()
    };
    let _ = write!(line, "· {speed}/s · {minutes}:{seconds:02} left");
}
