//! One store of a set as a palace: its documents kept as a user's would be, and what is found mapped back to them exactly.
//!
//! A document that was cut has the rank of its best piece; a piece that two documents share stands for both.

use crate::{
    common::{Palace, Result},
    set::{Document, Question, Set, is_code, moment},
};
use ingest::{Kind, Part, Role};
use kernel::time::Moment;
use search::judge::Measures;
use serde_json::json;
use std::collections::{BTreeSet, HashMap};
use store::Place;

/// About so many bytes are kept with one call.
const BATCH_BYTES: usize = 4 << 20;
/// The day on which things without a date are kept and asked for.
const TODAY_MS: i64 = 1_767_225_600_000;
/// How a transcript in one text names its speakers.
const SPEAKERS: [&str; 2] = ["user: ", "assistant: "];

/// Stands for what is none of the documents, in a palace that holds other things too.
const NO_DOCUMENT: usize = usize::MAX;

/// A store that was kept.
pub(crate) struct Kept<'p> {
    palace: Held<'p>,
    /// Evidence → the documents it is a piece of.
    documents: HashMap<String, Vec<usize>>,
    /// Whether the palace holds other things too.
    others: bool,
    today: Moment,
    pub(crate) pieces: usize,
    pub(crate) again: usize,
}

/// A palace of its own, or one that is there.
enum Held<'p> {
    Own(Box<Palace>),
    There(&'p Palace),
}

impl std::ops::Deref for Held<'_> {
    type Target = Palace;
    fn deref(&self) -> &Palace {
        match self {
            Self::Own(palace) => palace,
            Self::There(palace) => palace,
        }
    }
}

/// A document to keep, and for each of its pieces the document of the set that it came from.
struct Made {
    document: ingest::Document,
    origin: Vec<usize>,
}

impl<'p> Kept<'p> {
    /// Keeps every document of a group in a palace of its own.
    pub(crate) fn keep(set: &Set, group: &str, place: &Place) -> Result<Self> {
        let newest = set.documents.iter().filter(|d| d.group == group).filter_map(|d| moment(d.ts.as_deref()?)).max();
        let today = newest.unwrap_or(Moment::from_millis(TODAY_MS)).plus(kernel::time::DAY_MS);
        let palace = Held::Own(Box::new(Palace::found(place.clone(), today)?));
        Self::keep_in(palace, set, group, place, today, false)
    }

    /// The same in a palace that holds other things too, unless it has them already.
    #[allow(dead_code, reason = "only one benchmark puts a set among other things")]
    pub(crate) fn among(palace: &'p Palace, set: &Set, group: &str, place: &Place, has_them: bool) -> Result<Self> {
        let today = Moment::from_millis(TODAY_MS).plus(kernel::time::DAY_MS);
        if !has_them {
            return Self::keep_in(Held::There(palace), set, group, place, today, true);
        }
        let documents = mapped(place, &made(set, group), true)?;
        Ok(Self { palace: Held::There(palace), pieces: documents.len(), documents, others: true, today, again: 0 })
    }

    fn keep_in(palace: Held<'p>, set: &Set, group: &str, place: &Place, today: Moment, others: bool) -> Result<Self> {
        let made = made(set, group);
        let (mut batch, mut bytes, mut again) = (Vec::new(), 0, 0);
        let send = |batch: &mut Vec<&ingest::Document>| -> Result<usize> {
            let answer = palace.ask("source.keep", json!({ "documents": batch }), today)?;
            batch.clear();
            Ok(usize::try_from(answer["again"].as_u64().unwrap_or(0))?)
        };
        for one in &made {
            bytes += one.document.parts.iter().map(|part| part.text.len()).sum::<usize>();
            batch.push(&one.document);
            if bytes > BATCH_BYTES {
                again += send(&mut batch)?;
                bytes = 0;
            }
        }
        if !batch.is_empty() {
            again += send(&mut batch)?;
        }
        let documents = mapped(place, &made, others)?;
        Ok(Self { palace, pieces: documents.len(), documents, others, today, again })
    }

    /// What recall measures of all that may answer a question: for each piece, the documents it belongs to.
    pub(crate) fn measure(&self, question: &Question) -> Result<Vec<(Vec<usize>, Measures)>> {
        let measured = self.palace.look(|house, view| engine::measures(view, house, &question.query, self.now(question)))?;
        measured.into_iter().map(|(id, measures)| Ok((self.documents.get(&id).ok_or("a piece that nobody kept")?.clone(), measures))).collect()
    }

    /// Of what answers a question: whether the words find any of it, the meaning, and whether any of it is judged.
    #[allow(dead_code, reason = "only one benchmark asks where an answer is lost")]
    pub(crate) fn steps(&self, question: &Question, gold: &BTreeSet<usize>, limit: usize) -> Result<[bool; 3]> {
        let lanes = self.palace.look(|house, view| engine::lanes(view, house, &question.query, limit, self.now(question)))?;
        let any = |ids: &[String]| ids.iter().any(|id| self.documents.get(id).is_some_and(|documents| documents.iter().any(|n| gold.contains(n))));
        Ok([any(&lanes.words), any(&lanes.meaning), any(&lanes.judged)])
    }

    fn now(&self, question: &Question) -> Moment {
        question.ts.as_deref().and_then(moment).unwrap_or(self.today)
    }

    /// Asks a question: documents, best first.
    pub(crate) fn ask(&self, question: &Question, depth: usize) -> Result<Vec<usize>> {
        let now = self.now(question);
        let answer = self.palace.ask("claim.recall", json!({ "query": question.query, "only": "evidence", "limit": depth }), now)?;
        let mut seen = BTreeSet::new();
        let mut ranked = Vec::new();
        for found in answer["seen"].as_array().into_iter().flatten() {
            let id = found["id"].as_str().unwrap_or_default();
            match self.documents.get(id) {
                Some(documents) => ranked.extend(documents.iter().copied().filter(|n| seen.insert(*n))),
                None if self.others => ranked.push(NO_DOCUMENT),
                None => return Err(format!("recall gave {id}, which nobody kept").into()),
            }
        }
        Ok(ranked)
    }
}

/// The documents to keep: a session is one conversation, anything else stands alone.
fn made(set: &Set, group: &str) -> Vec<Made> {
    let mut made: Vec<Made> = Vec::new();
    let mut sessions: HashMap<&str, usize> = HashMap::new();
    for (n, document) in set.documents.iter().enumerate().filter(|(_, document)| document.group == group) {
        let kind = kind(document);
        let place = *sessions.entry(document.session.as_deref().unwrap_or(&document.id)).or_insert_with(|| {
            let name = document.session.as_deref().unwrap_or(&document.id).replace(['\\', ':'], "_");
            let path = if kind == Kind::Code { format!("{name}.py") } else { name };
            made.push(Made { document: ingest::Document { path, title: String::new(), kind, parts: Vec::new() }, origin: Vec::new() });
            made.len() - 1
        });
        let one = &mut made[place];
        for part in parts(document) {
            // Pieces are cut part by part, so each part's pieces can be counted by themselves.
            let alone = ingest::Document { path: one.document.path.clone(), title: String::new(), kind, parts: vec![part] };
            one.origin.extend(std::iter::repeat_n(n, ingest::cut(&alone).len()));
            one.document.parts.extend(alone.parts);
        }
    }
    made
}

fn kind(document: &Document) -> Kind {
    if document.session.is_some() {
        Kind::Conversation
    } else if is_code(document) {
        Kind::Code
    } else {
        Kind::Text
    }
}

/// What was said in a document, turn by turn.
fn parts(document: &Document) -> Vec<Part> {
    let at = document.ts.as_deref().and_then(moment);
    let turn = |author: &str, text: &str| Part { text: text.to_owned(), author: author.to_owned(), role: role(author), at, ..Part::default() };
    match (&document.role, &document.session) {
        // The author is said beside the words, not among them.
        (Some(author), _) => vec![turn(author, document.text.strip_prefix(&format!("{author}: ")).unwrap_or(&document.text))],
        (None, Some(_)) => spoken(&document.text).into_iter().map(|(author, text)| turn(author, &text)).collect(),
        (None, None) => vec![turn("", &document.text)],
    }
}

fn role(author: &str) -> Role {
    match author {
        "" => Role::None,
        "assistant" => Role::Assistant,
        "tool" => Role::Tool,
        _ => Role::User,
    }
}

/// The turns of a transcript that is one text.
fn spoken(text: &str) -> Vec<(&'static str, String)> {
    let mut turns: Vec<(&'static str, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match SPEAKERS.iter().find_map(|speaker| Some((speaker.trim_end_matches(": "), line.strip_prefix(speaker)?))) {
            Some((speaker, rest)) => turns.push((speaker, rest.to_owned())),
            None => match turns.last_mut() {
                Some((_, said)) => said.push_str(line),
                None => turns.push(("", line.to_owned())),
            },
        }
    }
    turns
}

/// Evidence → documents, read from the rows themselves: where each piece stands, and where else it was seen. Of other things there
/// may be in the palace nothing is told.
fn mapped(place: &Place, made: &[Made], others: bool) -> Result<HashMap<String, Vec<usize>>> {
    let origins: HashMap<&str, &[usize]> = made.iter().map(|one| (one.document.path.as_str(), one.origin.as_slice())).collect();
    let sql = "select e.id, s.path, i.seq from item i join evidence e on e.n = i.n join source s on s.n = i.source
        union all select e.id, s.path, g.seq from sighting g join evidence e on e.n = g.item join source s on s.n = g.source";
    let mut documents: HashMap<String, Vec<usize>> = HashMap::new();
    for mut row in store::testing::connect(place)?.query(sql, &[])? {
        let (id, path, seq) = (row.text()?, row.text()?, usize::try_from(row.int()?)?);
        if others && !origins.contains_key(path.as_str()) {
            continue;
        }
        let document = origins
            .get(path.as_str())
            .and_then(|origin| origin.get(seq))
            .ok_or_else(|| format!("{path} has no piece {seq}; it was cut otherwise than here"))?;
        documents.entry(id).or_default().push(*document);
    }
    for shared in documents.values_mut() {
        shared.sort_unstable();
        shared.dedup();
    }
    Ok(documents)
}
