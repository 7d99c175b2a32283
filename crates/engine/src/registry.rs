//! The table of contents of the product. A capability is one file in `ops` and one line here.

use crate::{
    Op,
    operation::Dialect,
    ops::{claim, code, context, evidence, grant, index, key, ledger, palace, proposal, seal, session, source},
};
use kernel::{
    actor::ActorKind,
    gate::{Reach, reach},
};

/// Every operation, by noun.
pub const OPERATIONS: &[&dyn Op] = &[
    &claim::adopt::Adopt,
    &claim::decisions::Decisions,
    &claim::inherit::Inherit,
    &claim::propose::Propose,
    &claim::recall::Recall,
    &claim::retire::Retire,
    &claim::show::Show,
    &code::callees::List,
    &code::callers::List,
    &code::check::Check,
    &code::deps::Follow,
    &code::file::Show,
    &code::graph::Draw,
    &code::impact::Weigh,
    &code::keep::Keep,
    &code::search::Search,
    &code::symbol::Show,
    &code::symbols::Symbols,
    &context::assemble::Assemble,
    &context::replay::Replay,
    &evidence::erase::Erase,
    &evidence::get::Get,
    &evidence::record::Record,
    &evidence::show::Show,
    &grant::issue::Issue,
    &grant::list::List,
    &grant::revoke::Revoke,
    &index::drop::Drop,
    &index::fill::Fill,
    &index::status::Status,
    &key::enrol::Enrol,
    &key::list::List,
    &ledger::checkpoint::Checkpoint,
    &ledger::consistency::Consistency,
    &ledger::prove::Prove,
    &ledger::show::Show,
    &ledger::trace::Trace,
    &ledger::verify::Verify,
    &palace::brief::Brief,
    &palace::rooms::Rooms,
    &palace::status::Status,
    &proposal::approve::Approve,
    &proposal::expire::Expire,
    &proposal::list::List,
    &proposal::reject::Reject,
    &proposal::show::Show,
    &seal::decline::Decline,
    &seal::list::List,
    &session::end::End,
    &session::list::List,
    &session::start::Start,
    &source::check::Check,
    &source::entrust::Entrust,
    &source::gone::Gone,
    &source::import::Import,
    &source::keep::Keep,
    &source::list::List,
    &source::show::Show,
];

/// The operation behind a name, in whatever vocabulary it was said.
pub fn find(name: &str) -> Option<&'static dyn Op> {
    OPERATIONS.iter().copied().find(|op| {
        let spec = op.spec();
        spec.name == name || spec.name_in(Dialect::Native).as_deref() == Some(name) || spec.names.iter().any(|(_, n)| *n == name)
    })
}

/// The operation behind a name in some vocabularies only.
pub fn find_in(name: &str, dialects: &[Dialect]) -> Option<&'static dyn Op> {
    // Tool names carry no dots, because some clients forbid them; whoever spells one our own way still means it.
    let own = dialects.contains(&Dialect::Native);
    OPERATIONS.iter().copied().find(|op| (own && op.spec().name == name) || dialects.iter().any(|d| op.spec().name_in(*d).as_deref() == Some(name)))
}

/// The operations an actor of this kind sees. Dispatch asks the same `reach`, so the two cannot disagree.
pub fn listed(kind: ActorKind) -> impl Iterator<Item = &'static dyn Op> {
    OPERATIONS.iter().copied().filter(move |op| reach(kind, op.effect(), op.spec().agents) != Reach::Hidden)
}

/// What an actor of this kind sees in some vocabularies, each operation once, under the first name it has there.
pub fn named(kind: ActorKind, dialects: &'static [Dialect]) -> impl Iterator<Item = (String, &'static dyn Op)> {
    listed(kind).filter_map(move |op| dialects.iter().find_map(|d| op.spec().name_in(*d)).map(|name| (name, op)))
}
