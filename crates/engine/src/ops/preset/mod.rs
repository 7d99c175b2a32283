//! Presets: which calls each gate wants, how strictly, and for how long a token is good.
//!
//! Which one holds in a project is a human's word, under a seal like any other setting: an agent that could choose would
//! choose the one that asks nothing of it. Not here: the gates themselves.

pub mod apply;
pub mod export;
pub mod list;
pub mod show;
pub mod validate;

use crate::{Error, PalaceState, cycle::workflow};
use kernel::{
    anchor::Anchor,
    cycle::{Config, Preset},
    refusal::Code,
};
use store::View;

/// The preset of this name: built in, or applied here once.
fn named(view: &mut View<'_>, house: &PalaceState, project: &Anchor, name: &str) -> Result<Config, Error> {
    if let Some(preset) = Preset::named(name) {
        return Ok(preset.into());
    }
    let custom = workflow::customs(view, house, project)?.into_iter().find(|config| config.name == name);
    custom.ok_or_else(|| {
        let what = format!("Preset not found: no preset named \"{name}\"");
        Code::NotFound.refuse("presetName", what).next("Use list_presets to see available presets").into()
    })
}
