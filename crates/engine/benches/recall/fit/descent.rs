//! Going down a smooth function of many numbers to where it is lowest (L-BFGS: steps along the slope, bent by how it changed).

use std::collections::VecDeque;

/// Changes that are remembered.
const REMEMBERED: usize = 10;
/// Steps at most.
const STEPS: usize = 150;
/// A step that gains less, as a part of the whole, is the last.
const GAIN: f64 = 1e-6;
/// Halvings of a step that went too far.
const HALVINGS: usize = 30;

/// Where the function is lowest, as far as steps lead there. `at` gives its value and its slope.
pub(super) fn descend(start: Vec<f64>, at: impl Fn(&[f64]) -> (f64, Vec<f64>)) -> Vec<f64> {
    let mut here = start;
    let (mut value, mut slope) = at(&here);
    let mut changes: VecDeque<Change> = VecDeque::new();
    for _ in 0..STEPS {
        let mut way = downhill(&slope, &changes);
        let mut steep = dot(&way, &slope);
        if steep >= 0.0 {
            // What is remembered leads nowhere: begin again along the slope.
            changes.clear();
            way = slope.iter().map(|slope| -slope).collect();
            steep = dot(&way, &slope);
        }
        let mut step = if changes.is_empty() { 1.0 / steep.abs().sqrt().max(1.0) } else { 1.0 };
        let mut next = None;
        for _ in 0..HALVINGS {
            let there: Vec<f64> = here.iter().zip(&way).map(|(here, way)| here + step * way).collect();
            let (found, slope) = at(&there);
            if found <= value + 1e-4 * step * steep {
                next = Some((there, found, slope));
                break;
            }
            step /= 2.0;
        }
        let Some((there, found, new_slope)) = next else { break };
        let moved: Vec<f64> = there.iter().zip(&here).map(|(there, here)| there - here).collect();
        let turned: Vec<f64> = new_slope.iter().zip(&slope).map(|(new, old)| new - old).collect();
        let bend = dot(&moved, &turned);
        if bend > 1e-12 {
            changes.push_back(Change { moved, turned, bend });
            if changes.len() > REMEMBERED {
                changes.pop_front();
            }
        }
        let gained = value - found;
        (here, value, slope) = (there, found, new_slope);
        if gained <= GAIN * value.abs() {
            break;
        }
    }
    here
}

struct Change {
    moved: Vec<f64>,
    turned: Vec<f64>,
    /// Their product.
    bend: f64,
}

fn downhill(slope: &[f64], changes: &VecDeque<Change>) -> Vec<f64> {
    let mut way: Vec<f64> = slope.iter().map(|slope| -slope).collect();
    let mut taken = Vec::with_capacity(changes.len());
    for change in changes.iter().rev() {
        let part = dot(&change.moved, &way) / change.bend;
        add(&mut way, -part, &change.turned);
        taken.push(part);
    }
    if let Some(last) = changes.back() {
        let scale = last.bend / dot(&last.turned, &last.turned);
        for way in &mut way {
            *way *= scale;
        }
    }
    for (change, part) in changes.iter().zip(taken.into_iter().rev()) {
        let back = dot(&change.turned, &way) / change.bend;
        add(&mut way, part - back, &change.moved);
    }
    way
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}
