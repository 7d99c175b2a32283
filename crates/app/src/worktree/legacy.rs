//! Records from before there was governance: the ancestor's `memory.db`, or one JSON object a line.
//!
//! What was still in use there becomes a draft; the rest is counted by why it was left out. Not here: deciding about them.

use kernel::{claim::Draft, text::Content};
use serde_json::{Map, Value as Json, json};
use std::{collections::BTreeMap, fs::File, io::Read, path::Path};
use store::{Foreign, ForeignCell};

/// How an SQLite file begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Longest file of lines, in bytes.
const LINES_BYTES_MAX: u64 = 256 << 20;

/// What was found.
#[derive(Debug, Default)]
pub struct Legacy {
    /// Records in use, each with the id it had there.
    pub records: Vec<(String, Draft)>,
    /// Records that were only proposed there: they wait here too.
    pub proposed: Vec<(String, Draft)>,
    /// What was left out, by why.
    pub left_out: BTreeMap<String, usize>,
}

/// The ancestor's tables: name, kind, statuses in use, and columns that older files may lack.
const TABLES: &[(&str, &str, &[&str], &[&str])] = &[
    ("decisions", "decision", &["active"], &["content", "rationale", "context", "scope", "scope_path", "status", "authority"]),
    ("learnings", "learning", &["active"], &["content", "confidence", "scope", "scope_path", "status", "authority"]),
    ("ideas", "idea", &["active", "exploring"], &["content", "context", "scope", "scope_path", "status", "authority"]),
];

impl Legacy {
    /// Reads a file, whichever of the two it is.
    pub fn read(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|e| e.to_string())?;
        let (mut head, mut rest) = (Vec::new(), Vec::new());
        (&file).take(SQLITE.len() as u64).read_to_end(&mut head).map_err(|e| e.to_string())?;
        if head == SQLITE {
            return Self::tables(path);
        }
        (&file).take(LINES_BYTES_MAX + 1).read_to_end(&mut rest).map_err(|e| e.to_string())?;
        if rest.len() as u64 > LINES_BYTES_MAX {
            return Err(format!("it is longer than {LINES_BYTES_MAX} bytes; split it"));
        }
        head.append(&mut rest);
        Ok(Self::lines(&String::from_utf8_lossy(&head)))
    }

    fn tables(path: &Path) -> Result<Self, String> {
        let database = Foreign::open(path).map_err(|e| e.to_string())?;
        let texts = |sql: &str| -> Result<Vec<Vec<String>>, String> {
            Ok(database.rows(sql).map_err(|e| e.to_string())?.into_iter().map(|row| row.into_iter().map(text).collect()).collect())
        };
        let mut found = Self::default();
        let mut known = false;
        for (table, kind, in_use, columns) in TABLES {
            let have: Vec<String> = texts(&format!("select name from pragma_table_info('{table}')"))?.into_iter().flatten().collect();
            if have.is_empty() {
                continue;
            }
            known = true;
            let columns: Vec<&str> = columns.iter().copied().filter(|column| have.iter().any(|h| h == column)).collect();
            for row in texts(&format!("select id, {} from {table} order by created_at, id", columns.join(", ")))? {
                let (id, cells) = row.split_first().map_or((String::new(), &[][..]), |(id, cells)| (id.clone(), cells));
                let mut record: Map<String, Json> = columns
                    .iter()
                    .zip(cells)
                    .filter(|(_, cell)| !cell.is_empty())
                    .map(|(column, cell)| ((*column).to_owned(), json!(cell)))
                    .collect();
                record.insert("as".into(), json!(kind));
                found.take(id, record, in_use);
            }
        }
        if known { Ok(found) } else { Err("it is a database, but holds no decisions, learnings or ideas".to_owned()) }
    }

    fn lines(text: &str) -> Self {
        let mut found = Self::default();
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str::<Json>(line) {
                Ok(Json::Object(record)) => {
                    let id = record.get("id").and_then(Json::as_str).map_or_else(|| format!("line {}", n + 1), str::to_owned);
                    found.take(id, record, &["active", "exploring"]);
                }
                _ => found.leave_out("no record"),
            }
        }
        found
    }

    fn take(&mut self, id: String, mut record: Map<String, Json>, in_use: &[&str]) {
        record.remove("id");
        let word = |record: &mut Map<String, Json>, name: &str| record.remove(name).and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let (status, authority) = (word(&mut record, "status"), word(&mut record, "authority"));
        if !status.is_empty() && !in_use.contains(&status.as_str()) {
            return self.leave_out(&status);
        }
        let confidence = record.get("confidence").and_then(Json::as_str).and_then(|text| text.parse::<f64>().ok());
        if let Some(value) = confidence {
            record.insert("confidence".into(), json!(value));
        }
        record.retain(|name, value| FIELDS.contains(&name.as_str()) && !value.is_null() && value.as_str() != Some(""));
        let draft =
            serde_json::from_value::<Draft>(Json::Object(record)).map_err(|e| e.to_string()).and_then(|d| d.settled().map_err(|r| r.to_string()));
        match draft {
            // A record that was proposed and never decided is no more than that here.
            Ok(draft) if authority == "proposed" => self.proposed.push((id, draft)),
            Ok(draft) => self.records.push((id, draft)),
            Err(_) => self.leave_out("not readable as a record"),
        }
    }

    fn leave_out(&mut self, why: &str) {
        *self.left_out.entry(why.to_owned()).or_default() += 1;
    }
}

/// What is read of a record.
const FIELDS: &[&str] = &["as", "kind", "content", "scope", "scopePath", "scope_path", "context", "rationale", "tags", "confidence"];

fn text(cell: ForeignCell) -> String {
    match cell {
        ForeignCell::Int(int) => int.to_string(),
        ForeignCell::Real(real) => real.to_string(),
        ForeignCell::Text(text) => text.chars().take(Content::MAX).collect(),
        ForeignCell::Bytes(_) | ForeignCell::Null => String::new(),
    }
}
