//! The door over lines where there is nothing behind it.

use super::super::{ProtocolError, refused::refuse_lines};
use serde_json::{Value, json};

#[test]
fn every_request_is_answered_with_the_reason_and_nothing_else_is() {
    let error = ProtocolError { code: -32002, message: "there is no palace".into(), data: Some(json!({ "next": "make one" })) };
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
        "",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
        "no json",
        r#"{"jsonrpc":"2.0","id":"b","method":"server/discover"}"#,
    ];
    let mut said = Vec::new();
    refuse_lines(&error, lines.join("\n").as_bytes(), &mut said).expect("the input ends");
    let answers: Vec<Value> = String::from_utf8(said).expect("text").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let answer = |id: Value| json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32002, "message": "there is no palace", "data": { "next": "make one" } } });
    assert_eq!(answers, [answer(json!(1)), answer(Value::Null), answer(json!("b"))]);
}
