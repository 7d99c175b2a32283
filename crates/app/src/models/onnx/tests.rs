//! Every operator against what onnxruntime answers (`tools/onnx/make.py`), the toy encoder as a whole, and broken files.

use super::*;
use serde_json::Value as Json;

const TOY: &[u8] = include_bytes!("fixture/toy.onnx");

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("two digits")).collect()
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn numbers(tensor: &Tensor) -> (&'static str, Vec<f64>) {
    match &tensor.data {
        Data::F32(data) => ("float32", data.iter().map(|n| f64::from(*n)).collect()),
        Data::I64(data) => ("int64", data.iter().map(|n| *n as f64).collect()),
        Data::I32(data) => ("int32", data.iter().map(|n| f64::from(*n)).collect()),
        Data::U8(data) => ("uint8", data.iter().map(|n| f64::from(*n)).collect()),
        Data::I8(data) => ("int8", data.iter().map(|n| f64::from(*n)).collect()),
        Data::Bool(data) => ("bool", data.iter().map(|n| f64::from(u8::from(*n))).collect()),
    }
}

fn near(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2e-5 * b.abs().max(1.0))
}

fn toy_inputs(tokens: &[i64]) -> Vec<(&'static str, Tensor)> {
    let row = |data: Vec<i64>| Tensor::new(vec![1, data.len()], Data::I64(data)).expect("a row");
    vec![("input_ids", row(tokens.to_vec())), ("attention_mask", row(vec![1; tokens.len()])), ("token_type_ids", row(vec![0; tokens.len()]))]
}

#[test]
fn every_operator_answers_as_the_reference_does() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("fixture/operators.json")).expect("JSON");
    assert!(cases.len() > 80);
    for (number, case) in cases.iter().enumerate() {
        let op = case["op"].as_str().expect("a name");
        let graph = Graph::read(&bytes(case["model"].as_str().expect("a model"))).unwrap_or_else(|e| panic!("{number} {op}: {e}"));
        for (place, wanted) in case["gives"].as_array().expect("results").iter().enumerate() {
            let given = graph.run(vec![], &format!("y{place}")).unwrap_or_else(|e| panic!("{number} {op}: {e}"));
            let (kind, data) = numbers(&given);
            let wanted_data: Vec<f64> = serde_json::from_value(wanted["data"].clone()).expect("numbers");
            let wanted_shape: Vec<usize> = serde_json::from_value(wanted["shape"].clone()).expect("a shape");
            assert!(near(&data, &wanted_data), "{number} {op}:\n{data:?}\n{wanted_data:?}");
            assert_eq!((given.shape, kind), (wanted_shape, wanted["kind"].as_str().expect("a kind")), "{number} {op}");
        }
    }
}

#[test]
fn what_is_not_known_is_refused_by_name() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("fixture/operators.json")).expect("JSON");
    let erf = cases.iter().find(|case| case["op"] == "Erf").expect("a case")["model"].as_str().expect("a model");
    let other = bytes(&erf.replace("457266", "457277")); // Erf becomes Erw
    let Fault(what) = Graph::read(&other).expect_err("nobody knows it");
    assert!(what.contains("the operator Erw"), "{what}");
    assert!(Graph::read(b"").is_err() && Graph::read(b"%PDF-1.7 and so on").is_err());
}

#[test]
fn a_broken_file_is_refused_and_never_worse() {
    for end in (0..TOY.len()).step_by(97) {
        if let Ok(graph) = Graph::read(&TOY[..end]) {
            let _ = graph.run(toy_inputs(&[2, 4, 3]), "last_hidden_state");
        }
    }
    for place in (0..TOY.len()).step_by(11) {
        let mut broken = TOY.to_vec();
        broken[place] ^= [0x01, 0x80, 0xff, 0x08][place % 4];
        if let Ok(graph) = Graph::read(&broken) {
            let _ = graph.run(toy_inputs(&[2, 4, 3]), "last_hidden_state");
        }
    }
}

#[test]
fn inputs_that_do_not_fit_are_refused() {
    let graph = Graph::read(TOY).expect("the toy");
    for tokens in [&[2, 999, 3][..], &[-99, 3], &[2; 200]] {
        assert!(graph.run(toy_inputs(tokens), "last_hidden_state").is_err(), "{tokens:?}");
    }
    assert!(graph.run(vec![], "last_hidden_state").is_err());
    assert!(graph.run(toy_inputs(&[2, 3]), "nothing").is_err());
}
