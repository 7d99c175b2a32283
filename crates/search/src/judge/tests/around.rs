//! Measures of a turn by what was said around it.

use super::*;

#[test]
fn neighbours_hand_on_what_they_measure() {
    let world = world("red bicycle pump", &talk(&["a red bicycle", "a pump", "red", "nothing", "bicycle pump red"]), false);
    let table: [(M, isize, M); 10] = [
        (M::BeforeBm25, -1, M::Bm25Flat),
        (M::AfterBm25, 1, M::Bm25Flat),
        (M::TwoBeforeBm25, -2, M::Bm25Flat),
        (M::TwoAfterBm25, 2, M::Bm25Flat),
        (M::BeforeMet, -1, M::MetOfBest),
        (M::AfterMet, 1, M::MetOfBest),
        (M::BeforeNearer, -1, M::Nearer),
        (M::AfterNearer, 1, M::Nearer),
        (M::BeforeTold, -1, M::Told),
        (M::AfterTold, 1, M::Told),
    ];
    for (measure, step, of) in table {
        let own = world.measures(of);
        let expected: Vec<f32> = (0..5_usize).map(|at| at.checked_add_signed(step).and_then(|at| own.get(at)).copied().unwrap_or(0.0)).collect();
        check(&format!("{measure:?}"), &world.measures(measure), &expected);
    }
    for (measure, of) in [(M::TogetherBeside, M::Together), (M::LikeBeside, M::Like), (M::SharesBeside, M::Shares)] {
        let own = world.measures(of);
        let at = |place: Option<usize>| place.and_then(|place| own.get(place)).copied().unwrap_or(0.0);
        let expected: Vec<f32> = (0..5_usize).map(|place| at(place.checked_sub(1)).max(at(Some(place + 1)))).collect();
        check(&format!("{measure:?}"), &world.measures(measure), &expected);
    }
}

#[test]
fn what_is_met_nearby_fades_with_every_turn() {
    let world = world("bicycle", &talk(&["x", "x", "bicycle", "x", "x", "x", "x", "x", "x", "x"]), false);
    let steps: Vec<f32> = (0..7).map(|step| 0.85_f32.powi(step)).collect();
    let table: [(M, [f32; 10]); 7] = [
        (M::MetBeside, [0.0, 0.5, 1.0, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (M::MetBesideOfBest, [0.0, 0.5, 1.0, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (M::MetAround, [0.4, 0.6, 1.0, 0.7, 0.45, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (M::MetAroundOfBest, [0.4, 0.6, 1.0, 0.7, 0.45, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (M::RarestAround, [0.4, 0.6, 1.0, 0.7, 0.45, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (M::MetReachBefore, [0.0, 0.0, 1.0, steps[1], steps[2], steps[3], steps[4], steps[5], steps[6], 0.0]),
        (M::MetReachAfter, [steps[2], steps[1], 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
    ];
    for (measure, expected) in table {
        check(&format!("{measure:?}"), &world.measures(measure), &expected);
    }
    check("BeforeReach", &world.measures(M::BeforeReach), &[0.0, 0.0, 0.0, steps[1], steps[2], steps[3], steps[4], steps[5], steps[6], 0.0]);
    check("AfterReach", &world.measures(M::AfterReach), &[steps[2], steps[1], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    check("Bm25Reach", &world.measures(M::Bm25Reach)[..4], &[0.85, 1.0, 0.0, 1.0]);
    let (nearer, mean) = (world.measures(M::Nearer), world.measures(M::NearerReach));
    let (sum, weight) = (1..7).fold((0.0, 0.0), |(sum, weight), at| (sum + steps[at] * nearer[at], weight + steps[at]));
    check("NearerReach", &mean[..1], &[sum / weight]);
}

#[test]
fn a_question_before_is_seen_by_the_answer() {
    let said = [(Some(1), "Ann", "Which bicycle?"), (Some(1), "Bob", "The red one"), (Some(1), "Ann", "Fine")];
    let world = world("Bob's bicycle", &said, false);
    check("BeforeAsks", &world.measures(M::BeforeAsks), &[0.0, 1.0, 0.0]);
    check("BeforeAsksThis", &world.measures(M::BeforeAsksThis), &[0.0, 1.0, 0.0]);
    check("SpeakerAnswers", &world.measures(M::SpeakerAnswers), &[0.0, 1.0, 0.0]);
}

#[test]
fn talks_are_compared_with_talks() {
    let said = [(Some(1), "", "red"), (Some(1), "", "bicycle bell"), (Some(2), "", "red wagon"), (Some(3), "", "one two three four five")];
    let world = world("red bicycle", &said, false);
    let met = world.measures(M::TalkMet);
    check("TalkMet", &[met[0], met[1], met[3]], &[1.0, 1.0, 0.0]);
    assert!(met[2] > 0.0 && met[2] < 1.0, "{met:?}");
    for (measure, of) in [(M::TalkBeside, M::MetBeside), (M::TalkNearest, M::Nearer), (M::TalkLike, M::Like)] {
        let own = world.measures(of);
        let most = own[0].max(own[1]);
        check(&format!("{measure:?}"), &world.measures(measure), &[most, most, own[2], own[3]]);
    }
    for (measure, apart) in [(M::TalkBm25, M::TalkApart), (M::TalkDense, M::TalkDenseApart)] {
        let scores = world.measures(measure);
        check(&format!("{measure:?}"), &[scores[0], scores[1], scores[3]], &[1.0, 1.0, 0.0]);
        assert!(scores[2] > 0.0 && scores[2] < 1.0, "{scores:?}");
        let apart = world.measures(apart);
        check(&format!("{measure:?} on average"), &[apart[0] + apart[2] + apart[3], apart[0] - apart[1]], &[0.0, 0.0]);
    }
}

#[test]
fn what_is_like_the_best_is_seen() {
    let said = texts(&["red bicycle with pedals", "red bicycle and pedals", "pedals", "stamps", "stamps", "ink", "paper"]);
    let world = world("red bicycle", &said, false);
    let shares = world.measures(M::Shares);
    assert!(shares[2] > 0.0 && shares[5].abs() < 1e-6, "{shares:?}");
    let like = world.measures(M::Like);
    check("Like on average", &[like.iter().sum::<f32>() / 7.0], &[0.0]);
    assert!(like[1] > like[6], "{like:?}");
}

#[test]
fn what_stands_alone_has_no_neighbours() {
    let alone =
        [M::BeforeBm25, M::TalkMet, M::TalkBm25, M::TalkApart, M::TalkNearest, M::BeforeAsks, M::Place, M::BeforeReach, M::NearerReach, M::TalkLike];
    let said: [Vec<Said<'_>>; 2] =
        [texts(&["red?", "bicycle", "red bicycle"]), vec![(Some(1), "", "red?"), (Some(2), "", "bicycle"), (Some(3), "", "red bicycle")]];
    for said in said {
        let world = world("red bicycle", &said, false);
        for measure in alone {
            check(&format!("{measure:?}"), &world.measures(measure), &[0.0; 3]);
        }
        for measure in [M::MetBeside, M::MetAround, M::MetReachBefore, M::MetReachAfter] {
            check(&format!("{measure:?}"), &world.measures(measure), &world.measures(M::Met));
        }
    }
}
