//! Whatever else a file says, it still says it afterwards.

use super::{
    super::clients::{shell, unshell},
    *,
};
use proptest::prelude::*;
use serde_json::{Map, Value as Json};

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        (-1.0e6..1.0e6_f64).prop_map(Json::from),
        any::<String>().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Json::from),
            proptest::collection::btree_map(key(), inner, 0..5).prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,6}", any::<String>()]
}

fn object() -> impl Strategy<Value = Map<String, Json>> {
    proptest::collection::btree_map(key(), json(), 0..6).prop_map(|map| map.into_iter().collect())
}

/// A TOML document; TOML has no null and its own rules for the rest, so tables of plain values.
fn toml_text() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        any::<bool>().prop_map(toml_edit::Value::from),
        any::<i64>().prop_map(toml_edit::Value::from),
        any::<String>().prop_map(toml_edit::Value::from),
        proptest::collection::vec(any::<i64>(), 0..4).prop_map(|list| list.into_iter().collect::<toml_edit::Array>().into()),
    ];
    let table = proptest::collection::btree_map(key(), value, 0..5);
    proptest::collection::btree_map("[a-z]{1,6}", table, 0..5).prop_map(|tables| {
        let mut document = toml_edit::DocumentMut::new();
        for (name, values) in tables {
            let values = values.into_iter().map(|(k, v)| (k, toml_edit::Item::Value(v)));
            let table: toml_edit::Table = values.collect();
            document.insert(&name, toml_edit::Item::Table(table));
        }
        document.to_string()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn other_keys_survive_in_json(
        rest in object(), mut servers in object(), pretty in any::<bool>(), windows in any::<bool>(),
    ) {
        servers.remove("palace");
        for client in clients().iter().filter(|client| client.format != Format::Toml) {
            let mut before = rest.clone();
            before.insert(client.key.to_owned(), Json::Object(servers.clone()));
            let before = Json::Object(before);
            let mut text = if pretty { format!("{before:#}\n") } else { before.to_string() };
            if windows {
                text = text.replace('\n', "\r\n");
            }
            // Read once, so that both sides have been through the same reading of floats.
            let before: Json = serde_json::from_str(&text).unwrap();

            let after = planned(client.id, &stdio(), &text);
            let mut read: Json = serde_json::from_str(&after).unwrap();
            let ours = read[client.key].as_object_mut().unwrap().remove("palace");
            prop_assert!(ours.is_some());
            prop_assert_eq!(&read, &before);
            if windows && pretty {
                prop_assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
            }

            prop_assert_eq!(&planned(client.id, &stdio(), &after), &after);
            let removed: Json = serde_json::from_str(&planned_removal(client.id, &after)).unwrap();
            prop_assert_eq!(&removed, &before);
        }
    }

    #[test]
    fn comments_survive_wherever_they_stand(
        rest in object(), mut servers in object(), places in proptest::collection::vec(0..4_u8, 64),
    ) {
        servers.remove("palace");
        let client = find("zed").unwrap();
        let mut before = rest;
        before.insert(client.key.to_owned(), Json::Object(servers));
        let plain = format!("{:#}\n", Json::Object(before));
        let lines = plain.lines().enumerate();
        let commented = lines.map(|(number, line)| match places[number % places.len()] {
            0 => format!("{line} // c{number}.\n"),
            1 => format!("// c{number}.\n{line}\n"),
            2 => format!("/* c{number}. */ {line}\n\n"),
            _ => format!("{line}\n"),
        });
        let text: String = commented.collect();
        let comments = |text: &str| -> Vec<usize> {
            let at = |n: usize| text.match_indices(&format!(" c{n}.")).map(|(at, _)| at).collect::<Vec<_>>();
            (0..plain.lines().count()).flat_map(at).collect()
        };
        let after = planned("zed", &stdio(), &text);
        let found = comments(&after);
        prop_assert_eq!(found.len(), comments(&text).len(), "{}", after);
        prop_assert!(found.is_sorted(), "{}", after);
        let removed = planned_removal("zed", &after);
        prop_assert_eq!(comments(&removed).len(), found.len(), "{}\n---\n{}", after, removed);
    }

    #[test]
    fn other_keys_survive_in_toml(text in toml_text()) {
        let after = planned("codex", &stdio(), &text);
        prop_assert!(after.starts_with(&text), "{}", after);
        prop_assert_eq!(&planned("codex", &stdio(), &after), &after);
        prop_assert_eq!(planned_removal("codex", &after), text);
    }
}

proptest! {
    #[test]
    fn words_come_back_from_the_line_they_were_joined_into(words in prop::collection::vec("[ -~]{0,12}", 0..6)) {
        prop_assert_eq!(unshell(&shell(&words)), Some(words));
    }
}

#[test]
fn lines_that_people_wrote_are_read_as_a_shell_reads_them() {
    for (line, words) in [
        (r#""/with space/palace" hook 'stop' "#, Some(vec!["/with space/palace", "hook", "stop"])),
        (r"/with\ space/palace  hook", Some(vec!["/with space/palace", "hook"])),
        (r#"a"b c"d '"' "" "#, Some(vec!["ab cd", "\"", ""])),
        ("an 'open quote", None),
        ("", Some(vec![])),
    ] {
        assert_eq!(unshell(line), words.map(|words: Vec<&str>| words.into_iter().map(String::from).collect::<Vec<_>>()), "{line}");
    }
}
