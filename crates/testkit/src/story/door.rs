//! How a call is made. A story says what happens; a door says through what.

use crate::{
    On,
    world::{Who, World},
};
use engine::Dialect;
use kernel::{floorplan::Room, palace::Sealing, time::Moment};
use serde_json::Value as Json;
use store::Backend;

/// A way into a palace that holds nothing yet.
pub trait Door {
    /// Makes a call. The answer is the operation's result; a refusal is its `error` object.
    fn call(&mut self, who: &Who, op: &str, input: Json) -> Result<Json, Json>;
    /// The names of the tools that `who` is shown in a vocabulary.
    fn tools(&mut self, who: &Who, dialect: Dialect) -> Vec<String>;
    /// When the story began; moments are told as days since then.
    fn began(&self) -> Moment;
    /// A connection to the palace's own database, for a person who looks at it with SQL.
    fn raw(&self) -> Box<dyn Backend>;
    /// The world behind the door, for stories that need the engine itself.
    fn world(&mut self) -> Option<&mut World> {
        None
    }
    /// Puts up a room in the project that calls are made in.
    fn furnish(&mut self, room: Room);
    /// Makes the palace sealed instead, before anything has happened in it.
    fn seal_the_palace(&mut self) {}
    /// The shell beside the palace, for stories that need the program itself.
    fn shell(&mut self) -> Option<&mut dyn Shell> {
        None
    }
}

/// A person at a shell, in a folder that is the story's own.
pub trait Shell {
    /// Runs a command, in which `palace` is the program. Gives the answer or the refusal that it printed, if it printed one.
    fn run(&mut self, who: &Who, command: &str) -> Result<Option<Result<Json, Json>>, String>;
    /// Lays a copy of a recorded fixture into the folder, by its own name; statements become the database they make.
    fn lay(&mut self, fixture: &str) -> Result<(), String>;
}

/// The engine in this process.
#[derive(Debug)]
pub struct InProcess {
    on: On,
    world: World,
    began: Moment,
}

impl InProcess {
    /// A fresh, unsealed palace.
    pub fn new(on: On) -> Self {
        let world = World::new(on, Sealing::Unsealed);
        Self { on, began: world.now(), world }
    }
}

impl Door for InProcess {
    fn call(&mut self, who: &Who, op: &str, input: Json) -> Result<Json, Json> {
        self.world.call(who, op, input).map(|envelope| envelope.result).map_err(|refusal| refusal.to_json()["error"].take())
    }

    fn tools(&mut self, who: &Who, dialect: Dialect) -> Vec<String> {
        engine::offered(who.kind, &[dialect]).into_iter().map(|offer| offer.name).collect()
    }

    fn began(&self) -> Moment {
        self.began
    }

    fn raw(&self) -> Box<dyn Backend> {
        self.world.raw()
    }

    fn world(&mut self) -> Option<&mut World> {
        Some(&mut self.world)
    }

    fn furnish(&mut self, room: Room) {
        self.world.furnish(room);
    }

    fn seal_the_palace(&mut self) {
        self.world = World::new(self.on, Sealing::Sealed);
    }
}
