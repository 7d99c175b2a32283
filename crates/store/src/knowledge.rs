//! Knowledge rows: the lesson as it is sealed, what it rests on, and what happened to it, in order.
//!
//! A candidate is written by whoever distils it; what is believed is written under a human's yes; what falls because its
//! premises are gone needs nobody's. Not here: whether a row is to be believed. It names a seal; the engine asks it.

use crate::{
    Result, Row, StoreError, Txn, View,
    claim_events::{listed, state},
    value::{Value, args, json},
};
use kernel::{
    anchor::Anchor,
    canonical,
    claim::{Domain, Form, Happening, Knowledge, Lesson, Role, Standing, Status, Tier},
    id::{EvidenceId, KnowledgeId, ProposalId},
    ledger::Digest,
    proposal::ERASED,
    seal::HumanReview,
    time::Moment,
};

const COLUMNS: &str = "id, lesson, standing, seal, anchor, promoted_from_proposal_id, principal, created_at, updated_at";
const PUT: &str =
    "insert into knowledge (id, form, lesson, standing, seal, anchor, parent, promoted_from_proposal_id, principal, created_at, updated_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
    on conflict (id) do update set standing = excluded.standing, seal = excluded.seal, anchor = excluded.anchor, parent = excluded.parent,
    promoted_from_proposal_id = excluded.promoted_from_proposal_id, updated_at = excluded.updated_at";
const REF_COLUMNS: &str = "r.knowledge, r.evidence, r.role, r.note, r.made_by, r.made_at, r.seal";
const REF_PUT: &str = "insert into knowledge_ref (knowledge, evidence, role, note, made_by, made_at, seal) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    on conflict (knowledge, evidence) do update set seal = excluded.seal";
const REF_DROP: &str = "delete from knowledge_ref where knowledge = ?1 and evidence = ?2";
const REF_BLANK: &str = "update knowledge_ref set note = '' where knowledge = ?1 and evidence = ?2";
const EVENT_BLANK: &str = "update knowledge_event set reason = '', metadata = ?3 where knowledge = ?1 and n = ?2";
const EVENT_COLUMNS: &str = "e.knowledge, e.n, e.type, e.from_status, e.to_status, e.reason, e.actor, e.metadata, e.at, e.seal";
const EVENT_PUT: &str = "insert into knowledge_event (knowledge, n, type, from_status, to_status, reason, actor, metadata, at, seal)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
const MARK: &str = "select (select count(*) from knowledge) || ' ' || (select count(*) from knowledge_ref) || ' '
    || (select count(*) from knowledge_event) || ' ' || (select coalesce(max(updated_at), '') from knowledge)";
const EVENT_NEXT: &str = "select coalesce(max(n), 0) + 1 from knowledge_event where knowledge = ?1";

/// What of knowledge a list wants; what is left out lets everything through.
#[derive(Clone, Debug, Default)]
pub struct KnowledgeFilter {
    /// Of this form.
    pub form: Option<Form>,
    /// Of this tier.
    pub tier: Option<Tier>,
    /// With one of these standings; empty means any.
    pub standings: Vec<Standing>,
    /// For these.
    pub domain: Option<Domain>,
    /// About this.
    pub field: Option<String>,
    /// Lying at one of these anchors; empty means anywhere.
    pub anchors: Vec<String>,
    /// Lying at an anchor of this kind.
    pub anchor_kind: Option<&'static str>,
    /// At most so many.
    pub limit: i64,
}

/// A piece of evidence in its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeRef {
    /// The knowledge.
    pub knowledge: KnowledgeId,
    /// The evidence.
    pub evidence: EvidenceId,
    /// What it is to it.
    pub role: Role,
    /// What was said about it.
    pub note: String,
    /// Who linked them.
    pub by: String,
    /// When.
    pub at: Moment,
    /// The seal under which a human saw it there, if one did.
    pub seal: Option<Digest>,
}

/// Something that happened to a piece of knowledge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeEvent {
    /// The knowledge.
    pub knowledge: KnowledgeId,
    /// What happened.
    pub what: Happening,
    /// How far it was believed before.
    pub from: Option<Status>,
    /// And after.
    pub to: Option<Status>,
    /// Why.
    pub reason: String,
    /// Who did it, as the server knows them.
    pub actor: String,
    /// What else is to be known, as canonical JSON.
    pub metadata: String,
    /// When.
    pub at: Moment,
    /// The seal it happened under, if it needed one.
    pub seal: Option<Digest>,
}

fn map(mut row: Row) -> Result<Knowledge> {
    Ok(Knowledge {
        id: row.parsed("knowledge id", KnowledgeId::parse)?,
        lesson: row.parsed("lesson", json::<Lesson>)?,
        standing: row.parsed("standing", |word| Standing::named(word).ok_or("unknown word"))?,
        seal: row.parsed_or_empty("seal", str::parse::<Digest>)?,
        anchor: row.parsed("anchor", Anchor::parse)?,
        promoted_from: row.parsed_or_empty("proposal id", ProposalId::parse)?,
        principal: row.text()?,
        created_at: row.moment()?,
        updated_at: row.moment()?,
    })
}

fn reference(mut row: Row) -> Result<KnowledgeRef> {
    Ok(KnowledgeRef {
        knowledge: row.parsed("knowledge id", KnowledgeId::parse)?,
        evidence: row.parsed("evidence id", EvidenceId::parse)?,
        role: row.parsed("role", |word| Role::named(word).ok_or("unknown word"))?,
        note: row.text()?,
        by: row.text()?,
        at: row.moment()?,
        seal: row.parsed_or_empty("seal", str::parse::<Digest>)?,
    })
}

fn event(mut row: Row) -> Result<(i64, KnowledgeEvent)> {
    let (knowledge, n) = (row.parsed("knowledge id", KnowledgeId::parse)?, row.int()?);
    let status = |word: &str| Status::named(word).ok_or("unknown word");
    Ok((
        n,
        KnowledgeEvent {
            knowledge,
            what: row.parsed("event", |word| Happening::named(word).ok_or("unknown word"))?,
            from: row.parsed_or_empty("status", status)?,
            to: row.parsed_or_empty("status", status)?,
            reason: row.text()?,
            actor: row.text()?,
            metadata: row.text()?,
            at: row.moment()?,
            seal: row.parsed_or_empty("seal", str::parse::<Digest>)?,
        },
    ))
}

fn knowledge_state(k: &Knowledge) -> Result<Digest> {
    state(&(&k.id, &k.lesson, k.standing, k.seal, &k.anchor, &k.promoted_from, &k.principal, k.created_at))
}

fn ref_state(r: &KnowledgeRef) -> Result<Digest> {
    state(&(&r.knowledge, &r.evidence, r.role, &r.note, &r.by, r.at, r.seal))
}

fn event_state(e: &KnowledgeEvent) -> Result<Digest> {
    state(&(&e.knowledge, e.what, e.from, e.to, &e.reason, &e.actor, &e.metadata, e.at, e.seal))
}

fn ref_name(knowledge: &KnowledgeId, evidence: &EvidenceId) -> String {
    format!("{knowledge} rests on {evidence}")
}

fn event_name(knowledge: &KnowledgeId, n: i64) -> String {
    format!("{knowledge} event {n}")
}

impl View<'_> {
    /// One piece of knowledge, of whatever standing.
    pub fn knowledge(&mut self, id: &KnowledgeId) -> Result<Option<Knowledge>> {
        self.one(&format!("select {COLUMNS} from knowledge where id = ?1"), args![id.as_str()], map)
    }

    /// These pieces of knowledge, of whatever standing, in no order.
    pub fn knowledge_named<T: AsRef<str>>(&mut self, ids: &[T]) -> Result<Vec<Knowledge>> {
        self.many(&format!("select {COLUMNS} from knowledge where id in (select j.value from json_each(?1) j)"), args![listed(ids)?], map)
    }

    /// Knowledge, oldest first.
    pub fn knowledge_list(&mut self, filter: &KnowledgeFilter) -> Result<Vec<Knowledge>> {
        let mut args: Vec<Value> = Vec::new();
        let mut wanted = vec!["1 = 1".to_owned()];
        let mut is = |column: &str, value: Option<&str>| {
            if let Some(value) = value {
                args.push(value.into());
                wanted.push(format!("{column} = ?{}", args.len()));
            }
        };
        is("form", filter.form.map(Form::name));
        is("lesson ->> 'tier'", filter.tier.map(Tier::name));
        is("lesson ->> 'domain'", filter.domain.map(Domain::name));
        is("lesson ->> 'field'", filter.field.as_deref());
        if let Some(kind) = filter.anchor_kind {
            args.push(format!("{kind}:%").into());
            wanted.push(format!("anchor like ?{}", args.len()));
        }
        let mut any = |column: &str, values: Vec<&str>| {
            if !values.is_empty() {
                let places: Vec<String> = values
                    .into_iter()
                    .map(|value| {
                        args.push(value.into());
                        format!("?{}", args.len())
                    })
                    .collect();
                wanted.push(format!("{column} in ({})", places.join(", ")));
            }
        };
        any("standing", filter.standings.iter().map(|s| s.name()).collect());
        any("anchor", filter.anchors.iter().map(String::as_str).collect());
        args.push(filter.limit.into());
        let sql = format!("select {COLUMNS} from knowledge where {} order by created_at, id limit ?{}", wanted.join(" and "), args.len());
        self.many(&sql, &args, map)
    }

    /// What is another text whenever anything about knowledge was changed: every change adds an event or a row, or is the
    /// newest. What was read under one mark need not be read again under the same.
    pub fn knowledge_mark(&mut self) -> Result<String> {
        Ok(self.one(MARK, &[], |mut row| row.text())?.unwrap_or_default())
    }

    /// The checkouts of a repository that knowledge lies at.
    pub fn knowledge_checkouts(&mut self, repository: &str) -> Result<Vec<String>> {
        self.many("select distinct anchor from knowledge where parent = ?1 order by anchor", args![repository], |mut row| row.text())
    }

    /// What these pieces of knowledge rest on, and what speaks against them.
    pub fn knowledge_refs<T: AsRef<str>>(&mut self, ids: &[T]) -> Result<Vec<KnowledgeRef>> {
        let sql = format!(
            "select {REF_COLUMNS} from json_each(?1) j cross join knowledge_ref r where r.knowledge = j.value order by r.knowledge, r.made_at, r.role, r.evidence"
        );
        self.many(&sql, args![listed(ids)?], reference)
    }

    /// Every role that these pieces of evidence have in any knowledge.
    pub fn knowledge_citing<T: AsRef<str>>(&mut self, evidence: &[T]) -> Result<Vec<KnowledgeRef>> {
        let sql = format!(
            "select {REF_COLUMNS} from json_each(?1) j cross join knowledge_ref r where r.evidence = j.value order by r.knowledge, r.evidence"
        );
        self.many(&sql, args![listed(evidence)?], reference)
    }

    /// Knowledge that was made from this, of whatever standing.
    pub fn knowledge_made_from(&mut self, id: &KnowledgeId) -> Result<Vec<Knowledge>> {
        self.many(&format!("select {COLUMNS} from knowledge where lesson ->> 'madeFrom' = ?1 order by id"), args![id.as_str()], map)
    }

    /// What happened to a piece of knowledge, in order, each with its number.
    pub fn knowledge_events(&mut self, id: &KnowledgeId) -> Result<Vec<(i64, KnowledgeEvent)>> {
        self.many(&format!("select {EVENT_COLUMNS} from knowledge_event e where e.knowledge = ?1 order by e.n"), args![id.as_str()], event)
    }

    /// Every row about knowledge, with the name by which the ledger knows it.
    pub fn each_knowledge(&mut self, take: &mut dyn FnMut(String, KnowledgeRow) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {COLUMNS} from knowledge order by created_at, id"), &[], &mut |row| {
            let k = map(row)?;
            take(k.id.to_string(), KnowledgeRow::Knowledge(Box::new(k)))
        })?;
        self.db.each(&format!("select {REF_COLUMNS} from knowledge_ref r order by r.knowledge, r.evidence"), &[], &mut |row| {
            let r = reference(row)?;
            take(ref_name(&r.knowledge, &r.evidence), KnowledgeRow::Ref(r))
        })?;
        self.db.each(&format!("select {EVENT_COLUMNS} from knowledge_event e order by e.knowledge, e.n"), &[], &mut |row| {
            let (n, e) = event(row)?;
            take(event_name(&e.knowledge, n), KnowledgeRow::Event(e))
        })
    }

    /// Hands over every row about knowledge with its state, as the ledger should have bound it.
    pub(crate) fn each_knowledge_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_knowledge(&mut |name, row| take(name, row.state()?))
    }
}

/// A row about knowledge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnowledgeRow {
    /// The knowledge itself.
    Knowledge(Box<Knowledge>),
    /// Evidence in its role.
    Ref(KnowledgeRef),
    /// What happened to it.
    Event(KnowledgeEvent),
}

impl KnowledgeRow {
    /// The name by which the ledger knows it. An event's number is its row's own, so an event alone has none.
    pub fn name(&self) -> String {
        match self {
            Self::Knowledge(k) => k.id.to_string(),
            Self::Ref(r) => ref_name(&r.knowledge, &r.evidence),
            Self::Event(_) => String::new(),
        }
    }

    /// Its state, as an entry remembers it.
    pub fn state(&self) -> Result<Digest> {
        match self {
            Self::Knowledge(k) => knowledge_state(k),
            Self::Ref(r) => ref_state(r),
            Self::Event(e) => event_state(e),
        }
    }
}

impl Txn<'_> {
    /// Writes knowledge that nobody has agreed to yet, or that is no longer believed because what it rested on is gone.
    ///
    /// # Panics
    /// When it says that it is believed: that needs [`Txn::put_knowledge`], and a human.
    pub fn put_unbelieved(&mut self, knowledge: &Knowledge) -> Result<()> {
        assert!(!knowledge.standing.is_authoritative(), "BUG: knowledge {} was to be believed without a human's yes", knowledge.id);
        self.write_knowledge(knowledge)
    }

    /// Writes knowledge under a human's yes; its lesson and birth never change after the first time.
    ///
    /// # Panics
    /// When it names another seal than the one behind this yes.
    pub fn put_knowledge(&mut self, knowledge: &Knowledge, review: &HumanReview) -> Result<()> {
        assert_eq!(knowledge.seal, Some(review.seal()), "BUG: knowledge {} was to be written under another seal than its own", knowledge.id);
        self.write_knowledge(knowledge)
    }

    /// Moves knowledge to another anchor under a human's yes. The seal behind its standing stays the one it has.
    pub fn move_knowledge(&mut self, knowledge: &Knowledge, _: &HumanReview) -> Result<()> {
        self.write_knowledge(knowledge)
    }

    fn write_knowledge(&mut self, k: &Knowledge) -> Result<()> {
        let lesson = canonical::canonical(&k.lesson).map_err(|e| StoreError::Other(e.to_string()))?;
        let seal = k.seal.map_or_else(String::new, |d| d.to_string());
        let (anchor, from) = (k.anchor.to_string(), k.promoted_from.as_ref().map_or("", ProposalId::as_str));
        let parent = k.anchor.parent().map_or_else(String::new, String::from);
        let form = k.form().name();
        self.db.execute(
            PUT,
            args![k.id.as_str(), form, lesson, k.standing.name(), seal, anchor, parent, from, &k.principal, k.created_at, k.updated_at],
        )?;
        self.after.insert(k.id.to_string(), knowledge_state(k)?);
        Ok(())
    }

    /// Takes a candidate away with all that stands beside it, because its words are erased. The entry says that it is gone.
    pub fn drop_candidate(&mut self, id: &KnowledgeId) -> Result<()> {
        for r in self.knowledge_refs(&[id.as_str()])? {
            self.drop_knowledge_ref(id, &r.evidence)?;
        }
        for (n, _) in self.knowledge_events(id)? {
            self.after.insert(event_name(id, n), Digest::ZERO);
        }
        self.db.execute("delete from knowledge_event where knowledge = ?1", args![id.as_str()])?;
        self.db.execute("delete from knowledge where id = ?1 and seal = ''", args![id.as_str()])?;
        self.after.insert(id.to_string(), Digest::ZERO);
        Ok(())
    }

    /// Takes words out of what was said about knowledge: notes of links, reasons of events. What happened stays, and when.
    pub fn erase_knowledge_words(&mut self, quote: &mut dyn FnMut(&str) -> bool) -> Result<()> {
        let mut said: Vec<(String, KnowledgeRow)> = Vec::new();
        self.each_knowledge(&mut |name, row| {
            let quoted = match &row {
                KnowledgeRow::Knowledge(_) => false,
                KnowledgeRow::Ref(r) => quote(&r.note),
                KnowledgeRow::Event(e) => quote(&e.reason) || quote(&e.metadata),
            };
            if quoted {
                said.push((name, row));
            }
            Ok(())
        })?;
        for (name, row) in said {
            let left = match row {
                KnowledgeRow::Knowledge(k) => KnowledgeRow::Knowledge(k),
                KnowledgeRow::Ref(r) => {
                    self.db.execute(REF_BLANK, args![r.knowledge.as_str(), r.evidence.as_str()])?;
                    KnowledgeRow::Ref(KnowledgeRef { note: String::new(), ..r })
                }
                KnowledgeRow::Event(e) => {
                    let n: i64 = name.rsplit(' ').next().and_then(|n| n.parse().ok()).ok_or_else(|| StoreError::Damaged(name.clone()))?;
                    self.db.execute(EVENT_BLANK, args![e.knowledge.as_str(), n, ERASED])?;
                    KnowledgeRow::Event(KnowledgeEvent { reason: String::new(), metadata: ERASED.to_owned(), ..e })
                }
            };
            self.after.insert(name, left.state()?);
        }
        Ok(())
    }

    /// Links a piece of evidence in its role. Nobody sealed it there, so it carries nothing yet.
    ///
    /// # Panics
    /// When it names a seal: that needs [`Txn::seal_knowledge_ref`], and a human.
    pub fn put_knowledge_ref(&mut self, r: &KnowledgeRef) -> Result<()> {
        assert!(r.seal.is_none(), "BUG: evidence {} was to carry {} without a human's yes", r.evidence, r.knowledge);
        self.write_ref(r)
    }

    /// Makes a piece of evidence a premise under a human's yes; its role and who linked it stay as they were.
    ///
    /// # Panics
    /// When it names another seal than the one behind this yes.
    pub fn seal_knowledge_ref(&mut self, r: &KnowledgeRef, review: &HumanReview) -> Result<()> {
        assert_eq!(r.seal, Some(review.seal()), "BUG: evidence {} was to carry {} under another seal", r.evidence, r.knowledge);
        self.write_ref(r)
    }

    fn write_ref(&mut self, r: &KnowledgeRef) -> Result<()> {
        let seal = r.seal.map_or_else(String::new, |d| d.to_string());
        self.db.execute(REF_PUT, args![r.knowledge.as_str(), r.evidence.as_str(), r.role.name(), &r.note, &r.by, r.at, seal])?;
        self.after.insert(ref_name(&r.knowledge, &r.evidence), ref_state(r)?);
        Ok(())
    }

    /// Takes a link away, because what it pointed to is erased. The entry says that it is gone.
    pub fn drop_knowledge_ref(&mut self, knowledge: &KnowledgeId, evidence: &EvidenceId) -> Result<()> {
        self.db.execute(REF_DROP, args![knowledge.as_str(), evidence.as_str()])?;
        self.after.insert(ref_name(knowledge, evidence), Digest::ZERO);
        Ok(())
    }

    /// Writes down what happened, after all that happened before.
    pub fn put_knowledge_event(&mut self, e: &KnowledgeEvent) -> Result<i64> {
        let n = self.next(EVENT_NEXT, e.knowledge.as_str())?;
        let status = |status: Option<Status>| status.map_or("", Status::name);
        let seal = e.seal.map_or_else(String::new, |d| d.to_string());
        self.db.execute(
            EVENT_PUT,
            args![e.knowledge.as_str(), n, e.what.name(), status(e.from), status(e.to), &e.reason, &e.actor, &e.metadata, e.at, seal],
        )?;
        self.after.insert(event_name(&e.knowledge, n), event_state(e)?);
        Ok(n)
    }
}
