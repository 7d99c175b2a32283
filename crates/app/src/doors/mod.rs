//! Doors: bytes in, bytes out. A door frames, admits and answers; it never decides anything about memory.

pub mod cli;
pub mod mcp;
pub mod rest;
