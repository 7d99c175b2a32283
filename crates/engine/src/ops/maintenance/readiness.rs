//! Check that everything is as it should be before others are to rely on it: the program, its schema, the ledger, its pages.

use super::{RECOMMENDED, RUNBOOK, steps};
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, palace::Sealing, seal::Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Checks everything.
#[derive(Debug)]
pub struct Readiness;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What was found.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// Whether every check passed
    pub ready: bool,
    /// The schema this program knows
    pub supported_schema_version: i64,
    /// What was checked
    pub checks: Vec<Check>,
    /// What to look at, although nothing is wrong
    pub warnings: Vec<String>,
    /// What to run next
    pub recommended_commands: &'static [&'static str],
}

/// One check.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Check {
    /// Its name
    pub name: &'static str,
    /// Whether it passed
    pub passed: bool,
    /// What was seen
    pub detail: String,
}

impl Operation for Readiness {
    const SPEC: Spec = Spec::new("maintenance.readiness", "Check the program, its schema, the ledger and its pages")
        .http(Method::Get, "/v1/maintenance/readiness")
        .mind("release-readiness");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let checks = vec![version(), schema(cx)?, ledger(cx)?, sealing(cx), pages()];
        let mut warnings = Vec::new();
        let now = cx.call.now;
        let waiting = cx.waiting(now)?;
        if waiting > 0 {
            warnings.push(format!("{waiting} proposals wait for a human"));
        }
        Ok(Output {
            writes: false,
            ready: checks.iter().all(|check| check.passed),
            supported_schema_version: store::newest(),
            checks,
            warnings,
            recommended_commands: RECOMMENDED,
        })
    }
}

fn version() -> Check {
    let version = env!("CARGO_PKG_VERSION");
    let numbers = version.split('-').next().unwrap_or_default().split('.').filter(|part| part.parse::<u32>().is_ok()).count();
    Check { name: "version", passed: numbers == 3, detail: format!("palace {version}") }
}

fn schema(cx: &mut Look<'_>) -> Result<Check, Error> {
    let (found, known) = (cx.schema_version()?, store::newest());
    Ok(Check { name: "schema", passed: found == known, detail: format!("schema {found}, and this program knows {known}") })
}

fn ledger(cx: &mut Look<'_>) -> Result<Check, Error> {
    let palace = cx.house.palace.clone();
    let told = match (cx.verify_entries(&palace, &[])?, cx.verify_rows(&palace)?) {
        (Ok(entries), Ok(rows)) => Ok(format!("{} entries and {rows} rows verify", entries.size)),
        (Err(fault), _) | (_, Err(fault)) => Err(fault.to_string()),
    };
    Ok(Check { name: "ledger", passed: told.is_ok(), detail: told.unwrap_or_else(|fault| fault) })
}

fn sealing(cx: &Look<'_>) -> Check {
    let (passed, detail) = match (&cx.house.trust, cx.house.genesis.sealing) {
        (_, Sealing::Unsealed) => (false, "this palace is unsealed: approvals carry no signature".to_owned()),
        (Trust::Broken(why), _) => (false, format!("its keys cannot be trusted: {why}")),
        (Trust::Keys(keys), _) => {
            let active = keys.iter().filter(|key| key.active).count();
            (active > 0, format!("{active} human keys may seal"))
        }
        (Trust::Unsealed, _) => (false, "nothing says whose seal counts".to_owned()),
    };
    Check { name: "sealing", passed, detail }
}

fn pages() -> Check {
    let missing = steps().filter(|step| !RUNBOOK.contains(step.words)).count();
    Check { name: "runbook", passed: missing == 0, detail: format!("{} lines in the binary, {missing} steps without one", RUNBOOK.lines().count()) }
}
