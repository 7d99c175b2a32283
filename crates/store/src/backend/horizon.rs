//! When a deleted row can be taken off PostgreSQL's disk: once no transaction can look at it any more.
//!
//! A vacuum passes over what somebody may still see, and says nothing. So whoever must know that a row is gone waits for those
//! transactions first. The server's own analyzing is one of them. Not here: what is vacuumed.

use crate::error::{Result, StoreError};
use postgres::Client;
use std::{thread, time::Duration};

/// A number that every transaction from now on comes after.
const MARK: &str = "select pg_current_xact_id()::xid::text";
/// As long as one waits for a lock: these are waits for others, too.
const PATIENCE: &str = "select setting::bigint from pg_settings where name = 'lock_timeout'";
/// Who writes since before the mark, in any database: a look that is taken meanwhile goes back as far.
const WRITERS: &str = "select count(*) from
    (select backend_xid as began from pg_stat_activity union all select transaction from pg_prepared_xacts) other
    where age(began) > age($1::text::xid)";
/// Who looks at this database since before it. A plain vacuum looks at no row that is gone, and nobody waits for one.
const READERS: &str = "select count(*) from pg_stat_activity a where a.pid <> pg_backend_pid() and age(a.backend_xmin) > age($1::text::xid)
    and (a.datid is null or a.datid = (select d.oid from pg_database d where d.datname = current_database()))
    and not exists (select from pg_stat_progress_vacuum v where v.pid = a.pid)";
/// Who copies the database elsewhere and has not come as far. That may take days, so nobody waits for it.
const COPIERS: &str = "select count(*) from pg_replication_slots where greatest(age(xmin), age(catalog_xmin)) > age($1::text::xid)";

const PAUSE_MS: u64 = 20;

/// Waits until nobody can see what was deleted before this call.
pub(super) fn pass(client: &mut Client) -> Result<()> {
    let mark: String = client.query_one(MARK, &[])?.try_get(0)?;
    let patience: i64 = client.query_one(PATIENCE, &[])?.try_get(0)?;
    let mut pauses = 0..patience.unsigned_abs() / PAUSE_MS;
    let mut count = |who: &str| -> Result<i64> { Ok(client.query_one(who, &[&mark])?.try_get(0)?) };
    if count(COPIERS)? > 0 {
        return Err(StoreError::StillRead);
    }
    // The order matters: once the last of the old writers is gone, no look that begins goes back before the mark.
    for who in [WRITERS, READERS] {
        while count(who)? > 0 {
            pauses.next().ok_or(StoreError::StillRead)?;
            thread::sleep(Duration::from_millis(PAUSE_MS));
        }
    }
    Ok(())
}
