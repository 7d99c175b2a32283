//! Imports an ancestor's palace row by row: evidence of origin `import`, candidates, and the rows beside them.
//!
//! A row has the same id here whenever it is brought, so bringing it again writes nothing. Nothing that comes in this way is
//! believed: what the file calls promoted is written down as what the file says, and waits for `knowledge.inherit`.
//!
//! Not here: reading the file, and which folder of this machine a row belongs to.

pub(crate) mod beside;
pub(crate) mod drawer;
pub(crate) mod lesson;

use crate::Error;
pub use beside::{unfit_adoption, unfit_fact};
use ingest::ancestor::{Adoption, Drawer, Fact, Knowledge, Signpost, Tunnel};
use kernel::text::Slice;
use kernel::{
    call::id_tail,
    claim::Form,
    id::{EvidenceId, KnowledgeId},
    ledger::Digest,
    text::Content,
};
pub(crate) use lesson::claimed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Under which name metadata keeps what the file says.
const ANCESTOR: &str = "ancestor";

/// Rows that belong to one place.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rows {
    /// Drawers of evidence
    #[serde(default)]
    pub drawers: Vec<Drawer>,
    /// Knowledge, after the evidence it rests on
    #[serde(default)]
    pub knowledge: Vec<Knowledge>,
    /// Facts between two things
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// Ways between places
    #[serde(default)]
    pub tunnels: Vec<Tunnel>,
    /// Words that lead to a place
    #[serde(default)]
    pub signposts: Vec<Signpost>,
    /// What came of using a feature
    #[serde(default)]
    pub adoptions: Vec<Adoption>,
}

impl Rows {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.drawers.len() + self.knowledge.len() + self.facts.len() + self.tunnels.len() + self.signposts.len() + self.adoptions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Leaves only what would be new here.
    pub fn fresh(mut self, view: &mut View<'_>) -> Result<Self, Error> {
        fn only<T>(rows: &mut Vec<T>, mut is_new: impl FnMut(&T) -> Result<bool, Error>) -> Result<(), Error> {
            let mut left = Vec::new();
            for row in rows.drain(..) {
                if is_new(&row)? {
                    left.push(row);
                }
            }
            *rows = left;
            Ok(())
        }
        only(&mut self.drawers, |row| Ok(drawer::spot(view, row)?.is_some()))?;
        only(&mut self.knowledge, |row| lesson::is_news(view, row))?;
        only(&mut self.facts, |row| beside::is_news_of_fact(view, row))?;
        only(&mut self.tunnels, |row| beside::is_new_tunnel(view, row))?;
        only(&mut self.signposts, |row| beside::is_new_signpost(view, row))?;
        only(&mut self.adoptions, |row| beside::is_new_adoption(view, row))?;
        Ok(self)
    }
}

/// The id that a drawer of evidence has here.
pub fn evidence_id(old: &str) -> EvidenceId {
    EvidenceId::mint("e", &tail("drawer", old))
}

/// The id that knowledge has here. Cards keep theirs where it is one of ours, so that what names a card still does.
pub fn knowledge_id(form: Form, old: &str) -> KnowledgeId {
    match KnowledgeId::parse(old) {
        Ok(id) if form == Form::Card && Form::of(&id) == Form::Card => id,
        _ => KnowledgeId::mint(form.prefix(), &tail("knowledge", old)),
    }
}

fn tail(kind: &str, old: &str) -> String {
    id_tail(&Digest::of(format!("palace/ancestor/v1\n{kind}\n{old}").as_bytes()).0)
}

/// Words that can be kept: cleaned, without secrets, and in as many parts as it takes. Blank words are none.
fn parts(text: &str, found: &mut crate::memory::Secrets) -> Vec<Content> {
    let text = crate::memory::redact_text(&ingest::clean(text), found);
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.char_indices().nth(Content::MAX).map_or(rest.len(), |(at, _)| at);
        parts.extend(Content::parse(rest.slice(..end)).ok());
        rest = rest.slice(end..).trim();
    }
    parts
}
