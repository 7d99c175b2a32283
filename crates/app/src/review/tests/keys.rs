//! Keys, and what is decided after them.

use super::{call, claim, decided, inbox, type_in};
use crate::review::state::{Inbox, Mode, Summary, Wish};
use std::collections::BTreeSet;

const DOWN: &str = "\x1b[B";
const ESC: &str = "\x1b";

#[test]
fn keys_decide_what_they_say() {
    // The list begins: the three alike as one line, then p_2, p_4 and p_6.
    let table = [
        ("nothing", String::new(), ""),
        ("a group is decided whole", "a".into(), "p_1 yes, p_3 yes, p_5 yes"),
        ("one key each, from line to line", "raas".into(), "p_1 no, p_3 no, p_5 no, p_2 yes, p_4 yes, p_6 later"),
        ("spread out, one by one", format!("\t{DOWN}ar"), "p_1 yes, p_3 no"),
        ("all of the group from one in it", format!("\t{DOWN}{DOWN}A"), "p_1 yes, p_3 yes, p_5 yes"),
        ("all that are marked", "j  A".into(), "p_2 yes, p_4 yes"),
        ("a mark is taken off again", "j k A".into(), "p_4 yes"),
        ("all marked are rejected", "j  R".into(), "p_2 no, p_4 no"),
        ("a changed mind", "jakr".into(), "p_2 no"),
        ("the last one back", "jaau".into(), "p_2 yes"),
        ("a whole group back", "au".into(), ""),
        ("back to what it was before", "jakru".into(), "p_2 yes"),
        ("nothing to take back", "uuu".into(), ""),
        ("only what holds the words", "/logs\ra".into(), "p_4 yes"),
        ("a group under a filter: only what is listed", "/service t\ra".into(), "p_3 yes, p_5 yes"),
        ("a filter given up", "/logs\x1b".into(), ""),
        ("an edit", "je\x15We deploy on Mondays\r".into(), "p_2 “We deploy on Mondays”"),
        ("an edit that changes nothing is a yes", "je\r".into(), "p_2 yes"),
        ("an edit dropped", format!("jex{ESC}"), ""),
        ("an edit of another field", "je\t\x15\r".into(), "p_2 “Deploys happen on Thursdays”"),
        ("a no with a note", "jntoo vague\r".into(), "p_2 no, too vague"),
        ("a note on a whole group", "nstale\r".into(), "p_1 no, stale, p_3 no, stale, p_5 no, stale"),
        ("a note on all that are marked", "j  nlater\r".into(), "p_2 no, later, p_4 no, later"),
        ("a note given up", format!("jnx{ESC}"), ""),
        ("a note on what was rejected already, and mended", "jrknwhy\rkn not\r".into(), "p_2 no, why not"),
        ("a blank note is a plain no", "jn  \r".into(), "p_2 no"),
        ("a pasted text is words, not keys", "j\x1b[200~aaaa\r\x1b[201~".into(), ""),
        ("the last line and the first", "Gaga".into(), "p_1 yes, p_3 yes, p_5 yes, p_6 yes"),
    ];
    for (what, keys, wanted) in table {
        let mut inbox = inbox();
        type_in(&mut inbox, &keys);
        assert_eq!(decided(&inbox), wanted, "{what}: {keys:?}");
    }
}

#[test]
fn enter_shows_the_list_and_a_second_enter_seals_it() {
    let mut inbox = inbox();
    assert_eq!(type_in(&mut inbox, "\r"), Wish::Nothing, "nothing is decided");
    assert_eq!(inbox.notice, "Nothing is decided yet.");
    assert_eq!(type_in(&mut inbox, "a\r"), Wish::Summarise);
    inbox.show(Summary::default());
    assert_eq!(type_in(&mut inbox, "\r"), Wish::Seal);
    inbox.show(Summary::default());
    assert_eq!(type_in(&mut inbox, ESC), Wish::Nothing);
    assert!(matches!(inbox.mode, Mode::List));
    assert_eq!(decided(&inbox), "p_1 yes, p_3 yes, p_5 yes", "going back loses nothing");
}

#[test]
fn the_cursor_stays_on_its_proposal_when_others_go() {
    // The list begins: the three alike as one line, then p_2, p_4 and p_6.
    let table: [(&str, &str, &[&str], &str); 6] = [
        ("lines above it go", "jj", &["p_2"], "p_4"),
        ("the group above it goes", "jj", &["p_1", "p_3", "p_5"], "p_4"),
        ("it goes itself, the next is next", "j", &["p_2"], "p_4"),
        ("it is the last and goes", "G", &["p_6"], "p_4"),
        ("the group falls apart", "jjj", &["p_1", "p_3"], "p_6"),
        ("under a filter, which is then given up", "/logs\r\x1b", &[], "p_4"),
    ];
    for (what, keys, gone, wanted) in table {
        let mut inbox = inbox();
        type_in(&mut inbox, keys);
        inbox.settle(&gone.iter().map(|id| (*id).to_owned()).collect());
        assert_eq!(inbox.current().map(|index| inbox.items[index].id.as_str()), Some(wanted), "{what}");
    }
    let mut inbox = inbox();
    inbox.settle(&["p_1", "p_2", "p_3", "p_4", "p_5", "p_6"].map(str::to_owned).into());
    assert_eq!(inbox.current(), None);
}

#[test]
fn leaving_asks_first_if_decisions_would_be_lost() {
    let mut inbox = inbox();
    assert_eq!(type_in(&mut inbox, "q"), Wish::Leave);
    type_in(&mut inbox, "a");
    assert_eq!(type_in(&mut inbox, "q"), Wish::Nothing);
    assert_eq!(type_in(&mut inbox, "n"), Wish::Nothing);
    assert_eq!(type_in(&mut inbox, "\x03y"), Wish::Leave);
}

#[test]
fn what_cannot_be_approved_is_said_and_can_be_rejected() {
    let items = vec![call("p_1", "evidence.erase", "by mistake", None), call("p_2", "claim.retire", "gone", Some("claim `d_1` does not exist"))];
    let mut inbox = Inbox::new(items, false);
    type_in(&mut inbox, "a");
    assert_eq!(inbox.notice, "An erasure is decided by itself: run `palace approve p_1`");
    type_in(&mut inbox, "ja");
    assert_eq!(inbox.notice, "p_2 can no longer be approved: claim `d_1` does not exist");
    type_in(&mut inbox, "e");
    assert_eq!(decided(&inbox), "");
    type_in(&mut inbox, "gRr");
    assert_eq!(decided(&inbox), "p_1 no, p_2 no");
}

#[test]
fn an_edit_is_held_to_what_a_claim_may_say() {
    let mut inbox = inbox();
    type_in(&mut inbox, "je\x15\r");
    assert_eq!(inbox.notice, "`` is not text: it is blank");
    assert!(matches!(inbox.mode, Mode::Edit(_)), "the words are still there to mend");
    type_in(&mut inbox, "a\x1b[200~\u{202e}b\x1b[201~\r");
    assert!(inbox.notice.contains("U+202E"), "{}", inbox.notice);
    assert_eq!(decided(&inbox), "");
    let mut inbox = Inbox::new(vec![call("p_1", "claim.retire", "x", None)], false);
    type_in(&mut inbox, "e");
    assert_eq!(inbox.notice, "Only the words of a claim can be edited; approve this as it is, or reject it.");
}

#[test]
fn one_seal_covers_at_most_so_many() {
    let many = (0..=engine::DECISIONS_MAX).map(|n| claim(&format!("p_{n}"), &format!("word{n} other{n}"))).collect();
    let mut inbox = Inbox::new(many, false);
    type_in(&mut inbox, &"a".repeat(engine::DECISIONS_MAX + 1));
    assert_eq!(inbox.batch().len(), engine::DECISIONS_MAX);
    assert!(inbox.notice.contains("at most 500"), "{}", inbox.notice);
}

#[test]
fn what_was_sealed_goes_and_what_changed_waits_undecided() {
    let mut inbox = inbox();
    type_in(&mut inbox, "aaa");
    inbox.renew(claim("p_2", "Deploys happen on Fridays"));
    assert_eq!(decided(&inbox), "p_1 yes, p_3 yes, p_5 yes, p_4 yes");
    assert_eq!(inbox.items[1].line, "Deploys happen on Fridays");
    inbox.settle(&["p_1", "p_3", "p_5", "p_4"].map(str::to_owned).into_iter().collect::<BTreeSet<_>>());
    assert_eq!(inbox.items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>(), ["p_2", "p_6"]);
    assert_eq!(decided(&inbox), "");
    type_in(&mut inbox, "u");
    assert_eq!(decided(&inbox), "", "what is sealed cannot be taken back here");
}
