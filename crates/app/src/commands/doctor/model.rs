//! The configured embedding model: whether its configuration is sound, and how far it has read. It is not asked anything.

use super::Finding;
use crate::{home::Home, models::configured};
use engine::Error;
use search::embed::Embedder;
use store::{SetState, View};

pub(super) fn check(home: &Home, view: &mut View<'_>) -> Result<Option<Finding>, Error> {
    let model = match configured(home) {
        Ok(None) => return Ok(None),
        Ok(Some(model)) => model,
        Err(refusal) => return Ok(Some(Finding::refused("embedding", &refusal))),
    };
    let name = Embedder::name(&*model);
    let sets = view.vector_sets()?;
    let set = engine::set_of(&*model, &sets);
    let unread = view.without_vector_count(set.map_or(0, |set| set.n))?;
    let serves = set.is_some_and(|set| set.state == SetState::Serving);
    let next = "Run `palace embed --wait`, or leave `palace up` running: it reads in the background";
    Ok(Some(match (serves, unread) {
        (true, 0) => Finding::ok("embedding", format!("{name} has read everything and serves")),
        (true, unread) => Finding::note("embedding", format!("{name} serves, and {unread} of what is kept it has not read yet"), next),
        (false, unread) => Finding::note("embedding", format!("{name} has {unread} to read before it serves; the model in the binary serves"), next),
    }))
}
