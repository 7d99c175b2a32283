//! Claim rows. The draft is kept as the JSON that was sealed; no column repeats it.

use crate::{
    RESTS_ON, Result, Row, StoreError, Txn, View,
    value::{Value, args, json},
};
use kernel::{
    anchor::Anchor,
    canonical,
    claim::{Claim, Draft, Kind, Standing},
    id::{ClaimId, ProposalId},
    ledger::Digest,
    scope::Scope,
    seal::HumanReview,
    time::Moment,
};

const COLUMNS: &str = "id, draft, standing, seal, promoted_from_proposal_id, source, created_at, updated_at";
const PUT: &str = "insert into claim (id, draft, standing, seal, promoted_from_proposal_id, source, created_at, updated_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    on conflict (id) do update set standing = excluded.standing, seal = excluded.seal, updated_at = excluded.updated_at";

/// What of a claim a list wants.
#[derive(Clone, Debug, Default)]
pub struct ClaimFilter {
    /// Of this kind.
    pub kind: Option<Kind>,
    /// With one of these standings; empty means any.
    pub standings: Vec<Standing>,
    /// In exactly this scope.
    pub scope: Option<Scope>,
    /// Holding for whoever stands in this project: of no project, of this one, or with a row in the corridor, whose seal is the
    /// reader's to ask. None means of any project.
    pub project: Option<Anchor>,
    /// Made at or after this moment.
    pub from: Option<Moment>,
    /// Made before this moment.
    pub until: Option<Moment>,
    /// As it was then: made by then, and with one of these standings, or changed only since. What it was before the change is the
    /// reader's to ask.
    pub as_of: Option<Moment>,
    /// Proposed by this principal, or written directly by them.
    pub principal: Option<String>,
    /// At most so many.
    pub limit: i64,
}

fn map(mut row: Row) -> Result<Claim> {
    Ok(Claim {
        id: row.parsed("claim id", ClaimId::parse)?,
        draft: row.parsed("draft", json::<Draft>)?,
        standing: row.parsed("standing", |word| Standing::named(word).ok_or("unknown word"))?,
        seal: row.parsed_or_empty("seal", str::parse::<Digest>)?,
        promoted_from: row.parsed_or_empty("proposal id", ProposalId::parse)?,
        source: row.text()?,
        created_at: row.moment()?,
        updated_at: row.moment()?,
    })
}

/// What the ledger remembers of a claim's state, so that a row edited by hand is noticed.
pub(crate) fn state(claim: &Claim) -> Result<Digest> {
    canonical::digest(&(&claim.id, &claim.draft, claim.standing, claim.seal, &claim.promoted_from, &claim.source, claim.created_at))
        .map_err(|e| StoreError::Damaged(e.to_string()))
}

impl View<'_> {
    /// One claim, of whatever standing.
    pub fn claim(&mut self, id: &ClaimId) -> Result<Option<Claim>> {
        self.one(&format!("select {COLUMNS} from claim where id = ?1"), args![id.as_str()], map)
    }

    /// These claims, of whatever standing, in no order.
    pub fn claims_named<T: AsRef<str>>(&mut self, ids: &[T]) -> Result<Vec<Claim>> {
        let sql = format!("select {COLUMNS} from claim where id in (select j.value from json_each(?1) j)");
        self.many(&sql, args![crate::claim_events::listed(ids)?], map)
    }

    /// Every claim whose present standing rests on this seal.
    pub fn claims_under(&mut self, seal: Digest) -> Result<Vec<Claim>> {
        self.many(&format!("select {COLUMNS} from claim where seal = ?1 order by id limit ?2"), args![seal, i64::MAX], map)
    }

    /// Claims, newest first.
    pub fn claims(&mut self, filter: &ClaimFilter) -> Result<Vec<Claim>> {
        let mut args: Vec<Value> = Vec::new();
        let mut wanted = vec!["1 = 1".to_owned()];
        for (column, bound) in [("created_at >=", filter.from), ("created_at <", filter.until), ("created_at <=", filter.as_of)] {
            if let Some(moment) = bound {
                args.push(moment.into());
                wanted.push(format!("{column} ?{}", args.len()));
            }
        }
        if let Some(principal) = &filter.principal {
            args.push(principal.into());
            let place = args.len();
            // What came of no proposal was written by whoever linked it to what it rests on.
            wanted.push(format!(
                "(exists (select 1 from proposal p where p.id = claim.promoted_from_proposal_id and p.author = ?{place})
                or (promoted_from_proposal_id = '' and exists (select 1 from link l where l.source_id = claim.id and l.relation = '{RESTS_ON}' and l.created_by = ?{place})))"
            ));
        }
        if let Some(kind) = filter.kind {
            args.push(kind.name().into());
            wanted.push(format!("draft ->> 'as' = ?{}", args.len()));
        }
        if !filter.standings.is_empty() {
            let places: Vec<String> = filter
                .standings
                .iter()
                .map(|s| {
                    args.push(s.name().into());
                    format!("?{}", args.len())
                })
                .collect();
            let now = format!("standing in ({})", places.join(", "));
            wanted.push(match filter.as_of {
                None => now,
                Some(then) => {
                    args.push(then.into());
                    format!("({now} or updated_at > ?{})", args.len())
                }
            });
        }
        if let Some(scope) = &filter.scope {
            args.push(scope.kind().name().into());
            wanted.push(format!("draft ->> 'scope' = ?{}", args.len()));
            if !scope.path().is_empty() {
                args.push(scope.path().into());
                wanted.push(format!("draft ->> 'scopePath' = ?{}", args.len()));
            }
        }
        if let Some(project) = &filter.project {
            args.push(project.to_string().into());
            let place = args.len();
            wanted.push(format!(
                "(draft ->> 'project' is null or draft ->> 'project' = ?{place} or exists (select 1 from corridor c where c.claim = claim.id))"
            ));
        }
        args.push(filter.limit.into());
        let sql = format!("select {COLUMNS} from claim where {} order by created_at desc, id limit ?{}", wanted.join(" and "), args.len());
        self.many(&sql, &args, map)
    }
}

impl Txn<'_> {
    /// Writes a claim under a human's yes; its draft, source and birth never change after the first time.
    ///
    /// # Panics
    /// When the claim names another seal than the one behind this yes.
    pub fn put_claim(&mut self, claim: &Claim, review: &HumanReview) -> Result<()> {
        assert_eq!(claim.seal, Some(review.seal()), "BUG: claim {} was to be written under another seal than its own", claim.id);
        let draft = canonical::canonical(&claim.draft).map_err(|e| StoreError::Other(e.to_string()))?;
        let seal = claim.seal.map_or_else(String::new, |d| d.to_string());
        let from = claim.promoted_from.as_ref().map_or("", ProposalId::as_str);
        self.db
            .execute(PUT, args![claim.id.as_str(), draft, claim.standing.name(), seal, from, &claim.source, claim.created_at, claim.updated_at])?;
        self.after.insert(claim.id.to_string(), state(claim)?);
        Ok(())
    }
}
