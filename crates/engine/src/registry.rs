//! The table of contents of the product. A capability is one file in `ops` and one line here.

use crate::{
    Op,
    operation::Dialect,
    ops::{
        ancestor, briefing, claim, code, context, conversation, corridor, decay, evidence, file, grant, index, key, knowledge, ledger, palace,
        postmortem, proposal, seal, session, source,
    },
};
use kernel::{
    actor::ActorKind,
    gate::{Reach, reach},
};

/// Every operation, by noun.
pub const OPERATIONS: &[&dyn Op] = &[
    &ancestor::keep::Keep,
    &briefing::compose::Compose,
    &claim::adopt::Adopt,
    &claim::archive::Archive,
    &claim::compare::Compare,
    &claim::conflicts::Conflicts,
    &claim::contradictions::Contradictions,
    &claim::decisions::Decisions,
    &claim::find::Find,
    &claim::ideas::Ideas,
    &claim::inform::Inform,
    &claim::inherit::Inherit,
    &claim::learnings::Learnings,
    &claim::link::Link,
    &claim::links::Links,
    &claim::obsolete::Obsolete,
    &claim::outcome::WhatCame,
    &claim::propose::Propose,
    &claim::recall::Recall,
    &claim::retire::Retire,
    &claim::show::Show,
    &claim::similar::Similar,
    &claim::unlink::Unlink,
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
    &context::inject::Inject,
    &context::replay::Replay,
    &context::task::Task,
    &conversation::extract::Extract,
    &conversation::search::Search,
    &conversation::store::Store,
    &corridor::learnings::Learnings,
    &corridor::links::Links,
    &corridor::promote::Promote,
    &corridor::reinforce::Reinforce,
    &corridor::stats::Stats,
    &decay::apply::Apply,
    &decay::boost::Boost,
    &decay::preview::Preview,
    &decay::reinforce::Reinforce,
    &decay::stats::Stats,
    &evidence::erase::Erase,
    &evidence::get::Get,
    &evidence::record::Record,
    &evidence::show::Show,
    &file::brief::Brief,
    &grant::issue::Issue,
    &grant::list::List,
    &grant::revoke::Revoke,
    &index::drop::Drop,
    &index::fill::Fill,
    &index::status::Status,
    &index::unread::Unread,
    &key::enrol::Enrol,
    &key::list::List,
    &knowledge::demote::Demote,
    &knowledge::distill::Distill,
    &knowledge::gate::Weigh,
    &knowledge::inherit::Inherit,
    &knowledge::list::List,
    &knowledge::policy::Policy,
    &knowledge::promote::Promote,
    &knowledge::publish::Publish,
    &knowledge::raise::Raise,
    &knowledge::show::Show,
    &ledger::checkpoint::Checkpoint,
    &ledger::consistency::Consistency,
    &ledger::prove::Prove,
    &ledger::show::Show,
    &ledger::trace::Trace,
    &ledger::verify::Verify,
    &palace::brief::Brief,
    &palace::configure::Configure,
    &palace::playbooks::Playbooks,
    &palace::rooms::Rooms,
    &palace::route::Route,
    &palace::scope::Explain,
    &palace::settings::Settings,
    &palace::status::Status,
    &postmortem::learn::Learn,
    &postmortem::list::List,
    &postmortem::resolve::Resolve,
    &postmortem::show::Show,
    &postmortem::stats::Stats,
    &postmortem::store::Store,
    &proposal::approve::Approve,
    &proposal::decide::Decide,
    &proposal::expire::Expire,
    &proposal::list::List,
    &proposal::reject::Reject,
    &proposal::show::Show,
    &proposal::snooze::Snooze,
    &seal::decline::Decline,
    &seal::list::List,
    &session::conflict::Conflict,
    &session::end::End,
    &session::list::List,
    &session::log::Log,
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
    OPERATIONS
        .iter()
        .copied()
        .find(|op| (own && op.spec().name == name) || dialects.iter().any(|d| op.spec().names_in(*d).any(|known| known == name)))
}

/// The operations an actor of this kind sees. Dispatch asks the same `reach`, so the two cannot disagree.
pub fn listed(kind: ActorKind) -> impl Iterator<Item = &'static dyn Op> {
    OPERATIONS.iter().copied().filter(move |op| reach(kind, op.effect(), op.spec().agents) != Reach::Hidden)
}

/// What an actor of this kind sees in some vocabularies: each operation under the names it has in the first of them that knows it.
pub fn named(kind: ActorKind, dialects: &'static [Dialect]) -> impl Iterator<Item = (String, &'static dyn Op)> {
    listed(kind).flat_map(move |op| {
        let names: Vec<String> =
            dialects.iter().map(|d| op.spec().names_in(*d).collect()).find(|names: &Vec<String>| !names.is_empty()).unwrap_or_default();
        names.into_iter().map(move |name| (name, op))
    })
}
