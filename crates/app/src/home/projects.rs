//! Which palaces in the `.palace/` of a project are this user's: a list in their own data folder.
//!
//! A repository can bring a whole palace, with its pin and its configuration. Nothing that lies in that folder can say whether it
//! is to be believed, so that is said elsewhere. See `docs/decisions/0030`.
//!
//! Not here: what a person is shown before they trust one; that is `palace trust`.

use super::{CONFIG, Home, data_folder, failed, read, read_own, replace};
use crate::{connect::shell, terminal::visible_line, worktree::floorplan::FOLDER};
use engine::Roots;
use kernel::{
    id::PalaceId,
    ledger::Digest,
    refusal::{Code, Refusal},
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The list, in the data folder.
pub(super) const LIST: &str = "projects.json";

/// What to do about a list that cannot be believed.
const AGAIN: &str = "move it away and trust the palaces of your projects again";

/// A project's palace as it was when its user made or trusted it. Another palace in the same folder is another one, and so is the
/// same with another configuration: that says where texts are sent, and with which variable of the environment.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Project {
    folder: PathBuf,
    palace: PalaceId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    config: Option<Digest>,
}

impl Project {
    /// What lies in a folder now, if it is a project's and a palace can be made out there.
    fn at(home: &Home) -> Option<Self> {
        let folder = std::path::absolute(home.dir()).ok().filter(|_| home.is_project())?;
        // The folder's own name is kept: a link that a repository brings is not what it leads to.
        let folder = folder.parent()?.canonicalize().ok()?.join(FOLDER);
        let palace = home.pinned().ok()??.palace;
        let config = read(&home.file(CONFIG)).ok()?.map(|text| Digest::of(text.as_bytes()));
        Some(Self { folder, palace, config })
    }
}

/// What lies above a folder.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// The nearest palace of this user's.
    pub(super) ours: Option<PathBuf>,
    /// The nearest one that is nearer, and not theirs.
    pub(super) passed: Option<PathBuf>,
}

/// Looks for the palace of the project that `here` lies in.
pub(super) fn around(here: &Path) -> Result<Around, Refusal> {
    let mut around = Around::default();
    for home in here.ancestors().map(|dir| Home::at(dir.join(FOLDER))).filter(Home::exists) {
        if home.is_listed()? {
            around.ours = Some(home.dir);
            break;
        }
        around.passed.get_or_insert(home.dir);
    }
    Ok(around)
}

impl Home {
    /// Whether this is the folder of a project, where a palace is found by standing in it.
    pub fn is_project(&self) -> bool {
        std::path::absolute(&self.dir).is_ok_and(|dir| dir.file_name().is_some_and(|name| name == FOLDER))
    }

    /// Whether this user made or trusted what lies here, as it is now.
    pub fn is_listed(&self) -> Result<bool, Refusal> {
        let Some(now) = Project::at(self) else { return Ok(false) };
        Ok(match data_folder() {
            Ok(folder) => listed(&Self::at(folder))?.contains(&now),
            Err(_) => false,
        })
    }

    /// Writes down that this user made or trusted what lies here.
    pub fn list(&self) -> Result<(), Refusal> {
        let dir = self.dir.display();
        let now = Project::at(self).ok_or_else(|| Code::TrustBroken.refuse(dir.to_string(), format!("no palace can be made out in {dir}")))?;
        let own = Self::at(data_folder()?);
        own.make()?;
        let _alone = own.creation()?;
        let mut all = listed(&own)?;
        all.retain(|project| project.folder != now.folder);
        all.push(now);
        let text = serde_json::to_vec_pretty(&all).map_err(|e| Code::InputInvalid.refuse(dir.to_string(), format!("{dir}: {e}")))?;
        let path = own.file(LIST);
        replace(&path, &text).map_err(|e| failed(&path, &e))
    }

    /// What a person types to trust the palace that lies here.
    pub fn trusting(&self) -> String {
        let dir = std::path::absolute(&self.dir).unwrap_or_else(|_| self.dir.clone());
        visible_line(shell(&["palace".into(), "--home".into(), dir.display().to_string(), "trust".into()]).trim_end())
    }
}

fn listed(own: &Home) -> Result<Vec<Project>, Refusal> {
    let path = own.file(LIST);
    let Some(text) = read_own(&path, AGAIN)? else { return Ok(vec![]) };
    serde_json::from_str(&text).map_err(|e| {
        Code::StoreDamaged
            .refuse(path.display().to_string(), format!("{}: {e}", path.display()))
            .next(format!("Look at it; if it cannot be mended, {AGAIN}"))
    })
}
