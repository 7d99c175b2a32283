//! The desk where calls are made out: it adds what only the outside knows, the clock and randomness, and keeps the mode.

use crate::{
    home::{Home, PIN, random},
    worktree::{
        anchor::Surveyor,
        floorplan,
        tree::{Ground, Here},
    },
};
use engine::{Engine, Envelope, Founding, Request, Roots, Signer, Watcher};
use kernel::{
    actor::{Actor, ActorKind, Mode},
    anchor::Anchor,
    call::{Call, Whereabouts},
    disclose::Disclosed,
    ledger::Digest,
    palace::Sealing,
    refusal::{Code, Refusal},
    seal::Statement,
    time::Moment,
};
use serde_json::Value as Json;
use std::{
    sync::{Arc, OnceLock},
    time::{SystemTime, UNIX_EPOCH},
};

/// An open palace with the ceiling its process was started with.
pub struct Desk {
    /// The folder.
    pub home: Home,
    /// The engine.
    pub engine: Engine,
    /// The ceiling.
    pub mode: Mode,
    /// Who the process speaks for.
    pub name: String,
    /// Where the process stands, once somebody asked.
    standing: OnceLock<(Anchor, Option<Whereabouts>)>,
    floorplan: floorplan::Reader,
    /// The working trees at hand, for answers that quote a file.
    here: Arc<Here>,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("home", &self.home).field("mode", &self.mode).finish_non_exhaustive()
    }
}

/// The clock. Nothing else in the program reads it.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

impl Desk {
    /// Opens the palace of a home; refuses if there is none.
    pub fn open(home: Home, mode: Mode, name: &str) -> Result<Self, Refusal> {
        if !home.exists() {
            return Err(Code::NotFound
                .refuse(home.dir().display().to_string(), format!("there is no palace in {} yet", home.dir().display()))
                .next("Run `palace up` or `palace init` first"));
        }
        if !home.file(PIN).exists() {
            // A palace is pinned once it is whole, so another process may be making this one. A folder that cannot be written
            // is not one where it does.
            let _ = home.creation();
        }
        let desk = Self::over(home, mode, name, false)?;
        desk.engine.house().map_err(engine::Error::into_refusal)?;
        desk.sweep();
        Ok(desk)
    }

    /// Opens the palace of a home, or makes a sealed one where there is none. Answers whether it was made now.
    ///
    /// Nobody is there to be asked, so no project gets a palace this way: that a project has one is its user's word.
    pub fn open_or_create(home: Home, mode: Mode, name: &str) -> Result<(Self, bool), Refusal> {
        if home.file(PIN).exists() {
            return Ok((Self::open(home, mode, name)?, false));
        }
        let dir = home.dir().display().to_string();
        if home.is_project() && !home.exists() {
            return Err(Code::NotFound
                .refuse(dir.as_str(), format!("there is no palace in {dir} yet, and a project gets one from its user alone"))
                .next("Run `palace init --project` in the project"));
        }
        let (desk, created) = Self::create(home, mode, name, Sealing::Sealed)?;
        if !desk.home.exists() {
            return Err(Code::TrustBroken
                .refuse(dir.as_str(), format!("the database holds a palace that {dir} does not know"))
                .next("Look at it and trust it with `palace trust` on a terminal"));
        }
        Ok((desk, created))
    }

    /// Creates a palace if the home has none. Answers whether it was created now.
    pub fn create(home: Home, mode: Mode, name: &str, sealing: Sealing) -> Result<(Self, bool), Refusal> {
        home.make()?;
        let _alone = home.creation()?;
        // A palace that is there keeps the log key that it was born with, here or elsewhere: none is drawn for it.
        let desk = Self::over(home.clone(), mode, name, false)?;
        match desk.engine.house().map_err(engine::Error::into_refusal) {
            Ok(_) => return Ok((desk, false)),
            Err(refusal) if refusal.code() == Code::NotFound => drop(desk),
            Err(refusal) => return Err(refusal),
        }
        let desk = Self::over(home, mode, name, true)?;
        let call = desk.call(Actor::system("create the palace"), "")?;
        let founding = Founding { sealing, nonce: Digest(random()?) };
        let created = desk.engine.found(&call, &founding).map_err(engine::Error::into_refusal)?;
        Ok((desk, created))
    }

    fn over(home: Home, mode: Mode, name: &str, create: bool) -> Result<Self, Refusal> {
        let signer = home.log_key(create)?.map(|s| Arc::new(s) as Arc<dyn Signer>);
        let roots: Arc<dyn Roots> = Arc::new(home.clone());
        let mut engine = Engine::open(home.place(), roots, signer).map_err(engine::Error::into_refusal)?;
        if let Some(model) = crate::models::configured(&home)? {
            engine = engine.with_embedder(model);
        }
        let here = Arc::new(Here::default());
        engine = engine.with_terrain(here.clone()).with_secret(Arc::new(home.clone()));
        Ok(Self { home, engine, mode, name: name.to_owned(), standing: OnceLock::new(), floorplan: floorplan::Reader::default(), here })
    }

    /// Makes out a call. Whoever makes it, what comes of it belongs to where the process stands.
    pub fn call(&self, actor: Actor, session: &str) -> Result<Call, Refusal> {
        // The house's own chores belong to no place.
        let (anchor, whereabouts) = if actor.kind() == ActorKind::Machine { (Anchor::Global, None) } else { self.stands().clone() };
        // Wherever a caller comes from, the rooms are those of the project this process stands in.
        let floorplan = std::env::current_dir().map(|here| self.floorplan.plan(&here)).unwrap_or_default();
        Ok(Call::new(actor, session, now(), random()?).from(anchor).called(whereabouts).within(floorplan))
    }

    /// Where the process stands: found out once, from the folder it was started in.
    pub fn anchor(&self) -> &Anchor {
        &self.stands().0
    }

    fn stands(&self) -> &(Anchor, Option<Whereabouts>) {
        self.standing.get_or_init(|| match std::env::current_dir() {
            Ok(dir) => {
                let mut surveyor = Surveyor::new(&self.home, &self.engine);
                if let Some(ground) = Ground::around(&mut surveyor, &dir) {
                    self.here.know(ground.anchor, ground.base);
                }
                surveyor.stands(&dir)
            }
            Err(_) => (Anchor::Global, None),
        })
    }

    /// Stands elsewhere from now on: where a folder that is read belongs, or nowhere for a door that many come through.
    pub fn stand_at(&mut self, anchor: Anchor) {
        self.stand_in(anchor, None);
    }

    /// The same, in a project that people call so.
    pub fn stand_in(&mut self, anchor: Anchor, whereabouts: Option<Whereabouts>) {
        self.standing = OnceLock::from((anchor, whereabouts));
    }

    /// The person or agent this process speaks for.
    pub fn actor(&self) -> Actor {
        let kind = match self.mode {
            Mode::Human => ActorKind::Human,
            Mode::Agent => ActorKind::Agent,
        };
        Actor::admit(self.mode, kind, &self.name)
    }

    /// Runs one operation for this process's own actor, as part of a command's work.
    pub fn ask(&self, op: &str, input: Json) -> Result<Disclosed<Envelope>, Refusal> {
        self.ask_as(self.actor(), op, input)
    }

    /// Calls an operation that reports its progress and can be cancelled.
    pub fn ask_watched(&self, op: &str, input: Json, watcher: &dyn Watcher) -> Result<Disclosed<Envelope>, Refusal> {
        let request = Request { op, input, client: "cli", housekeeping: true, watcher: Some(watcher), ..Default::default() };
        self.engine.call(&self.call(self.actor(), "")?, request)
    }

    /// The same as an agent would, whoever sits here: what only a human decides waits for one.
    pub fn propose(&self, op: &str, input: Json) -> Result<Disclosed<Envelope>, Refusal> {
        self.ask_as(Actor::admit(Mode::Agent, ActorKind::Agent, &self.name), op, input)
    }

    fn ask_as(&self, actor: Actor, op: &str, input: Json) -> Result<Disclosed<Envelope>, Refusal> {
        self.engine.call(&self.call(actor, "")?, Request { op, input, client: "cli", housekeeping: true, ..Default::default() })
    }

    /// What a call would show and have signed, from what is there now.
    pub fn preview(&self, op: &str, input: &Json) -> Result<(Statement, Json), Refusal> {
        self.engine.preview(&self.call(self.actor(), "")?, op, input).map_err(engine::Error::into_refusal)
    }

    /// Puts away what waited too long, and ends an erasure whose process ended too soon. A palace that cannot be written still
    /// opens for reading.
    fn sweep(&self) {
        let overdue = self.engine.overdue(now()).unwrap_or(false);
        if overdue && let Ok(call) = self.call(Actor::system("expire proposals past their window"), "") {
            let _ = self.engine.call(&call, Request { op: "proposal.expire", input: serde_json::json!({}), ..Default::default() });
        }
        let unswept = self.engine.unswept().unwrap_or(false);
        if unswept && let Ok(call) = self.call(Actor::system("sweep the files after an erasure"), "") {
            let _ = self.engine.sweep(&call);
        }
    }
}
