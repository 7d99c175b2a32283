//! Time on the wall and on the processor. A shared machine stretches the first; the second is what the work costs.

use crate::common::Result;
use rustix::time::{ClockId, clock_gettime};
use std::time::Instant;

/// Seconds that this thread has spent on a processor.
#[expect(clippy::cast_precision_loss, reason = "seconds and nanoseconds of one run")]
pub(crate) fn on_cpu() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// What many runs of one thing took, in seconds.
#[derive(Default)]
pub(crate) struct Times {
    wall: Vec<f64>,
    cpu: Vec<f64>,
}

impl Times {
    /// Runs something once more.
    pub(crate) fn run<T>(&mut self, job: impl FnOnce() -> Result<T>) -> Result<T> {
        let (wall, cpu) = (Instant::now(), on_cpu());
        let done = job()?;
        self.wall.push(wall.elapsed().as_secs_f64());
        self.cpu.push(on_cpu() - cpu);
        Ok(done)
    }

    /// The times of two things that were done for each question, together.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let both = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + b).collect();
        Self { wall: both(&self.wall, &other.wall), cpu: both(&self.cpu, &other.cpu) }
    }

    /// Adds the times of another round.
    #[allow(dead_code, reason = "only some benchmarks go in rounds")]
    pub(crate) fn take_in(&mut self, other: &Self) {
        self.wall.extend(&other.wall);
        self.cpu.extend(&other.cpu);
    }

    pub(crate) fn n(&self) -> usize {
        self.wall.len()
    }
    pub(crate) fn p50(&self) -> f64 {
        at(&self.wall, 50)
    }
    pub(crate) fn p95(&self) -> f64 {
        at(&self.wall, 95)
    }
    #[allow(dead_code, reason = "only some benchmarks run the same thing often enough on a noisy machine")]
    pub(crate) fn cpu_p50(&self) -> f64 {
        at(&self.cpu, 50)
    }
    #[expect(clippy::cast_precision_loss, reason = "hundreds of runs")]
    pub(crate) fn mean(&self) -> f64 {
        self.wall.iter().sum::<f64>() / self.wall.len().max(1) as f64
    }
    #[expect(clippy::cast_precision_loss, reason = "hundreds of runs")]
    pub(crate) fn cpu_mean(&self) -> f64 {
        self.cpu.iter().sum::<f64>() / self.wall.len().max(1) as f64
    }
}

fn at(times: &[f64], percent: usize) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// Seconds, as milliseconds.
pub(crate) fn ms(seconds: f64) -> String {
    format!("{:.3} ms", seconds * 1e3)
}
