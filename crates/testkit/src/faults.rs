//! A database that fails on purpose: at the Nth statement, once or for good. The loop over N is SQLite's own habit.
//!
//! Not here: failing disks. A statement that fails is not carried out; what a half-written page does is the database's test.

use crate::{On, world::World};
use std::sync::{Arc, Mutex};
use store::{Among, Backend, Counted, Result, Row, StoreError, Value};

/// How a planned failure goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The next statement works again.
    Recovers,
    /// Nothing works any more, as when the process was killed: only reopening helps.
    Dies,
    /// It is a panic: a fault in the program, in the middle of whatever it does.
    Panics,
}

#[derive(Debug, Default)]
struct Plan {
    /// Statements until the failure; `None`: no failure is planned.
    left: Option<u64>,
    after: Option<After>,
    dead: bool,
    hit: bool,
}

/// When to fail. Clones share one plan, so a test can arm a connection it has given away.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Plan>>);

impl Faults {
    /// No failure, until one is planned.
    pub fn none() -> Self {
        Self::default()
    }

    /// Plans a failure of the `nth` statement from now, counted from 1.
    ///
    /// # Panics
    /// When another test thread panicked with the plan in hand.
    pub fn arm(&self, nth: u64, after: After) {
        *self.0.lock().expect("the plan") = Plan { left: Some(nth), after: Some(after), dead: false, hit: false };
    }

    /// Forgets the plan; says whether it came to a failure.
    ///
    /// # Panics
    /// When another test thread panicked with the plan in hand.
    pub fn disarm(&self) -> bool {
        std::mem::take(&mut *self.0.lock().expect("the plan")).hit
    }

    /// Counts a statement; fails when it is its turn.
    fn step(&self) -> Result<()> {
        let mut plan = self.0.lock().expect("the plan");
        if plan.dead {
            return Err(StoreError::Other("injected: the connection is dead".into()));
        }
        match plan.left {
            None => Ok(()),
            Some(1) => {
                plan.left = None;
                plan.hit = true;
                plan.dead = plan.after == Some(After::Dies);
                let panics = plan.after == Some(After::Panics);
                drop(plan); // others may look at it after a panic
                assert!(!panics, "injected panic");
                Err(StoreError::Other("injected fault".into()))
            }
            Some(n) => {
                plan.left = Some(n - 1);
                Ok(())
            }
        }
    }
}

/// A connection that fails as planned. A failing statement is not carried out.
pub struct Faulty {
    inner: Box<dyn Backend>,
    faults: Faults,
}

impl Faulty {
    /// Puts a plan over a connection.
    pub fn new(inner: Box<dyn Backend>, faults: Faults) -> Self {
        Self { inner, faults }
    }
}

impl std::fmt::Debug for Faulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Faulty").field("faults", &self.faults).finish_non_exhaustive()
    }
}

/// The same over a connection that is only lent: what a migration is handed.
struct Lent<'b> {
    inner: &'b mut dyn Backend,
    faults: Faults,
}

macro_rules! fails_as_planned {
    () => {
        fn begin_read(&mut self) -> Result<()> {
            self.faults.step()?;
            self.inner.begin_read()
        }
        fn begin_write(&mut self) -> Result<()> {
            self.faults.step()?;
            self.inner.begin_write()
        }
        fn begin_note(&mut self, wait: bool) -> Result<bool> {
            self.faults.step()?;
            self.inner.begin_note(wait)
        }
        fn commit(&mut self) -> Result<()> {
            self.faults.step()?;
            self.inner.commit()
        }
        // Forgetting works even for the dead: a closed connection forgets too.
        fn rollback(&mut self) -> Result<()> {
            self.inner.rollback()
        }
        fn execute(&mut self, sql: &str, args: &[Value]) -> Result<u64> {
            self.faults.step()?;
            self.inner.execute(sql, args)
        }
        fn query(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Row>> {
            self.faults.step()?;
            self.inner.query(sql, args)
        }
        fn each(&mut self, sql: &str, args: &[Value], row: &mut dyn FnMut(Row) -> Result<()>) -> Result<()> {
            self.faults.step()?;
            self.inner.each(sql, args, row)
        }
        fn batch(&mut self, sql: &str) -> Result<()> {
            self.faults.step()?;
            self.inner.batch(sql)
        }
        fn migrate(&mut self, apply: &mut dyn FnMut(&mut dyn Backend) -> Result<()>) -> Result<()> {
            let faults = self.faults.clone();
            self.inner.migrate(&mut |db| apply(&mut Lent { inner: db, faults: faults.clone() }))
        }
        fn begin_migration(&mut self, schema: i64, keep: store::Keep) -> Result<Option<std::path::PathBuf>> {
            self.faults.step()?;
            self.inner.begin_migration(schema, keep)
        }
        fn word_schema(&self) -> &'static str {
            self.inner.word_schema()
        }
        fn count_words(&mut self, counted: &[Counted]) -> Result<()> {
            self.faults.step()?;
            self.inner.count_words(counted)
        }
        fn put_words(&mut self, text: i64, words: &str) -> Result<()> {
            self.faults.step()?;
            self.inner.put_words(text, words)
        }
        fn drop_words(&mut self, text: i64) -> Result<()> {
            self.faults.step()?;
            self.inner.drop_words(text)
        }
        fn find_words(&mut self, words: &[(&str, f64)], among: Option<&Among>, limit: i64) -> Result<Vec<(i64, f64)>> {
            self.faults.step()?;
            self.inner.find_words(words, among, limit)
        }
        fn scrub(&mut self) -> Result<()> {
            self.faults.step()?;
            self.inner.scrub()
        }
        fn size_bytes(&mut self) -> Result<i64> {
            self.faults.step()?;
            self.inner.size_bytes()
        }
        fn name(&self) -> &'static str {
            self.inner.name()
        }
    };
}

impl Backend for Faulty {
    fails_as_planned!();
}

impl Backend for Lent<'_> {
    fails_as_planned!();
}

/// Most statements one step of a story may take before the loop is thought endless.
const STATEMENTS_MAX: u64 = 500;

/// Runs `step` in a world made by `prepare`, failing its 1st, 2nd, 3rd … statement, until it passes untouched.
/// After each failure the ledger must verify, and what is `visible` must be what was there before, or all of the step.
/// The ledger itself is not part of what is compared: it tells of failures too.
/// Gives the number of failures tried.
///
/// # Panics
/// When a half-change is visible, the chain breaks, or the loop does not end.
pub fn every_statement(
    on: On,
    after: After,
    prepare: impl Fn(On) -> World,
    step: impl Fn(&mut World) -> bool,
    visible: impl Fn(&World) -> String,
) -> u64 {
    for nth in 1..=STATEMENTS_MAX {
        let mut world = prepare(on);
        let before = visible(&world);
        let faults = Faults::none();
        world.reopen_over(&faults);
        faults.arm(nth, after);
        let done = step(&mut world);
        let hit = faults.disarm();
        if hit && after == After::Panics {
            if !done {
                assert_eq!(before, visible(&world), "panic {nth}: the step failed, but something of it is visible");
                // The same process goes on, with the same engine.
                assert!(step(&mut world), "panic {nth}: the same step must pass after it");
            }
            assert_ne!(before, visible(&world), "panic {nth}: the step said yes, but nothing came of it");
            crate::conformance::ledger_holds(&mut world);
            continue;
        }
        world.reopen();
        let now = visible(&world);
        crate::conformance::ledger_holds(&mut world);
        if !hit {
            assert!(done, "without a failure the step must pass");
            assert_ne!(before, now, "the step must be visible when it passes");
            return nth - 1;
        }
        if done {
            assert_ne!(before, now, "failure {nth}: the step said yes, but nothing came of it");
        } else {
            assert_eq!(before, now, "failure {nth}: the step failed, but something of it is visible");
        }
    }
    panic!("the step takes more than {STATEMENTS_MAX} statements");
}
