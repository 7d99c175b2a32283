//! Lists what an export carries, table by table, and what stays behind, so that nothing is left out silently.
//!
//! Not here: the lines themselves. The program writes and reads them.

use crate::{Result, View};

/// What becomes of a table when a palace is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carriage {
    /// Its rows are lines of the export, or part of one.
    Carried,
    /// Its rows stay, and are called this. They are told to whoever exports.
    Stays(&'static str),
    /// Its rows are made again from what is carried, or belong to the file and not to the palace.
    MadeAgain,
}

use Carriage::{Carried, MadeAgain, Stays};

/// Every table.
pub const CARRIAGE: &[(&str, Carriage)] = &[
    ("activity", Stays("activities")),
    ("adoption", Carried),
    ("anchor", MadeAgain),
    ("anchor_alias", MadeAgain),
    ("cell", Stays("cells")),
    ("cell_change", MadeAgain),
    ("cell_taken", MadeAgain),
    ("checkpoint", MadeAgain),
    ("claim", Carried),
    ("code_blob", MadeAgain),
    ("code_tree", Stays("code trees")),
    ("confidence", Carried),
    ("consolidation", MadeAgain),
    ("copy", MadeAgain),
    ("corpus", MadeAgain),
    ("corridor", Carried),
    ("cycle", Stays("cycles")),
    ("cycle_token", Stays("tokens")),
    ("drawer", Carried),
    ("drawer_deletion", Carried),
    ("evidence", Carried),
    ("experience", Carried),
    ("experience_key", MadeAgain),
    ("experience_print", MadeAgain),
    ("fact", Carried),
    ("grant", Stays("grants")),
    ("id_prefix", MadeAgain),
    ("invocation", Stays("calls of other tools")),
    ("item", Carried),
    ("key", Carried),
    ("knowledge", Carried),
    ("knowledge_event", Carried),
    ("knowledge_ref", Carried),
    ("ledger", Carried),
    ("ledger_tile", MadeAgain),
    ("lexicon", MadeAgain),
    ("link", Carried),
    ("link_seal", Carried),
    ("mind_status", MadeAgain),
    ("outcome", Carried),
    ("pack", Stays("packed contexts")),
    ("palace", Carried),
    ("posting", MadeAgain),
    ("postmortem", Carried),
    ("principal", MadeAgain),
    ("project", Stays("projects")),
    ("proposal", Carried),
    ("reasoning_session", Stays("problems thought through")),
    ("reasoning_thought", Stays("thoughts")),
    ("provenance", Carried),
    ("receipt", Carried),
    ("refusal_run", MadeAgain),
    ("scene", Stays("scenes")),
    ("schema_version", MadeAgain),
    ("seal", Carried),
    ("seal_request", Stays("requests for a seal")),
    ("session", Stays("sessions")),
    ("setting", Carried),
    ("sighting", Carried),
    ("snooze", Stays("snoozes")),
    ("source", Carried),
    ("source_place", Carried),
    ("source_revision", Carried),
    ("standing", MadeAgain),
    ("taxonomy", Stays("signposts")),
    ("tunnel", Stays("tunnels")),
    ("unlink", Carried),
    ("vector", MadeAgain),
    ("vector_block", MadeAgain),
    ("vector_set", MadeAgain),
];

impl View<'_> {
    /// What an export leaves here: what it is called, and how many. What there is none of is not named.
    pub fn staying(&mut self) -> Result<Vec<(&'static str, i64)>> {
        let mut found = Vec::new();
        for (table, carriage) in CARRIAGE {
            let Stays(name) = carriage else { continue };
            let count = self.one(&format!("select count(*) from \"{table}\""), &[], |mut row| row.int())?.unwrap_or(0);
            found.extend((count > 0).then_some((*name, count)));
        }
        Ok(found)
    }
}
