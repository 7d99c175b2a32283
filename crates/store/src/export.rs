//! What leaves a palace whole: every piece of evidence and every seal, and which entry last changed what.
//!
//! Not here: the shape of an export. The kernel defines its entries, the application its other lines.

use crate::{Result, Row, View, claim, evidence, key, link, proposal, source::Brought, value::args};
use kernel::{
    anchor::Anchor,
    claim::Claim,
    evidence::Evidence,
    id::{PalaceId, SourceId},
    ledger::Digest,
    proposal::Proposal,
    seal::Seal,
    time::Moment,
};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// All evidence with where it lies. What one revision of a source brought comes together, in the order the ledger binds.
const SPOTS: &str =
    "select e.id, p.origin, p.principal, p.source, e.content, e.packed, p.recorded_at, e.digest, coalesce(i.n, 0), coalesce(s.id, ''),
    coalesce(i.revision, 0), coalesce(a.name, ''), coalesce(i.kind, ''), coalesce(i.seq, 0), coalesce(i.thread, ''), coalesce(i.author, ''),
    coalesce(i.heading, ''), coalesce(i.at, 0), coalesce(i.since, 0), coalesce(i.until, '')
    from evidence e join provenance p on p.n = e.provenance left join item i on i.n = e.n left join source s on s.n = i.source
    left join anchor a on a.n = i.anchor order by coalesce(i.source, 0), coalesce(i.revision, 0), coalesce(i.n, 0), p.recorded_at, e.id";
const SIGHTED: &str = "select e.id from sighting g join evidence e on e.n = g.item where g.source = ?1 and g.seq = ?2 order by e.n limit 1";

/// Where a piece of evidence lies. The ledger binds its words, and which revision brought it; the rest is what helps to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The source and the revision of it that brought the piece, if one did.
    pub from: Option<(SourceId, i64)>,
    /// Where it belongs.
    pub anchor: Anchor,
    /// What kind of thing it is.
    pub kind: String,
    /// Its place in the source.
    pub seq: i64,
    /// The stretch of talk it belongs to.
    pub thread: String,
    /// Who said it.
    pub author: String,
    /// Where in the source.
    pub heading: String,
    /// When it was said or written.
    pub at: Moment,
    /// Since when it is known.
    pub since: Moment,
    /// Until when it was current.
    pub until: Option<Moment>,
}

/// What rests on what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its id.
    pub id: String,
    /// What rests.
    pub source: String,
    /// On what.
    pub target: String,
    /// How.
    pub relation: String,
    /// Who linked them.
    pub created_by: String,
    /// When.
    pub created_at: Moment,
}

/// The state of a link, as an entry remembers it.
pub fn link_state(l: &Link) -> Result<Digest> {
    link::state(&l.id, &l.source, &l.target, &l.relation, &l.created_by, l.created_at)
}

/// The state of a revision, as an entry remembers it: all that it brought, in order.
pub fn revision_state<'a>(brought: impl IntoIterator<Item = (&'a str, Digest)>) -> Digest {
    let mut folded = Brought::default();
    brought.into_iter().for_each(|(id, digest)| folded.add(id, digest));
    folded.digest()
}

fn spot(row: &mut Row) -> Result<Option<Spot>> {
    if row.int()? == 0 {
        return Ok(None);
    }
    let (source, revision) = (row.text()?, row.int()?);
    let source = if source.is_empty() { None } else { Some(SourceId::parse(&source).map_err(|e| crate::StoreError::Damaged(e.to_string()))?) };
    Ok(Some(Spot {
        from: source.map(|source| (source, revision)),
        anchor: row.parsed("anchor", Anchor::parse)?,
        kind: row.text()?,
        seq: row.int()?,
        thread: row.text()?,
        author: row.text()?,
        heading: row.text()?,
        at: Moment::from_millis(row.int()?),
        since: Moment::from_millis(row.int()?),
        until: row.moment_or_empty()?,
    }))
}

/// The last entry about a record, and the digest of the record that it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The entry.
    pub seq: u64,
    /// The record's state, as a digest.
    pub state: String,
}

/// What an entry's payload says it left behind: record and state.
pub fn left_by(body: &str) -> Vec<(String, String)> {
    let body: Json = serde_json::from_str(body).unwrap_or(Json::Null);
    let after = body["after"].as_object().cloned().unwrap_or_default();
    after.into_iter().filter_map(|(id, state)| Some((id, state.as_str()?.to_owned()))).collect()
}

/// The state of a claim, as an entry remembers it.
pub fn claim_state(claim: &Claim) -> Result<Digest> {
    claim::state(claim)
}

/// The state of a proposal, as an entry remembers it.
pub fn proposal_state(proposal: &Proposal) -> Result<Digest> {
    proposal::state(proposal)
}

impl View<'_> {
    /// For every record that an entry left, the last such entry.
    pub fn last_changes(&mut self, palace: &PalaceId) -> Result<BTreeMap<String, Left>> {
        let mut last = BTreeMap::new();
        self.each_entry(palace, &mut |stored| {
            let seq = stored.entry.seq;
            let left = stored.body.as_deref().map(left_by).unwrap_or_default();
            last.extend(left.into_iter().map(|(id, state)| (id, Left { seq, state })));
            Ok(())
        })?;
        Ok(last)
    }

    /// Hands over all evidence, oldest first.
    pub fn each_evidence(&mut self, take: &mut dyn FnMut(Evidence) -> Result<()>) -> Result<()> {
        self.db.each(evidence::ALL, &[], &mut |row| take(evidence::map(row)?))
    }

    /// Hands over all evidence with where it lies, if it can be found.
    pub fn each_spot(&mut self, take: &mut dyn FnMut(Evidence, Option<Spot>) -> Result<()>) -> Result<()> {
        self.db.each(SPOTS, &[], &mut |mut row| take(evidence::read(&mut row)?, spot(&mut row)?))
    }

    /// Hands over every link.
    pub fn each_link(&mut self, take: &mut dyn FnMut(Link) -> Result<()>) -> Result<()> {
        self.db.each(link::ALL, &[], &mut |mut row| {
            let (id, source, target, relation) = (row.text()?, row.text()?, row.text()?, row.text()?);
            take(Link { id, source, target, relation, created_by: row.text()?, created_at: row.moment()? })
        })
    }

    /// What says the words that were seen again in this place of a source.
    pub fn sighted(&mut self, source: i64, seq: i64) -> Result<Option<String>> {
        self.one(SIGHTED, args![source, seq], |mut row| row.text())
    }

    /// Hands over every seal that was spent.
    pub fn each_seal(&mut self, take: &mut dyn FnMut(Seal) -> Result<()>) -> Result<()> {
        self.db.each(key::SEALS, &[], &mut |mut row| take(key::seal(&mut row)?))
    }
}
