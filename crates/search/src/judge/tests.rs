//! Tiny pools, one for each thing that is measured.
