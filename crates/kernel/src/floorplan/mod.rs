//! The floor plan: which rooms a project has, and which of them a path lies in. It comes with every call, from files that
//! belong to the project, so it is never older than they are. Not here: what is believed about a room.

mod document;

pub use document::{
    About, Artifact, Capability, Check, Guardrails, PlaybookDocument, PlaybookKind, ProjectDocument, ProjectKind, Provenance, Required, RoomDocument,
    RoomKind, Step, Version,
};

use crate::{
    refusal::{Code, Refusal},
    scope::{ProjectPath, Scope},
    text::Name,
};

/// A room whose places were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// What its people wrote.
    pub document: RoomDocument,
    entry_points: Vec<ProjectPath>,
}

impl Room {
    /// Reads a room's name and places; the same rules hold for them as for every path.
    pub fn new(document: RoomDocument) -> Result<Self, Refusal> {
        Name::parse(&document.name).map_err(|e| Code::InputInvalid.refuse("name", e.to_string()))?;
        ProjectPath::parse(&document.name)?;
        if document.entry_points.is_empty() {
            return Err(Code::InputInvalid.refuse("entryPoints", format!("room `{}` names no place that belongs to it", document.name)));
        }
        let entry_points = document.entry_points.iter().map(|place| ProjectPath::parse(place.trim_end_matches('/'))).collect::<Result<_, _>>()?;
        Ok(Self { document, entry_points })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.document.name
    }

    /// Its places.
    pub fn entry_points(&self) -> &[ProjectPath] {
        &self.entry_points
    }

    /// How long the longest of its places is that this path lies in.
    fn holds(&self, path: &ProjectPath) -> Option<usize> {
        self.entry_points.iter().filter(|place| path.lies_in(place)).map(|place| place.as_str().len()).max()
    }
}

/// How a path came to its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// One of the room's places holds it.
    EntryPoint,
    /// No room claims it: its first folder is its room.
    FirstFolder,
    /// No room claims it and it lies in no folder: the project's own choice.
    Default,
}

/// A project's rooms and ways, in order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Floorplan {
    rooms: Vec<Room>,
    playbooks: Vec<PlaybookDocument>,
    project: Option<ProjectDocument>,
    /// What could not be read, and why: shown, never fatal.
    pub problems: Vec<String>,
}

impl Floorplan {
    /// Puts a plan together. Of two rooms with one name the first stays, and the other is a problem.
    pub fn new(project: Option<ProjectDocument>, rooms: Vec<Room>, playbooks: Vec<PlaybookDocument>, problems: Vec<String>) -> Self {
        let mut plan = Self { rooms: Vec::new(), playbooks, project, problems };
        plan.playbooks.sort_by(|a, b| a.name.cmp(&b.name));
        for room in rooms {
            if plan.room(room.name()).is_some() {
                plan.problems.push(format!("there are two rooms called `{}`; the second is not used", room.name()));
            } else {
                plan.rooms.push(room);
            }
        }
        plan.rooms.sort_by(|a, b| a.name().cmp(b.name()));
        plan
    }

    /// The rooms, by name.
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// The ways through them, by name.
    pub fn playbooks(&self) -> &[PlaybookDocument] {
        &self.playbooks
    }

    /// What the project says of itself.
    pub const fn project(&self) -> Option<&ProjectDocument> {
        self.project.as_ref()
    }

    /// The room of this name.
    pub fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name() == name)
    }

    /// The room a path lies in: the one with the longest place that holds it, the first by name among equals; else the path's
    /// first folder; else the project's default. The same for everyone who asks, in whatever order the files were read.
    pub fn room_of(&self, path: &ProjectPath) -> Option<(String, Because)> {
        let mut best: Option<(usize, &Room)> = None;
        for room in &self.rooms {
            if let Some(length) = room.holds(path)
                && best.is_none_or(|(longest, _)| length > longest)
            {
                best = Some((length, room));
            }
        }
        if let Some((_, room)) = best {
            return Some((room.name().to_owned(), Because::EntryPoint));
        }
        if let Some(folder) = path.first_folder() {
            return Some((folder.to_owned(), Because::FirstFolder));
        }
        self.project.as_ref()?.default_room.clone().map(|room| (room, Because::Default))
    }

    /// Whether a file lies in the room of this name. What is no path lies in none.
    pub fn is_in(&self, file: &str, room: &str) -> bool {
        ProjectPath::parse(file).ok().and_then(|path| self.room_of(&path)).is_some_and(|(name, _)| name == room)
    }

    /// From the narrowest scope to the widest: file, its room, palace. The only place that knows how scopes widen.
    pub fn expand(&self, scope: &Scope) -> Vec<Scope> {
        match scope {
            Scope::File(path) => {
                let room = self.room_of(path).map(|(room, _)| Scope::Room(room));
                [Some(scope.clone()), room, Some(Scope::Palace)].into_iter().flatten().collect()
            }
            Scope::Room(_) => vec![scope.clone(), Scope::Palace],
            Scope::Palace => vec![Scope::Palace],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scope::ScopeKind;

    fn room(name: &str, entry_points: &[&str]) -> Room {
        Room::new(RoomDocument {
            schema: None,
            schema_version: Version::One,
            kind: RoomKind::Word,
            name: name.into(),
            summary: String::new(),
            entry_points: entry_points.iter().map(|place| (*place).to_owned()).collect(),
            capabilities: vec![],
            artifacts: vec![],
            steps: vec![],
            provenance: None,
        })
        .expect("a room")
    }

    fn plan(rooms: Vec<Room>) -> Floorplan {
        Floorplan::new(None, rooms, vec![], vec![])
    }

    fn chain(plan: &Floorplan, kind: ScopeKind, path: &str) -> Vec<String> {
        plan.expand(&Scope::parse(kind, Some(path)).expect("a scope")).iter().map(|s| format!("{}:{}", s.kind().name(), s.path())).collect()
    }

    #[test]
    fn a_question_widens_from_file_to_room_to_palace() {
        let bare = Floorplan::default();
        assert_eq!(chain(&bare, ScopeKind::File, "src/auth/jwt.go"), ["file:src/auth/jwt.go", "room:src", "palace:"]);
        assert_eq!(chain(&bare, ScopeKind::File, "README.md"), ["file:README.md", "palace:"], "a file at the top lies in no room");
        assert_eq!(chain(&bare, ScopeKind::Room, "auth"), ["room:auth", "palace:"]);
        assert_eq!(chain(&bare, ScopeKind::Room, "./auth"), ["room:auth", "palace:"], "a room has one spelling");
        assert_eq!(chain(&bare, ScopeKind::Palace, "ignored"), ["palace:"]);
    }

    #[test]
    fn the_longest_place_decides_whatever_order_rooms_came_in() {
        let (auth, source, login) = (room("authentication", &["src/auth/"]), room("source", &["src"]), room("login", &["src/auth/login.rs"]));
        for rooms in [vec![auth.clone(), source.clone(), login.clone()], vec![login, source, auth]] {
            let plan = plan(rooms);
            let name = |path: &str| plan.room_of(&ProjectPath::parse(path).expect(path)).expect(path).0;
            assert_eq!(name("src/auth/jwt.rs"), "authentication");
            assert_eq!(name("src/auth/login.rs"), "login");
            assert_eq!(name("src/authority.rs"), "source", "a folder's name ends where it ends");
            assert_eq!(name("tests/a.rs"), "tests", "what no room claims lies in its first folder");
        }
    }

    #[test]
    fn equal_places_go_to_the_first_by_name() {
        let plan = plan(vec![room("zeta", &["src"]), room("alpha", &["src"])]);
        assert_eq!(plan.room_of(&ProjectPath::parse("src/a.rs").expect("path")), Some(("alpha".into(), Because::EntryPoint)));
    }

    #[test]
    fn a_second_room_of_one_name_is_a_problem_and_not_a_choice() {
        let plan = plan(vec![room("a", &["x"]), room("a", &["y"])]);
        assert_eq!((plan.rooms().len(), plan.problems.len()), (1, 1));
    }

    #[test]
    fn a_room_stays_inside_the_project() {
        let mut document = room("a", &["x"]).document;
        document.entry_points = vec!["../elsewhere".into()];
        assert_eq!(Room::new(document.clone()).expect_err("outside").code(), Code::PathOutside);
        document.entry_points.clear();
        assert_eq!(Room::new(document).expect_err("nowhere").code(), Code::InputInvalid);
    }
}
