//! PostgreSQL 15 or newer, for when one machine is not enough. The only place that knows the `postgres` client.

use super::{Among, Backend, horizon};
use crate::{
    error::{Result, StoreError},
    value::{Bytes, Row, Value},
    words::Counted,
};
use kernel::text::Slice;
use postgres::{
    Client, Config, NoTls, Statement,
    config::Host,
    error::SqlState,
    fallible_iterator::FallibleIterator,
    types::{IsNull, Kind, ToSql, Type, to_sql_checked},
};
use serde_json::Value as Json;
use std::{collections::HashMap, net::IpAddr, str::FromStr};

/// Where two processes that open a fresh database meet. The number is "palace" in ASCII.
const MIGRATION_LOCK: i64 = 0x7061_6c61_6365;

/// Many words at a time: each statement is a round trip.
const COUNT: &str = "insert into lexicon (id, word, stem, items, past)
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
    on conflict (id) do update set items = lexicon.items + excluded.items, past = lexicon.past + excluded.past";

/// A batch writes thousands of rows, and each statement would be a round trip.
const POSTINGS_PUT: &str = "insert into posting (n, data) select * from unnest($1::bigint[], $2::bytea[])
    on conflict (n) do update set data = excluded.data";

/// Without `jit = off` a statement that the planner takes for a large one is compiled first, which costs more than any of ours takes.
const SETTINGS: &str = "set lock_timeout = '60s'; set client_min_messages = warning; set synchronous_commit = on; set jit = off;";

/// How a statement begins to read a list of JSON, before the number of its argument.
const LIST: &str = "json_each(?";

/// Words counted with one statement.
const COUNTED_AT_ONCE: usize = 500;

/// The tables of this palace alone: others may share the database. Whatever a migration adds is among them.
const TABLES: &str = "select quote_ident(c.relname), pg_total_relation_size(c.oid) from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname";

/// Forgets what was sampled of tables that hold nothing any more.
const EMPTY_UNSAMPLED: &str = "delete from pg_statistic where starelid in
    (select c.oid from pg_class c where c.relnamespace = current_schema()::regnamespace and c.reltuples = 0)";

pub(crate) struct Postgres {
    client: Client,
    prepared: HashMap<String, Statement>,
}

impl Postgres {
    pub(crate) fn open(url: &str) -> Result<Self> {
        let config = Config::from_str(url).map_err(|e| StoreError::Unreachable(format!("the database address is malformed: {e}")))?;
        if !is_local(&config) {
            return Err(StoreError::Unreachable(
                "only a database on this machine is spoken to without TLS; use a local socket, loopback or a tunnel".into(),
            ));
        }
        let mut client = config.connect(NoTls)?;
        client.batch_execute(SETTINGS)?;
        Ok(Self { client, prepared: HashMap::new() })
    }

    /// Prepares once per text; `?n` becomes `$n` and a list of JSON an array here and nowhere else.
    fn prepare(&mut self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&lists_as_arrays(sql).replace('?', "$"))?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// The tables of this palace by name, and how many bytes each takes.
    fn tables(&mut self) -> Result<Vec<(String, i64)>> {
        self.client.query(TABLES, &[])?.into_iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Does what only some roles may.
    fn if_allowed(&mut self, sql: &str) -> Result<()> {
        match self.batch(sql) {
            Err(StoreError::ReadOnly(_)) => Ok(()),
            done => done,
        }
    }

    /// Ends a transaction that could not begin: left open it would refuse whatever is said on this connection next. A connection
    /// on which not even that works is lost, and says so, so that nobody is lent it again.
    fn not_begun(&mut self, failed: StoreError) -> StoreError {
        match self.rollback() {
            Ok(()) => failed,
            Err(stuck) => StoreError::Unreachable(format!("{failed}, and that could not be taken back: {stuck}")),
        }
    }
}

/// Whether a database is on this machine. Without TLS a password and every memory would cross the network in the clear. An address
/// is connected to whatever the host beside it is called, so both must say so.
fn is_local(config: &Config) -> bool {
    let hosts = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1"),
        Host::Unix(_) => true,
    });
    hosts && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

impl Backend for Postgres {
    fn begin_read(&mut self) -> Result<()> {
        self.batch("begin isolation level repeatable read read only")
    }
    fn begin_write(&mut self) -> Result<()> {
        self.batch("begin; lock table ledger in exclusive mode").map_err(|failed| self.not_begun(failed))
    }
    fn begin_note(&mut self, wait: bool) -> Result<bool> {
        let patience = if wait { "" } else { " nowait" };
        let begun = self.batch(&format!("begin; set local synchronous_commit = off; lock table ledger in exclusive mode{patience}"));
        match begun.map_err(|failed| self.not_begun(failed)) {
            Ok(()) => Ok(true),
            Err(StoreError::Busy) if !wait => Ok(false),
            Err(failed) => Err(failed),
        }
    }
    fn commit(&mut self) -> Result<()> {
        self.batch("commit")
    }
    fn rollback(&mut self) -> Result<()> {
        self.batch("rollback")
    }
    fn execute(&mut self, sql: &str, args: &[Value]) -> Result<u64> {
        let statement = self.prepare(sql)?;
        Ok(self.client.execute(&statement, &borrowed(&given(&statement, args)?))?)
    }
    fn query(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        self.each(sql, args, &mut |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }
    fn each(&mut self, sql: &str, args: &[Value], take: &mut dyn FnMut(Row) -> Result<()>) -> Result<()> {
        let statement = self.prepare(sql)?;
        let mut rows = self.client.query_raw(&statement, borrowed(&given(&statement, args)?))?;
        while let Some(row) = rows.next()? {
            let values = (0..row.len())
                .map(|i| match *row.columns()[i].type_() {
                    Type::INT8 => Ok(row.try_get::<_, Option<i64>>(i)?.map_or(Value::Null, Value::Int)),
                    Type::INT4 => Ok(row.try_get::<_, Option<i32>>(i)?.map_or(Value::Null, |n| Value::Int(n.into()))),
                    Type::BYTEA => Ok(row.try_get::<_, Option<Vec<u8>>>(i)?.map_or(Value::Null, Value::from)),
                    _ => Ok(row.try_get::<_, Option<String>>(i)?.map_or(Value::Null, Value::Text)),
                })
                .collect::<Result<Vec<_>>>()?;
            take(Row::new(values))?;
        }
        Ok(())
    }
    fn batch(&mut self, sql: &str) -> Result<()> {
        // There every table is its own tree; here none is.
        Ok(self.client.batch_execute(&sql.replace(" without rowid", ""))?)
    }
    fn migrate(&mut self, apply: &mut dyn FnMut(&mut dyn Backend) -> Result<()>) -> Result<()> {
        self.client.execute("select pg_advisory_lock($1)", &[&MIGRATION_LOCK])?;
        let applied = self.batch(include_str!("postgres.sql")).and_then(|()| apply(self));
        self.client.execute("select pg_advisory_unlock($1)", &[&MIGRATION_LOCK])?;
        applied
    }
    fn word_schema(&self) -> &'static str {
        include_str!("postgres_words.sql")
    }
    fn count_words(&mut self, counted: &[Counted]) -> Result<()> {
        for some in counted.chunks(COUNTED_AT_ONCE) {
            let numbers = |field: fn(&Counted) -> i64| some.iter().map(field).collect::<Vec<i64>>();
            let texts = |field: fn(&Counted) -> &str| some.iter().map(field).collect::<Vec<&str>>();
            let statement = self.prepare(COUNT)?;
            self.client
                .execute(&statement, &[&numbers(|c| c.id), &texts(|c| &c.word), &texts(|c| &c.stem), &numbers(|c| c.items), &numbers(|c| c.past)])?;
        }
        Ok(())
    }
    fn put_postings(&mut self, rows: Vec<(i64, Vec<u8>)>) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let (numbers, data): (Vec<i64>, Vec<Vec<u8>>) = rows.into_iter().unzip();
        let statement = self.prepare(POSTINGS_PUT)?;
        self.client.execute(&statement, &[&numbers, &data])?;
        Ok(())
    }
    fn put_words(&mut self, text: i64, words: &str) -> Result<()> {
        let sql = "insert into code_words (n, words) values (?1, array_to_tsvector(array_remove(string_to_array(?2, ' '), '')))";
        self.execute(sql, &[Value::Int(text), Value::from(words)])?;
        Ok(())
    }
    fn drop_words(&mut self, text: i64) -> Result<()> {
        self.execute("delete from code_words where n = ?1", &[Value::Int(text)])?;
        Ok(())
    }
    fn find_words(&mut self, words: &[(&str, f64)], among: Option<&Among>, limit: i64) -> Result<Vec<(i64, f64)>> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let (among, args) = among.map_or_else(Default::default, |a| (format!(" and t.n in ({})", a.sql), a.args.clone()));
        let quoted: Vec<String> = words.iter().map(|(word, _)| format!("'{}'", word.replace(['\'', '\\'], ""))).collect();
        let weights: Vec<f64> = words.iter().map(|(_, weight)| *weight).collect();
        let [words, weighs, most] = [1, 2, 3].map(|place| args.len() + place);
        // Nobody has counted who holds a word of code, so it is counted here; rounded, so that equals stay equal.
        let sql = format!(
            "with word as materialized (select cast(q as tsquery) as q, weight from unnest(cast(?{words} as text[]), cast(?{weighs} as float8[])) as u(q, weight)),
             held as materialized (select t.n, w.q::text as q, w.weight from word w join code_words t on t.words @@ w.q where true{among}),
             by_word as (select q, count(*)::float8 as texts from held group by q), whole as (select count(distinct n)::float8 as texts from held)
             select h.n, round(sum(h.weight * (1 + ln(a.texts / b.texts)))::numeric, 6)::float8 as score
             from held h join by_word b on b.q = h.q cross join whole a group by h.n order by score desc, h.n limit ?{most}"
        );
        let statement = self.prepare(&sql)?;
        let args = given(&statement, &args)?;
        let mut all = borrowed(&args);
        all.extend([&quoted as &(dyn ToSql + Sync), &weights, &limit]);
        let rows = self.client.query(&statement, &all)?;
        rows.into_iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }
    fn scrub(&mut self) -> Result<()> {
        // Cannot run inside a transaction. A full vacuum rewrites each table without its dead rows; and what the planner knows of a
        // table is a sample of its words, which is taken anew.
        horizon::pass(&mut self.client)?;
        for (table, _) in self.tables()? {
            self.batch(&format!("vacuum (full, analyze) {table}"))?;
        }
        // Only some roles may do the rest. Without it the server writes the same pages a few minutes later, and the old samples go
        // when it next tidies its own tables; but of a table that is empty now no sample is taken, and the old one stays.
        self.if_allowed(EMPTY_UNSAMPLED)?;
        horizon::pass(&mut self.client)?;
        self.if_allowed("vacuum full pg_statistic")?;
        self.if_allowed("checkpoint")
    }
    fn size_bytes(&mut self) -> Result<i64> {
        Ok(self.tables()?.into_iter().map(|(_, bytes)| bytes).sum())
    }
    fn name(&self) -> &'static str {
        "postgres"
    }
}

/// A blob is a domain over `bytea` here, and travels as one.
impl ToSql for Bytes {
    fn to_sql(
        &self,
        _: &Type,
        out: &mut postgres::types::private::BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        self.0.to_sql(&Type::BYTEA, out)
    }
    fn accepts(kind: &Type) -> bool {
        *kind == Type::BYTEA || matches!(kind.kind(), Kind::Domain(base) if *base == Type::BYTEA)
    }
    to_sql_checked!();
}

/// The statement with each list of JSON as an array of text, whose length the planner knows. A function that unrolls JSON says
/// nothing of how much there is, so the planner takes a few numbers for a thousand and reads whole tables.
fn lists_as_arrays(sql: &str) -> String {
    let mut told = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some((before, after)) = rest.split_once(LIST) {
        let Some((number, after)) = after.split_once(')') else { break };
        // Without a name of its own the list is called what SQLite calls it.
        let name = after.strip_prefix(' ').map(|after| after.slice(..after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len())));
        let name = name.filter(|name| !name.is_empty());
        told.push_str(&format!("{before}unnest(cast(?{number} as text[])) as {}(value)", name.unwrap_or("json_each")));
        rest = name.map_or(after, |name| after.slice(name.len() + 1..));
    }
    told + rest
}

/// An argument as it travels.
enum Given<'a> {
    Plain(&'a Value),
    List(Vec<String>),
}

/// The arguments of a statement: a list of JSON as an array where the statement takes one.
fn given<'a>(statement: &Statement, args: &'a [Value]) -> Result<Vec<Given<'a>>> {
    let kinds = statement.params().iter().map(Some).chain(std::iter::repeat(None));
    args.iter()
        .zip(kinds)
        .map(|(value, kind)| match value {
            Value::Text(text) if kind == Some(&Type::TEXT_ARRAY) => Ok(Given::List(elements(text)?)),
            value => Ok(Given::Plain(value)),
        })
        .collect()
}

/// The elements of a list of JSON as SQLite gives them: what is text without its quotes, anything else as JSON.
fn elements(list: &str) -> Result<Vec<String>> {
    let list: Vec<Json> = serde_json::from_str(list).map_err(|e| StoreError::Other(format!("a list of JSON does not parse: {e}")))?;
    Ok(list
        .into_iter()
        .map(|element| match element {
            Json::String(text) => text,
            other => other.to_string(),
        })
        .collect())
}

fn borrowed<'g>(args: &'g [Given<'_>]) -> Vec<&'g (dyn ToSql + Sync)> {
    let plain = |given: &'g Given<'_>| -> &'g (dyn ToSql + Sync) {
        match given {
            Given::List(list) => list,
            Given::Plain(Value::Int(int)) => int,
            Given::Plain(Value::Text(text)) => text,
            Given::Plain(Value::Blob(bytes)) => bytes,
            Given::Plain(Value::Null) => &None::<String>,
        }
    };
    args.iter().map(plain).collect()
}

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> Self {
        let text = error.as_db_error().map_or_else(|| error.to_string(), |db| db.message().to_owned());
        match error.code() {
            Some(code) if [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED, SqlState::TOO_MANY_CONNECTIONS].contains(code) => {
                Self::Busy
            }
            Some(code) if [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW].contains(code) => {
                Self::Unreachable(text)
            }
            Some(code) if *code == SqlState::DISK_FULL => Self::Full,
            Some(code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION || *code == SqlState::INSUFFICIENT_PRIVILEGE => Self::ReadOnly(text),
            Some(code) if *code == SqlState::UNIQUE_VIOLATION => Self::Conflict(text),
            Some(code) if *code == SqlState::DATA_CORRUPTED || *code == SqlState::INDEX_CORRUPTED => Self::Damaged(text),
            Some(_) => Self::Other(text),
            None => Self::Unreachable(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_json_become_arrays_of_text() {
        let table = [
            ("select 1 where n = ?1", "select 1 where n = ?1"),
            ("from json_each(?1) j cross join t", "from unnest(cast(?1 as text[])) as j(value) cross join t"),
            (
                "in (select value from json_each(?12)) and x in (select p.value from json_each(?2) p)",
                "in (select value from unnest(cast(?12 as text[])) as json_each(value)) and x in (select p.value from unnest(cast(?2 as text[])) as p(value))",
            ),
        ];
        for (sql, expected) in table {
            assert_eq!(lists_as_arrays(sql), expected);
        }
        assert_eq!(elements(r#"["a\"b", 7, {"n": 1}, "[]"]"#).unwrap(), ["a\"b", "7", r#"{"n":1}"#, "[]"]);
        assert!(elements("a").is_err());
    }

    #[test]
    fn only_a_database_on_this_machine_is_spoken_to() {
        let table = [
            ("host=localhost", true),
            ("host=/run/postgresql", true),
            ("postgres://ana:secret@127.0.0.1,[::1]/palace", true),
            ("host=localhost hostaddr=127.0.0.1", true),
            ("hostaddr=::1", true),
            ("host=db.example", false),
            ("host=localhost,db.example", false),
            ("host=localhost hostaddr=192.0.2.2", false),
            ("host=localhost,localhost hostaddr=127.0.0.1,192.0.2.2", false),
            ("hostaddr=192.0.2.2", false),
        ];
        for (address, local) in table {
            assert_eq!(is_local(&Config::from_str(address).expect(address)), local, "{address}");
        }
    }
}
