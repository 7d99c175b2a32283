//! Routes a question to the places whose keywords it contains.
//!
//! Probably is all it is. A route only leans on the order of what was found; nothing is ever left out for lying elsewhere, and
//! a keyword counts only as a whole word, so that `author` does not lead to `auth`. Not here: who may say where words lead.

use schemars::JsonSchema;
use search::text::{stem, words};
use serde::Serialize;
use std::collections::BTreeSet;
use store::Signpost;

/// How much a place that fits can gain on one that does not: at full confidence a fifth of its score for the wing, and as
/// much again for the room. Enough to part equals, not enough to put a poor match before a good one.
const LEAN: f64 = 0.2;

/// Where a question probably leads.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Route {
    /// The wing
    pub wing: String,
    /// The room, or nothing for the whole wing
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// How sure, from 0 to 1
    pub confidence: f64,
    /// Why
    pub reason: String,
}

/// Where a question leads by its words, if it says any that lead somewhere. One keyword makes it 0.6 sure, two 0.8, more 1.
pub fn route(query: &str, posts: &[Signpost]) -> Option<Route> {
    let asked = stems(query);
    let mut best: Option<(usize, &Signpost, Vec<&str>)> = None;
    for post in posts {
        let said: BTreeSet<&str> = post.keywords.iter().filter(|keyword| says(&asked, &stems(keyword))).map(String::as_str).collect();
        // The first of equals wins, and they come by name: the same question always leads to the same place.
        if !said.is_empty() && best.as_ref().is_none_or(|(count, ..)| said.len() > *count) {
            best = Some((said.len(), post, said.into_iter().collect()));
        }
    }
    let (count, post, said) = best?;
    let confidence = match count {
        1 => 0.6,
        2 => 0.8,
        _ => 1.0,
    };
    let reason = format!("it says {}", said.join(", "));
    Some(Route { wing: post.wing.clone(), room: (!post.room.is_empty()).then(|| post.room.clone()), confidence, reason })
}

/// The route of whoever names a place.
pub fn named(wing: &str, room: Option<&str>) -> Route {
    Route { wing: wing.to_owned(), room: room.map(str::to_owned), confidence: 1.0, reason: "the place was named".into() }
}

/// Leans on what was found: what lies where the route leads gains a little. Everything that came in comes out, best first;
/// equals keep their order. `place` gives the wing and the room of an item.
pub fn bias<T>(mut found: Vec<(T, f64)>, route: Option<&Route>, place: impl Fn(&T) -> (String, String)) -> Vec<(T, f64)> {
    if let Some(route) = route {
        for (item, score) in &mut found {
            let (wing, room) = place(item);
            *score += score.abs() * gain(route, &wing, &room);
        }
    }
    found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    found
}

/// What part of its score a place gains by a route: from 0, which is nothing, up.
pub fn gain(route: &Route, wing: &str, room: &str) -> f64 {
    if route.wing != wing {
        return 0.0;
    }
    let rooms = if route.room.as_ref().is_some_and(|wanted| wanted == room) { 2.0 } else { 1.0 };
    LEAN * route.confidence * rooms
}

fn stems(text: &str) -> Vec<String> {
    words(text).iter().map(|word| stem(word)).collect()
}

/// Whether the words of a keyword stand together, in order, among those of a question.
fn says(asked: &[String], keyword: &[String]) -> bool {
    !keyword.is_empty() && asked.windows(keyword.len()).any(|window| window == keyword)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::time::Moment;

    fn post(wing: &str, room: &str, keywords: &[&str]) -> Signpost {
        let keywords = keywords.iter().map(|&word| word.to_owned()).collect();
        let (display_name, edited_by, edited_at) = (String::new(), String::new(), Moment::from_millis(0));
        Signpost { wing: wing.into(), room: room.into(), display_name, keywords, edited_by, edited_at }
    }

    #[test]
    fn a_keyword_leads_only_as_a_whole_word() {
        let posts = [
            post("app", "auth", &["auth", "login", "single sign on", "令牌"]),
            post("app", "deploy", &["deploys", "login"]),
            post("lib", "", &["parser"]),
        ];
        let table = [
            ("who is the author of the roadmap", None),
            ("", None),
            ("auth is broken", Some(("app", Some("auth"), 0.6))),
            ("why does login by auth fail", Some(("app", Some("auth"), 0.8))),
            ("auth login with single sign-on", Some(("app", Some("auth"), 1.0))),
            ("a single person asked to sign on", None),
            ("the LOGIN page", Some(("app", Some("auth"), 0.6))),
            ("when was it deployed", Some(("app", Some("deploy"), 0.6))),
            ("刷新令牌失败", Some(("app", Some("auth"), 0.6))),
            ("two parsers", Some(("lib", None, 0.6))),
        ];
        for (query, expected) in table {
            let found = route(query, &posts);
            let told = found.as_ref().map(|r| (r.wing.as_str(), r.room.as_deref(), r.confidence));
            assert_eq!(told, expected, "{query}");
        }
    }

    #[test]
    fn a_route_leans_and_never_leaves_out() {
        let found = vec![("elsewhere", 0.9), ("wing", 0.5), ("other", 0.49), ("room", 0.45), ("nowhere", -0.1)];
        let place = |item: &&str| match *item {
            "wing" => ("app".to_owned(), "deploy".to_owned()),
            "room" => ("app".to_owned(), "auth".to_owned()),
            _ => ("lib".to_owned(), String::new()),
        };
        let led = Route { wing: "app".into(), room: Some("auth".into()), confidence: 1.0, reason: String::new() };
        let order = |route: Option<&Route>| bias(found.clone(), route, place).into_iter().map(|(item, _)| item).collect::<Vec<_>>();
        assert_eq!(order(None), ["elsewhere", "wing", "other", "room", "nowhere"]);
        assert_eq!(order(Some(&led)), ["elsewhere", "room", "wing", "other", "nowhere"], "a good match elsewhere stays first");
    }
}
