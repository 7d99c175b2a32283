//! The targets that a run has something to say about: met, or missed and by how much. Said, never asserted.

use super::row;

/// All that was asked for.
#[derive(Default)]
pub(crate) struct Targets(Vec<Target>);

struct Target {
    what: String,
    found: f64,
    budget: f64,
    unit: &'static str,
    /// More is better.
    at_least: bool,
}

impl Targets {
    /// A figure that should not be above its budget.
    pub(crate) fn at_most(&mut self, what: impl Into<String>, found: f64, budget: f64, unit: &'static str) {
        self.0.push(Target { what: what.into(), found, budget, unit, at_least: false });
    }

    /// A figure that should not be below its budget.
    pub(crate) fn at_least(&mut self, what: impl Into<String>, found: f64, budget: f64, unit: &'static str) {
        self.0.push(Target { what: what.into(), found, budget, unit, at_least: true });
    }

    /// Says of each whether it was met.
    pub(crate) fn print(&self) {
        if self.0.is_empty() {
            return;
        }
        println!();
        row("targets", &["budget", "found", ""].map(String::from));
        for Target { what, found, budget, unit, at_least } in &self.0 {
            let short = if *at_least { budget - found } else { found - budget };
            // What is not a number was not reached.
            let verdict = if short <= 0.0 { "met".to_owned() } else { format!("MISSED BY {}{unit}", digits(short)) };
            let sign = if *at_least { '≥' } else { '≤' };
            row(what, &[format!("{sign} {}{unit}", digits(*budget)), format!("{}{unit}", digits(*found)), format!("  {verdict}")]);
        }
    }
}

/// As many digits as there is reason to believe.
fn digits(number: f64) -> String {
    match number {
        n if n.abs() >= 100.0 || n.abs() < 1e-9 => format!("{n:.0}"),
        n if n.abs() >= 10.0 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}
