//! Follows the working tree beside the serving of calls, once somebody has had it indexed.
//!
//! Not here: deciding that a tree should be indexed. `palace index` is how a person says so.

use super::{
    anchor::Surveyor,
    tree::{Ground, Indexer},
    walk::Rules,
    watch::{Watch, plan},
};
use crate::desk::Desk;
use kernel::{actor::Actor, anchor::Anchor, refusal::Refusal};
use std::{
    collections::BTreeSet,
    path::PathBuf,
    sync::{Arc, Weak},
};

/// Begins to follow the tree that the process stands in, if it has an index. It ends with the process.
pub fn in_background(desk: &Arc<Desk>) {
    let Some(ground) = ground(desk) else { return };
    // A weak hold: whoever closes the palace does not wait for us to let go of it.
    let desk = Arc::downgrade(desk);
    let spawned = std::thread::Builder::new().name("tree".into()).spawn(move || follow(&desk, &ground));
    if let Err(error) = spawned {
        tracing::warn!(%error, "the working tree is not followed; run `palace index` after changes");
    }
}

/// The tree that the process stands in, if it has an index.
fn ground(desk: &Desk) -> Option<Ground> {
    if *desk.anchor() == Anchor::Global {
        return None;
    }
    let dir = std::env::current_dir().ok()?.canonicalize().ok()?;
    let mut ground = Ground::around(&mut Surveyor::new(&desk.home, &desk.engine), &dir)?;
    let has_index = desk.engine.look(|_, view| Ok(view.code_anchor(&ground.anchor.to_string())?.is_some())).unwrap_or(false);
    ground.dir.clone_from(&ground.base);
    has_index.then_some(ground)
}

fn follow(desk: &Weak<Desk>, ground: &Ground) {
    let Ok(mut watch) = Watch::new() else { return };
    let mut only: Option<BTreeSet<PathBuf>> = None;
    loop {
        let Some(held) = desk.upgrade() else { return };
        if let Err(refusal) = round(&held, ground, only.as_ref(), &mut watch) {
            tracing::warn!("the index of the working tree was not brought up to date: {}", refusal.what());
        }
        let never: Vec<PathBuf> = held.home.dir().canonicalize().into_iter().collect();
        drop(held);
        only = loop {
            let Some(events) = watch.round() else { return };
            let plan = plan(std::slice::from_ref(&ground.dir), &never, &events);
            if !plan.is_empty() {
                break (!plan.everything).then_some(plan.touched);
            }
        };
    }
}

fn round(desk: &Desk, ground: &Ground, only: Option<&BTreeSet<PathBuf>>, watch: &mut Watch) -> Result<(), Refusal> {
    let indexer = Indexer { desk, actor: Actor::system("follow the working tree"), ground, rules: Rules::default() };
    indexer.round(only, &mut |_, _| {}, &mut |folder| {
        let _ = watch.add(folder); // it went away again: then there is nothing to hear from it
    })?;
    Ok(())
}
