//! The module against what the Python script computed, and against its own promises.

use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::{BYTES, CHECKSUM, DIMS, File, Model, Probe, Vector, dot_i8};

/// Text, token ids and vector, all as hexadecimal or decimal; written by `tools/embed/golden.py`.
const GOLDEN: &str = include_str!("golden.tsv");

fn unhex(hex: &str) -> Vec<u8> {
    hex.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn spellings(text: &str) -> Vec<&'static str> {
    let model = Model::embedded();
    model.tokens(text).map(|token| model.spelling(token)).collect()
}

#[test]
fn the_model_in_the_binary_is_the_one_whose_checksum_is_recorded() {
    let recorded = CHECKSUM.split_whitespace().next().unwrap();
    assert_eq!(unhex(recorded), Sha256::digest(BYTES).to_vec(), "run tools/embed/make.py again, or restore the file");
    assert_eq!(Model::embedded().name(), format!("static256-{}", &recorded[..8]));
    assert!(BYTES.len() < 9_000_000, "the model grew to {} bytes", BYTES.len());
}

#[test]
fn tokens_and_vectors_equal_those_of_the_script() {
    let model = Model::embedded();
    for line in GOLDEN.lines() {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap();
        let text = String::from_utf8(unhex(field())).unwrap();
        let ids: Vec<usize> = field().split_whitespace().map(|id| id.parse().unwrap()).collect();
        let vector = Vector::from_bytes(&unhex(field())).unwrap();
        let ours: Vec<usize> = model.tokens(&text).map(super::TokenId::index).collect();
        assert_eq!(ours, ids, "tokens of {text:?}: {:?}", spellings(&text));
        let apart = model.embed(&text).values().iter().zip(vector.values()).map(|(a, b)| a.abs_diff(*b)).max();
        assert_eq!(apart, Some(0), "vector of {text:?}");
    }
}

#[test]
fn a_vector_is_the_same_whatever_was_embedded_before() {
    let (model, mut cache) = (Model::embedded(), super::TokenCache::default());
    let texts: Vec<String> = GOLDEN.lines().map(|line| String::from_utf8(unhex(line.split('\t').next().unwrap())).unwrap()).collect();
    let cases = ["getUserName", "getusername", "getuserName GETUSERNAME", "utf8Decode utf8decode", "5K 5k", "zqxjkv ßß ŉ", &"x".repeat(300)];
    for text in texts.iter().map(String::as_str).chain(cases).chain(texts.iter().map(String::as_str)).chain(cases) {
        assert_eq!(model.embed_next(text, &mut cache), model.embed(text), "{text:?}");
    }
}

#[test]
fn words_are_cut_as_people_read_them() {
    let table: [(&str, &[&str]); 13] = [
        ("", &[]),
        ("Hello, world!", &["hello", ",", "world", "!"]),
        ("snake_case", &["snake", "_", "case"]),
        ("getUserName", &["get", "user", "name"]),
        ("HTTPServer", &["http", "server"]),
        ("utf8Decode", &["ut", "##f", "##8", "deco", "##de"]),
        ("5K run", &["5", "##k", "run"]),
        ("YouTube iPhone", &["youtube", "iphone"]),
        ("Café ÉCOLE", &["cafe", "ecole"]),
        ("東京", &["東", "京"]),
        ("tab\tnew\nline\r\0\u{200b}", &["tab", "new", "line"]),
        ("unaffable", &["una", "##ffa", "##ble"]),
        ("[MASK]", &["[", "mask", "]"]),
    ];
    for (text, tokens) in table {
        assert_eq!(spellings(text), tokens, "{text:?}");
    }
}

#[test]
fn a_text_that_says_nothing_is_zero_and_scores_zero_with_all() {
    let model = Model::embedded();
    for text in ["", " \n", "\u{0}\u{200b}", &"x".repeat(101)] {
        let nothing = model.embed(text);
        assert_eq!(nothing, Vector::ZERO, "{text:?}");
        assert_eq!(nothing.dot(&model.embed("a red bicycle")), 0);
    }
}

#[test]
fn near_meanings_score_above_far_ones() {
    let model = Model::embedded();
    for (query, near, far) in [
        ("Where did she adopt her puppy?", "I got a dog from the shelter last week", "The invoice is due on Friday"),
        ("how to read a json file", "def load(path): return json.loads(open(path).read())", "def rotate(matrix): return zip(*matrix[::-1])"),
        ("doctor appointment", "I saw the physician about my back", "We painted the kitchen yellow"),
    ] {
        let [query_vector, near_vector, far_vector] = [query, near, far].map(|text| model.embed(text));
        assert!(query_vector.dot(&near_vector) > query_vector.dot(&far_vector), "{query:?}");
    }
}

#[test]
fn every_word_of_the_vocabulary_is_found_at_its_own_place() {
    let model = Model::embedded();
    let lost: Vec<&str> = (0..u16::try_from(model.vocabulary()).unwrap())
        .filter(|id| {
            let word = model.file.word(*id);
            let hash = word.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
            model.file.find(hash, "", word) != Some(*id)
        })
        .map(|id| model.file.word(id))
        .collect();
    assert_eq!(lost, Vec::<&str>::new());
}

#[test]
fn a_file_that_is_not_a_model_is_not_opened() {
    assert!(File::open(b"").is_none());
    assert!(File::open(b"PALVEC01").is_none());
    assert!(File::open(&BYTES[..BYTES.len() - 1]).is_none(), "cut short");
    assert!(File::open(&BYTES[1..]).is_none(), "shifted");
}

#[test]
fn stored_bytes_are_read_back_and_other_lengths_refused() {
    let vector = Model::embedded().embed("the same");
    assert_eq!(Vector::from_bytes(&vector.to_bytes()), Some(vector));
    assert_eq!(Vector::from_bytes(&[0; DIMS - 1]), None);
}

#[test]
fn the_extremes_of_int8_do_not_overflow_a_score() {
    let (low, high) = ([i8::MIN; DIMS], [i8::MAX; DIMS]);
    assert_eq!(dot_i8(&low, &low), 128 * 128 * 256);
    assert_eq!(Probe::new(&Vector(low)).dot(&high), -128 * 127 * 256);
}

proptest! {
    #[test]
    fn any_text_has_one_vector_of_length_one_or_zero(text in "\\PC{0,80}") {
        let model = Model::embedded();
        let vector = model.embed(&text);
        prop_assert_eq!(vector, model.embed(&text));
        let own = vector.similarity(&vector);
        prop_assert!(own == 0.0 || (own - 1.0).abs() < 0.05, "{own}");
    }

    #[test]
    fn the_scan_scores_as_the_vectors_do(a in prop::collection::vec(any::<i8>(), DIMS), b in prop::collection::vec(any::<i8>(), DIMS)) {
        let (a, b) = (Vector(a.try_into().unwrap()), Vector(b.try_into().unwrap()));
        let plain: i32 = a.values().iter().zip(b.values()).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        prop_assert_eq!(a.dot(&b), plain);
        prop_assert_eq!(Probe::new(&a).dot(b.values()), plain);
        prop_assert_eq!(Probe::new(&a).dot_bytes(&b.to_bytes()), plain);
    }
}
