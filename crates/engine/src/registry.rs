//! The table of contents of the product. A capability is one file in `ops` and one line here.

use crate::{
    Action, Op,
    operation::Dialect,
    ops::{
        briefing, claim, code, context, conversation, corridor, decay, evidence, fact, file, grant, index, key, knowledge, ledger, palace,
        postmortem, proposal, seal, session, source, taxonomy, tunnel,
    },
    tongue::Meaning,
};
use kernel::{
    actor::ActorKind,
    gate::{Reach, reach},
};
use serde_json::Value as Json;

/// Every operation, by noun.
pub const OPERATIONS: &[&dyn Op] = &[
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
    &fact::add::Add,
    &fact::check::Check,
    &fact::import::Import,
    &fact::invalidate::Invalidate,
    &fact::list::List,
    &fact::query::Query,
    &fact::stats::Stats,
    &fact::timeline::Timeline,
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
    &taxonomy::edit::Edit,
    &taxonomy::fields::Fields,
    &taxonomy::list::List,
    &taxonomy::route::Route,
    &tunnel::add::Add,
    &tunnel::delete::Delete,
    &tunnel::discover::Discover,
    &tunnel::follow::Follow,
    &tunnel::list::List,
];

/// The operation behind a name, in whatever vocabulary it was said. A tool of several actions is none: see [`find_for`].
pub fn find(name: &str) -> Option<&'static dyn Op> {
    Dialect::ALL.into_iter().find_map(|dialect| named_among(OPERATIONS, name, dialect))
}

/// The operation behind a name and the `action` of its input, where the name alone does not say.
pub fn find_for(name: &str, input: &Json) -> Option<&'static dyn Op> {
    Meaning::of(name, &[], input, ActorKind::Human).ok().map(|meaning| meaning.op)
}

/// The operation that has this name in a vocabulary.
pub(crate) fn named_among(ops: &[&'static dyn Op], name: &str, dialect: Dialect) -> Option<&'static dyn Op> {
    // Tool names carry no dots, because some clients forbid them; whoever spells one our own way still means it.
    let own = dialect == Dialect::Native;
    ops.iter().copied().find(|op| (own && op.spec().name == name) || op.spec().names_in(dialect).any(|known| known == name))
}

/// The operations that one tool of a vocabulary is spread over.
pub(crate) fn actions_among<'o>(ops: &'o [&'static dyn Op], tool: &'o str, dialect: Dialect) -> impl Iterator<Item = (Action, &'static dyn Op)> + 'o {
    ops.iter().copied().filter_map(move |op| op.spec().action.filter(|a| a.dialect == dialect && a.tool == tool).map(|action| (action, op)))
}

/// The operations an actor of this kind sees. Dispatch asks the same `reach`, so the two cannot disagree.
pub fn listed(kind: ActorKind) -> impl Iterator<Item = &'static dyn Op> {
    OPERATIONS.iter().copied().filter(move |op| reach(kind, op.effect(), op.spec().agents) != Reach::Hidden)
}
