//! Removes what was erased from free pages, the log, memory and known copies, after the erasure is committed.
//!
//! None of it can be part of the transaction. So the transaction leaves a note that it has to be done, and whoever opens the
//! palace next does it, should this process end in between. Not here: how a copy is made. The home knows.

use crate::{Engine, Error, PalaceState};
use kernel::{call::Call, canonical};
use serde_json::{Value as Json, json};
use store::{Act, Outcome, Store, Sweep};

/// The name of the house's own entry about it.
const SCRUB: &str = "palace.scrub";
/// The name of the house's own entry about a copy.
const BACKUP: &str = "palace.backup";

/// What became of the copies of a palace that its home knows of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewed {
    /// Made anew, and verified.
    pub renewed: Vec<String>,
    /// No longer there.
    pub gone: Vec<String>,
    /// Still as they were, and why.
    pub held: Vec<(String, String)>,
}

/// Leaves nothing readable of what was erased, as far as it is known. What fails is told, never hidden: the erasure itself stands.
pub(crate) fn sweep(store: &mut Store, house: &PalaceState, call: &Call) -> Renewed {
    house.cache.forget();
    let mut swept = Sweep::default();
    let mut told = Renewed::default();
    match store.scrub() {
        Ok(()) => swept.scrubbed = true,
        Err(error) => told.held.push(("the database's own log and free pages".into(), format!("{error}; it is tried again at the next start"))),
    }
    match store.look().and_then(|mut view| view.copies()) {
        Ok(copies) => {
            let paths: Vec<String> = copies.into_iter().map(|(path, _)| path).collect();
            let Renewed { renewed, gone, held } = house.roots.renew(&paths);
            told.held.extend(held);
            (told.renewed, told.gone) = (renewed.clone(), gone.clone());
            (swept.renewed, swept.gone) = (renewed, gone);
        }
        Err(error) => told.held.push(("copies of the palace".into(), error.to_string())),
    }
    // How many, not which: a path may be what was erased.
    let body = json!({ "scrubbed": swept.scrubbed, "renewed": told.renewed.len(), "gone": told.gone.len(), "held": told.held.len() });
    let written = canonical::digest(&body).map_err(Error::from).and_then(|digest| {
        let subject = format!("{} copies", told.renewed.len());
        let act = Act { palace: &house.palace, call, op: SCRUB, outcome: Outcome::Done, subject, input: digest, output: digest, body };
        Ok(store.swept(&swept, &act)?)
    });
    if let Err(error) = written {
        told.held.push(("the note that the files were swept".into(), error.to_string()));
    }
    told
}

/// Adds what came of it to an erasure's own answer, which may lie inside an approval's.
pub(crate) fn tell(told: &Renewed, answer: &mut Json) {
    let inner = if answer.get("erased").is_some() { Some(answer) } else { answer.get_mut("result") };
    let Some(fields) = inner.and_then(Json::as_object_mut) else { return };
    if !told.renewed.is_empty() {
        fields.insert("copies".into(), json!(told.renewed));
    }
    if !told.held.is_empty()
        && let Some(still) = fields.entry("still").or_insert_with(|| json!([])).as_array_mut()
    {
        still.extend(told.held.iter().map(|(what, why)| json!({ "what": what, "why": why })));
    }
}

impl Engine {
    /// Writes down that a copy of this palace is made, so that an erasure can reach it.
    pub fn remember_copy(&self, call: &Call, path: &str) -> Result<(), Error> {
        self.with_store(|store| {
            let house = self.house_in(store)?;
            let body = json!({ "path": path });
            let digest = canonical::digest(&body)?;
            let act =
                Act { palace: &house.palace, call, op: BACKUP, outcome: Outcome::Done, subject: String::new(), input: digest, output: digest, body };
            store.remember_copy(path, &act)?;
            Ok(())
        })
    }

    /// Whether an erasure was committed by a process that ended before the files were swept.
    pub fn unswept(&self) -> Result<bool, Error> {
        self.with_store(|store| Ok(store.look()?.unswept()?))
    }

    /// Sweeps the files after such an erasure.
    pub fn sweep(&self, call: &Call) -> Result<Renewed, Error> {
        self.with_store(|store| {
            let house = self.house_in(store)?;
            Ok(sweep(store, &house, call))
        })
    }
}
