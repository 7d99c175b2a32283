//! `scratch-pg start` prints the URL of a PostgreSQL for the tests; `scratch-pg stop` ends the scratch cluster.

use std::process::ExitCode;
use testkit::pg;

fn main() -> ExitCode {
    let done = match std::env::args().nth(1).as_deref() {
        Some("start") => pg::ensure().map(|url| println!("{url}")),
        Some("stop") => pg::stop(),
        _ => {
            eprintln!("usage: scratch-pg start|stop");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
