//! Serves the palace over MCP and HTTP: frames, admits and answers. It never decides anything about memory.

pub mod mcp;
pub mod rest;
