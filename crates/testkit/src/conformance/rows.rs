//! Every aggregate comes back from the store as it went in, and a change is kept whole or not at all.

use super::{Bare, act, moment};
use crate::On;
use kernel::{
    anchor::Anchor,
    claim::{Claim, Standing},
    evidence::{Evidence, Origin},
    id::{ClaimId, EvidenceId, GrantId, KINDS, LinkId, ProposalId, SealRequestId, SessionId},
    ledger::Digest,
    proposal::{Guess, Proposal, Status},
    scope::{Scope, ScopeKind},
    seal::{HumanReview, Seal, Statement},
    text::Content,
    work::SessionState,
};
use serde_json::json;
use store::{
    Backend, ClaimFilter, Corpus, Counted, GrantRecord, Item, Outcome, PostingChanges, ProposalFilter, RESTS_ON, RequestStatus, SealRequest, Session,
    SessionFilter, StemsByWord, StoreError, View, WantedStem, Within, word_list,
};

fn evidence(n: u8) -> Evidence {
    Evidence {
        id: EvidenceId::mint("e", &n.to_string()),
        origin: Origin::Tool,
        principal: "codex-a".into(),
        source: "cargo test".into(),
        content: Content::parse("línea 1\n日本語 'quoted' ?1 $1").expect("content"),
        recorded_at: moment(n.into()),
    }
}

fn claim(n: u8, review: &HumanReview) -> Claim {
    let draft = json!({ "as": "decision", "content": format!("claim {n}"), "scope": "file", "scopePath": "src/a.rs", "tags": ["x"], "confidence": 0.85, "evidence": ["e_1"] });
    Claim {
        id: ClaimId::mint("d", &n.to_string()),
        draft: serde_json::from_value(draft).expect("a draft"),
        standing: Standing::Promoted,
        seal: Some(review.seal()),
        promoted_from: Some(ProposalId::mint("p", "1")),
        source: "agent".into(),
        created_at: moment(n.into()),
        updated_at: moment(n.into()),
    }
}

fn proposal(n: u8) -> Proposal {
    Proposal {
        id: ProposalId::mint("p", &n.to_string()),
        op: "claim.adopt".into(),
        input: r#"{"as":"decision","content":"x"}"#.into(),
        author: "codex-a".into(),
        author_kind: "agent".into(),
        session: "ses_1".into(),
        agent_type: "codex".into(),
        source: "auto_extract".into(),
        evidence_refs: r#"{"session_id":"ses_1"}"#.into(),
        evidence: vec![EvidenceId::mint("e", "1")],
        classified: Some(Guess { confidence: kernel::claim::Confidence::hundredths(85), signals: vec!["use".into()] }),
        dedupe_key: Digest::of(b"same"),
        status: Status::Pending,
        reviewed_by: String::new(),
        reviewed_at: None,
        review_note: String::new(),
        promoted_to: None,
        created_at: moment(n.into()),
        expires_at: moment(1_000),
        archived_at: None,
    }
}

fn statement(bare: &Bare) -> Statement {
    Statement {
        palace: bare.genesis.id(),
        op: "claim.adopt".into(),
        input: Digest::of(b"in"),
        covers: vec![Digest::of(b"a"), Digest::of(b"b")],
        expires: moment(900),
    }
}

/// Evidence, claims, links, proposals, sessions, tokens, keys, seals and requests come back as they went in.
///
/// # Panics
/// When one does not.
pub fn round_trips(on: On) {
    let mut bare = Bare::new(on);
    let review = bare.review();
    let (seen, believed, mut waiting) = (evidence(1), claim(1, &review), proposal(1));
    let mut session = Session {
        id: SessionId::mint("ses", "1"),
        agent_type: "codex".into(),
        agent_id: "7".into(),
        goal: "try".into(),
        principal: "codex-a".into(),
        state: SessionState::Active,
        outcome: String::new(),
        summary: String::new(),
        started_at: moment(1),
        ended_at: None,
        last_active_at: moment(1),
    };
    let mut grant = GrantRecord {
        id: GrantId::mint("g", "1"),
        token_digest: Digest::of(b"token"),
        kind: "agent".into(),
        name: "codex-a".into(),
        issued_at: moment(1),
        expires_at: Some(moment(99)),
        revoked_at: None,
    };
    let seal = Seal::unsealed(statement(&bare));
    let request = SealRequest {
        id: SealRequestId::mint("sr", "1"),
        op: "claim.adopt".into(),
        input: "{}".into(),
        input_digest: Digest::of(b"{}"),
        statement: seal.statement.clone(),
        shown: r#"{"x":1}"#.into(),
        asked_by: "ana".into(),
        status: RequestStatus::Open,
        result: String::new(),
        created_at: moment(1),
        expires_at: moment(900),
    };
    let put = bare.change(|txn| {
        txn.record(&seen)?;
        txn.put_claim(&believed, &review)?;
        txn.link(&LinkId::mint("lk", "1"), believed.id.as_str(), RESTS_ON, seen.id.as_str(), "ana", moment(1))?;
        txn.file(&waiting)?;
        txn.put_session(&session)?;
        txn.put_grant(&grant)?;
        txn.spend(&seal)?;
        txn.put_key("ana", &[7; 32], seal.statement.digest())?;
        txn.put_request(&request)
    });
    put.expect("write one of each");
    let check = |bare: &mut Bare, session: &Session, grant: &GrantRecord, waiting: &Proposal| {
        let mut view = bare.store.look().expect("look");
        assert_eq!(view.evidence(&seen.id).expect("read"), Some(seen.clone()));
        assert_eq!(view.claim(&believed.id).expect("read"), Some(believed.clone()));
        assert_eq!(view.rests_on(&believed.id).expect("read"), std::slice::from_ref(&seen.id));
        assert_eq!(view.proposal(&waiting.id).expect("read").as_ref(), Some(waiting));
        assert_eq!(view.session(&session.id).expect("read").as_ref(), Some(session));
        assert_eq!(view.grant_of(grant.token_digest).expect("read").as_ref(), Some(grant));
        assert_eq!(view.seal(seal.statement.digest()).expect("read"), Some(seal.clone()));
        let keys = view.keys().expect("read");
        assert_eq!(keys.iter().map(|k| (k.name.as_str(), k.public, k.retired)).collect::<Vec<_>>(), [("ana", [7; 32], false)]);
        let open = view.open_requests(moment(2), 10).expect("read");
        assert_eq!(open.iter().map(|r| (&r.id, &r.statement)).collect::<Vec<_>>(), [(&request.id, &request.statement)]);
        assert!(view.open_requests(moment(900), 10).expect("read").is_empty(), "a request closes");
    };
    check(&mut bare, &session, &grant, &waiting);

    session.state = SessionState::Completed;
    session.ended_at = Some(moment(5));
    grant.revoked_at = Some(moment(5));
    waiting.status = Status::Rejected;
    waiting.reviewed_by = "ana".into();
    waiting.reviewed_at = Some(moment(5));
    let changed = bare.change(|txn| {
        txn.put_session(&session)?;
        txn.put_grant(&grant)?;
        txn.decide(&waiting)
    });
    changed.expect("change some");
    check(&mut bare, &session, &grant, &waiting);
    let again = bare.change(|txn| txn.decide(&waiting));
    assert!(matches!(again, Err(StoreError::Conflict(_))), "a decided proposal was decided again: {again:?}");
    let spent = bare.change(|txn| txn.spend(&seal));
    assert!(matches!(spent, Err(StoreError::Conflict(_))), "a seal was spent twice: {spent:?}");
    check(&mut bare, &session, &grant, &waiting);
}

/// An item that holds these words, by their numbers.
fn item(n: i64, words: &[u32]) -> Item {
    Item {
        n,
        id: EvidenceId::mint("e", &n.to_string()).to_string(),
        kind: "text".into(),
        anchor: 1,
        source: 0,
        revision: 0,
        seq: 0,
        thread: String::new(),
        author: String::new(),
        heading: String::new(),
        at: moment(1),
        since: moment(1),
        until: None,
        sketch: 0,
        traits: 0,
        length: 1,
        words: word_list::pack(words.iter().copied()),
        lines: None,
    }
}

/// The words that these items hold: "all" is held by each, "several" by three, "few" by one. "the" says nothing by itself.
const WORDS: [(&str, &str); 5] = [("all", ""), ("several", ""), ("fewer", "few"), ("the", ""), ("few", "")];

fn wanted(stem: &str, tells: f64) -> WantedStem<'_> {
    let words: &[i64] = match stem {
        "all" => &[1],
        "several" => &[2],
        "few" => &[3, 5],
        _ => &[],
    };
    WantedStem { stem, tells, words }
}

/// Items are found by their stems whether they are in a block of the index or not: the best first, of equals the newest.
///
/// # Panics
/// When they come in another order, or what left is still found.
pub fn words_are_found_newest_first(on: On) {
    let mut bare = Bare::new(on);
    let mut corpus = Corpus { items: 10, words: 30, next_item: 11, next_word: 6, next_source: 1, posted: 1 };
    let counted: Vec<Counted> =
        (1..).zip(WORDS).map(|(id, (word, stem))| Counted { id, word: word.into(), stem: stem.into(), items: 1, past: 0 }).collect();
    let put = bare.change(|txn| {
        txn.count_words(&counted)?;
        for n in 1..=10 {
            let other = if [2, 4, 6].contains(&n) { 2 } else { 4 };
            txn.put_item(&item(n, &[1, other, if n == 4 { 3 } else { 4 }]))?;
        }
        txn.put_corpus(&corpus)
    });
    put.expect("put items");
    let (all, several, few) = (wanted("all", 0.1), wanted("several", 1.0), wanted("few", 2.0));
    let only = [1_u64 << 4 | 1 << 9];
    let find = |bare: &mut Bare, wanted: &[WantedStem<'_>], within: Within<'_>, limit: usize| {
        let found = bare.store.look().and_then(|mut view| view.corpus().and_then(|corpus| view.find_items(wanted, &corpus, within, limit)));
        found.expect("find items")
    };
    let numbers = |found: Vec<(i64, f64)>| found.into_iter().map(|(n, _)| n).collect::<Vec<_>>();
    let table: [(&[WantedStem<'_>], Within<'_>, usize, &[i64]); 7] = [
        (&[all], Within::Current, 3, &[10, 9, 8]),
        (&[all], Within::Numbers(&only), 3, &[9, 4]),
        (&[all, several, few], Within::Current, 4, &[4, 6, 2, 10]),
        (&[several], Within::Current, 9, &[6, 4, 2]),
        (&[wanted("the", 1.0)], Within::Current, 3, &[]),
        (&[wanted("it's \\ \"odd\"", 1.0)], Within::Current, 3, &[]),
        (&[], Within::Current, 3, &[]),
    ];
    let mut scores = Vec::new();
    for posted in [false, true] {
        for (wanted, within, limit, expected) in table {
            assert_eq!(numbers(find(&mut bare, wanted, within, limit)), expected, "{wanted:?}, posted: {posted}");
        }
        scores.push(find(&mut bare, &[all, several, few], Within::Current, 9));
        // Numbers that were given to nothing fill up the room before the index.
        corpus.next_item = 40_000;
        write(&mut bare, &mut corpus, PostingChanges::default());
    }
    assert_eq!(scores[0], scores[1], "scores do not depend on where an item is");
    assert_eq!(corpus.posted, 40_000);

    let mut changes = PostingChanges::default();
    changes.end(&item(9, &[]), true);
    changes.drop(&item(4, &[1, 2, 3]));
    changes.put(&item(6, &[1, 2, 3, 3]));
    changes.end(&item(10, &[]), true);
    changes.end(&item(10, &[]), false);
    write(&mut bare, &mut corpus, changes);
    assert_eq!(numbers(find(&mut bare, &[all], Within::Current, 3)), [10, 8, 7], "what is past is not current");
    assert_eq!(numbers(find(&mut bare, &[all], Within::Numbers(&only), 3)), [9], "but is found by whoever asks for it");
    assert_eq!(numbers(find(&mut bare, &[few], Within::Current, 3)), [6]);

    // Many stems at once: all rows of the block are written anew.
    let many: Vec<u32> = (100..3_100).collect();
    let counted: Vec<Counted> =
        many.iter().map(|id| Counted { id: i64::from(*id), word: format!("w{id}"), stem: String::new(), items: 1, past: 0 }).collect();
    bare.change(|txn| txn.count_words(&counted)).expect("count words");
    let long = item(20_000, &many);
    let mut changes = PostingChanges::default();
    changes.put(&long);
    changes.put(&item(20_001, &[101, 1]));
    write(&mut bare, &mut corpus, changes);
    let of = |stem| WantedStem { stem, tells: 1.0, words: &[] };
    assert_eq!(numbers(find(&mut bare, &[of("w101")], Within::Current, 9)), [20_001, 20_000]);
    assert_eq!(numbers(find(&mut bare, &[of("w3099"), of("few")], Within::Current, 9)), [6, 20_000]);

    let mut changes = PostingChanges::default();
    for (n, words) in [(20_001, &[101, 1][..]), (20_000, &many), (6, &[1, 2, 3])] {
        changes.drop(&item(n, words));
    }
    for n in (1..=10).filter(|n| ![4, 6].contains(n)) {
        changes.drop(&item(n, &[1, 2]));
    }
    write(&mut bare, &mut corpus, changes);
    let rows = bare.site.raw().query("select data from posting", &[]).expect("read the index");
    let left = rows.into_iter().filter_map(|mut row| row.value()).filter(|value| value.to_string().contains(|c| c != '0')).count();
    assert_eq!(left, 0, "nothing is left of what was dropped");
}

fn write(bare: &mut Bare, corpus: &mut Corpus, changes: PostingChanges) {
    let written = bare.change(|txn| {
        txn.write_postings(changes, corpus, StemsByWord::default)?;
        txn.put_corpus(corpus)
    });
    written.expect("write the index");
}

/// Filters and limits give the same rows in the same order.
///
/// # Panics
/// When they do not.
pub fn lists_are_ordered_and_bounded(on: On) {
    let mut bare = Bare::new(on);
    let review = bare.review();
    let put = bare.change(|txn| {
        for n in 1..=5 {
            let mut c = claim(n, &review);
            if n == 1 {
                c.draft = c.draft.made_in(&Anchor::Repo("a".into()));
            }
            if n == 5 {
                c.draft.scope = ScopeKind::Palace;
                c.draft.scope_path = None;
                c.standing = Standing::Retired;
            }
            txn.put_claim(&c, &review)?;
            txn.file(&Proposal { dedupe_key: Digest::of(&[n]), ..proposal(n) })?;
        }
        Ok(())
    });
    put.expect("write");
    let mut view = bare.store.look().expect("look");
    let mut ids = |filter: ClaimFilter| view.claims(&filter).expect("read").into_iter().map(|c| c.id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(ClaimFilter { limit: 2, ..Default::default() }), ["d_5", "d_4"], "newest first");
    assert_eq!(ids(ClaimFilter { scope: Some(Scope::Palace), limit: 9, ..Default::default() }), ["d_5"]);
    assert_eq!(ids(ClaimFilter { standings: vec![Standing::Retired, Standing::Demoted], limit: 9, ..Default::default() }), ["d_5"]);
    let file = Scope::parse(ScopeKind::File, Some("./src/a.rs")).expect("a scope");
    assert_eq!(
        ids(ClaimFilter { kind: Some(kernel::claim::Kind::Decision), scope: Some(file), limit: 9, ..Default::default() }),
        ["d_4", "d_3", "d_2", "d_1"]
    );
    let mut in_project = |name: &str| ids(ClaimFilter { project: Some(Anchor::Repo(name.into())), limit: 9, ..Default::default() });
    assert_eq!(in_project("a"), ["d_5", "d_4", "d_3", "d_2", "d_1"]);
    assert_eq!(in_project("b"), ["d_5", "d_4", "d_3", "d_2"], "what another project believes");
    let mut waiting = |status, now| {
        let filter = ProposalFilter { status: Some((status, now)), kind: Some("decision".into()), limit: 2, ..ProposalFilter::default() };
        view.proposals(&filter).expect("read").into_iter().map(|p| p.id.to_string()).collect::<Vec<_>>()
    };
    let (soon, late) = (proposal(1).created_at, proposal(1).expires_at);
    assert_eq!(waiting(Status::Pending, soon), ["p_1", "p_2"], "longest waiting first");
    assert_eq!(waiting(Status::Expired, late), ["p_1", "p_2"], "nobody has swept them, and they have expired");
    assert!(waiting(Status::Pending, late).is_empty(), "what has expired takes no place in the list");
    assert!(view.sessions(SessionFilter { active: Some(late), limit: 1 }).expect("read").is_empty());
}

/// Two pending proposals never say the same; a decided one does not stand in the way.
///
/// # Panics
/// When they do.
pub fn pending_is_unique(on: On) {
    let mut bare = Bare::new(on);
    bare.change(|txn| txn.file(&proposal(1))).expect("file");
    let twin = bare.change(|txn| txn.file(&proposal(2)));
    assert!(matches!(twin, Err(StoreError::Conflict(_))), "{twin:?}");
    assert_eq!(bare.store.look().expect("look").proposal(&ProposalId::mint("p", "2")).expect("read"), None, "no half of it was kept");
    bare.change(|txn| txn.decide(&Proposal { status: Status::Rejected, ..proposal(1) })).expect("decide");
    bare.change(|txn| txn.file(&proposal(2))).expect("file it again");
}

/// A transaction that is dropped leaves nothing, not even its refusal count or its principal.
///
/// # Panics
/// When something is left.
pub fn dropped_is_forgotten(on: On) {
    let mut bare = Bare::new(on);
    let review = bare.review();
    let before = crate::dump::dump(&mut *bare.site.raw());
    let call = bare.call();
    let mut txn = bare.store.begin(&super::permit(&call)).expect("begin");
    txn.put_claim(&claim(1, &review), &review).expect("write");
    txn.record(&evidence(1)).expect("write");
    drop(txn);
    assert_eq!(before, crate::dump::dump(&mut *bare.site.raw()));
}

/// A note may be lost in a power cut, and nothing else: once it has ended, however it ended, what is kept survives one again.
///
/// # Panics
/// When the next change on that connection would be a note too.
pub fn a_note_ends_with_its_transaction(on: On) {
    let bare = Bare::new(on);
    let mut db = bare.site.raw();
    let kept = match on {
        On::Sqlite => "select synchronous from pragma_synchronous",
        On::Postgres => "show synchronous_commit",
    };
    let kept = |db: &mut dyn Backend| format!("{:?}", db.query(kept, &[]).expect("ask"));
    let before = kept(&mut *db);
    db.expect_much().expect("make room");
    assert!(db.begin_note(true).expect("begin"));
    assert_ne!(kept(&mut *db), before);
    db.batch("rollback").expect("as SQLite does by itself when a disk is full");
    db.rollback().expect("there is nothing left to forget");
    assert_eq!(kept(&mut *db), before);
}

/// Evidence that was edited by hand is damage wherever it is read.
///
/// # Panics
/// When it is believed.
pub fn edited_evidence_is_damage(on: On) {
    let mut bare = Bare::new(on);
    bare.change(|txn| txn.record(&evidence(1))).expect("record");
    bare.site.raw().batch("update evidence set content = 'other words'").expect("tamper");
    let read = bare.store.look().expect("look").evidence(&EvidenceId::mint("e", "1"));
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
}

/// Every kind of id has a table in which records are found by the beginning of theirs.
///
/// # Panics
/// When one has none, or when something else is found.
pub fn ids_have_beginnings(on: On) {
    let mut bare = Bare::new(on);
    for id in ["7h3k9a2bq8x0z1y2", "7h3k9a2bzzzzzzzz", "7h3k9a2c00000000", "7h3k9a2-00000000"] {
        bare.change(|txn| txn.record(&Evidence { id: EvidenceId::mint("e", id), ..evidence(1) })).expect("record");
    }
    let mut view = bare.store.look().expect("look");
    let found = |view: &mut View<'_>, prefix, tail, limit| view.ids_beginning(prefix, tail, limit).expect("read");
    assert_eq!(found(&mut view, "e", "7h3k9a2b", 9), ["e_7h3k9a2bq8x0z1y2", "e_7h3k9a2bzzzzzzzz"]);
    assert_eq!(found(&mut view, "e", "7h3k9a2b", 1).len(), 1);
    assert_eq!(found(&mut view, "e", "7h3k9a2bq8x0z1y2", 9), ["e_7h3k9a2bq8x0z1y2"]);
    // The palace's own id is always told whole; the other two are older spellings, which are read as ours.
    for prefix in KINDS.iter().flat_map(|(_, prefixes)| *prefixes).filter(|prefix| !["pal", "lrn", "prop"].contains(prefix)) {
        assert!(store::has_short_ids(prefix), "`{prefix}` has no table");
        assert_eq!(found(&mut view, prefix, "00000000", 1), [""; 0], "{prefix}");
    }
}

/// Identical refusals in a row cost one entry, and the count becomes an entry when the actor does something else.
///
/// # Panics
/// When they flood the ledger.
pub fn refusals_coalesce(on: On) {
    let mut bare = Bare::new(on);
    let refused = |bare: &mut Bare, body| {
        let call = bare.call();
        let act = act(&bare.genesis, &call, "test.refused", Outcome::Refused(kernel::refusal::Code::NotFound), body);
        bare.store.record_refusal(&act).expect("record a refusal")
    };
    assert!(refused(&mut bare, json!({})).is_some());
    for _ in 0..100 {
        assert!(refused(&mut bare, json!({})).is_none());
    }
    bare.change(|_| Ok(())).expect("something else");
    let entries =
        bare.store.look().expect("look").entries(&bare.genesis.id(), &store::EntryFilter { limit: 10, ..Default::default() }).expect("read");
    let ops: Vec<_> = entries.iter().rev().map(|e| e.entry.op.as_str()).collect();
    assert_eq!(ops, ["palace.create", "test.refused", "refusal.repeat", "test.change"]);
    assert!(entries[1].body.as_deref().is_some_and(|b| b.contains("\"repeats\":100")), "{:?}", entries[1].body);
}
