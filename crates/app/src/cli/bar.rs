//! A progress bar for long calls, on terminals only.

use indicatif::{ProgressBar, ProgressStyle};
use std::{io::IsTerminal, sync::OnceLock};

/// Draws how far a call is, once it says so.
#[derive(Debug, Default)]
pub(super) struct Bar(OnceLock<ProgressBar>);

impl engine::Watcher for Bar {
    fn progress(&self, done: u64, total: u64, what: &str) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        let bar = self.0.get_or_init(|| {
            let bar = ProgressBar::new(total);
            if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}") {
                bar.set_style(style);
            }
            bar.set_message(what.to_owned());
            bar
        });
        bar.set_position(done);
    }

    fn cancelled(&self) -> bool {
        false // a person at a terminal presses Ctrl-C
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = self.0.get() {
            bar.finish_and_clear();
        }
    }
}
