//! What a single word means, said by the rows of the model that it is made of: one for a common word, two or three for others. A
//! vector says the same in 256 numbers, and thousands of words are kept.

use super::{DIMS, Model, TokenId, add, often, vector::ONE};

/// Rows that are named within the word itself; few words have more.
const FEW: usize = 6;

/// A word's meaning. That of a word which the model does not know is nothing, and near to nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    /// The rows it is made of, each as much as the others.
    tokens: [TokenId; FEW],
    count: u8,
    /// What each row is multiplied by, so that all of them together have the length of a vector.
    factor: f32,
    /// Instead of these: where they are many, or one of them is there more than once.
    #[expect(clippy::box_collection, reason = "a list would take three words in each, and nearly all have none")]
    many: Option<Box<Vec<(TokenId, f32)>>>,
}

impl Meaning {
    /// The meaning of what says nothing.
    pub fn none() -> Meaning {
        Meaning { tokens: [TokenId(0); FEW], count: 0, factor: 0.0, many: None }
    }

    /// The rows it is made of, and what each is multiplied by.
    #[inline]
    pub fn parts(&self) -> impl Iterator<Item = (TokenId, f32)> {
        let few = self.tokens[..usize::from(self.count)].iter().map(|token| (*token, self.factor));
        few.chain(self.many.iter().flat_map(|many| many.iter().copied()))
    }
}

impl Model {
    /// The meaning of a word: the same direction as its vector, before that is rounded.
    pub fn meaning(&self, word: &str) -> Meaning {
        let mut tokens: Vec<TokenId> = self.tokens(word).collect();
        tokens.sort_unstable();
        let mut sum = [0.0; DIMS];
        let same = || tokens.chunk_by(|a, b| a == b);
        for same in same() {
            add(&mut sum, self.row(same[0]), same.len());
        }
        let length = sum.iter().fold(0.0_f32, |square, x| square + x * x).sqrt();
        if length == 0.0 {
            return Meaning::none();
        }
        let (factor, mut few) = (ONE / length, [TokenId(0); FEW]);
        match few.get_mut(..tokens.len()).filter(|_| same().all(|same| same.len() == 1)) {
            Some(places) => {
                places.copy_from_slice(&tokens);
                Meaning { tokens: few, count: u8::try_from(tokens.len()).unwrap_or(0), factor, many: None }
            }
            None => Meaning { factor, many: Some(Box::new(same().map(|same| (same[0], factor * often(same.len()))).collect())), ..Meaning::none() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meaning_is_the_vector_before_it_is_rounded() {
        let model = Model::embedded();
        for word in ["upload", "getUserName", "antidisestablishmentarianism", "tete-a-tete", "ß", "東京", "x7"] {
            let (vector, mut sum) = (model.embed(word), [0.0; DIMS]);
            for (token, weight) in model.meaning(word).parts() {
                let row = model.row(token);
                for (sum, value) in sum.iter_mut().zip(row.values()) {
                    *sum += f32::from(value) * row.scale * weight;
                }
            }
            for (exact, rounded) in sum.iter().zip(vector.values()) {
                assert!((exact - f32::from(*rounded)).abs() <= 0.501, "{word}: {exact} is not {rounded}");
            }
        }
    }

    #[test]
    fn what_the_model_does_not_know_means_nothing() {
        assert_eq!(Model::embedded().meaning(""), Meaning::none());
        assert_eq!(Meaning::none().parts().count(), 0);
    }

    #[test]
    fn only_words_of_many_rows_or_of_one_twice_have_a_list() {
        for (word, many) in [
            ("house", false),
            ("getusername", false),
            ("tetete tete", true),
            ("antidisestablishmentarianisms of the floccinaucinihilipilification", true),
        ] {
            assert_eq!(Model::embedded().meaning(word).many.is_some(), many, "{word}");
        }
        assert!(size_of::<Meaning>() <= 32, "{} bytes, and thousands are looked at for each question", size_of::<Meaning>());
    }
}
