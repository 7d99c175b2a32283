//! Thousands of steps by chance, and what must stay true.

use testkit::{On, sim};

/// Steps per seed. Even seeds play in a sealed palace, odd ones in an unsealed one.
const STEPS: u64 = 500;

#[test]
fn no_sequence_of_calls_breaks_a_property_on_sqlite() {
    for seed in 0..5 {
        let outcome = sim::run(On::Sqlite, seed, STEPS);
        assert!(
            outcome.answered > STEPS / 5 && outcome.refused > STEPS / 20 && outcome.faults > STEPS / 100,
            "seed {seed} is idle: {} {} {}",
            outcome.answered,
            outcome.refused,
            outcome.faults
        );
    }
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
