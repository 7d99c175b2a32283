//! Thousands of steps by chance, and what must stay true.

use testkit::{On, sim};

/// Steps per seed. Even seeds play in a sealed palace, odd ones in an unsealed one.
const STEPS: u64 = 500;

/// A longer hunt: `PALACE_SIM=100..200x2000` plays those seeds with so many steps each.
fn hunt() -> (std::ops::Range<u64>, u64) {
    let Ok(text) = std::env::var("PALACE_SIM") else { return (0..5, STEPS) };
    let parsed = || {
        let (seeds, steps) = text.split_once('x')?;
        let (from, to) = seeds.split_once("..")?;
        Some((from.parse().ok()?..to.parse().ok()?, steps.parse().ok()?))
    };
    parsed().unwrap_or_else(|| panic!("PALACE_SIM is `{text}`; say FROM..TOxSTEPS"))
}

#[test]
fn no_sequence_of_calls_breaks_a_property_on_sqlite() {
    let (seeds, steps) = hunt();
    let (mut sealed, mut phases, mut spent) = (0, 0, 0);
    for seed in seeds {
        let outcome = sim::run(On::Sqlite, seed, steps);
        assert!(
            outcome.answered > steps / 5 && outcome.refused > steps / 20 && outcome.faults > steps / 100,
            "seed {seed} is idle: {} {} {}",
            outcome.answered,
            outcome.refused,
            outcome.faults
        );
        sealed += outcome.sealed;
        phases += outcome.phases;
        spent += outcome.spent;
    }
    assert!(phases > 20 && spent > 0, "no cycle came far: {phases} phases, {spent} tokens spent");
    assert!(sealed > 0, "nobody came to believe anything");
}

#[test]
fn the_same_seed_gives_the_same_palace_as_sqlite_on_postgres() {
    for seed in [10, 11] {
        let (sqlite, postgres) = (sim::run(On::Sqlite, seed, STEPS / 2), sim::run(On::Postgres, seed, STEPS / 2));
        assert_eq!(sqlite.dump, postgres.dump, "seed {seed}");
        assert_eq!(sqlite, postgres, "seed {seed}");
    }
}

#[test]
fn the_same_seed_gives_the_same_palace_twice_on_sqlite() {
    assert_eq!(sim::run(On::Sqlite, 20, 150), sim::run(On::Sqlite, 20, 150));
}
