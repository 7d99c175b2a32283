//! A bar for long work: on standard error, and only when a person looks at it.
//!
//! Not here: anything that a program would read. What was done is said by the command's answer.

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{fmt::Write, io::IsTerminal, time::Duration};

/// How often the bar is drawn while nothing is done, so that a person sees that the program is alive.
const TICK: Duration = Duration::from_millis(120);
/// A bar fits on the narrowest of common terminals, 80 columns, with numbers of six digits.
const TEMPLATE: &str = "{spinner} {bar:16} {human_pos}/{human_len} {msg} {rate}";
/// Makes a bar that counts bytes; other counts are in its message.
const BYTES_TEMPLATE: &str = "{spinner} {bar:16} {msg} {rate}";
/// Before this, the speed says nothing of the time that is left.
const ESTIMATE_AFTER: Duration = Duration::from_secs(2);

/// A bar without a length yet; `what` names what is counted.
pub(super) fn bar(what: &'static str) -> ProgressBar {
    let unit = what.split(' ').next().unwrap_or(what);
    drawn(TEMPLATE, move |state, line| {
        let _ = line.write_str(&pace(state.pos(), state.len(), state.elapsed(), |speed| format!("{} {unit}", counted(speed))));
    })
    .with_message(what)
}

/// A bar of bytes. Files differ in size, so their number does not say how long the rest takes.
pub(super) fn bytes_bar(length: u64) -> ProgressBar {
    let bar = drawn(BYTES_TEMPLATE, |state, line| {
        let _ = line.write_str(&pace(state.pos(), state.len(), state.elapsed(), |speed| HumanBytes(speed / 10).to_string()));
    });
    bar.set_length(length);
    bar
}

fn drawn(template: &str, rate: impl Fn(&ProgressState, &mut dyn Write) + Send + Sync + Clone + 'static) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate);
    let bar = ProgressBar::with_draw_target(Some(0), target).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// How fast it goes, by `shown` for a speed in tenths a second, and how long it still takes, once there is something to tell that by. Over the whole time:
/// work is done in batches, so that it stands still for seconds and then takes a leap.
fn pace(done: u64, length: Option<u64>, elapsed: Duration, shown: impl Fn(u64) -> String) -> String {
    let millis = elapsed.as_millis();
    if elapsed < ESTIMATE_AFTER {
        return String::new();
    }
    let so_far = format!("· {}", clock(elapsed.as_secs()));
    if done == 0 {
        return so_far;
    }
    let speed = u64::try_from(u128::from(done) * 10_000 / millis).unwrap_or(u64::MAX);
    let left = u128::from(length.unwrap_or(0)).saturating_sub(u128::from(done)) * millis / u128::from(done) / 1_000;
    // At the end of what can be counted there may still be something to write.
    let left = if left == 0 { so_far } else { format!("· {} left", clock(u64::try_from(left).unwrap_or(u64::MAX))) };
    format!("· {}/s {left}", shown(speed))
}

/// Formats a number with one decimal, so that a rate below one a second is not shown as 0.
fn counted(tenths: u64) -> String {
    if tenths < 100 { format!("{}.{}", tenths / 10, tenths % 10) } else { HumanCount(tenths / 10).to_string() }
}

fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_names_its_unit_and_time_left_waits_until_it_can_be_told() {
        let files = |done, length, millis| pace(done, Some(length), Duration::from_millis(millis), |speed| format!("{} files", counted(speed)));
        for (done, length, millis, shown) in [
            (100, 1_000, 300, ""),
            (0, 1_000, 14_000, "· 0:14"),
            (100, 1_000, 10_000, "· 10 files/s · 1:30 left"),
            (5, 10, 10_000, "· 0.5 files/s · 0:10 left"),
            (1_000, 1_000, 70_000, "· 14 files/s · 1:10"),
        ] {
            assert_eq!(files(done, length, millis), shown, "{done} of {length} in {millis} ms");
        }
    }
}
