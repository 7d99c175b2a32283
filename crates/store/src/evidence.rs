//! Evidence rows: written once, read often, never updated.

use crate::{
    PackedText, Result, Row, StoreError, Txn, View, packed_text,
    source::Brought,
    value::{Value, args},
};
use kernel::{
    evidence::{Evidence, Origin},
    id::EvidenceId,
    ledger::Digest,
    text::Content,
    time::Moment,
};

/// Bytes of a digest that are kept.
const KEPT_DIGEST_BYTES: usize = 8;
const PUT: &str = "insert into evidence (n, id, provenance, content, packed, digest) values (?1, ?2, ?3, ?4, ?5, ?6)";
const PROVENANCE_PUT: &str = "insert into provenance (n, origin, principal, source, recorded_at) values (?1, ?2, ?3, ?4, ?5)";
const PROVENANCE: &str = "select provenance from evidence where id = ?1";
/// Evidence of one provenance has numbers from its own up to that of the next one.
const PROVENANCE_DROP: &str = "delete from provenance where n = ?1 and not exists (select 1 from evidence e where e.n >= ?1
    and e.n < coalesce((select min(p.n) from provenance p where p.n > ?1), 9223372036854775807) and e.provenance = ?1)";
const GET: &str = "select e.id, p.origin, p.principal, p.source, e.content, e.packed, p.recorded_at, e.digest
    from evidence e join provenance p on p.n = e.provenance where e.id = ?1";
const GET_MANY: &str = "select e.id, p.origin, p.principal, p.source, e.content, e.packed, p.recorded_at, e.digest
    from json_each(?1) j cross join evidence e cross join provenance p where e.id = j.value and p.n = e.provenance";
const NUMBER: &str = "select n from evidence where id = ?1";
const BY_ITEM: &str = "select content, packed from evidence where n = ?1";
const NEXT_NUMBER: &str = "insert into corpus (one, items, words, next_item, next_word, next_source) values (1, 0, 0, ?1, 1, 1)
    on conflict (one) do update set next_item = excluded.next_item";
const DROP: &str = "delete from evidence where id = ?1";
const BY_PRINCIPAL: &str = "select e.id from evidence e join provenance p on p.n = e.provenance where p.principal = ?1 order by e.id";
/// With the revision of the source that brought it, if one did: those of one revision come together.
const BY_REVISION: &str =
    "select e.id, p.origin, p.principal, p.source, e.content, e.packed, p.recorded_at, e.digest, coalesce(s.id, ''), coalesce(i.revision, 0)
    from evidence e join provenance p on p.n = e.provenance left join item i on i.n = e.n left join source s on s.n = i.source
    order by coalesce(i.source, 0), coalesce(i.revision, 0), i.n";
pub(crate) const ALL: &str = "select e.id, p.origin, p.principal, p.source, e.content, e.packed, p.recorded_at, e.digest
    from evidence e join provenance p on p.n = e.provenance order by p.recorded_at, e.id";

/// Where pieces of evidence came from, which those that are recorded one after another mostly share.
#[derive(Debug)]
pub(crate) struct Provenance {
    n: i64,
    origin: Origin,
    principal: String,
    source: String,
    recorded_at: Moment,
}

impl Provenance {
    fn is_of(&self, e: &Evidence) -> bool {
        self.origin == e.origin && self.recorded_at == e.recorded_at && self.source == e.source && self.principal == e.principal
    }
}

pub(crate) fn map(mut row: Row) -> Result<Evidence> {
    read(&mut row)
}

pub(crate) fn read(row: &mut Row) -> Result<Evidence> {
    let evidence = Evidence {
        id: row.parsed("evidence id", EvidenceId::parse)?,
        origin: row.parsed("origin", |word| Origin::named(word).ok_or("unknown word"))?,
        principal: row.text()?,
        source: row.text()?,
        content: Content::parse(&words(row)?).map_err(|e| StoreError::Damaged(format!("content: {e}")))?,
        recorded_at: row.moment()?,
    };
    // Immutable means that an edited row is damage, wherever it is read.
    if row.value() != Some(Value::from(kept_digest(&evidence.digest()))) {
        return Err(StoreError::Damaged(format!("evidence {} is not what was recorded", evidence.id)));
    }
    Ok(evidence)
}

/// As much of a digest as the row has, to tell damage. The ledger binds all of it, made again from the words.
fn kept_digest(digest: &Digest) -> &[u8] {
    digest.0.get(..KEPT_DIGEST_BYTES).unwrap_or_default()
}

/// The words in the next two columns, `content` and `packed`.
pub(crate) fn words(row: &mut Row) -> Result<String> {
    let (content, packed) = (row.text()?, row.blob()?);
    if packed.is_empty() { Ok(content) } else { packed_text::unpack(&packed) }
}

impl View<'_> {
    /// One piece of evidence.
    pub fn evidence(&mut self, id: &EvidenceId) -> Result<Option<Evidence>> {
        self.one(GET, args![id.as_str()], map)
    }

    /// Several pieces, in the order they were asked for; those that are not there are left out.
    pub fn evidences(&mut self, ids: &[&str]) -> Result<Vec<Evidence>> {
        let asked = serde_json::to_string(ids).map_err(|e| StoreError::Other(e.to_string()))?;
        let mut found = self.many(GET_MANY, args![asked], map)?;
        let place: std::collections::HashMap<&str, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        found.sort_by_key(|e| place.get(e.id.as_str()).copied());
        Ok(found)
    }

    /// What an item says, for a first look. Whoever goes on to rely on it reads the evidence, which is checked then.
    pub fn said_by(&mut self, item: i64) -> Result<Option<String>> {
        self.one(BY_ITEM, args![item], |mut row| words(&mut row))
    }

    /// The number of a piece of evidence, which is the number of its item.
    pub fn evidence_number(&mut self, id: &EvidenceId) -> Result<Option<i64>> {
        self.one(NUMBER, args![id.as_str()], |mut row| row.int())
    }

    /// Everything one principal brought.
    pub fn evidence_by(&mut self, principal: &str) -> Result<Vec<EvidenceId>> {
        self.many(BY_PRINCIPAL, args![principal], |mut row| row.parsed("evidence id", EvidenceId::parse))
    }

    /// What the ledger should have bound, as it stands now: each loose piece by itself, the rest by the revision of the
    /// source that brought it.
    pub(crate) fn each_evidence_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        let mut open: Option<(String, Brought)> = None;
        self.db.each(BY_REVISION, &[], &mut |mut row| {
            let evidence = read(&mut row)?;
            let (source, revision) = (row.text()?, row.int()?);
            if source.is_empty() {
                return take(evidence.id.to_string(), evidence.digest());
            }
            let name = format!("{source}.{revision}");
            if open.as_ref().is_none_or(|(before, _)| *before != name)
                && let Some((before, brought)) = open.replace((name, Brought::default()))
            {
                take(before, brought.digest())?;
            }
            if let Some((_, brought)) = &mut open {
                brought.add(evidence.id.as_str(), evidence.digest());
            }
            Ok(())
        })?;
        open.map_or(Ok(()), |(name, brought)| take(name, brought.digest()))
    }
}

impl Txn<'_> {
    /// Records something seen.
    pub fn record(&mut self, evidence: &Evidence) -> Result<()> {
        let digest = evidence.digest();
        self.put_evidence(evidence, digest, &PackedText::default())?;
        self.after.insert(evidence.id.to_string(), digest);
        Ok(())
    }

    /// Records a piece of a source, and answers its number and its digest. The entry binds it with the rest of its revision: see
    /// [`Txn::bind_revision`].
    pub fn record_piece(&mut self, evidence: &Evidence, packed: &PackedText) -> Result<(i64, Digest)> {
        let digest = evidence.digest();
        Ok((self.put_evidence(evidence, digest, packed)?, digest))
    }

    fn put_evidence(&mut self, e: &Evidence, digest: Digest, packed: &PackedText) -> Result<i64> {
        let n = self.take_number()?;
        let content = if packed.is_empty() { e.content.as_str() } else { "" };
        let provenance = self.provenance_of(n, e)?;
        self.db.execute(PUT, args![n, e.id.as_str(), provenance, content, packed.bytes(), kept_digest(&digest)])?;
        Ok(n)
    }

    /// The number of the provenance of a piece that is recorded now: that of the piece before it, if they share it.
    fn provenance_of(&mut self, n: i64, e: &Evidence) -> Result<i64> {
        if let Some(last) = self.last_provenance.as_ref().filter(|last| last.is_of(e)) {
            return Ok(last.n);
        }
        self.db.execute(PROVENANCE_PUT, args![n, e.origin.name(), &e.principal, &e.source, e.recorded_at])?;
        let (principal, source) = (e.principal.clone(), e.source.clone());
        self.last_provenance = Some(Provenance { n, origin: e.origin, principal, source, recorded_at: e.recorded_at });
        Ok(n)
    }

    /// The next number of a piece of evidence. None is given twice, also where the last was erased.
    fn take_number(&mut self) -> Result<i64> {
        let n = match self.next_number {
            Some(n) => n,
            None => self.corpus()?.next_item,
        };
        self.next_number = Some(n + 1);
        Ok(n)
    }

    /// Writes the next number, if any was taken.
    pub(crate) fn keep_numbers(&mut self) -> Result<()> {
        if let Some(n) = self.next_number.take() {
            self.db.execute(NEXT_NUMBER, args![n])?;
        }
        Ok(())
    }

    /// Erases the words of a piece of evidence. The entry says that it is gone.
    pub fn erase_evidence(&mut self, id: &EvidenceId) -> Result<()> {
        let provenance = self.one(PROVENANCE, args![id.as_str()], |mut row| row.int())?;
        self.db.execute(DROP, args![id.as_str()])?;
        if let Some(provenance) = provenance {
            self.db.execute(PROVENANCE_DROP, args![provenance])?;
            self.last_provenance = None; // its row may be gone
        }
        self.after.insert(id.to_string(), Digest::ZERO);
        Ok(())
    }
}
