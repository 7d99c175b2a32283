//! Describing a repository: its rooms, a first playbook and the project's own document go to `.palace/`, with the JSON Schemas
//! that editors complete them by. What is there already is never changed, unless it was asked for.

use crate::{
    home::{Home, failed},
    worktree::{
        floorplan::{FOLDER, GITIGNORE, PLAYBOOKS, PROJECT, ROOMS, SCHEMAS, SHARED},
        survey::survey,
        walk::{Rules, walk},
    },
};
use kernel::{
    floorplan::{
        About, Capability, Check, Guardrails, PlaybookDocument, PlaybookKind, ProjectDocument, ProjectKind, Provenance, RoomDocument, RoomKind,
        Version,
    },
    refusal::{Code, Refusal},
    time::Moment,
};
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};
use syntax::Language;

/// Files larger than this are no sign of anything.
const BYTES_MAX: u64 = 4 << 20;
/// How long a summary may be that a file's first words give.
const SUMMARY_CHARS_MAX: usize = 200;

/// What was found and written.
#[derive(Debug)]
pub(super) struct Described {
    /// Languages with their files, most files first.
    pub(super) languages: Vec<(String, usize)>,
    /// The rooms there are now.
    pub(super) rooms: Vec<String>,
    /// Documents that were written, as a person would name them.
    pub(super) written: Vec<String>,
}

/// How to describe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Write over what is there.
    pub(super) force: bool,
    /// Look at the files for rooms, instead of writing the first one alone.
    pub(super) detect: bool,
    /// Write at all, instead of only saying what would be written.
    pub(super) write: bool,
}

/// The schema of each kind of document, by file name. One place: what is written to a project, and what the reference shows.
pub(super) fn schemas() -> [(&'static str, serde_json::Value); 3] {
    [
        ("palace.schema.json", schemars::schema_for!(ProjectDocument).to_value()),
        ("playbook.schema.json", schemars::schema_for!(PlaybookDocument).to_value()),
        ("room.schema.json", schemars::schema_for!(RoomDocument).to_value()),
    ]
}

/// Keeps a palace that lives in a project's folder out of that project's history, whether or not the project is described.
pub(super) fn keep_out(home: &Home) -> Result<(), Refusal> {
    let manner = Manner { force: false, detect: false, write: true };
    Writer { folder: home.dir().to_owned(), manner, written: Vec::new() }.refresh(GITIGNORE, &shared())
}

/// Rules for git: nothing of the folder belongs into anybody's history but what is meant to be shared.
fn shared() -> String {
    SHARED.iter().fold("/*\n".to_owned(), |page, name| page + "!/" + name + "\n")
}

/// Describes the repository at `root`.
pub(super) fn describe(root: &Path, by: &str, now: Moment, manner: Manner, rules: &Rules) -> Result<Described, Refusal> {
    let walked = walk(root, None, &[], BYTES_MAX, rules);
    let paths: Vec<String> =
        walked.files.iter().filter_map(|file| file.path.strip_prefix(root).ok()?.to_str().map(|path| path.replace('\\', "/"))).collect();
    let found = survey(&paths, |path| Language::of_path(path).filter(|language| language.is_code()).map(Language::title));
    let provenance = Some(Provenance {
        created_by: by.to_owned(),
        created_at: now.to_string(),
        generator: Some("palace init".to_owned()),
        generator_version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        ..Provenance::default()
    });
    let mut desk = Writer { folder: root.join(FOLDER), manner, written: Vec::new() };
    for (name, schema) in schemas() {
        desk.refresh(&format!("{SCHEMAS}/{name}"), &pretty(&schema)?)?;
    }
    desk.refresh(GITIGNORE, &shared())?;

    let mut rooms = if manner.detect { found.rooms } else { Vec::new() };
    for room in &mut rooms {
        if let Some(summary) = room.entry_points.iter().find_map(|door| first_words(&root.join(door))) {
            room.summary = summary;
        }
    }
    rooms.insert(0, overview(&paths));
    let names: Vec<String> = rooms.iter().map(|room| room.name.clone()).collect();
    for room in rooms {
        let file = format!("{ROOMS}/{}.jsonc", room.name);
        desk.document(
            &file,
            "A room: which folders and files belong together, and what they are for. Yours to change.",
            &RoomDocument { schema: Some(format!("../{SCHEMAS}/room.schema.json")), provenance: provenance.clone(), ..room },
        )?;
    }
    desk.document(&format!("{PLAYBOOKS}/default-onboarding.jsonc"), "A playbook: a way through the rooms.", &onboarding(&names, provenance.clone()))?;
    desk.document(
        PROJECT,
        "What this project says of itself. What decides about authority is never kept here.",
        &ProjectDocument {
            schema: Some(format!("{SCHEMAS}/palace.schema.json")),
            schema_version: Version::One,
            kind: ProjectKind::Word,
            project: About {
                name: root.file_name().map_or_else(|| "project".to_owned(), |name| name.to_string_lossy().into_owned()),
                language: found.languages.first().map(|(name, _)| name.clone()),
                ..About::default()
            },
            default_room: Some(OVERVIEW.to_owned()),
            guardrails: Guardrails::default(),
            commands: std::collections::BTreeMap::new(),
            provenance,
        },
    )?;
    Ok(Described { languages: found.languages, rooms: names, written: desk.written })
}

const OVERVIEW: &str = "project-overview";

/// The first room of every project: what a newcomer opens.
fn overview(paths: &[String]) -> RoomDocument {
    let readme = paths.iter().find(|path| !path.contains('/') && path.to_lowercase().starts_with("readme")).cloned();
    RoomDocument {
        schema: None,
        schema_version: Version::One,
        kind: RoomKind::Word,
        name: OVERVIEW.to_owned(),
        summary: "What this project is, and where to begin".to_owned(),
        entry_points: vec![readme.unwrap_or_else(|| "README.md".to_owned())],
        capabilities: vec![Capability::ReadFile, Capability::SearchText],
        artifacts: vec![],
        steps: vec![],
        provenance: None,
    }
}

fn onboarding(rooms: &[String], provenance: Option<Provenance>) -> PlaybookDocument {
    PlaybookDocument {
        schema: Some(format!("../{SCHEMAS}/playbook.schema.json")),
        schema_version: Version::One,
        kind: PlaybookKind::Word,
        name: "default-onboarding".to_owned(),
        summary: "Get to know the project: begin with the overview, then one room after another".to_owned(),
        rooms: rooms.to_vec(),
        required_evidence: vec![],
        verification: vec![Check {
            name: "said back".to_owned(),
            expectation: "You can say what each room is for".to_owned(),
            capability: Some(Capability::ReadFile),
        }],
        provenance,
    }
}

/// What a file says of itself first: a README's first sentence, or a module's own comment.
fn first_words(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = if path.extension().is_some_and(|kind| kind == "md") {
        text.lines().map(str::trim).find(|line| line.chars().next().is_some_and(char::is_alphanumeric))
    } else {
        text.lines()
            .map(str::trim)
            .find_map(|line| line.strip_prefix("//! ").or_else(|| line.strip_prefix("\"\"\"")).or_else(|| line.strip_prefix("// Package ")))
    }?;
    let line = line.trim_end_matches("\"\"\"").trim();
    (!line.is_empty()).then(|| search::bound(line, SUMMARY_CHARS_MAX).0)
}

/// Writes documents, and remembers which.
struct Writer {
    folder: PathBuf,
    manner: Manner,
    written: Vec<String>,
}

impl Writer {
    /// A document of people's own: what is there stays, unless they asked otherwise.
    fn document(&mut self, name: &str, says: &str, document: &impl Serialize) -> Result<(), Refusal> {
        if self.manner.force || !self.folder.join(name).exists() {
            self.refresh(name, &format!("// {says}\n{}", pretty(document)?))?;
        }
        Ok(())
    }

    /// A file that the program keeps as it should be.
    fn refresh(&mut self, name: &str, text: &str) -> Result<(), Refusal> {
        let path = self.folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            return Ok(());
        }
        if self.manner.write {
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text)).map_err(|e| failed(&path, &e))?;
        }
        self.written.push(format!("{FOLDER}/{name}"));
        Ok(())
    }
}

fn pretty(document: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string_pretty(document).map(|text| text + "\n").map_err(|e| Code::Internal.refuse("document", e.to_string()))
}
