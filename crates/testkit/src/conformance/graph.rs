//! The graph: its rows come back as they went in, a fact is closed once, and an erasure reaches every word of it.

use super::{Bare, erase::places, ledger_holds, moment};
use crate::{
    On,
    world::{Who, World},
};
use kernel::{
    anchor::Anchor,
    claim::Confidence,
    evidence::Origin,
    fact::{Closed, Fact},
    id::{EvidenceId, FactId, TunnelId},
    palace::Sealing,
    time::Moment,
};
use serde_json::{Value as Json, json};
use store::{FactCounts, FactFilter, Signpost, StoreError, Tunnel, TunnelEnd};

/// A word that nothing else holds.
const WORD: &str = "quetzalq";

/// Another, as somebody may say it.
const SAID: &str = "Wryneckq";

fn fact(n: u8, predicate: &str, object: &str) -> Fact {
    Fact {
        id: FactId::mint("triple", &n.to_string()),
        anchor: Anchor::Repo("a".into()),
        subject: "Ada 'quoted' ?1 $1 日本語".into(),
        predicate: predicate.into(),
        object: object.into(),
        confidence: Confidence::hundredths(70),
        source: Some(EvidenceId::mint("e", &n.to_string())),
        origin: Origin::Agent,
        principal: "codex-a".into(),
        valid_from: moment(i64::from(n)),
        valid_to: None,
        recorded_at: moment(i64::from(n) + 100),
        closed: None,
    }
}

/// Facts, tunnels and signposts come back as they went in; a fact is closed once.
///
/// # Panics
/// When one does not.
pub fn graph_comes_back(on: On) {
    let mut bare = Bare::new(on);
    let old = Fact { valid_from: Moment::from_millis(i64::MIN), valid_to: Some(moment(5)), source: None, ..fact(1, "works at", "Acme") };
    let mut open = fact(2, "Works For", "acme");
    let late = Fact { valid_from: Moment::from_millis(i64::MAX), anchor: Anchor::Global, ..fact(3, "knows", "Tom") };
    let elsewhere = Fact { anchor: Anchor::Repo("b".into()), ..fact(4, "works at", "Acme") };
    let end = |wing: &str, room: &str| TunnelEnd { wing: wing.into(), room: room.into() };
    let (left, right) = (end("a", "é"), end("b", ""));
    let tunnel = Tunnel { id: TunnelId::mint("tunnel", "1"), left, right, label: "x'y".into(), created_at: moment(1), created_by: "ana".into() };
    let mut post = Signpost {
        wing: "a".into(),
        room: "é".into(),
        display_name: "Z".into(),
        keywords: vec!["\"quoted\"".into(), "令牌".into()],
        edited_by: "ana".into(),
        edited_at: moment(1),
    };
    let put = bare.change(|txn| {
        for one in [&old, &open, &late, &elsewhere] {
            txn.put_fact(one)?;
        }
        txn.put_tunnel(&tunnel)?;
        txn.put_signpost(&post)
    });
    put.expect("write one of each");
    let closed = Closed { ended: moment(50), by: "ana".into(), at: moment(200) };
    bare.change(|txn| txn.close_fact(&open.id, &closed)).expect("close it");
    assert!(matches!(bare.change(|txn| txn.close_fact(&open.id, &closed)), Err(StoreError::Conflict(_))), "once");
    open.closed = Some(closed);
    post.keywords.clear();
    bare.change(|txn| txn.put_signpost(&post)).expect("write it anew");

    let here = Anchor::Repo("a".into());
    let mut view = bare.store.look().expect("look");
    assert_eq!(view.fact(&open.id).expect("read").as_ref(), Some(&open));
    let all = FactFilter { project: here.clone(), limit: 9, ..FactFilter::default() };
    assert_eq!(view.facts(&all).expect("read"), [late.clone(), open.clone(), old.clone()], "what another project said is not among them");
    let anywhere = FactFilter { anywhere: true, ..all.clone() };
    assert!(view.facts(&anywhere).expect("read").len() > 3, "and is found by asking everywhere");
    let works = FactFilter { predicate: "is works_at".into(), object: " ACME ".into(), ..all.clone() };
    let table = [
        (Some(3), None, vec![&open, &old]),
        (Some(6), None, vec![&open]),
        (Some(60), None, vec![]),
        (Some(60), Some(199), vec![&open]),
        (None, Some(101), vec![&old]),
    ];
    for (at, known, expected) in table {
        let asked = FactFilter { at: at.map(moment), known: known.map(moment), ..works.clone() };
        assert_eq!(view.facts(&asked).expect("read").iter().collect::<Vec<_>>(), expected, "at {at:?} as known at {known:?}");
    }
    assert_eq!(view.timeline(&here, "ACME", 9).expect("read"), [old, open]);
    let counts = view.fact_counts(&here, moment(60), 1).expect("count");
    assert_eq!(counts, FactCounts { total: 3, active: 0, upcoming: 1, entities: 3, predicates: vec![("works_at".into(), 2)] });
    assert_eq!(view.fact_counts(&here, moment(3), 0).expect("count").active, 2);
    assert_eq!(view.tunnels("b", 9).expect("read"), std::slice::from_ref(&tunnel));
    assert_eq!(view.signposts(9).expect("read"), [post]);
    drop(view);
    assert!(bare.change(|txn| txn.fill_tunnel(&tunnel.id, moment(9))).expect("fill").0);
    assert!(!bare.change(|txn| txn.fill_tunnel(&tunnel.id, moment(9))).expect("fill").0);
    let mut view = bare.store.look().expect("look");
    assert_eq!(view.tunnels("", 9).expect("read"), []);
    assert!(view.was_dug(&tunnel.id).expect("read"), "what was filled in was dug once");
}

/// What a fact, a tunnel or a signpost says is erased with the evidence it came from, or with the text itself.
///
/// # Panics
/// When a row still holds it.
pub fn erasure_reaches_the_graph(on: On) {
    for sealing in [Sealing::Unsealed, Sealing::Sealed] {
        let mut world = World::new(on, sealing);
        if sealing == Sealing::Sealed {
            world.enrol("ana", "ana").expect("enrolled");
        }
        let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
        let mut call = |who: &Who, op: &str, input: Json| world.call(who, op, input).unwrap_or_else(|refusal| panic!("{op}: {refusal}")).result;
        let seen = call(&bot, "evidence.record", json!({ "content": "A nest was found in the tower", "source": "walk" }))["id"].clone();
        let said = call(&bot, "fact.add", json!({ "subject": "the nest", "predicate": "belongs to", "object": WORD, "sourceDrawer": seen }));
        call(&bot, "fact.invalidate", json!({ "tripleId": said["triples"][0]["id"] }));
        let foreign =
            json!({ "id": "1", "subject": WORD, "predicate": "sings", "object": "often", "validFrom": "2001-01-01T00:00:00Z", "sourceDrawer": seen });
        call(&bot, "fact.import", json!({ "palace": "pal_0", "facts": [foreign] }));
        call(&ana, "evidence.erase", json!({ "id": [seen] }));
        assert_eq!(places(&world, WORD), [""; 0], "{sealing:?}: by the evidence it cites");
        let mut call = |who: &Who, op: &str, input: Json| world.call(who, op, input).unwrap_or_else(|refusal| panic!("{op}: {refusal}")).result;
        call(&bot, "fact.add", json!({ "subject": format!("the {WORD}"), "predicate": "flies", "object": "south" }));
        call(&bot, "tunnel.add", json!({ "left": format!("birds:{WORD}"), "right": "zoo", "label": format!("a {WORD}") }));
        call(&bot, "taxonomy.edit", json!({ "wing": "birds", "room": WORD, "keywords": [WORD] }));
        // A keyword is kept in small letters, however it was said.
        call(&bot, "taxonomy.edit", json!({ "wing": "birds", "room": "owls", "keywords": [SAID] }));
        call(&bot, "evidence.record", json!({ "content": format!("a {WORD} was seen"), "source": "walk" }));
        call(&bot, "evidence.record", json!({ "content": format!("a {SAID} was heard"), "source": "walk" }));
        call(&ana, "evidence.erase", json!({ "matching": SAID }));
        call(&ana, "evidence.erase", json!({ "matching": WORD }));
        assert_eq!(places(&world, WORD), [""; 0], "{sealing:?}: by the text itself");
        assert_eq!(places(&world, &SAID.to_lowercase()), [""; 0], "{sealing:?}: by the text in capitals");
        ledger_holds(&mut world);
    }
}
