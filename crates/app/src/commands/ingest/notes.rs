//! Leaves out files that were read before and did not change since, where the palace still keeps what they say.
//!
//! Not here: the notes themselves, and how they tell; see `outside::remembered`.

use super::{
    Options,
    errand::{Delivery, Errand, Job},
    keeper::Keeper,
};
use crate::{home::Home, worktree::remembered::Remembered};
use kernel::refusal::Refusal;
use std::collections::HashSet;

/// The notes on the places that are read, in the order of the places; none where they do not tell enough.
pub(super) struct Notes {
    of: Vec<Option<Remembered>>,
    is_trial: bool,
}

impl Notes {
    /// Notes know what files say, and not what is asked about their words. So they are left aside where secrets are to be kept, or a title
    /// is given; and where only what was touched is read, as that has changed.
    pub(super) fn of(home: &Home, options: &Options, errand: &Errand) -> Self {
        let tell = !errand.is_narrowed && !options.allow_secrets && options.title.is_none();
        let of = errand.grounds.iter().map(|ground| (tell && ground.has_files()).then(|| ground.remembered(home, options))).collect();
        Self { of, is_trial: options.dry_run }
    }

    /// The jobs that are left when unchanged files are taken as known.
    pub(super) fn without_unchanged(&self, jobs: Vec<Job>, keeper: &mut Keeper<'_>) -> Result<Vec<Job>, Refusal> {
        let mut known: Vec<Vec<(&str, _)>> = self.of.iter().map(|_| Vec::new()).collect();
        for (ground, name, stamp) in jobs.iter().filter_map(Job::file) {
            if let Some(note) = self.of[ground].as_ref().and_then(|notes| notes.note(name, stamp)) {
                known[ground].push((name, note));
            }
        }
        let mut done: Vec<HashSet<String>> = Vec::new();
        for (ground, files) in known.into_iter().enumerate() {
            let mut names: HashSet<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
            if !files.is_empty() {
                let unread = keeper.take_known(ground, files)?;
                names.retain(|name| !unread.contains(name));
            }
            done.push(names);
        }
        let is_done = |job: &Job| job.file_name().is_some_and(|(ground, name)| done.get(ground).is_some_and(|names| names.contains(name)));
        Ok(jobs.into_iter().filter(|job| !is_done(job)).collect())
    }

    /// Remembers what was read.
    pub(super) fn learn(&mut self, delivery: &Delivery) {
        if let (Some(notes), Some((name, note))) = (&mut self.of[delivery.ground], delivery.note()) {
            notes.put(name, note);
        }
    }

    /// Writes down what was learnt, and forgets what is not there any more.
    pub(super) fn save(mut self, errand: &Errand) {
        if self.is_trial {
            return;
        }
        for (notes, ground) in self.of.iter_mut().zip(&errand.grounds) {
            if let Some(notes) = notes {
                notes.retain(|name| ground.may_be_there(name));
                notes.save();
            }
        }
    }
}
