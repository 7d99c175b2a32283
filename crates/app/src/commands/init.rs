//! `palace init`: create a palace.

use super::{Context, HouseCommand};
use crate::{
    desk::Desk,
    doors::cli::{Format, banner, print},
    home::Home,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{
    palace::Sealing,
    refusal::{Code, Refusal},
};
use serde_json::json;
use std::process::ExitCode;

pub(super) const COMMAND: HouseCommand = HouseCommand { name: "init", verbs: &[], command, run };

fn command() -> Command {
    Command::new("init")
        .about("Create a palace")
        .arg(
            Arg::new("project")
                .long("project")
                .action(ArgAction::SetTrue)
                .help("Create it in .palace/ of the working folder, for this project alone"),
        )
        .arg(
            Arg::new("unsealed")
                .long("unsealed")
                .action(ArgAction::SetTrue)
                .help("For tests and demos: decisions need no signature; cannot be changed later"),
        )
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let home = if matches.get_flag("project") { Home::at(".palace") } else { context.home.clone() };
    let sealing = if matches.get_flag("unsealed") { Sealing::Unsealed } else { Sealing::Sealed };
    let (desk, created) = Desk::create(home, context.mode, &context.name, sealing)?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    let unsealed = house.genesis.sealing == Sealing::Unsealed;
    if !created && sealing == Sealing::Unsealed && !unsealed {
        return Err(Code::InputInvalid
            .refuse("--unsealed", "this palace is sealed, and a sealed palace can never be unsealed")
            .next("Create another one: --home DIR init --unsealed"));
    }
    banner(unsealed);
    if context.format == Format::Json {
        print(&format!("{}\n", json!({ "palace": house.palace, "sealing": house.genesis.sealing, "created": created, "home": desk.home.dir() })));
        return Ok(ExitCode::SUCCESS);
    }
    let what = if created { "Created" } else { "Already there:" };
    print(&format!("{what} {} palace {} in {}\n", house.genesis.sealing.name(), house.palace, desk.home.dir().display()));
    if !unsealed {
        print("Next: `palace key create` makes the key that your approvals are signed with; `palace connect <client>` tells an agent about it.\n");
    }
    Ok(ExitCode::SUCCESS)
}
