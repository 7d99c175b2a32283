//! Finds links between places: rooms of the same name in several wings, and tunnels that somebody made.
//!
//! Not here: which wings and rooms there are. Whoever calls hands over the pairs.

use crate::Error;
use kernel::{canonical, id::TunnelId, text::Slice as _};
use std::collections::{BTreeMap, BTreeSet};
use store::{Tunnel, TunnelEnd};

/// Hexadecimal digits of a tunnel's id.
const ID_DIGITS: usize = 16;
/// Most steps from a place.
pub const HOPS_MAX: u32 = 2;

/// A room that several wings have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The room.
    pub room: String,
    /// The wings, by name.
    pub wings: Vec<String>,
}

/// The rooms that more than one wing has, by name; those of one wing, if it is named. Pairs are of wing and room.
pub fn passages(places: impl IntoIterator<Item = (String, String)>, wing: &str) -> Vec<Passage> {
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (wing, room) in places.into_iter().filter(|(_, room)| !room.is_empty()) {
        rooms.entry(room).or_default().insert(wing);
    }
    rooms
        .into_iter()
        .filter(|(_, wings)| wings.len() > 1 && (wing.is_empty() || wings.contains(wing)))
        .map(|(room, wings)| Passage { room, wings: wings.into_iter().collect() })
        .collect()
}

/// A dug tunnel that was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached<'t> {
    /// The tunnel.
    pub tunnel: &'t Tunnel,
    /// The tunnel that led to it, unless it begins where the search began.
    pub via: Option<&'t Tunnel>,
    /// How many steps away its far end is.
    pub hop: u32,
}

/// Follows dug tunnels from a place, nearest first, each once. A whole wing meets every room of it.
pub fn follow<'t>(from: &TunnelEnd, tunnels: &'t [Tunnel], hops: u32) -> Vec<Reached<'t>> {
    let mut reached: Vec<Reached<'t>> = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut edge: Vec<(TunnelEnd, Option<&'t Tunnel>)> = vec![(from.clone(), None)];
    for hop in 1..=hops.min(HOPS_MAX) {
        let mut next = Vec::new();
        for (place, via) in edge {
            for tunnel in tunnels {
                let far = match (meets(&tunnel.left, &place), meets(&tunnel.right, &place)) {
                    (true, _) => &tunnel.right,
                    (false, true) => &tunnel.left,
                    (false, false) => continue,
                };
                if seen.insert(tunnel.id.as_str()) {
                    reached.push(Reached { tunnel, via, hop });
                    next.push((far.clone(), Some(tunnel)));
                }
            }
        }
        edge = next;
    }
    reached
}

fn meets(end: &TunnelEnd, place: &TunnelEnd) -> bool {
    end.wing == place.wing && (end.room.is_empty() || place.room.is_empty() || end.room == place.room)
}

/// The one tunnel between two places, for both directions: its ends, sorted, and the id that they give it.
pub(crate) fn between(left: TunnelEnd, right: TunnelEnd) -> Result<(TunnelId, TunnelEnd, TunnelEnd), Error> {
    let (left, right) = if left < right { (left, right) } else { (right, left) };
    let digest = canonical::digest(&(&left.wing, &left.room, &right.wing, &right.room))?.to_string();
    Ok((TunnelId::mint("tunnel", digest.slice(..ID_DIGITS)), left, right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{id::TunnelId, time::Moment};

    fn end(place: &str) -> TunnelEnd {
        let (wing, room) = place.split_once(':').unwrap_or((place, ""));
        TunnelEnd { wing: wing.into(), room: room.into() }
    }

    #[test]
    fn a_room_of_several_wings_is_a_passage() {
        let places = [("a", "auth"), ("b", "auth"), ("b", "auth"), ("c", "auth"), ("a", "deploy"), ("a", ""), ("b", "")];
        let of = |wing| passages(places.iter().map(|(w, r)| ((*w).to_owned(), (*r).to_owned())), wing);
        assert_eq!(of(""), [Passage { room: "auth".into(), wings: vec!["a".into(), "b".into(), "c".into()] }]);
        assert_eq!((of("a").len(), of("d").len()), (1, 0));
    }

    #[test]
    fn tunnels_are_followed_both_ways_up_to_two_steps_and_circles_end() {
        let dug = |id: &str, left: &str, right: &str| Tunnel {
            id: TunnelId::mint("tunnel", id),
            left: end(left),
            right: end(right),
            label: String::new(),
            created_at: Moment::from_millis(0),
            created_by: String::new(),
        };
        let tunnels = [dug("1", "a:x", "b:y"), dug("2", "b:y", "c"), dug("3", "c:z", "d"), dug("4", "a:x", "c"), dug("5", "e", "f")];
        let told = |from: &str, hops| {
            let found = follow(&end(from), &tunnels, hops);
            found.iter().map(|r| (r.tunnel.id.as_str(), r.via.map_or("", |via| via.id.as_str()), r.hop)).collect::<Vec<_>>()
        };
        assert_eq!(told("a:x", 1), [("tunnel_1", "", 1), ("tunnel_4", "", 1)]);
        assert_eq!(told("a:x", 2), [("tunnel_1", "", 1), ("tunnel_4", "", 1), ("tunnel_2", "tunnel_1", 2), ("tunnel_3", "tunnel_4", 2)]);
        assert_eq!(told("a", 9).len(), 4, "never more than two steps");
        assert_eq!(told("d", 1), [("tunnel_3", "", 1)]);
        assert!(told("a:other", 2).is_empty());
    }
}
