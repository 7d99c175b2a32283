//! How many tests ran, read from what the runners print: nextest, libtest, and the clients' rig.
//!
//! Not here: running them. A line that is not a verdict is ignored, so progress and warnings pass through.

/// The ending of the name of a test that ran on PostgreSQL.
const ON_POSTGRES: &str = "_on_postgres";

/// A tally of verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
    /// Tests that were left out by their own runner.
    pub(crate) skipped: u64,
    /// Of those that passed, the ones on PostgreSQL.
    pub(crate) on_postgres: u64,
}

/// Whose lines are read. Each prints what the others print when it shows a failed test's own output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runner {
    /// `PASS [ 0.01s] (1/9) store conformance::claims_on_postgres`, then one `Summary` line.
    Nextest,
    /// `test conformance::claims_on_postgres ... ok`, then one `test result:` line for each program.
    Libtest,
    /// `12 passed, 0 failed`, alone on its line.
    Rig,
}

impl Counts {
    /// Takes up what one line says.
    pub(crate) fn read(&mut self, runner: Runner, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (runner, &words[..]) {
            (Runner::Nextest, ["PASS" | "LEAK", .., name]) | (Runner::Libtest, ["test", name, "...", "ok"]) => {
                self.on_postgres += u64::from(name.ends_with(ON_POSTGRES));
            }
            (Runner::Nextest, ["Summary", ..]) => {
                self.passed += before(&words, "passed");
                self.failed += before(&words, "failed") + before(&words, "timed") + before(&words, "exec");
                self.skipped += before(&words, "skipped");
            }
            (Runner::Libtest, ["test", "result:", ..]) => {
                self.passed += before(&words, "passed");
                self.failed += before(&words, "failed");
                self.skipped += before(&words, "ignored");
            }
            (Runner::Rig, [passed, "passed,", failed, "failed"]) => {
                self.passed += passed.parse().unwrap_or(0);
                self.failed += failed.parse().unwrap_or(0);
            }
            (Runner::Nextest | Runner::Libtest | Runner::Rig, _) => {}
        }
    }

    /// Both tallies together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
            on_postgres: self.on_postgres + other.on_postgres,
        }
    }
}

/// The number in front of a word; punctuation after the word does not matter.
fn before(words: &[&str], word: &str) -> u64 {
    let found = words.windows(2).find(|pair| pair[1].trim_end_matches([',', ';', '.']) == word);
    found.and_then(|pair| pair[0].trim_start_matches('(').parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passed, failed, skipped, on PostgreSQL.
    type Tally = (u64, u64, u64, u64);

    fn counted(runner: Runner, lines: &[&str]) -> Tally {
        let mut counts = Counts::default();
        for line in lines {
            counts.read(runner, line);
        }
        (counts.passed, counts.failed, counts.skipped, counts.on_postgres)
    }

    #[test]
    fn what_the_runners_print_is_counted_once() {
        let cases: &[(Runner, &[&str], Tally)] = &[
            (
                Runner::Nextest,
                &[
                    "        PASS [   0.003s] (1/3) kernel canonical::tests::equal_values_have_equal_bytes",
                    "        PASS [   0.350s] ( 2/3) testkit conformance::claims_on_postgres",
                    "        FAIL [   0.350s] (3/3) testkit conformance::seals_on_postgres",
                    "    test conformance::seals_on_postgres ... FAILED",
                    "    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 32 filtered out; finished in 0.17s",
                    "     Summary [   0.363s] 3 tests run: 2 passed, 1 failed, 0 skipped",
                    "        FAIL [   0.350s] (3/3) testkit conformance::seals_on_postgres",
                ],
                (2, 1, 0, 1),
            ),
            (Runner::Nextest, &["     Summary [   9.363s] 45/50 tests run: 44 passed (1 slow, 2 leaky), 1 timed out, 5 skipped"], (44, 1, 5, 0)),
            (
                Runner::Libtest,
                &[
                    "test conformance::claims_on_postgres ... ok",
                    "test conformance::claims_on_sqlite ... ok",
                    "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
                ],
                (2, 0, 1, 1),
            ),
            (Runner::Rig, &["ok 1 - lists its tools (0.1 s)", "# 3 passed, not counted", "12 passed, 1 failed"], (12, 1, 0, 0)),
        ];
        for (runner, lines, expected) in cases {
            assert_eq!(counted(*runner, lines), *expected, "{lines:#?}");
        }
    }
}
