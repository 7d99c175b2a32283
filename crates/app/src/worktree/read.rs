//! From a file to documents: looked at before it is read, read once, and named so that the name means the same elsewhere.
//!
//! Not here: walking and keeping. What cannot be read is a reason, never an error that ends the run.

use super::{
    carriers::Origin,
    name,
    tables::Opened,
    walk::{Reason, Skipped, special},
};
use ingest::{
    Document,
    format::{self, Broken, Format, NotText, Reading, Unreadable, Wording, detect, folder, tables},
};
use kernel::{ledger::Digest, text::Slice};
use rustix::fs::OFlags;
use std::{
    fs::{File, OpenOptions},
    io::Read,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

/// How much of a file is enough to see that it is no text. Pictures and programs are not read any further.
const HEAD_BYTES: u64 = 64 << 10;
/// How far into a transcript the folder it was held in is looked for.
const HINT_BYTES: usize = 256 << 10;
/// The most text of one document, in bytes: what the palace takes in one call, with room for what JSON adds.
pub const DOCUMENT_BYTES_MAX: usize = 40 << 20;

/// How a file begins that Git LFS puts in the place of one that it did not fetch, and how long it is at most.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\n";
const LFS_POINTER_BYTES_MAX: u64 = 1_024;

/// How to read.
#[derive(Clone, Debug)]
pub struct How {
    /// In which shape, if it is not to be found out.
    pub format: Option<Format>,
    /// The largest file, in bytes.
    pub bytes_max: u64,
    /// The largest file of other programs' talk and memory, in bytes: it grows for as long as somebody works, and is worth
    /// reading however it was found.
    pub carried_bytes_max: u64,
    /// Whether the name holds within a repository. If not, a transcript goes by its session and not by its path.
    pub in_repository: bool,
    /// What becomes of the noise in a transcript.
    pub wording: Wording,
}

/// What was read from one file, folder or stream.
#[derive(Debug, Default)]
pub struct Brought {
    /// Documents, named.
    pub documents: Vec<Document>,
    /// The first lines that were not understood.
    pub broken: Vec<Broken>,
    /// How many there were.
    pub broken_total: u64,
    /// Whether they belong to what they are about, and not to the folder they were found in.
    pub is_carried: bool,
    /// The folder that a transcript was held in.
    pub held_in: Option<PathBuf>,
    /// Where they come from, if their names do not tell.
    pub origin: Option<Origin>,
    /// Documents that were too large.
    pub skipped: Vec<Skipped>,
    /// Whether the file's own size and times tell if it says the same still. What a database says may lie in files beside it.
    pub is_plain: bool,
}

/// Reads a file. `name` is its name within its repository or folder.
pub fn file(path: &Path, name: &str, how: &How) -> Result<Brought, Skipped> {
    let (head, found) = open(path, how.bytes_max.min(HEAD_BYTES)).map(|(bytes, found)| (bytes, found.len()))?;
    let detected = detect(name, &head);
    match detected {
        Err(NotText::Sqlite) => return database(path, name, how),
        Err(why) if how.format.is_none() || !matches!(why, NotText::Garbled | NotText::Zeros) => {
            return Err(Skipped::new(path, Reason::NotText, why.to_string()));
        }
        Err(_) | Ok(_) => {}
    }
    if head.starts_with(LFS_POINTER) && found <= LFS_POINTER_BYTES_MAX {
        return Err(Skipped::new(path, Reason::Pointer, "a pointer of Git LFS; `git lfs pull` fetches the file"));
    }
    let is_one = how.format.or(detected.ok()).is_some_and(|format| matches!(format, Format::Text | Format::Markdown | Format::Code));
    if is_one && found > DOCUMENT_BYTES_MAX as u64 {
        return Err(too_long(path, found)); // it need not be read to know that, and no larger limit would help
    }
    let bytes_max = if found > how.bytes_max { bytes_max_of(path, name, how)? } else { how.bytes_max };
    if found > bytes_max {
        return Err(Skipped::too_large(path, found, bytes_max));
    }
    // A file that is being written is read again once; if it is still written then, the next run will find it whole.
    for _ in 0..2 {
        let (bytes, before) = open(path, bytes_max.saturating_add(1))?;
        let after = std::fs::symlink_metadata(path).map_err(|error| Skipped::new(path, Reason::Changed, format!("it went away: {error}")))?;
        let same = before.len() == after.len() && before.modified().ok() == after.modified().ok() && bytes.len() as u64 == before.len();
        if same {
            return self::bytes(path, name, &bytes, how).map(|brought| Brought { is_plain: !brought.is_carried, ..brought });
        }
    }
    Err(Skipped::new(path, Reason::Changed, "it changes while it is read; read it again when nobody writes to it"))
}

/// How large a file may be that is larger than files that are found: that depends on whose it is. As much of it is looked at
/// as would be read of any other, because its first line alone may be longer than a head.
fn bytes_max_of(path: &Path, name: &str, how: &How) -> Result<u64, Skipped> {
    let format = match how.format {
        Some(format) => Some(format),
        None => detect(name, &open(path, how.bytes_max)?.0).ok(),
    };
    Ok(if format.is_some_and(is_carried) { how.carried_bytes_max } else { how.bytes_max })
}

/// The largest transcript that a hook keeps, in bytes: the client waits meanwhile.
const TRANSCRIPT_BYTES_MAX: u64 = 64 << 20;

/// A transcript that may still be written: what is there now, whole lines or not.
pub fn whole(path: &Path) -> Result<Vec<u8>, Skipped> {
    let (bytes, found) = open(path, TRANSCRIPT_BYTES_MAX + 1)?;
    if bytes.len() as u64 > TRANSCRIPT_BYTES_MAX { Err(Skipped::too_large(path, found.len(), TRANSCRIPT_BYTES_MAX)) } else { Ok(bytes) }
}

/// Reads what came by another way than a file.
pub fn bytes(path: &Path, name: &str, bytes: &[u8], how: &How) -> Result<Brought, Skipped> {
    let format = match how.format {
        Some(format) => format,
        None => detect(name, bytes).map_err(|why| Skipped::new(path, Reason::NotText, why.to_string()))?,
    };
    let is_carried = !how.in_repository && is_carried(format);
    let called = if is_carried { format.name() } else { name };
    let reading = format::read_in(format, called, bytes, how.wording).map_err(|why| misshapen(path, name, why))?;
    let mut brought = Brought { is_carried, ..brought(path, reading) };
    if is_carried {
        brought.held_in = hint(bytes, b"\"cwd\":").map(PathBuf::from);
        let own = session_name(format, path, bytes);
        for document in brought.documents.iter_mut().filter(|document| !document.path.contains('#')) {
            document.path = format!("{format}#{own}");
        }
        brought.origin = origin(format, path, &own);
    }
    brought.documents.iter_mut().for_each(name::settle);
    Ok(brought)
}

/// Reads a folder whose files say little one by one.
pub fn folder(root: &Path, format: Format, files: &[(PathBuf, String)], how: &How) -> Brought {
    let mut skipped = Vec::new();
    let mut held = Vec::new();
    for (path, name) in files {
        match open(path, how.bytes_max.saturating_add(1)) {
            Ok((bytes, found)) if bytes.len() as u64 > how.bytes_max => skipped.push(Skipped::too_large(path, found.len(), how.bytes_max)),
            Ok((bytes, _)) => held.push((name.clone(), bytes)),
            Err(why) => skipped.push(why),
        }
    }
    let team = folder::team(format, &held);
    let mut brought = brought(root, folder::read(format, held));
    brought.is_carried = !how.in_repository && is_carried(format);
    if brought.is_carried {
        brought.origin = team.map(|team| Origin { name: format.name().into(), from: team.clone(), word: team.replace('#', "%23") });
        for document in &mut brought.documents {
            let own = match format {
                // A session is the same one in this folder, in a database and in an export.
                Format::Opencode => document.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".json").to_owned(),
                _ => document.path.replace('#', "/"),
            };
            document.path = format!("{format}#{own}");
        }
    }
    brought.documents.iter_mut().for_each(name::settle);
    brought.skipped.extend(skipped);
    brought
}

/// Whose folder it is, by the names in it. Only the folder itself counts: an export that lies somewhere in a repository
/// does not make the repository an export.
pub fn folder_of(names: &[&str]) -> Option<Format> {
    let at_top = |top: &str| names.iter().any(|name| name.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if folder::tops().any(at_top) { folder::recognise(names) } else { None }
}

/// Whether a folder may be one that is read as a whole, by what lies at its top. A glance, for whoever has not walked it.
pub fn may_be_whole(dir: &Path) -> bool {
    folder::tops().any(|top| dir.join(top).exists())
}

fn database(path: &Path, name: &str, how: &How) -> Result<Brought, Skipped> {
    let unreadable = |why: String| Skipped::new(path, Reason::Unreadable, why);
    let mut opened = Opened::open(path).map_err(|error| unreadable(error.to_string()))?;
    tables::check(&mut opened).map_err(|why| unreadable(format!("a SQLite database that is damaged: {why}; bring a sound copy of it")))?;
    let Some(format) = how.format.or_else(|| tables::recognise(&mut opened)) else {
        return Err(Skipped::new(path, Reason::NotText, "a SQLite database of a program that is not known here; export it as text"));
    };
    let is_carried = !how.in_repository && is_carried(format);
    let called = if is_carried { format.name() } else { name };
    let reading = tables::read(format, called, &mut opened).map_err(|why| misshapen(path, name, why))?;
    let origin = if is_carried { origin(format, path, "") } else { None };
    let mut brought = Brought { is_carried, origin, ..brought(path, reading) };
    brought.documents.iter_mut().for_each(name::settle);
    Ok(brought)
}

/// Where a carrier comes from whose parts have names that others' have too, or that is called after a file that every
/// project has. `own` is what the carrier is called by itself.
fn origin(format: Format, path: &Path, own: &str) -> Option<Origin> {
    let name = match format {
        Format::ReferenceMemory | Format::Mempal => format.name().to_owned(),
        // A session has a name of its own, and with the project's digest so has everything.
        Format::Gemini if !own.starts_with("session-") && !own.contains('/') => format!("{format}#{own}"),
        Format::Slack => format!("{format}#{own}"),
        _ => return None,
    };
    let folder = path.parent().and_then(Path::file_name)?;
    let word = name::within(Path::new(""), Path::new(folder))?;
    path.is_absolute().then(|| Origin { name, from: path.display().to_string(), word })
}

/// Says that a file has not the shape it was read in, under the name it has here.
fn misshapen(path: &Path, name: &str, why: Unreadable) -> Skipped {
    Skipped::new(path, Reason::Misshapen, Unreadable { path: name.to_owned(), ..why }.to_string())
}

fn brought(path: &Path, reading: Reading) -> Brought {
    let mut brought = Brought { broken: reading.broken, broken_total: reading.broken_total, ..Brought::default() };
    for document in reading.documents {
        let bytes: usize = document.parts.iter().map(|part| part.text.len()).sum();
        if bytes > DOCUMENT_BYTES_MAX {
            brought.skipped.push(too_long(path, bytes as u64));
        } else {
            brought.documents.push(document);
        }
    }
    brought
}

fn too_long(path: &Path, bytes: u64) -> Skipped {
    let why = format!(
        "{bytes} bytes of text in one document, more than {} MiB, which no --max-size changes; split it into several files",
        DOCUMENT_BYTES_MAX >> 20
    );
    Skipped::new(path, Reason::TooLarge, why)
}

/// Whether a format is a carrier: the file comes and goes, and what it carries belongs to what it is about.
fn is_carried(format: Format) -> bool {
    match format {
        Format::ClaudeCode
        | Format::Codex
        | Format::Gemini
        | Format::Opencode
        | Format::Cursor
        | Format::ChatGpt
        | Format::ClaudeAi
        | Format::Slack
        | Format::ReferenceMemory
        | Format::Mem0
        | Format::ClaudeMem
        | Format::Mempal => true,
        Format::BasicMemory | Format::MemPalace | Format::GitLog | Format::Markdown | Format::Code | Format::Text => false,
    }
}

/// What a transcript is called: by its session, and by its file's name where that says more. Folders around it are left
/// out: other programs name them after the user's own.
fn session_name(format: Format, path: &Path, bytes: &[u8]) -> String {
    let file = path.file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy().replace('#', "%23"));
    let session = match format {
        Format::Opencode => match hint(bytes, b"\"id\":").filter(|id| id.starts_with("ses_")) {
            Some(session) => return session,
            None => String::new(),
        },
        Format::ClaudeCode => hint(bytes, b"\"sessionId\":").unwrap_or_default(),
        // Gemini keeps a folder for each project, named by a digest, and the same file names in each.
        Format::Gemini => path
            .iter()
            .filter_map(|piece| piece.to_str())
            .find(|piece| piece.len() == 64 && piece.bytes().all(|b| b.is_ascii_hexdigit()))
            .map_or_else(String::new, |digest| digest.slice(..12).to_owned()),
        _ => String::new(),
    };
    match (session.as_str(), file.as_str()) {
        ("", "-") => Digest::of(bytes).to_string().slice(..12).to_owned(),
        ("", file) => file.to_owned(),
        (session, file) if file == session || file == "-" => session.to_owned(),
        (session, file) => format!("{session}/{file}"),
    }
}

/// The first text after a key, near the beginning.
fn hint(bytes: &[u8], key: &[u8]) -> Option<String> {
    let near = &bytes[..bytes.len().min(HINT_BYTES)];
    let place = near.windows(key.len()).position(|window| window == key)? + key.len();
    let mut values = serde_json::Deserializer::from_slice(&near[place..]).into_iter::<String>();
    values.next()?.ok().filter(|text| !text.is_empty())
}

/// Opens a file that is one, and reads so much of it. What only looks like a file is never waited for.
fn open(path: &Path, bytes_max: u64) -> Result<(Vec<u8>, std::fs::Metadata), Skipped> {
    let unreadable = |error: std::io::Error| Skipped::unopened(path, &error);
    let flags = i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY).bits()).unwrap_or(0);
    let kind = std::fs::metadata(path).map_err(unreadable)?.file_type();
    if let Some(what) = special(kind) {
        return Err(Skipped::new(path, Reason::NotAFile, what));
    }
    let file: File = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?;
    if !found.is_file() {
        return Err(Skipped::new(path, Reason::NotAFile, special(found.file_type()).unwrap_or("no file")));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found.len().min(bytes_max)).unwrap_or(0).min(16 << 20));
    file.take(bytes_max).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok((bytes, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDINARY: How = How { format: None, bytes_max: 1 << 20, carried_bytes_max: 1 << 20, in_repository: false, wording: Wording::WithoutNoise };

    #[test]
    fn a_transcript_goes_by_its_session_and_says_where_it_was_held() {
        let line = br#"{"type":"user","sessionId":"s-1","cwd":"/somewhere/tool","uuid":"u","message":{"role":"user","content":"hello there"}}"#;
        let told = |path: &str, how: &How| {
            let brought = bytes(Path::new(path), "p/x.jsonl", line, how).expect("a transcript");
            (brought.documents[0].path.clone(), brought.is_carried, brought.held_in)
        };
        let held = Some(PathBuf::from("/somewhere/tool"));
        assert_eq!(told("/me/.claude/projects/-me-tool/s-1.jsonl", &ORDINARY), ("claude-code#s-1".into(), true, held.clone()));
        assert_eq!(told("/me/x/agent-7.jsonl", &ORDINARY), ("claude-code#s-1/agent-7".into(), true, held));
        assert_eq!(told("/me/x/s-1.jsonl", &How { in_repository: true, ..ORDINARY }), ("p/x.jsonl".into(), false, None));
    }

    #[test]
    fn only_the_folder_itself_makes_it_an_export() {
        let export = ["users.json", "channels.json", "ovens/2025-11-10.json"];
        assert_eq!(folder_of(&export), Some(Format::Slack));
        assert_eq!(folder_of(&["org_users.json", "dms.json", "D1/2025-11-10.json"]), Some(Format::Slack), "of an organisation, and without channels");
        assert_eq!(folder_of(&["storage/session/p/ses_1.json", "storage/message/ses_1/msg_1.json"]), Some(Format::Opencode));
        assert_eq!(folder_of(&["sessions/session/p/ses_1.json", "sessions/message/ses_1/msg_1.json"]), None, "only like one");
        let inside: Vec<String> = export.iter().map(|name| format!("fixtures/slack/{name}")).collect();
        assert_eq!(folder_of(&inside.iter().map(String::as_str).collect::<Vec<_>>()), None);
    }
}
