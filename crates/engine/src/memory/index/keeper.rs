//! Indexes evidence as an item with words, a vector and a sketch, all in the caller's transaction.
//!
//! A keeper gathers what many pieces change together (counts of words, blocks of codes) and writes it once, in
//! [`Keeper::close`]. Dropping one without closing it is only right when the transaction is dropped too.

use crate::memory::{
    MemoryCache,
    cache::near_copies::Alike,
    index::{
        reassign::Heirs,
        terms::{Terms, found_by},
        vector_blocks::Blocks,
        vocabulary::Vocabulary,
    },
};
use crate::{Error, PalaceState};
use ingest::{Compared, Fingerprint, Kind, Role, Sketches};
use kernel::{
    anchor::Anchor,
    call::Call,
    evidence::{Evidence, Lines},
    time::Moment,
};
use search::{
    Traits, code, code_bytes,
    embed::{Model, TokenCache},
};
use std::{collections::HashMap, sync::Arc};
use store::{Corpus, Item, PostingChanges, SetState, Source, StoreError, Txn, VectorSet, View, word_list};

/// Items in one block of codes.
pub(crate) const BLOCK_ITEMS: i64 = 1_024;
/// A turn of talk shorter than this is said anew each time: "yes, thanks" is not a copy of "yes, thanks".
const COPY_WORDS_MIN: usize = 14;

/// Where a piece belongs.
pub(crate) struct Piece<'a> {
    pub(crate) kind: &'a str,
    /// The source's number, or 0, and the version that brings it.
    pub(crate) source: (i64, i64),
    pub(crate) seq: i64,
    pub(crate) thread: &'a str,
    pub(crate) author: &'a str,
    /// What the author is, whatever the name.
    pub(crate) speaker: Traits,
    pub(crate) heading: &'a str,
    /// What else people would ask for it by: the title of a note, the name of a file.
    pub(crate) title: &'a str,
    pub(crate) at: Moment,
    /// On which lines of its file it stands, if it was read from one.
    pub(crate) lines: Option<Lines>,
    /// What near things share.
    pub(crate) print: &'a Fingerprint,
}

/// What a speaker is, as items note it.
pub(crate) const fn speaker(role: Role) -> Traits {
    match role {
        Role::User => Traits::BY_PERSON,
        Role::Assistant => Traits::BY_MODEL,
        Role::Tool => Traits::BY_TOOL,
        Role::None => Traits(0),
    }
}

/// Gathers what keeping many pieces changes.
pub(crate) struct Keeper {
    corpus: Corpus,
    anchor: i64,
    /// Where it belongs, and outwards from there: what whoever stands there finds.
    around: Vec<String>,
    set: i64,
    vocabulary: Vocabulary,
    postings: PostingChanges,
    tokens: TokenCache,
    /// Ours first, then those of other models.
    blocks: Vec<Blocks>,
    sketches: Blocks,
    alike: Alike,
    /// Of items that were compared with: what stands for the words that a copy must have too.
    required: HashMap<i64, u64>,
    cache: Arc<MemoryCache>,
    emptied: bool,
    heirs: Heirs,
}

impl Keeper {
    /// Begins, inside a transaction. What is kept belongs to where the caller stands.
    pub(crate) fn open(txn: &mut Txn<'_>, house: &PalaceState, call: &Call) -> Result<Self, Error> {
        Self::open_at(txn, house, call, &call.anchor)
    }

    /// The same, for what belongs somewhere else.
    pub(crate) fn open_at(txn: &mut Txn<'_>, house: &PalaceState, call: &Call, anchor: &Anchor) -> Result<Self, Error> {
        if let Some(whereabouts) = call.whereabouts.as_ref().filter(|_| *anchor == call.anchor && *anchor != Anchor::Global) {
            txn.meet_project(anchor, &whereabouts.name, &whereabouts.path, call.now)?;
        }
        let model = Model::embedded();
        let sets = txn.vector_sets()?;
        let set = match sets.iter().find(|set| set.model == model.name()) {
            Some(set) => set.n,
            None => begin_set(txn, &sets, model.name(), call.now)?,
        };
        let others = sets.iter().map(|other| other.n).filter(|other| *other != set);
        let blocks = std::iter::once(set).chain(others).map(Blocks::of).collect();
        // Whoever looks at a worktree by hand finds its repository, also where nobody ever stood in it.
        if let Anchor::Worktree { repo, .. } = anchor
            && txn.project_called(anchor)?.is_none()
        {
            let name = txn.project_called(&anchor.project())?.unwrap_or_else(|| repo.clone());
            txn.meet_project(anchor, &name, "", call.now)?;
        }
        let mut keeper = Self {
            corpus: txn.corpus()?,
            anchor: txn.anchor_number(&anchor.to_string())?,
            around: anchor.outwards().iter().map(ToString::to_string).collect(),
            set,
            vocabulary: Vocabulary::default(),
            postings: PostingChanges::default(),
            tokens: TokenCache::default(),
            blocks,
            sketches: Blocks::of_sketches(),
            alike: Alike::default(),
            required: HashMap::new(),
            cache: house.cache.memory.clone(),
            emptied: false,
            heirs: Heirs::of(call),
        };
        keeper.sketch_old(txn)?;
        Ok(keeper)
    }

    /// Where items were kept before there were blocks of sketches, makes them. Every item has a place in a block, so
    /// looking for the newest one's is enough.
    fn sketch_old(&mut self, txn: &mut Txn<'_>) -> Result<(), Error> {
        let newest = self.corpus.next_item - 1;
        if newest < 1 || txn.block(self.sketches.set, newest / BLOCK_ITEMS)?.is_some() {
            return Ok(());
        }
        let mut old = Vec::new();
        txn.each_sketch(&mut |n, sketch| {
            old.push((n, sketch.cast_unsigned()));
            Ok(())
        })?;
        self.sketches.place(txn, newest, None)?; // it may be the past, and its block is what says that this was done
        for (n, sketch) in old {
            self.let_be_found(txn, n, sketch)?;
        }
        Ok(())
    }

    /// Lets copies of an item be found.
    fn let_be_found(&mut self, txn: &mut Txn<'_>, n: i64, sketch: u64) -> Result<(), Error> {
        self.alike.add(n, sketch);
        self.sketches.place(txn, n, Some(&sketch.to_le_bytes()))
    }

    /// No longer.
    fn let_not_be_found(&mut self, txn: &mut Txn<'_>, n: i64) -> Result<(), Error> {
        self.alike.remove(n);
        self.sketches.place(txn, n, None)
    }

    /// The next source's number.
    pub(crate) fn next_source(&mut self) -> i64 {
        self.corpus.next_source += 1;
        self.corpus.next_source - 1
    }

    /// Keeps a piece of evidence that has been recorded, so that it can be found.
    pub(crate) fn index(&mut self, txn: &mut Txn<'_>, evidence: &Evidence, piece: &Piece<'_>) -> Result<i64, Error> {
        let terms = Terms::of([piece.title, piece.heading], evidence.content.as_str(), &mut self.tokens);
        let n = txn.evidence_number(&evidence.id)?.ok_or_else(|| StoreError::Conflict(format!("evidence {} is gone", evidence.id)))?;
        self.index_terms(txn, n, evidence, piece, &terms)?;
        Ok(n)
    }

    /// The same for one whose number is known and whose text was read before.
    pub(crate) fn index_terms(&mut self, txn: &mut Txn<'_>, n: i64, evidence: &Evidence, piece: &Piece<'_>, terms: &Terms) -> Result<(), Error> {
        let places = self.vocabulary.meet(txn, &mut self.corpus, terms)?;
        let traits = terms.traits.and(self.vocabulary.traits(&places)).and(piece.speaker);
        let sketch = piece.print.sketch;
        let item = Item {
            n,
            id: evidence.id.to_string(),
            kind: piece.kind.to_owned(),
            anchor: self.anchor,
            source: piece.source.0,
            revision: piece.source.1,
            seq: piece.seq,
            thread: piece.thread.to_owned(),
            author: piece.author.to_owned(),
            heading: piece.heading.to_owned(),
            at: piece.at,
            since: evidence.recorded_at,
            until: None,
            sketch: sketch.cast_signed(),
            traits: traits.0,
            length: i64::try_from(self.vocabulary.telling(&places)).unwrap_or(i64::MAX),
            words: self.vocabulary.numbers(&places),
            lines: piece.lines,
        };
        txn.put_item(&item)?;
        if n < self.corpus.posted {
            self.postings.put(&item);
        }
        self.let_be_found(txn, n, sketch)?;
        txn.put_rounded_vector(self.set, n, terms.vector.values())?;
        if let Some(ours) = self.blocks.first_mut() {
            ours.place(txn, n, Some(&code_bytes(&code(&terms.vector))[..]))?;
        }
        self.vocabulary.count(&places, 1, 0);
        self.corpus.items += 1;
        self.corpus.words += told_words(&item);
        Ok(())
    }

    /// Something that says the same, if it is current and found from here: the same words, or so nearly that no fact differs.
    /// What belongs to another repository is not found from here, so a copy of that is kept as if it were the first.
    pub(crate) fn twin(&mut self, txn: &mut Txn<'_>, text: &str, print: &Fingerprint, spoken: bool) -> Result<Option<Item>, Error> {
        if spoken && text.split_whitespace().nth(COPY_WORDS_MIN).is_none() {
            return Ok(None);
        }
        let compared = Compared::to(text);
        for (apart, n) in self.alike.near(txn, &self.cache, print.sketch)? {
            let sketches = if apart == 0 { Sketches::MaybeSame } else { Sketches::Differ };
            // Tables and generated code hold thousands of pieces that are alike but for a number. Their texts are not read again and again.
            if sketches == Sketches::Differ && self.required.get(&n).is_some_and(|required| *required != compared.requires()) {
                continue;
            }
            let Some(said) = txn.said_by(n)? else { continue };
            let comparison = compared.with(&said, sketches);
            if let Some(kept) = comparison.kept {
                self.required.insert(n, kept);
            }
            if comparison.is_near
                && let Some(twin) = txn.items(&[n])?.pop()
                && self.is_found_here(txn, &twin)?
            {
                return Ok(Some(twin));
            }
        }
        Ok(None)
    }

    fn is_found_here(&self, txn: &mut Txn<'_>, item: &Item) -> Result<bool, Error> {
        Ok(item.anchor == self.anchor || txn.anchor_named(item.anchor)?.is_some_and(|name| self.around.contains(&name)))
    }

    /// The item is the past from then on. Where its words are still said, they stay current.
    pub(crate) fn retire(&mut self, txn: &mut Txn<'_>, item: &Item, until: Moment) -> Result<(), Error> {
        self.hide(txn, item, until)?;
        crate::memory::index::reassign::hand_on(self, txn, item)
    }

    /// The item is the past from then on, and so is every copy: a human does not want to see it.
    pub(crate) fn hide(&mut self, txn: &mut Txn<'_>, item: &Item, until: Moment) -> Result<(), Error> {
        self.end(txn, item, Some(until))
    }

    /// Does something for what belongs elsewhere.
    pub(super) fn standing_at<T>(&mut self, anchor: i64, work: impl FnOnce(&mut Self) -> T) -> T {
        let here = std::mem::replace(&mut self.anchor, anchor);
        let done = work(self);
        self.anchor = here;
        done
    }

    pub(super) fn heirs(&mut self) -> &mut Heirs {
        &mut self.heirs
    }

    /// The item is current again.
    pub(crate) fn revive(&mut self, txn: &mut Txn<'_>, item: &Item) -> Result<(), Error> {
        self.end(txn, item, None)
    }

    /// The item is the past from then on, or current again.
    fn end(&mut self, txn: &mut Txn<'_>, item: &Item, until: Option<Moment>) -> Result<(), Error> {
        if item.until.is_none() == until.is_none() {
            return Ok(());
        }
        let places = self.vocabulary.recall(txn, &item.words)?;
        let sign = if until.is_some() { -1 } else { 1 };
        self.postings.end(item, until.is_some());
        txn.end_item(item.n, until)?;
        match until {
            Some(_) => self.let_not_be_found(txn, item.n)?,
            None => self.let_be_found(txn, item.n, item.sketch.cast_unsigned())?,
        }
        for blocks in &mut self.blocks {
            let vector = if until.is_some() { None } else { txn.vectors(blocks.set, &[item.n])?.pop() };
            let vector = vector.and_then(|(_, bytes)| search::embed::Vector::from_bytes(&bytes));
            blocks.place(txn, item.n, vector.map(|vector| code_bytes(&code(&vector))).as_ref().map(|bytes| &bytes[..]))?;
        }
        self.vocabulary.count(&places, sign, -sign);
        self.corpus.items += sign;
        self.corpus.words += sign * told_words(item);
        Ok(())
    }

    /// Whatever was read from a source is found by the title it has now, and nothing is left of the one before.
    pub(crate) fn retitle(&mut self, txn: &mut Txn<'_>, source: &Source) -> Result<(), Error> {
        if source.kind == Kind::Conversation.name() {
            return Ok(()); // talk is found by its words alone
        }
        for id in txn.evidence_of_source(source.n)? {
            if let (Some(item), Some(evidence)) = (txn.item_of(&id)?, txn.evidences(&[&id])?.pop()) {
                let heading = ingest::redact(&item.heading).text.into_owned();
                self.rename(txn, &item, evidence.content.as_str(), &source.title, &heading)?;
            }
        }
        Ok(())
    }

    fn rename(&mut self, txn: &mut Txn<'_>, item: &Item, text: &str, title: &str, heading: &str) -> Result<(), Error> {
        let current = item.until.is_none();
        let (now, past) = if current { (1, 0) } else { (0, 1) };
        let before = self.vocabulary.recall(txn, &item.words)?;
        self.postings.drop(item);
        self.vocabulary.count(&before, -now, -past);
        let terms = Terms::of([title, heading], text, &mut self.tokens);
        let places = self.vocabulary.meet(txn, &mut self.corpus, &terms)?;
        let renamed = Item {
            heading: heading.to_owned(),
            traits: terms.traits.and(self.vocabulary.traits(&places)).and(Traits(item.traits).speaker()).0,
            length: i64::try_from(self.vocabulary.telling(&places)).unwrap_or(i64::MAX),
            words: self.vocabulary.numbers(&places),
            ..item.clone()
        };
        txn.reword_item(&renamed)?;
        self.postings.put(&renamed);
        self.vocabulary.count(&places, now, past);
        self.corpus.words += now * (told_words(&renamed) - told_words(item));
        txn.drop_vectors(item.n)?; // another model reads it again when its set is filled
        for blocks in &mut self.blocks {
            blocks.place(txn, item.n, None)?;
        }
        txn.put_rounded_vector(self.set, item.n, terms.vector.values())?;
        if let Some(ours) = self.blocks.first_mut().filter(|_| current) {
            ours.place(txn, item.n, Some(&code_bytes(&code(&terms.vector))[..]))?;
        }
        self.emptied = true;
        Ok(())
    }

    /// Nothing of the item is left: not its words, its vectors, nor its sketch.
    pub(crate) fn forget(&mut self, txn: &mut Txn<'_>, item: &Item) -> Result<(), Error> {
        let places = self.vocabulary.recall(txn, &item.words)?;
        let current = item.until.is_none();
        self.postings.drop(item);
        if current {
            self.corpus.items -= 1;
            self.corpus.words -= told_words(item);
        }
        self.let_not_be_found(txn, item.n)?;
        txn.drop_vectors(item.n)?;
        for blocks in &mut self.blocks {
            blocks.place(txn, item.n, None)?;
        }
        self.vocabulary.count(&places, -i64::from(current), -i64::from(!current));
        txn.drop_item(item.n)?;
        self.emptied = true;
        Ok(())
    }

    /// Writes what was gathered.
    pub(crate) fn close(mut self, txn: &mut Txn<'_>) -> Result<(), Error> {
        self.heirs.close(txn)?;
        txn.write_postings(self.postings, &mut self.corpus, || self.vocabulary.stems_by_word())?;
        self.vocabulary.close(txn)?;
        if self.emptied {
            txn.drop_empty_words()?;
        }
        for blocks in self.blocks.into_iter().chain([self.sketches]) {
            blocks.close(txn)?;
        }
        txn.put_corpus(&self.corpus)?;
        Ok(())
    }
}

/// Begins a set of vectors for a model. Where nothing was embedded before, there is nothing to wait for.
pub(crate) fn begin_set(txn: &mut Txn<'_>, sets: &[VectorSet], model: &str, now: Moment) -> Result<i64, Error> {
    // After the first, a set is numbered by the entry that begins it: the number of one that was dropped is never given again, so
    // that nobody takes what they hold of the one for the other.
    let entry = i64::try_from(txn.head()?.0).unwrap_or(i64::MAX - 1) + 1;
    let n = sets.iter().map(|set| set.n).max().map_or(1, |last| entry.max(last + 1));
    let state = if txn.corpus()?.items == 0 { SetState::Serving } else { SetState::Filling };
    let dims = i64::try_from(search::embed::DIMS).unwrap_or(0);
    txn.put_vector_set(&VectorSet { n, model: model.to_owned(), dims, state, started_at: now })?;
    Ok(n)
}

/// The text that an item is found by: what every model reads of it.
pub(super) fn text_of(view: &mut View<'_>, item: &Item) -> Result<String, Error> {
    let Some(evidence) = view.evidences(&[&item.id])?.pop() else { return Ok(String::new()) };
    let title = if item.kind == crate::memory::EXPERIENCE {
        view.experiences_behind(&[&item.id])?.pop().map(|experience| experience.keys().join(" "))
    } else {
        // Talk is found by its words alone.
        view.source_numbered(item.source)?.filter(|source| source.kind != Kind::Conversation.name()).map(|source| source.title)
    };
    Ok(found_by([title.as_deref().unwrap_or_default(), &item.heading], evidence.content.as_str()))
}

/// How many words an item has, all of them.
fn told_words(item: &Item) -> i64 {
    i64::try_from(word_list::count(&item.words)).unwrap_or(i64::MAX)
}
