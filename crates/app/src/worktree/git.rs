//! Asking git about a repository, with the user's own `git` and none of its surprises.
//!
//! Another's repository may hold settings that start programs or reach for the network. What is asked here starts
//! neither: no pager, no signature checks, no missing object fetched, and nothing said in the environment is passed on.
//!
//! Not here: libgit. What people have is what understands their repositories: reftables, partial clones, SHA-256.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// The most that an answer may be, in bytes. Histories are read as they come, without this limit.
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// A repository around some folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// Its folder with the files.
    pub root: PathBuf,
    /// Where its history lies, for all of its worktrees.
    pub common: PathBuf,
    /// The name of this worktree, if it is not the first one.
    pub worktree: Option<String>,
}

impl Repository {
    /// The repository that a folder lies in. No program is started for this.
    pub fn around(dir: &Path) -> Option<Self> {
        dir.ancestors().find_map(Self::at)
    }

    /// The repository whose files begin at this very folder.
    pub fn at(root: &Path) -> Option<Self> {
        let link = root.join(".git");
        let kind = std::fs::symlink_metadata(&link).ok()?;
        if kind.is_dir() {
            return link.join("HEAD").exists().then(|| Self { root: root.to_owned(), common: link, worktree: None });
        }
        let own = own_dir(root, &link)?;
        let (common, worktree) = match short(&own.join("commondir")) {
            Some(up) => (own.join(up.trim()), own.file_name().and_then(|name| name.to_str()).map(str::to_owned)),
            None => (own, None),
        };
        let common = common.canonicalize().ok()?;
        common.join("HEAD").exists().then(|| Self { root: root.to_owned(), common, worktree })
    }

    /// The repository without files that this very folder is.
    pub fn bare(dir: &Path) -> Option<Self> {
        Self::is_bare(dir).then(|| Self { root: dir.to_owned(), common: dir.to_owned(), worktree: None })
    }

    /// Whether a folder is a bare repository. Its name alone tells nothing, and what lies in a `.git` belongs to the files beside that.
    pub fn is_bare(dir: &Path) -> bool {
        let is_folder = |name: &str| dir.join(name).is_dir();
        !dir.iter().any(|piece| piece == ".git")
            && short(&dir.join("HEAD")).is_some_and(|head| head.starts_with("ref: ") || head.trim().len() >= 40)
            && is_folder("objects")
            && is_folder("refs")
            && dir.join("config").is_file()
    }

    /// Where git keeps what belongs to this working tree alone: what is tracked, and what is left out of a sparse checkout.
    pub fn git_dir(&self) -> Option<PathBuf> {
        let link = self.root.join(".git");
        if link.is_dir() { Some(link) } else { own_dir(&self.root, &link) }
    }

    /// True if the repository may use another hash than SHA-1.
    pub fn has_other_digests(&self) -> bool {
        self.settings().is_none_or(|text| text.to_lowercase().contains("objectformat"))
    }

    /// Its own settings, as they are written.
    fn settings(&self) -> Option<String> {
        let file = std::fs::File::open(self.common.join("config")).ok()?;
        let mut text = String::new();
        let read = file.take(ANSWER_BYTES_MAX + 1).read_to_string(&mut text).ok()?;
        (read as u64 <= ANSWER_BYTES_MAX).then_some(text)
    }

    /// Whether the beginning of its history was left out when it was cloned.
    pub fn is_shallow(&self) -> bool {
        std::fs::metadata(self.common.join("shallow")).is_ok_and(|found| found.len() > 0)
    }

    /// The commit its history begins with; of several the smallest, so that everybody chooses the same.
    pub fn first_commit(&self) -> Option<String> {
        let roots = ask(&self.root, &["rev-list", "--max-parents=0", "HEAD"])?;
        roots.lines().map(str::trim).filter(|id| id.len() >= 40 && id.bytes().all(|b| b.is_ascii_hexdigit())).min().map(str::to_owned)
    }

    /// Where it was cloned from, as everybody would write it; `origin` first.
    pub fn remotes(&self) -> Vec<String> {
        let asked = || {
            let output = ask(&self.root, &["config", "--local", "--get-regexp", r"^remote\..*\.url$"])?;
            Some(output.lines().filter_map(|line| line.split_once(' ')).map(|(name, url)| (name.to_owned(), url.to_owned())).collect())
        };
        let mut named: Vec<(String, String)> = self.settings().as_deref().and_then(remote_urls).or_else(asked).unwrap_or_default();
        named.sort_by(|(a, _), (b, _)| (a != "remote.origin.url", a).cmp(&(b != "remote.origin.url", b)));
        let mut remotes = Vec::new();
        for remote in named.into_iter().filter_map(|(_, url)| normalised(&url)) {
            if !remotes.contains(&remote) {
                remotes.push(remote);
            }
        }
        remotes
    }
}

/// A remote as `host/path`: the same, whether it is reached over HTTPS or SSH, by whom, and with `.git` or without. A
/// folder on this machine is no name that others would know.
pub fn normalised(url: &str) -> Option<String> {
    let url = url.trim();
    let (host, path) = match url.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/')?,
        // The short form of SSH: `git@host:path`. A colon after a slash, or after one letter, is a local path.
        None => url.split_once(':').filter(|(host, _)| host.len() > 1 && !host.contains('/'))?,
    };
    let host = host.rsplit('@').next()?.split(':').next()?.to_lowercase();
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let plain = |text: &str| !text.is_empty() && !text.chars().any(|c| c.is_control() || c.is_whitespace());
    (plain(&host) && plain(path)).then(|| format!("{host}/{path}"))
}

/// Where a linked worktree or a submodule has the rest: its `.git` is a file that says so.
fn own_dir(root: &Path, link: &Path) -> Option<PathBuf> {
    Some(root.join(short(link)?.trim().strip_prefix("gitdir:")?.trim()))
}

/// The addresses of remotes in a repository's settings, each with its whole name. Nothing where they are written so that only git understands
/// them: quoted, or over several lines.
fn remote_urls(settings: &str) -> Option<Vec<(String, String)>> {
    let mut urls = Vec::new();
    let mut remote: Option<&str> = None;
    for line in settings.lines().map(str::trim) {
        if line.ends_with('\\') {
            return None;
        }
        if let Some(head) = line.strip_prefix('[') {
            let head = head.strip_suffix(']')?;
            let (section, name) = head.split_once([' ', '\t']).unwrap_or((head, ""));
            remote = if section.eq_ignore_ascii_case("remote") && !name.is_empty() {
                Some(name.trim().strip_prefix('"')?.strip_suffix('"').filter(|name| !name.contains(['\\', '"']))?)
            } else if section.to_lowercase().starts_with("remote.") {
                return None;
            } else {
                None
            };
        } else if let Some((remote, (key, url))) = remote.zip(line.split_once('='))
            && key.trim().eq_ignore_ascii_case("url")
        {
            let url = Some(url.trim()).filter(|url| !url.contains(['"', '\\', '#', ';']))?;
            urls.push((format!("remote.{remote}.url"), url.to_owned()));
        }
    }
    Some(urls)
}

/// The answer of one question, or nothing: git is not there, the folder is no repository, or there is no answer.
pub(super) fn ask(dir: &Path, arguments: &[&str]) -> Option<String> {
    let mut child = command(dir, arguments).spawn().ok()?;
    let mut answer = Vec::new();
    let whole = child.stdout.take()?.take(ANSWER_BYTES_MAX + 1).read_to_end(&mut answer);
    if answer.len() as u64 > ANSWER_BYTES_MAX {
        let _ = child.kill();
    }
    let went_well = child.wait().is_ok_and(|status| status.success());
    (whole.is_ok() && went_well).then(|| String::from_utf8_lossy(&answer).into_owned())
}

/// Starts a question whose answer is read as it comes.
pub(super) fn stream(dir: &Path, arguments: &[&str]) -> std::io::Result<(Child, ChildStdout)> {
    let mut child = command(dir, arguments).spawn()?;
    let answer = child.stdout.take().ok_or_else(|| std::io::Error::other("git has no output"))?;
    Ok((child, answer))
}

fn command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    // Called from a hook, the environment names another repository than the one that is meant.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
        command.env_remove(name);
    }
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C")
        .args(["--no-pager", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false", "-C"])
        .arg(dir)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// A small file's text.
fn short(path: &Path) -> Option<String> {
    let mut text = String::new();
    std::fs::File::open(path).ok()?.take(4_096).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{normalised, remote_urls};

    #[test]
    fn remotes_are_read_from_settings_that_are_plain() {
        let plain = "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@host:a/b\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\
                     [Remote \"up stream\"]\r\n  URL=https://host/c\r\n# [remote \"x\"]\n[branch \"remote\"]\n\turl = no\n[user]\n";
        let expected = [("remote.origin.url", "git@host:a/b"), ("remote.up stream.url", "https://host/c")];
        let expected: Vec<(String, String)> = expected.iter().map(|(name, url)| ((*name).to_owned(), (*url).to_owned())).collect();
        assert_eq!(remote_urls(plain), Some(expected));
        assert_eq!(remote_urls(""), Some(Vec::new()));
        for odd in [
            "[remote \"a\"]\nurl = \"quoted\"",
            "[remote \"a\"]\nurl = a\\\nb",
            "[remote \"a\"]\nurl = a # b",
            "[remote \"a\"] url = a",
            "[remote.a]\nurl = a",
            "[remote \"a\\\"b\"]\nurl = a",
        ] {
            assert_eq!(remote_urls(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_remote_has_one_spelling() {
        let same = [
            "https://Example.com/team/tool.git",
            "https://user:secret@example.com/team/tool",
            "ssh://git@example.com:2222/team/tool.git",
            "git@example.com:team/tool.git",
            "git://example.com/team/tool/",
        ];
        for url in same {
            assert_eq!(normalised(url).as_deref(), Some("example.com/team/tool"), "{url}");
        }
        for local in ["/home/me/tool", "../tool", "file:///home/me/tool", "C:/tool", "./a:b/c", "", "https://", "https://host", "git@host:"] {
            assert_eq!(normalised(local), None, "{local}");
        }
    }
}
