//! Moves a chunk to another source that still contains the same text when its first source loses it.
//!
//! The old piece is the past from then on, as it was cited; each heir gets a piece of its own, which its source brings in a
//! revision of its own. Not here: the heir's own words, which nobody wrote down. They were so near that no fact differs, and
//! its next edit reads them.

use crate::memory::{Keeper, Piece};
use crate::{Error, memory::evidence::evidence_id};
use ingest::{Fingerprint, Kind};
use kernel::{
    call::Call,
    evidence::{Evidence, Origin},
    ledger::Digest,
    time::Moment,
};
use search::Traits;
use std::collections::{BTreeMap, BTreeSet};
use store::{Heir, Item, Source, TextPacker, Txn};

/// What the history of a source calls it.
const HANDED_ON: &str = "handed on";
/// How far away the talk that a turn belongs to is looked for.
const NEAR: i64 = 8;

/// What a keeper handed on.
pub(super) struct Heirs {
    now: Moment,
    /// Who brings what makes it necessary.
    principal: String,
    /// The revision that brings what a source was handed: one for all of it.
    revisions: BTreeMap<i64, i64>,
    /// All such revisions, which the ledger binds.
    bound: BTreeSet<(i64, i64)>,
}

impl Heirs {
    pub(super) fn of(call: &Call) -> Self {
        Self { now: call.now, principal: call.actor.name().into(), revisions: BTreeMap::new(), bound: BTreeSet::new() }
    }

    /// The source with a revision that can bring what it is handed.
    fn revise(&mut self, txn: &mut Txn<'_>, mut source: Source) -> Result<Source, Error> {
        // Whoever read the source meanwhile has begun a revision, and says themselves what that brings.
        if self.revisions.get(&source.n) != Some(&source.revision) {
            source.revision += 1;
            txn.put_source(&source)?;
            let noticed = Source { principal: self.principal.clone(), updated_at: self.now, ..source.clone() };
            txn.put_revision(&noticed, HANDED_ON)?;
            self.revisions.insert(source.n, source.revision);
            self.bound.insert((source.n, source.revision));
        }
        Ok(source)
    }

    /// Lets the ledger bind what was handed on.
    pub(super) fn close(&self, txn: &mut Txn<'_>) -> Result<(), Error> {
        for (n, revision) in &self.bound {
            if let Some(source) = txn.source_numbered(*n)? {
                txn.bind_revision(&source.id, *n, *revision)?;
            }
        }
        Ok(())
    }
}

/// Hands an item that was just retired on to where its words are still said: one piece for each anchor, as nobody finds what
/// belongs to another, and links to that for the other places there.
pub(super) fn hand_on(keeper: &mut Keeper, txn: &mut Txn<'_>, item: &Item) -> Result<(), Error> {
    let heirs = txn.heirs(item.n)?;
    txn.unsight_item(item.n)?;
    let mut kept: BTreeMap<String, i64> = BTreeMap::new();
    for heir in heirs {
        let Some(source) = txn.source_numbered(heir.source)? else { continue };
        let anchor = source.anchor.to_string();
        if let Some(n) = kept.get(&anchor) {
            txn.sight(*n, heir.source, heir.seq, heir.seen_at, heir.lines)?;
        } else if let Some(n) = inherit(keeper, txn, item, source, heir)? {
            kept.insert(anchor, n);
        }
    }
    Ok(())
}

/// Lets the words of an item be found where they were only seen until now.
fn inherit(keeper: &mut Keeper, txn: &mut Txn<'_>, item: &Item, source: Source, heir: Heir) -> Result<Option<i64>, Error> {
    let Some(said) = txn.evidences(&[&item.id])?.pop() else { return Ok(None) };
    let id = evidence_id(&source.id, Digest::of(said.content.as_str().as_bytes()), 0);
    if let Some(own) = txn.item_of(id.as_str())? {
        if txn.deletion(&id)?.is_some() {
            return Ok(None); // a human took it out of sight
        }
        // It was kept here before, and then only seen.
        txn.move_item(own.n, heir.seq, &own.heading, &own.author, heir.lines)?;
        keeper.revive(txn, &own)?;
        return Ok(Some(own.n));
    }
    let source = keeper.heirs().revise(txn, source)?;
    let recorded_at = keeper.heirs().now;
    let evidence = Evidence { id, origin: Origin::Import, principal: source.principal, source: source.path, content: said.content, recorded_at };
    txn.record_piece(&evidence, &TextPacker::default().pack(evidence.content.as_str()))?;
    // Where nothing tells when it was written, it is as old as when it was first seen there.
    let at = if item.at == item.since { heir.seen_at } else { item.at };
    let neighbour = if item.thread.is_empty() { None } else { txn.items_between(source.n, heir.seq - NEAR, heir.seq + NEAR)?.pop() };
    let piece = Piece {
        kind: &source.kind,
        source: (source.n, source.revision),
        seq: heir.seq,
        thread: neighbour.as_ref().map_or("", |item| &item.thread),
        author: if item.kind == source.kind { &item.author } else { "" },
        speaker: if item.kind == source.kind { Traits(item.traits).speaker() } else { Traits::default() },
        heading: &item.heading,
        title: if source.kind == Kind::Conversation.name() { "" } else { &source.title },
        at,
        lines: heir.lines,
        print: &Fingerprint::of(evidence.content.as_str()),
    };
    let anchor = txn.anchor_number(&source.anchor.to_string())?;
    Ok(Some(keeper.standing_at(anchor, |keeper| keeper.index(txn, &evidence, &piece))?))
}
