//! `palace embed`: how far the configured model has read, and reading to the end while somebody waits.
//!
//! Not here: reading beside other work. Whoever serves the palace does that; see [`crate::models`].

use super::{Context, LocalCommand, progress::bar};
use crate::{
    cli::{banner, finish},
    desk::Desk,
    models::fill,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::Envelope;
use kernel::{
    palace::Sealing,
    refusal::{Code, Refusal},
};
use serde_json::json;
use std::process::ExitCode;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "embed", verbs: &[], command, run };

fn command() -> Command {
    Command::new("embed")
        .about("Show which embedding models have read what, and let the configured one read")
        .long_about(
            "Show which embedding models have read what, and let the configured one read.\n\n\
             The model in the binary always serves. Another one is configured in config.toml in the palace's folder; its\n\
             vectors are made in the background by `palace serve` and `palace up`, and serve once they are whole.\n\n\
             [embedding]\n\
             kind = \"endpoint\"            # any server that speaks the OpenAI shape\n\
             url = \"http://127.0.0.1:11434/v1/embeddings\"\n\
             model = \"nomic-embed-text\"\n\
             dims = 768                   # numbers in its vectors\n\
             key_env = \"OPENAI_API_KEY\"   # the variable that holds the key, if one is needed\n\
             question_prefix = \"search_query: \"\n\
             text_prefix = \"search_document: \"\n\n\
             [embedding]\n\
             kind = \"onnx\"                # a BERT-like sentence model\n\
             path = \"models/model.onnx\"   # from the palace's folder, or absolute\n\
             vocab = \"models/vocab.txt\"   # or tokenizer.json; looked for beside the model",
        )
        .arg(Arg::new("wait").long("wait").action(ArgAction::SetTrue).help("Let the configured model read until nothing is left"))
        .arg(Arg::new("drop").long("drop").value_name("MODEL").conflicts_with("wait").help("Forget the vectors of a model that is not used any more"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let desk = context.open()?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    banner(house.genesis.sealing == Sealing::Unsealed);
    if let Some(model) = matches.get_one::<String>("drop") {
        finish(context.format, &desk.ask("index.drop", json!({ "model": model }))?.into_inner());
        return Ok(ExitCode::SUCCESS);
    }
    if matches.get_flag("wait") {
        read_on(&desk)?;
    }
    finish(context.format, &status(&desk)?);
    Ok(ExitCode::SUCCESS)
}

fn status(desk: &Desk) -> Result<Envelope, Refusal> {
    Ok(desk.ask("index.status", json!({}))?.into_inner())
}

/// Reads until nothing is left.
pub(super) fn read_on(desk: &Desk) -> Result<(), Refusal> {
    let before = status(desk)?.result;
    if before.get("configured").is_none() {
        return Err(Code::InputInvalid
            .refuse("embedding", "no model is configured, so there is nothing to wait for")
            .next("Name one under [embedding] in config.toml; `palace embed --help` shows how"));
    }
    let bar = bar("read by the model");
    bar.set_length(before["unread"].as_u64().unwrap_or(0));
    loop {
        let filled = fill(desk)?;
        bar.inc(u64::try_from(filled.made).unwrap_or(0));
        if filled.whole {
            bar.finish_and_clear();
            return Ok(());
        }
    }
}
