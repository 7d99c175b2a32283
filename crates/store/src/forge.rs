//! Forging for show: what somebody with an SQL shell could do to a palace, done so that people can watch it being noticed.
//!
//! Not here: a way into a palace that means it. A sealed one is left alone.

use crate::{Place, Result, Store, StoreError, Value, connect};
use kernel::palace::Sealing;

/// Changes rows of an unsealed palace behind its ledger's back. Each edit must touch exactly one row.
pub fn forge(place: &Place, edits: &[(&str, Vec<Value>)]) -> Result<()> {
    let mut store = Store { db: connect(place)? };
    if store.look()?.genesis()?.map(|genesis| genesis.sealing) != Some(Sealing::Unsealed) {
        return Err(StoreError::ReadOnly("only an unsealed palace is forged in, for show".into()));
    }
    for (sql, args) in edits {
        let touched = store.db.execute(sql, args)?;
        if touched != 1 {
            return Err(StoreError::Other(format!("the forged statement touched {touched} rows")));
        }
    }
    Ok(())
}
