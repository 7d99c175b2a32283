//! What the verdict promises.

use super::*;
use proptest::prelude::*;

fn best(world: &World) -> usize {
    let verdicts = world.judge();
    (0..verdicts.len()).max_by(|a, b| verdicts[*a].score.total_cmp(&verdicts[*b].score).then(b.cmp(a))).unwrap()
}

#[test]
fn the_answer_is_found_by_its_words_its_meaning_and_its_place() {
    let conversation = [
        (Some(1), "Caroline", "Hey Mel! Good to see you!"),
        (Some(1), "Melanie", "Where did you go on holiday?"),
        (Some(1), "Caroline", "We went to Lisbon for two weeks."),
        (Some(1), "Melanie", "I painted a sunrise last week."),
        (Some(2), "Caroline", "My car broke down."),
        (Some(2), "Melanie", "Oh no, is the doctor nearby?"),
    ];
    let code = [(None, "", "def read_json(path): return json.load(open(path))"), (None, "", "def rotate(matrix): return zip(*matrix[::-1])")];
    let table: [(&str, &[Said<'_>], usize); 4] = [
        ("When did Melanie paint a sunrise?", &conversation, 3),
        ("Where did Caroline go on holiday?", &conversation, 2),
        ("automobile", &conversation, 4),
        ("how to load a json file", &code, 0),
    ];
    for (query, said, expected) in table {
        let world = world(query, said, true);
        assert_eq!(best(&world), expected, "{query}: {:#?}", world.judge());
    }
}

#[test]
fn a_verdict_says_how_it_came_about() {
    let said = [(None, "", "A red bicycle"), (None, "", "bicycles"), (None, "", "an invoice")];
    let verdicts = world("the red bicycle", &said, true).judge();
    assert_eq!(verdicts.iter().map(|verdict| verdict.matched.clone()).collect::<Vec<_>>(), [vec!["red", "bicycle"], vec!["bicycle"], vec![]]);
    assert!(verdicts[0].score > verdicts[1].score && verdicts[1].score > verdicts[2].score, "{verdicts:#?}");
    assert!(verdicts[0].lexical > verdicts[1].lexical && verdicts[0].semantic > verdicts[2].semantic, "{verdicts:#?}");
    assert!(verdicts.iter().all(|verdict| verdict.context.abs() < 1e-6), "nothing is around a text by itself: {verdicts:#?}");
}

#[test]
fn every_form_is_held_against_all_others() {
    let mut world = world("where is the red bicycle", &texts(&["a red bicycle", "an invoice", "a red bicycle"]), true);
    world.candidates[2].form = Form::Code;
    let all = world.judge();
    assert!(all[0].score > all[1].score && all[2].score > all[1].score, "an answer leads whatever its form: {all:#?}");
    world.candidates.pop();
    assert!(world.judge()[0].score > all[0].score, "an answer in another form is a rival");
    world.candidates[1].form = Form::Turn;
    assert_eq!(world.judge()[1].context.to_bits(), 0.0_f32.to_bits(), "one turn is no talk, and so a text by itself");
}

#[test]
fn every_question_is_answered_even_with_nothing_to_go_by() {
    let said = [(Some(1), "Ann", "what is it"), (Some(1), "", ""), (None, "", "日本語 text"), (None, "Bob", "🚀")];
    for query in ["", " ", "the", "Ann", "What did Ann do?", "日本", "🚀", "\" NEAR * :", "a a a a"] {
        for said in [&said[..], &said[..1], &[]] {
            let verdicts = world(query, said, true).judge();
            assert_eq!(verdicts.len(), said.len());
            assert!(verdicts.iter().all(|verdict| (0.0..=1.0).contains(&verdict.score)), "{query}: {verdicts:?}");
        }
    }
}

#[test]
fn a_place_outside_the_known_words_is_passed_over() {
    let mut world = world("red", &texts(&["red", "blue"]), false);
    world.candidates[1].words.push(99);
    assert_eq!(best(&world), 0);
}

#[test]
fn a_name_and_stop_words_are_looked_for_if_nothing_else_is_asked() {
    let said = [(Some(1), "Ann", "When did Bob leave?"), (Some(1), "Bob", "Fine.")];
    let verdicts = world("When did Bob?", &said, false).judge();
    assert_eq!(verdicts[0].matched, ["when", "did", "bob"]);
}

fn said() -> impl Strategy<Value = Vec<(Option<u32>, usize, String)>> {
    let word = prop::sample::select(vec!["red", "bicycle", "lamp", "the", "went", "yesterday", "3", "i", "where?", "doctor", "paint"]);
    let text = prop::collection::vec(word, 0..8).prop_map(|words| words.join(" "));
    prop::collection::vec((prop::option::of(0..3_u32), 0..3_usize, text), 1..14)
}

const AUTHORS: [&str; 3] = ["Ann", "Bob", ""];
const QUERY: &str = "When did Ann paint the red bicycle?";

proptest! {
    #[test]
    fn the_order_in_which_candidates_come_changes_nothing(said in said(), turn in 0..14_usize, backwards in any::<bool>()) {
        let said: Vec<Said<'_>> = said.iter().map(|(thread, author, text)| (*thread, AUTHORS[*author], text.as_str())).collect();
        let mut world = world(QUERY, &said, true);
        let judged = |world: &World| {
            let bits = |verdict: Verdict| (verdict.score.to_bits(), verdict.lexical.to_bits(), verdict.context.to_bits(), verdict.matched);
            let mut all: Vec<_> = world.judge().into_iter().zip(&world.candidates).map(|(verdict, one)| (one.n, bits(verdict))).collect();
            all.sort();
            all
        };
        let expected = judged(&world);
        let size = world.candidates.len();
        world.candidates.rotate_left(turn % size);
        if backwards {
            world.candidates.reverse();
        }
        prop_assert_eq!(judged(&world), expected);
    }

    #[test]
    fn the_words_asked_for_never_do_harm(said in said(), spoken in any::<bool>(), asked in prop::sample::subsequence(vec!["paint", "red", "bicycle"], 1..=3), lacking in 0..3_usize) {
        let lacking = lacking % asked.len();
        let less: Vec<&str> = asked.iter().enumerate().map(|(at, word)| if at == lacking { "zzz" } else { *word }).collect();
        let (more, less) = (asked.join(" "), less.join(" "));
        let mut all: Vec<Said<'_>> = said.iter().map(|(_, _, text)| (None, "", text.as_str())).collect();
        // Two talks of one turn each and one that makes them talks.
        let thread = |n: u32| spoken.then_some(n);
        all.extend([(thread(7), "", more.as_str()), (thread(8), "", less.as_str()), (thread(9), "", "x"), (thread(9), "", "y")]);
        let place = all.len() - 4;
        let verdicts = world("paint a red bicycle", &all, false).judge();
        prop_assert!(verdicts[place].score >= verdicts[place + 1].score, "{more}: {:?} {less}: {:?}", verdicts[place], verdicts[place + 1]);
    }
}
