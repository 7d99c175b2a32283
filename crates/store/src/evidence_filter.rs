//! Builds the SQL condition of which evidence may be found.

use crate::{Among, DrawerWhere, Value};
use kernel::time::Moment;

/// What may be found; empty lists and `None` let everything through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvidenceFilter {
    /// Belongs to one of these anchors.
    pub anchors: Vec<String>,
    /// Is of one of these kinds.
    pub kinds: Vec<String>,
    /// Was read or seen in one of these sources, by id.
    pub sources: Vec<String>,
    /// At this path or below it, as sources spell it.
    pub path: Option<String>,
    /// Was said by this author; a role stands for all who have it.
    pub author: Option<String>,
    /// Traits of items by such an author, where the name stands for all persons, models or tools.
    pub author_traits: Option<i64>,
    /// Was brought by this principal.
    pub principal: Option<String>,
    /// Is of this origin.
    pub origin: Option<String>,
    /// Belongs to this thread of talk.
    pub thread: Option<String>,
    /// Was said at this moment or later.
    pub from: Option<Moment>,
    /// Was said before this moment.
    pub until: Option<Moment>,
    /// Among wings and rooms.
    pub stands: DrawerWhere,
}

impl EvidenceFilter {
    /// The condition as SQL, or nothing if everything may be found.
    pub fn among(&self, as_of: Option<Moment>) -> Option<Among> {
        let mut built = Built::default();
        let (mut joins, now) = (String::new(), as_of.is_none());
        if self.principal.is_some() || self.origin.is_some() {
            joins.push_str(" join evidence e on e.n = i.n join provenance p on p.n = e.provenance");
        }
        built.any("i.anchor", "select n from anchor where name in", &self.anchors);
        built.any("i.kind", "", &self.kinds);
        built.read_from(&self.sources, self.path.as_deref());
        built.said_by(self.author.as_deref(), self.author_traits);
        built.is("p.principal", self.principal.as_deref());
        built.is("p.origin", self.origin.as_deref());
        built.is("i.thread", self.thread.as_deref());
        if !self.stands.is_any() {
            let conditions = self.stands.conditions(&mut built.args);
            built.conditions.extend(conditions);
        }
        built.bound("i.at >=", self.from);
        built.bound("i.at <", self.until);
        if let Some(then) = as_of {
            built.bound("i.since <=", Some(then));
            let place = built.arg(Value::from(then));
            built.conditions.push(format!("(i.until = '' or i.until > ?{place})"));
        }
        if built.conditions.is_empty() {
            return None;
        }
        if now {
            built.conditions.push("i.until = ''".into());
        }
        Some(Among { sql: format!("select i.n from item i{joins} where {}", built.conditions.join(" and ")), args: built.args })
    }
}

/// A name as a database may have lowered it: one knows every letter, the other those of ASCII alone.
fn cases(name: &str) -> Vec<String> {
    let mut letters = name.chars();
    let begun = letters.next().map(|first| first.to_uppercase().collect::<String>() + &letters.as_str().to_lowercase()).unwrap_or_default();
    let mut cases: Vec<String> = [name.to_lowercase(), name.to_uppercase(), begun, name.to_owned()].map(|case| case.to_ascii_lowercase()).into();
    cases.sort_unstable();
    cases.dedup();
    cases
}

#[derive(Default)]
struct Built {
    conditions: Vec<String>,
    args: Vec<Value>,
}

impl Built {
    fn arg(&mut self, value: Value) -> usize {
        self.args.push(value);
        self.args.len()
    }
    fn is(&mut self, column: &str, value: Option<&str>) {
        if let Some(value) = value {
            let place = self.arg(Value::from(value));
            self.conditions.push(format!("{column} = ?{place}"));
        }
    }
    /// Said by whoever has this name; `user`, `assistant` and `tool` stand for all of them, whatever their names.
    fn said_by(&mut self, author: Option<&str>, traits: Option<i64>) {
        let Some(author) = author else { return };
        self.any("lower(i.author)", "", &cases(author));
        if let Some(traits) = traits
            && let Some(named) = self.conditions.pop()
        {
            self.conditions.push(format!("({named} or (i.traits & {traits}) <> 0)"));
        }
    }
    /// What is kept under a source, and what was only seen there because another says it too.
    fn read_from(&mut self, ids: &[String], path: Option<&str>) {
        let others = std::mem::take(&mut self.conditions);
        self.any("s.id", "", ids);
        self.within("s.path", path);
        let these = std::mem::replace(&mut self.conditions, others).join(" and ");
        if !these.is_empty() {
            self.conditions.push(format!(
                "(i.source in (select s.n from source s where {these})
                or i.n in (select g.item from sighting g join source s on s.n = g.source where {these}))"
            ));
        }
    }
    fn any(&mut self, column: &str, through: &str, values: &[String]) {
        if !values.is_empty() {
            let places: Vec<String> = values.iter().map(|value| format!("?{}", self.arg(Value::from(value)))).collect();
            let list = format!("({})", places.join(", "));
            self.conditions.push(if through.is_empty() { format!("{column} in {list}") } else { format!("{column} in ({through} {list})") });
        }
    }
    /// The path itself, what lies below it, and what was read out of it: `src/app` is no beginning of `src/apple`.
    fn within(&mut self, column: &str, path: Option<&str>) {
        if let Some(path) = path {
            let itself = self.arg(Value::from(path));
            let inside = ['/', '#'].map(|mark| self.arg(Value::from(format!("{path}{mark}"))));
            let [below, part] = inside.map(|place| format!("substr({column}, 1, length(?{place})) = ?{place}"));
            self.conditions.push(format!("({column} = ?{itself} or {below} or {part})"));
        }
    }
    fn bound(&mut self, column: &str, value: Option<Moment>) {
        if let Some(value) = value {
            let place = self.arg(Value::from(value.millis()));
            self.conditions.push(format!("{column} ?{place}"));
        }
    }
}

impl Among {
    /// The newest of them, so many at most.
    #[must_use]
    pub fn newest(mut self, most: usize) -> Self {
        self.sql.push_str(&format!(" order by i.at desc, i.n limit {most}"));
        self
    }
}

/// What lies at a path, or at one that ends with it, in reading order.
pub fn at_path(path: &str, most: usize) -> Among {
    let escaped: String = path.chars().flat_map(|c| matches!(c, '%' | '_' | '~').then_some('~').into_iter().chain([c])).collect();
    let sql = format!(
        "select i.n from item i join source s on s.n = i.source
         where i.until = '' and (s.path = ?1 or s.path like ?2 escape '~') order by i.source, i.seq limit {most}"
    );
    Among { sql, args: vec![Value::from(path), Value::from(format!("%/{escaped}"))] }
}
