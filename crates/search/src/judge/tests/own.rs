//! Measures of a candidate by itself.

use super::{super::math, *};

#[test]
fn words_are_counted_by_how_much_they_tell() {
    let world = world("red bicycle", &texts(&["red bicycle", "red wagon", "blue wagon here now", "red red bicycle pump"]), false);
    let (red, bicycle) = (math::ln(1.0 + 1.5 / 3.5), math::ln(1.0 + 2.5 / 2.5));
    let (told, length) = (red + bicycle, 3.0);
    let bm25 = |k: f32, b: f32, words: f32, reds: f32, bicycles: f32| {
        let part = |idf: f32, count: f32| idf * count * (k + 1.0) / (count + k * (1.0 - b + b * words / length));
        part(red, reds) + part(bicycle, bicycles)
    };
    let sharp = [bm25(1.2, 0.75, 2.0, 1.0, 1.0), bm25(1.2, 0.75, 2.0, 1.0, 0.0), 0.0, bm25(1.2, 0.75, 4.0, 2.0, 1.0)];
    let flat = [bm25(0.9, 0.3, 2.0, 1.0, 1.0), bm25(0.9, 0.3, 2.0, 1.0, 0.0), 0.0, bm25(0.9, 0.3, 4.0, 2.0, 1.0)];
    let best = |list: [f32; 4]| list.map(|x| x / list.iter().copied().fold(0.0, f32::max));
    check("Bm25", &world.measures(M::Bm25), &best(sharp));
    check("Bm25Flat", &world.measures(M::Bm25Flat), &best(flat));
    check("Bm25Told", &world.measures(M::Bm25Told), &sharp.map(|x| x / told));
    check("Bm25FlatTold", &world.measures(M::Bm25FlatTold), &flat.map(|x| x / told));
    let share = red / told;
    check("Met", &world.measures(M::Met), &[1.0, share, 0.0, 1.0]);
    check("MetOfBest", &world.measures(M::MetOfBest), &[1.0, share, 0.0, 1.0]);
    check("Same", &world.measures(M::Same), &[1.0, share, 0.0, 1.0]);
    check("Rarest", &world.measures(M::Rarest), &[1.0, 0.0, 0.0, 1.0]);
    check("Together", &world.measures(M::Together), &[share, 0.0, 0.0, share]);
    let mean = math::ln(3.0 * 3.0 * 4.0 * 5.0) / 4.0;
    check("Length", &world.measures(M::Length), &[3.0, 3.0, 4.0, 5.0].map(|words| math::ln(words) - mean));
    let apart = world.measures(M::Bm25Apart);
    check("Bm25Apart on average", &[apart.iter().sum::<f32>() / 4.0, apart.iter().map(|x| x * x).sum::<f32>() / 4.0], &[0.0, 1.0]);
}

#[test]
fn words_together_are_at_most_three_places_apart() {
    let said = texts(&["red big old bicycle", "red one two three bicycle", "bicycle red", "red"]);
    let together = world("red bicycle", &said, false).measures(M::Together);
    assert!(together[0] > 0.0 && together[2] > 0.0, "{together:?}");
    check("far apart or alone", &[together[1], together[3]], &[0.0, 0.0]);
}

#[test]
fn a_phrase_is_word_for_word_with_what_says_nothing_too() {
    let said = texts(&["we retry with neighbours in the end", "neighbours retry with", "with with neighbours", "with our neighbours"]);
    check("with_neighbours", &world("with_neighbours", &said, false).measures(M::Phrase), &[1.0, 0.0, 1.0, 0.0]);
    check("one word", &world("neighbours", &said, false).measures(M::Phrase), &[0.0; 4]);
}

#[test]
fn meaning_counts_where_words_differ() {
    let world = world("physician", &texts(&["the doctor came", "the invoice came", "a physician came", "the"]), true);
    let met = world.measures(M::Met);
    assert!(met[0] > met[1] && met[0] <= 0.75, "{met:?}");
    check("the same word, and none", &met[2..], &[1.0, 0.0]);
    check("only the same word", &world.measures(M::Same), &[0.0, 0.0, 1.0, 0.0]);
    let near = world.measures(M::Near);
    check("Nearer", &world.measures(M::Nearer), &near.iter().map(|near| (near - 0.1) / 0.2).collect::<Vec<_>>());
    assert!(near[2] > near[1], "{near:?}");
    let told = world.measures(M::Told);
    check("Told on average", &[told.iter().sum::<f32>()], &[0.0]);
    assert!(told[2] > told[1], "{told:?}");
}

#[test]
fn the_kind_of_question_and_of_words_is_seen() {
    let said = [(Some(1), "user", "I bought 3 yesterday"), (Some(1), "assistant", "Which ones?"), (Some(1), "Caroline", "blue lamps")];
    let table: [(M, &str, [f32; 3]); 13] = [
        (M::EndsAsking, "lamps", [0.0, 1.0, 0.0]),
        (M::FirstPerson, "lamps", [1.0, 0.0, 0.0]),
        (M::Time, "lamps", [0.0, 0.0, 0.0]),
        (M::Time, "When were lamps bought?", [1.0, -1.0, -1.0]),
        (M::Time, "how long", [1.0, -1.0, -1.0]),
        (M::Number, "How many lamps?", [1.0, -1.0, -1.0]),
        (M::Number, "lamps", [0.0, 0.0, 0.0]),
        (M::Date, "lamps in May 2023", [1.0, 1.0, 1.0]),
        (M::Asker, "what did I buy", [1.0, -1.0, 0.0]),
        (M::Asker, "what was bought", [0.0, 0.0, 0.0]),
        (M::Speaker, "Caroline's lamps", [-1.0, -1.0, 1.0]),
        (M::Speaker, "lamps", [0.0, 0.0, 0.0]),
        (M::Place, "lamps", [0.0, 1.0, 2.0]),
    ];
    for (measure, query, expected) in table {
        check(&format!("{measure:?} {query}"), &world(query, &said, false).measures(measure), &expected);
    }
}

#[test]
fn a_line_is_no_answer_because_it_is_short() {
    let long = format!("the deck oven {}", "shelf holds rye ".repeat(60));
    let world = world("how hot is the deck oven", &texts(&["log", &long, "rye bread"]), true);
    assert!(world.measures(M::Length).iter().all(|length| length.abs() <= 1.0));
    let verdicts = world.judge();
    assert!(verdicts[1].score > verdicts[0].score, "{verdicts:#?}");
}

#[test]
fn some_measures_count_by_the_kind_of_question() {
    let said = [(Some(1), "Ann", "red lamps and shades"), (Some(1), "Bob", "blue lamps"), (Some(2), "Ann", "nothing")];
    let several =
        [(M::SeveralSpeaker, M::Speaker), (M::SeveralBeside, M::MetBesideOfBest), (M::SeveralTalk, M::TalkBeside), (M::SeveralLength, M::Length)];
    let many = [(M::ManyTalk, M::TalkBeside), (M::ManyAround, M::MetAroundOfBest), (M::ManyMet, M::MetOfBest), (M::ManyNearer, M::Nearer)];
    for (query, factors) in
        [("What kinds of lamps has Ann?", [1.0, -0.5]), ("Ann lamps", [0.0, -0.75]), ("all the red lamps, shades, Ann", [1.0, 0.0])]
    {
        let world = world(query, &said, false);
        for ((measures, factor), kind) in [several, many].iter().zip(factors).zip(["several", "many"]) {
            for (measure, of) in measures {
                let expected: Vec<f32> = world.measures(*of).iter().map(|value| value * factor).collect();
                check(&format!("{kind} {measure:?} {query}"), &world.measures(*measure), &expected);
            }
        }
    }
}
