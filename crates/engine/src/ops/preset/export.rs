//! Give a preset as a document, to be kept in a file or applied elsewhere. The command line writes it; nothing is written here.

use super::named;
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, refusal::Code, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Gives a preset.
#[derive(Debug)]
pub struct Export;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Preset to give
    pub preset_name: Name,
}

/// The document.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// It was given
    pub exported: bool,
    /// The preset
    pub preset_name: String,
    /// Name that a file of it would have
    pub file_path: String,
    /// How long the document is
    pub size_bytes: usize,
    /// The document
    pub output: String,
    /// All of it in a line
    pub message: String,
}

impl Operation for Export {
    const SPEC: Spec = Spec::new("preset.export", "Give a preset as a JSON document")
        .http(Method::Get, "/v1/presets/{presetName}/export")
        .positional(&["presetName"])
        .document("output")
        .also(&[(Dialect::Cycle, "export_config")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { preset_name }: Input) -> Result<Output, Error> {
        let (house, project) = (cx.house, cx.call.anchor.project());
        let config = named(cx, house, &project, preset_name.as_str())?;
        let mut output = serde_json::to_string_pretty(&config).map_err(|e| Error::from(Code::Internal.refuse("preset", e.to_string())))?;
        output.push('\n');
        Ok(Output {
            exported: true,
            file_path: format!("{}.json", config.name),
            message: format!("Preset \"{}\" exported", config.name),
            preset_name: config.name,
            size_bytes: output.len(),
            output,
        })
    }
}
