//! Tunnel rows: ways between two places of the palace, dug by hand. One that is filled in again stays, with when.
//!
//! Not here: rooms that several wings have. Those are seen, not dug; the engine looks for them.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{id::TunnelId, time::Moment};

const COLUMNS: &str = "id, left_wing, left_room, right_wing, right_room, label, created_at, created_by";
const PUT: &str = "insert into tunnel (id, left_wing, left_room, right_wing, right_room, label, created_at, created_by)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    on conflict (id) do update set label = excluded.label, created_at = excluded.created_at, created_by = excluded.created_by, deleted_at = ''";
const FILL: &str = "update tunnel set deleted_at = ?2 where id = ?1 and deleted_at = ''";
const TEXTS: &str = "select id, left_wing, left_room, right_wing, right_room, label from tunnel order by id";
const DROP: &str = "delete from tunnel where id = ?1";

/// One end of a tunnel: a wing, or a room of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TunnelEnd {
    /// The wing.
    pub wing: String,
    /// The room, or empty for the whole wing.
    pub room: String,
}

/// A way between two places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel {
    /// Its id.
    pub id: TunnelId,
    /// One end.
    pub left: TunnelEnd,
    /// The other.
    pub right: TunnelEnd,
    /// What connects them.
    pub label: String,
    /// When it was dug.
    pub created_at: Moment,
    /// By whom.
    pub created_by: String,
}

fn map(mut row: Row) -> Result<Tunnel> {
    let id = row.parsed("tunnel id", TunnelId::parse)?;
    let left = TunnelEnd { wing: row.text()?, room: row.text()? };
    let right = TunnelEnd { wing: row.text()?, room: row.text()? };
    Ok(Tunnel { id, left, right, label: row.text()?, created_at: row.moment()?, created_by: row.text()? })
}

impl View<'_> {
    /// The tunnels that are open, oldest first; those of one wing, if it is named.
    pub fn tunnels(&mut self, wing: &str, limit: i64) -> Result<Vec<Tunnel>> {
        let sql = format!(
            "select {COLUMNS} from tunnel where deleted_at = '' and (?1 = '' or left_wing = ?1 or right_wing = ?1) order by created_at, id limit ?2"
        );
        self.many(&sql, args![wing, limit], map)
    }

    /// One tunnel that is open.
    pub fn tunnel(&mut self, id: &TunnelId) -> Result<Option<Tunnel>> {
        self.one(&format!("select {COLUMNS} from tunnel where id = ?1 and deleted_at = ''"), args![id.as_str()], map)
    }

    /// Whether this tunnel was ever dug, filled in since or not.
    pub fn was_dug(&mut self, id: &TunnelId) -> Result<bool> {
        Ok(self.one("select 1 from tunnel where id = ?1", args![id.as_str()], |mut row| row.int())?.is_some())
    }

    /// Tunnels whose words `quote` picks, filled in or not.
    pub fn tunnels_quoting(&mut self, quote: &mut dyn FnMut(&str) -> bool) -> Result<Vec<String>> {
        let mut found = Vec::new();
        self.db.scan(TEXTS, &[], &mut |row| {
            for column in 1..=5 {
                if quote(row.text(column)?) {
                    found.push(row.text(0)?.to_owned());
                    break;
                }
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl Txn<'_> {
    /// Digs a tunnel, or says anew what one connects.
    pub fn put_tunnel(&mut self, t: &Tunnel) -> Result<()> {
        let (l, r) = (&t.left, &t.right);
        self.db.execute(PUT, args![t.id.as_str(), &l.wing, &l.room, &r.wing, &r.room, &t.label, t.created_at, &t.created_by])?;
        Ok(())
    }

    /// Fills a tunnel in. Whether there was one to fill.
    pub fn fill_tunnel(&mut self, id: &TunnelId, now: Moment) -> Result<bool> {
        Ok(self.db.execute(FILL, args![id.as_str(), now])? == 1)
    }

    /// Removes a tunnel whose words must go.
    pub fn drop_tunnel(&mut self, id: &str) -> Result<()> {
        self.db.execute(DROP, args![id])?;
        Ok(())
    }
}
