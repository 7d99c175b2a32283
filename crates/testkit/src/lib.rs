//! Worlds, stories, conformance, faults and a simulator: how Palace is tried, all of it deterministic.
//!
//! **Invariant:** seeded ids, a fixed clock, no sleeping, no order between tests, no path shared between two of them.
//! What needs a database runs on both: [`backends!`] makes two tests of one function, named `…_on_sqlite` and `…_on_postgres`.
//!
//! Deliberately not here: anything the product runs. This crate is a dev-dependency.

pub mod conformance;
pub mod dump;
pub mod faults;
pub mod pg;
pub mod pty;
pub mod shape;
pub mod sim;
pub mod story;
pub mod temp;
pub mod world;

/// Which database a test runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// One file in a folder of its own.
    Sqlite,
    /// A schema of its own in the scratch cluster.
    Postgres,
}

/// Makes two tests of one `fn(On)`. Both names are written out, so that what ran where is found by its name.
///
/// ```text
/// testkit::backends! {
///     migrations_run_twice_on_sqlite, migrations_run_twice_on_postgres => conformance::schema::twice;
/// }
/// ```
#[macro_export]
macro_rules! backends {
    ($($sqlite:ident, $postgres:ident => $check:expr;)*) => {$(
        #[test]
        fn $sqlite() {
            ($check)($crate::On::Sqlite);
        }
        #[test]
        fn $postgres() {
            ($check)($crate::On::Postgres);
        }
    )*};
}
