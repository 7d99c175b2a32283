//! What is measured of a candidate. How each measure is taken is said beside its name in [`Measure`]; what it weighs is in the
//! table beside this file, which was fitted on conversations, chats with an assistant and code with labelled answers. Nothing is
//! learned while the program runs.

use Group::{Around, Meaning, Words};
use Measure as M;

/// How many measures there are.
pub const MEASURES: usize = 91;

/// What is measured. "Of the best" is divided by the highest among the candidates. A term is met by the same word with 1, by
/// one of near meaning with up to 0.75.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// BM25 with k 1.2 and b 0.75, of the best.
    Bm25,
    /// BM25 with k 0.9 and b 0.3, of the best: long texts suffer less.
    Bm25Flat,
    /// How much of what the question tells is met.
    Met,
    /// The same, of the best.
    MetOfBest,
    /// The cosine with the question.
    Near,
    /// The cosine, in deviations from the mean of all items.
    Nearer,
    /// What is met here or, for less, in the turns before and after.
    MetBeside,
    /// The same, of the best.
    MetBesideOfBest,
    /// What is met within two turns or, for little, anywhere in the talk.
    MetAround,
    /// The same, of the best.
    MetAroundOfBest,
    /// `Bm25Flat` of the turn before.
    BeforeBm25,
    /// `Bm25Flat` of the turn after.
    AfterBm25,
    /// `Bm25Flat` of the turn two before.
    TwoBeforeBm25,
    /// `Bm25Flat` of the turn two after.
    TwoAfterBm25,
    /// `MetOfBest` of the turn before.
    BeforeMet,
    /// `MetOfBest` of the turn after.
    AfterMet,
    /// `Nearer` of the turn before.
    BeforeNearer,
    /// `Nearer` of the turn after.
    AfterNearer,
    /// What the candidates of the talk meet together.
    TalkMet,
    /// BM25 of the candidates of the talk together, of the best talk.
    TalkBm25,
    /// The same, in deviations from the mean of the talks.
    TalkApart,
    /// The highest `MetBeside` of the talk.
    TalkBeside,
    /// The highest `Nearer` of the talk.
    TalkNearest,
    /// How well the rarest term is met.
    Rarest,
    /// How well the rarest term is met within two turns.
    RarestAround,
    /// How much is told by terms that stand together here as in the question.
    Together,
    /// The higher `Together` of the turns before and after.
    TogetherBeside,
    /// 1 if somebody was named and said it, -1 if somebody else did.
    Speaker,
    /// It ends by asking.
    EndsAsking,
    /// The turn before asks.
    BeforeAsks,
    /// The turn before asks: its `MetOfBest`.
    BeforeAsksThis,
    /// The logarithm of how many words it has that say something, less that of its form on average.
    Length,
    /// Somebody speaks of themselves.
    FirstPerson,
    /// If a time is asked for: 1 if it names one, -1 if not.
    Time,
    /// If a number is asked for: 1 if it holds one, -1 if not.
    Number,
    /// How well its time fits the one asked for: a date, or yesterday.
    Date,
    /// Its place in the talk, up to 10.
    Place,
    /// If the question says "I": 1 if the user said it, -1 if the assistant did.
    Asker,
    /// How much of what the question tells is met by the same words.
    Same,
    /// The highest `MetOfBest` of the six turns before, fading with each.
    BeforeReach,
    /// The same of the six turns after.
    AfterReach,
    /// What is met here or, fading, in the six turns before.
    MetReachBefore,
    /// What is met here or, fading, in the six turns after.
    MetReachAfter,
    /// The sum of `Bm25Flat` of six turns to each side, fading, of the best.
    Bm25Reach,
    /// The cosine with the terms alone, in deviations from the mean of the candidates.
    Told,
    /// `Told` of the turn before.
    BeforeTold,
    /// `Told` of the turn after.
    AfterTold,
    /// The mean `Nearer` of six turns to each side, those nearby counting more.
    NearerReach,
    /// If the question asks for several things: `Speaker`.
    SeveralSpeaker,
    /// If the question asks for several things: `MetBesideOfBest`.
    SeveralBeside,
    /// If the question asks for several things: `TalkBeside`.
    SeveralTalk,
    /// If the question asks for several things: `Length`.
    SeveralLength,
    /// `TalkBeside`, the more the more terms there are, and less than nothing if there are few.
    ManyTalk,
    /// `MetAroundOfBest`, likewise.
    ManyAround,
    /// `MetOfBest`, likewise.
    ManyMet,
    /// `Nearer`, likewise.
    ManyNearer,
    /// `Speaker`, if the turn before asks.
    SpeakerAnswers,
    /// How near it is to the five candidates that seem best, in deviations from the mean of the candidates.
    Like,
    /// The higher `Like` of the turns before and after.
    LikeBeside,
    /// How much it shares of the telling words of the five that seem best.
    Shares,
    /// The higher `Shares` of the turns before and after.
    SharesBeside,
    /// The highest `Like` of the talk.
    TalkLike,
    /// BM25 with k 0.9 and b 0.3, by what the question tells.
    Bm25FlatTold,
    /// BM25 with k 1.2 and b 0.75, by what the question tells.
    Bm25Told,
    /// The same, in deviations from the mean of the candidates.
    Bm25Apart,
    /// BM25 of the candidates of the talk together, long talks suffering for it, of the best talk.
    TalkDense,
    /// The same, in deviations from the mean of the talks.
    TalkDenseApart,
    /// 1: its weight is what something of this form has before anything else is known of it.
    Form,
    /// The rarest term is held, as the same word: the more, the fewer hold it. A name looked up is mostly rarer than all words of prose.
    RarestSame,
    /// If the question is no sentence, only words to look for: 1 if every one is held, as the same word.
    TerseAll,
    /// `Same`, the more the more terms there are, and less than nothing if there are few.
    ManySame,
    /// `Together`, likewise.
    ManyTogether,
    /// The same: `Same`.
    TerseSame,
    /// The same: `MetOfBest`.
    TerseMet,
    /// 1 if it holds all that is asked word for word, one after another: a name of several words, or what somebody said.
    Phrase,
    /// What the candidates of its file meet together.
    FileMet,
    /// What they hold together, by the same words.
    FileSame,
    /// BM25 of the candidates of the file together, of the best file.
    FileBm25,
    /// The same, in deviations from the mean of the files.
    FileApart,
    /// The highest `Bm25` of the file.
    FileBest,
    /// The highest `Nearer` of the file.
    FileNearest,
    /// The logarithm of how many candidates the file has.
    FilePieces,
    /// How much of what the question tells stands in the path of the file.
    PathSame,
    /// 1 if one of the rarest terms does.
    PathRarest,
    /// How much of the path's own words the question names.
    PathNamed,
    /// 1 if the file is a test or a fixture, and the question speaks of none.
    TestFile,
    /// 1 if the file holds configuration or data.
    ConfigFile,
    /// 1 if the question is asked as one: it begins with how, why or the like, or ends in a question mark.
    Asked,
    /// 1 if the question holds a name as it is written in code.
    Named,
    /// How well the messages of commits that changed the file match the question, of the best file.
    FileChanged,
    /// How much of what the question tells the best of these messages says.
    FileChangedTold,
}

/// Where a measure comes from, for explaining.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Words,
    Meaning,
    Around,
    /// Words as far as the first measure is part of the second, what was said around it beyond that.
    Partly(Measure, Measure),
}

/// What is met within a turn, within two, within six, and of the rarest term: each with what is met here.
const BESIDE: Group = Group::Partly(M::Met, M::MetBeside);
const NEARBY: Group = Group::Partly(M::Met, M::MetAround);
const BEFORE: Group = Group::Partly(M::Met, M::MetReachBefore);
const AFTER: Group = Group::Partly(M::Met, M::MetReachAfter);
const RAREST: Group = Group::Partly(M::Rarest, M::RarestAround);

/// Where each measure comes from.
#[rustfmt::skip]
pub(super) const GROUPS: [(Measure, Group); MEASURES] = [
    (M::Bm25, Words),
    (M::Bm25Flat, Words),
    (M::Met, Words),
    (M::MetOfBest, Words),
    (M::Near, Meaning),
    (M::Nearer, Meaning),
    (M::MetBeside, BESIDE),
    (M::MetBesideOfBest, BESIDE),
    (M::MetAround, NEARBY),
    (M::MetAroundOfBest, NEARBY),
    (M::BeforeBm25, Around),
    (M::AfterBm25, Around),
    (M::TwoBeforeBm25, Around),
    (M::TwoAfterBm25, Around),
    (M::BeforeMet, Around),
    (M::AfterMet, Around),
    (M::BeforeNearer, Around),
    (M::AfterNearer, Around),
    (M::TalkMet, Around),
    (M::TalkBm25, Around),
    (M::TalkApart, Around),
    (M::TalkBeside, Around),
    (M::TalkNearest, Around),
    (M::Rarest, Words),
    (M::RarestAround, RAREST),
    (M::Together, Words),
    (M::TogetherBeside, Around),
    (M::Speaker, Around),
    (M::EndsAsking, Words),
    (M::BeforeAsks, Around),
    (M::BeforeAsksThis, Around),
    (M::Length, Words),
    (M::FirstPerson, Words),
    (M::Time, Words),
    (M::Number, Words),
    (M::Date, Around),
    (M::Place, Around),
    (M::Asker, Around),
    (M::Same, Words),
    (M::BeforeReach, Around),
    (M::AfterReach, Around),
    (M::MetReachBefore, BEFORE),
    (M::MetReachAfter, AFTER),
    (M::Bm25Reach, Around),
    (M::Told, Meaning),
    (M::BeforeTold, Around),
    (M::AfterTold, Around),
    (M::NearerReach, Around),
    (M::SeveralSpeaker, Around),
    (M::SeveralBeside, BESIDE),
    (M::SeveralTalk, Around),
    (M::SeveralLength, Words),
    (M::ManyTalk, Around),
    (M::ManyAround, NEARBY),
    (M::ManyMet, Words),
    (M::ManyNearer, Meaning),
    (M::SpeakerAnswers, Around),
    (M::Like, Meaning),
    (M::LikeBeside, Around),
    (M::Shares, Words),
    (M::SharesBeside, Around),
    (M::TalkLike, Around),
    (M::Bm25FlatTold, Words),
    (M::Bm25Told, Words),
    (M::Bm25Apart, Words),
    (M::TalkDense, Around),
    (M::TalkDenseApart, Around),
    (M::Form, Words),
    (M::RarestSame, Words),
    (M::TerseAll, Words),
    (M::ManySame, Words),
    (M::ManyTogether, Words),
    (M::TerseSame, Words),
    (M::TerseMet, Words),
    (M::Phrase, Words),
    (M::FileMet, Around),
    (M::FileSame, Around),
    (M::FileBm25, Around),
    (M::FileApart, Around),
    (M::FileBest, Around),
    (M::FileNearest, Around),
    (M::FilePieces, Around),
    (M::PathSame, Words),
    (M::PathRarest, Words),
    (M::PathNamed, Words),
    (M::TestFile, Words),
    (M::ConfigFile, Words),
    (M::Asked, Words),
    (M::Named, Words),
    (M::FileChanged, Around),
    (M::FileChangedTold, Around),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_its_row_in_order() {
        for (at, (measure, _)) in GROUPS.iter().enumerate() {
            assert_eq!(*measure as usize, at, "{measure:?}");
        }
        assert_eq!(M::FileChangedTold as usize + 1, MEASURES);
    }
}
