//! How much there is: what is counted is said, and so is what is not.

use crate::{
    On,
    world::{Who, World},
};
use kernel::palace::Sealing;
use serde_json::{Value as Json, json};

/// As many claims as are looked at are counted exactly; with one more, answers say that there are at least so many.
///
/// # Panics
/// When a total claims to be all of it and is not.
pub fn totals_are_honest(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let ana = Who::human("ana");
    let record = |n: usize| json!({ "as": "learning", "content": format!("thing {n}"), "scope": "room", "scopePath": "store" });
    let check = |world: &mut World, at_least: Json| {
        for recall in ["recall", "recall_decisions"] {
            let found = world.call(&ana, recall, json!({})).expect("recalled").result;
            let wanted = if recall == "recall" { (json!(2_000), at_least.clone()) } else { (json!(0), Json::Null) };
            assert_eq!((found["total"].clone(), found["atLeast"].clone()), wanted, "{recall}");
        }
        for (op, input) in [("claim.find", json!({ "query": "thing 7" })), ("claim.similar", json!({ "query": "thing 7" }))] {
            let found = world.call(&ana, op, input).expect("searched").result;
            assert_eq!(found["atLeast"], at_least, "{op}");
        }
        let rooms = world.call(&ana, "palace.rooms", json!({})).expect("listed").result;
        assert_eq!((&rooms["rooms"][0]["claims"], &rooms["atLeast"]), (&json!(2_000), &at_least));
    };
    let inherit = |world: &mut World, records: std::ops::Range<usize>| {
        let records: Vec<Json> = records.map(record).collect();
        world.call(&ana, "claim.inherit", json!({ "records": records })).expect("inherited");
    };
    inherit(&mut world, 0..2_000);
    check(&mut world, Json::Null);
    inherit(&mut world, 2_000..2_001);
    check(&mut world, json!(true));

    // A list that a person seals is shorter still, and says that there is more of it until there is not.
    world.call(&ana, "palace.configure", json!({ "decay": { "enabled": true } })).expect("set");
    world.advance(60 * kernel::time::DAY_MS);
    let preview = world.call(&ana, "decay.preview", json!({})).expect("counted").result;
    assert_eq!((&preview["total"], &preview["atLeast"]), (&json!(2_001), &Json::Null));
    for (op, list, input) in [("decay.apply", "faded", json!({})), ("claim.archive", "archived", json!({ "unusedDays": 60, "maxConfidence": 1.0 }))] {
        for (count, at_least) in [(1_000, json!(true)), (1_000, json!(true)), (1, Json::Null)] {
            world.advance(1);
            let done = world.call(&ana, op, input.clone()).expect(op).result;
            assert_eq!((done[list].as_array().map(Vec::len), &done["atLeast"]), (Some(count), &at_least), "{op}");
        }
    }
}
