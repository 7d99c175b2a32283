//! The arrows between crates, from `cargo metadata`: who may lean on whom, and what must stay out of reach.

use super::{Faults, House, or_fault};
use crate::{licences, workshop::Failure};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Each crate, and the crates of this workspace that it may depend on. A new crate needs a decision record and a line.
const ARROWS: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("store", &["kernel"]),
    ("search", &["kernel"]),
    ("ingest", &["kernel"]),
    ("syntax", &[]),
    ("engine", &["kernel", "store", "search", "ingest", "syntax"]),
    ("app", &["engine", "ingest", "kernel", "search", "store", "syntax"]),
    ("hostile", &[]),
    ("testkit", &["kernel", "store", "search", "ingest", "engine", "app"]),
    ("xtask", &[]),
];

/// Only tests may lean on these.
const FOR_TESTS: &[&str] = &["testkit", "hostile"];

/// What a crate must not reach, directly or through others.
struct Wall {
    of: &'static str,
    /// The one package behind which it may be found after all.
    except_behind: Option<&'static str>,
    out: &'static [&'static str],
}

const PROTOCOLS: &[&str] = &["axum", "hyper", "rmcp", "clap"];
const RUNTIMES: &[&str] = &["tokio", "async-std", "smol"];
const DATABASES: &[&str] = &["rusqlite", "postgres", "tokio-postgres"];

const WALLS: &[Wall] = &[
    Wall { of: "kernel", except_behind: None, out: PROTOCOLS },
    Wall { of: "kernel", except_behind: None, out: RUNTIMES },
    Wall { of: "kernel", except_behind: None, out: DATABASES },
    Wall { of: "search", except_behind: None, out: PROTOCOLS },
    Wall { of: "search", except_behind: None, out: RUNTIMES },
    Wall { of: "search", except_behind: None, out: DATABASES },
    Wall { of: "ingest", except_behind: None, out: PROTOCOLS },
    Wall { of: "ingest", except_behind: None, out: RUNTIMES },
    Wall { of: "ingest", except_behind: None, out: DATABASES },
    Wall { of: "syntax", except_behind: None, out: PROTOCOLS },
    Wall { of: "syntax", except_behind: None, out: RUNTIMES },
    Wall { of: "syntax", except_behind: None, out: DATABASES },
    Wall { of: "store", except_behind: None, out: PROTOCOLS },
    Wall { of: "engine", except_behind: None, out: PROTOCOLS },
    // The synchronous PostgreSQL client has a runtime inside. Nobody else may: the core is plain functions.
    Wall { of: "store", except_behind: Some("postgres"), out: RUNTIMES },
    Wall { of: "engine", except_behind: Some("postgres"), out: RUNTIMES },
    // Only the store speaks to a database; what is above it has a `Store`.
    Wall { of: "engine", except_behind: Some("store"), out: DATABASES },
    Wall { of: "app", except_behind: Some("store"), out: DATABASES },
];

/// The dependency graph without what only tests and build scripts use.
struct Graph {
    /// Package → the packages it is linked with.
    links: BTreeMap<String, BTreeSet<String>>,
    /// Package of this workspace → (what it depends on, whether only in tests).
    ours: BTreeMap<String, Vec<(String, bool)>>,
}

impl Graph {
    fn read(house: &House<'_>) -> Result<Self, Failure> {
        Self::of(&licences::metadata(house.workshop)?)
    }

    fn of(metadata: &Json) -> Result<Self, Failure> {
        let list = |value: &Json, what: &str| value.as_array().cloned().ok_or_else(|| Failure(format!("`cargo metadata` gives no {what}")));
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for package in list(&metadata["packages"], "packages")? {
            names.insert(text(&package["id"]), text(&package["name"]));
        }
        let name = |id: &Json| names.get(&text(id)).cloned().unwrap_or_default();
        let members: BTreeSet<String> = list(&metadata["workspace_members"], "members")?.iter().map(name).collect();
        let mut graph = Self { links: BTreeMap::new(), ours: BTreeMap::new() };
        for node in list(&metadata["resolve"]["nodes"], "graph")? {
            let from = name(&node["id"]);
            for dependency in list(&node["deps"], "dependencies")? {
                let to = name(&dependency["pkg"]);
                let kinds = list(&dependency["dep_kinds"], "kinds of dependency")?;
                let linked = kinds.iter().any(|kind| kind["kind"].is_null());
                if linked {
                    graph.links.entry(from.clone()).or_default().insert(to.clone());
                }
                if members.contains(&from) && members.contains(&to) {
                    graph.ours.entry(from.clone()).or_default().push((to, !linked));
                }
            }
            if members.contains(&from) {
                graph.ours.entry(from).or_default();
            }
        }
        Ok(graph)
    }

    /// The way from one package to another that avoids a third.
    fn way(&self, from: &str, to: &str, avoiding: Option<&str>) -> Option<Vec<String>> {
        let mut ways = vec![vec![from.to_owned()]];
        let mut seen = BTreeSet::from([from.to_owned()]);
        while let Some(way) = ways.pop() {
            let last = way.last()?;
            for next in self.links.get(last).into_iter().flatten().filter(|next| avoiding != Some(next.as_str())) {
                let longer: Vec<String> = way.iter().chain([next]).cloned().collect();
                if next == to {
                    return Some(longer);
                }
                if seen.insert(next.clone()) {
                    ways.push(longer);
                }
            }
        }
        None
    }

    fn wrong_arrows(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (from, leans_on) in &self.ours {
            let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| name == from) else {
                faults.push(format!("`{from}` is a new crate; give it a decision record and a line in xtask/src/tidy/arrows.rs"));
                continue;
            };
            for (to, only_in_tests) in leans_on {
                if !only_in_tests && FOR_TESTS.contains(&to.as_str()) {
                    faults.push(format!("`{from}` depends on `{to}`, which is for tests; make it a dev-dependency"));
                } else if !only_in_tests && !allowed.contains(&to.as_str()) {
                    faults.push(format!("`{from}` depends on `{to}`; arrows go app → engine → search, store → kernel"));
                }
            }
        }
        faults
    }

    fn reached(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for Wall { of, except_behind, out } in WALLS {
            for way in out.iter().filter_map(|target| self.way(of, target, *except_behind)) {
                faults.push(format!("`{of}` must not reach `{}`: {}", way.last().map_or("", String::as_str), way.join(" → ")));
            }
        }
        faults
    }
}

pub(super) fn workspace(house: &House<'_>) -> Faults {
    or_fault(Graph::read(house).map(|graph| graph.wrong_arrows()))
}

pub(super) fn forbidden(house: &House<'_>) -> Faults {
    or_fault(Graph::read(house).map(|graph| graph.reached()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate, and what it depends on: the name, and whether only in tests.
    type Crate<'a> = (&'a str, &'a [(&'a str, bool)]);

    fn graph(links: &[(&str, &str)], ours: &[Crate<'_>]) -> Graph {
        let mut graph = Graph { links: BTreeMap::new(), ours: BTreeMap::new() };
        for (from, to) in links {
            graph.links.entry((*from).into()).or_default().insert((*to).into());
        }
        for (from, to) in ours {
            graph.ours.insert((*from).into(), to.iter().map(|(name, tests)| ((*name).into(), *tests)).collect());
        }
        graph
    }

    #[test]
    fn an_arrow_the_wrong_way_is_named() {
        let cases: &[(Crate<'_>, usize)] = &[
            (("kernel", &[("testkit", true)]), 0),
            (("kernel", &[("store", false)]), 1),
            (("engine", &[("kernel", false), ("store", false), ("search", false)]), 0),
            (("engine", &[("testkit", false)]), 1),
            (("ingest", &[("hostile", true)]), 0),
            (("ingest", &[("hostile", false)]), 1),
            (("attic", &[]), 1),
        ];
        for (arrows, faults) in cases {
            assert_eq!(graph(&[], &[*arrows]).wrong_arrows().len(), *faults, "{arrows:?}");
        }
    }

    #[test]
    fn a_wall_holds_through_others_and_has_one_gap() {
        let through = graph(&[("engine", "store"), ("store", "postgres"), ("postgres", "tokio"), ("store", "rusqlite")], &[]);
        assert_eq!(through.reached(), Vec::<String>::new());
        let round = graph(&[("engine", "helper"), ("helper", "tokio"), ("store", "postgres"), ("postgres", "tokio")], &[]);
        assert_eq!(round.reached(), ["`engine` must not reach `tokio`: engine → helper → tokio"]);
        let direct = graph(&[("app", "rusqlite"), ("app", "tokio")], &[]);
        assert_eq!(direct.reached(), ["`app` must not reach `rusqlite`: app → rusqlite"]);
    }
}
