//! Runs a program to its end, and says what it used.

use crate::common::Result;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::{
    fs,
    io::Read,
    process::{Command, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// How often the memory of a process is looked at.
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// What a process used.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    /// Seconds from start to end.
    pub(crate) wall: f64,
    /// Seconds on a processor, of the process and of what it waited for.
    pub(crate) cpu: f64,
    /// Most bytes it held in memory, as far as that was seen.
    pub(crate) memory: f64,
}

/// What a process printed, and what it used.
pub(crate) struct Done {
    pub(crate) output: Vec<u8>,
    pub(crate) usage: Usage,
}

/// Runs a program; one that fails is an error with what it said.
pub(crate) fn run(mut command: Command) -> Result<Done> {
    let started = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let process = format!("/proc/{}", child.id());
    let (mut stdout, mut stderr) = (child.stdout.take().ok_or("no output")?, child.stderr.take().ok_or("no output")?);
    let errors = thread::spawn(move || {
        let mut said = String::new();
        let _ = stderr.read_to_string(&mut said); // only shown where it failed
        said
    });
    let (ended, end) = mpsc::channel::<()>();
    let watched = process.clone();
    let memory = thread::spawn(move || {
        let mut most = 0.0_f64;
        while end.recv_timeout(MEMORY_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            most = most.max(peak(&watched).unwrap_or(0.0));
        }
        most
    });
    let mut output = Vec::new();
    stdout.read_to_end(&mut output)?;
    // It has ended, and is not yet forgotten: its times can still be read.
    waitid(WaitId::Pid(Pid::from_child(&child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)?;
    let wall = started.elapsed().as_secs_f64();
    let cpu = seconds_on_cpu(&process)?;
    let status = child.wait()?;
    drop(ended);
    let (memory, said) = (memory.join().map_err(|_| "watching memory failed")?, errors.join().map_err(|_| "reading errors failed")?);
    if !status.success() {
        return Err(format!("{} failed with {status}: {said}", command.get_program().display()).into());
    }
    Ok(Done { output, usage: Usage { wall, cpu, memory } })
}

/// The most memory a process ever held.
fn peak(process: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? * 1024.0)
}

/// Seconds on a processor, of a process and of its children that ended.
#[expect(clippy::cast_precision_loss, reason = "some hundred ticks a second")]
fn seconds_on_cpu(process: &str) -> Result<f64> {
    let stat = fs::read_to_string(format!("{process}/stat"))?;
    let (_, fields) = stat.rsplit_once(')').ok_or("a process without times")?;
    let ticks: f64 = fields.split_whitespace().skip(11).take(4).map(|ticks| ticks.parse::<f64>().unwrap_or(0.0)).sum();
    Ok(ticks / rustix::param::clock_ticks_per_second() as f64)
}
