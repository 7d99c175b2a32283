//! Say whether this server is the one it should be: the program that is installed, over a database that it knows.
//!
//! The one operation that also answers when the database is newer than the program: that is what it is for. Not here: the
//! files, the keys and the ledger, which `palace doctor` looks at.

use crate::{Dialect, Envelope, Error, Installed, Look, Method, OPERATIONS, Operation, Spec, call::operation::to_json};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Tools without which the mind's contract is not served.
const REQUIRED: [&str; 5] = ["mempal_context", "mempal_brief", "mempal_phase3", "mempal_session_peek", "mempal_cowork_bus"];

/// Looks at the server itself.
#[derive(Debug)]
pub struct Doctor;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What was found.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Version of the program that answers
    pub current_version: &'static str,
    /// Newest schema that it knows
    pub supported_schema_version: i64,
    /// The database
    pub db: Database,
    /// The program
    pub install: Install,
    /// What is wrong
    pub warnings: Vec<String>,
    /// What to do about it
    pub recommendations: Vec<String>,
    /// The tools
    pub mcp: Tools,
}

/// The database.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Database {
    /// Where it is
    pub path: String,
    /// It is there
    pub exists: bool,
    /// Its schema
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema_version: Option<i64>,
    /// No schema stands there that the program does not know
    pub compatible: bool,
}

/// The program.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Install {
    /// File that this process was started from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_exe: Option<String>,
    /// File that `palace` means on this machine now
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_palace: Option<String>,
    /// They are the same
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_matches_current_exe: Option<bool>,
}

/// The tools.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Tools {
    /// Tools that the contract cannot do without
    pub required_tools: Vec<Tool>,
    /// What `mempal_phase3` can be asked for
    pub phase3_actions: Vec<&'static str>,
    /// What `mempal_cowork_bus` can be asked for
    pub cowork_bus_actions: Vec<&'static str>,
}

/// A tool.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Tool {
    /// Its name
    pub name: &'static str,
    /// It is offered
    pub advertised: bool,
}

impl Operation for Doctor {
    const SPEC: Spec = Spec::new("memory.doctor", "Say whether this server is the installed program, over a database that it knows")
        .http(Method::Get, "/v1/memory/doctor")
        .also(&[(Dialect::Mind, "mempal_doctor")])
        .mind("doctor")
        .any_schema();
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let schema = cx.schema_version()?;
        Ok(report(Some(schema), cx.house.roots.installed()))
    }
}

/// The answer where there is no palace yet. Nothing is opened, so nothing is made.
pub fn without_palace(installed: Installed) -> Result<Envelope, Error> {
    Ok(Envelope::done(Doctor::SPEC.name, to_json(&report(None, installed))?, None))
}

fn report(schema: Option<i64>, installed: Installed) -> Output {
    let known = store::newest();
    let mut output = Output {
        current_version: env!("CARGO_PKG_VERSION"),
        supported_schema_version: known,
        db: Database {
            path: installed.database,
            exists: schema.is_some(),
            schema_version: schema,
            compatible: schema.is_none_or(|schema| schema <= known),
        },
        install: Install {
            path_matches_current_exe: installed.running.as_ref().zip(installed.on_path.as_ref()).map(|(a, b)| a == b),
            current_exe: installed.running,
            path_palace: installed.on_path,
        },
        warnings: Vec::new(),
        recommendations: Vec::new(),
        mcp: tools(),
    };
    let mut found = |warning: String, recommendation: &str| {
        output.warnings.push(warning);
        output.recommendations.push(recommendation.to_owned());
    };
    match schema {
        None => found("there is no palace here yet".into(), "Make one with `palace up` or `palace init`"),
        Some(schema) if schema > known => found(
            format!("this process knows schema {known}, but the database was brought to {schema} since it started"),
            "Restart this server; until then it changes nothing",
        ),
        Some(_) => {}
    }
    if installed.replaced {
        found("the program this process was started from was replaced or removed".into(), "Restart this server, so that the new one answers");
    }
    if output.install.path_matches_current_exe == Some(false) {
        found("`palace` on this machine is another program than the one that answers".into(), "Name one of them by its whole path in the client");
    }
    let unserved: Vec<&str> = output.mcp.required_tools.iter().filter(|tool| !tool.advertised).map(|tool| tool.name).collect();
    if !unserved.is_empty() {
        output.warnings.push(format!("this program does not offer {}", unserved.join(", ")));
        output.recommendations.push("Do without them: no palace has them yet".into());
    }
    output
}

fn tools() -> Tools {
    let plain = OPERATIONS.iter().flat_map(|op| op.spec().names_in(Dialect::Mind));
    let spread = OPERATIONS.iter().filter_map(|op| op.spec().action).filter(|action| action.dialect == Dialect::Mind);
    let offered: BTreeSet<String> = plain.chain(spread.map(|action| action.tool.to_owned())).collect();
    Tools {
        required_tools: REQUIRED.iter().map(|name| Tool { name, advertised: offered.contains(*name) }).collect(),
        phase3_actions: actions("mempal_phase3"),
        cowork_bus_actions: actions("mempal_cowork_bus"),
    }
}

fn actions(tool: &str) -> Vec<&'static str> {
    OPERATIONS
        .iter()
        .filter_map(|op| op.spec().action)
        .filter(|action| action.dialect == Dialect::Mind && action.tool == tool)
        .map(|a| a.action)
        .collect()
}
