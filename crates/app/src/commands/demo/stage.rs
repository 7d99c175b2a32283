//! How the demonstration is shown: numbered steps for people, one JSON line per exchange for programs.

use crate::{
    cli::{Format, paints, print},
    commands::wrap::wrapped,
};
use serde_json::{Value as Json, json};

/// The page as it grows.
pub(super) struct Stage {
    format: Format,
    colour: bool,
    number: usize,
    says: String,
}

impl Stage {
    pub(super) fn new(format: Format) -> Self {
        Self { format, colour: paints(&std::io::stdout()), number: 0, says: String::new() }
    }

    fn ink(&self, code: &'static str) -> &'static str {
        if self.colour { code } else { "" }
    }

    /// The title, what this is, and what it is not.
    pub(super) fn open(&mut self, title: &str, about: &str, warning: &str) {
        match self.format {
            Format::Json => print(&format!("{}\n", json!({ "title": title, "about": about, "warning": warning }))),
            Format::Text => {
                let (bold, plain, yellow) = (self.ink(BOLD), self.ink(PLAIN), self.ink(YELLOW));
                print(&format!("\n{bold}{title}{plain}\n\n{}\n{yellow}{}{plain}", wrapped(about, "", ""), wrapped(warning, "", "")));
            }
        }
    }

    /// Begins a step.
    pub(super) fn step(&mut self, says: &str) {
        self.number += 1;
        says.clone_into(&mut self.says);
        if self.format == Format::Text {
            let (bold, plain) = (self.ink(BOLD), self.ink(PLAIN));
            let head = format!("{:>2}. ", self.number);
            print(&format!("\n{bold}{}{plain}", wrapped(says, &head, "    ")));
        }
    }

    /// Shows a call and the answer it got.
    pub(super) fn heard(&mut self, who: &str, tool: &str, input: &Json, lines: &[String], raw: &Json) {
        self.exchange(who, tool, input, lines, raw, GREEN);
    }

    /// Shows a call and its refusal.
    pub(super) fn refused(&mut self, who: &str, tool: &str, input: &Json, lines: &[String], raw: &Json) {
        self.exchange(who, tool, input, lines, raw, RED);
    }

    fn exchange(&mut self, who: &str, tool: &str, input: &Json, lines: &[String], raw: &Json, colour: &'static str) {
        match self.format {
            Format::Json => print(&format!(
                "{}\n",
                json!({ "step": self.number, "says": self.says, "who": who, "tool": tool, "arguments": input, "answer": raw })
            )),
            Format::Text => {
                let (dim, plain, ink) = (self.ink(DIM), self.ink(PLAIN), self.ink(colour));
                let arguments = if input.as_object().is_some_and(serde_json::Map::is_empty) { String::new() } else { format!(" {input}") };
                let mut text = format!("{dim}{}{plain}", wrapped(&format!("{tool}{arguments}"), &format!("    {who} → "), "            "));
                for (n, line) in lines.iter().enumerate() {
                    let head = if n == 0 { "          ← " } else { "            " };
                    text.push_str(&format!("{ink}{}{plain}", wrapped(line, head, "            ")));
                }
                print(&text);
            }
        }
    }

    /// Shows what was done to the file.
    pub(super) fn sql(&mut self, statements: &[&str]) {
        match self.format {
            Format::Json => print(&format!("{}\n", json!({ "step": self.number, "says": self.says, "who": "somebody", "sql": statements }))),
            Format::Text => {
                let (yellow, plain) = (self.ink(YELLOW), self.ink(PLAIN));
                for statement in statements {
                    print(&format!("{yellow}{}{plain}", wrapped(statement, "      sql → ", "            ")));
                }
            }
        }
    }

    /// Says something that belongs to the step before.
    pub(super) fn aside(&mut self, says: &str) {
        match self.format {
            Format::Json => print(&format!("{}\n", json!({ "step": self.number, "aside": says }))),
            Format::Text => print(&format!("\n{}{}{}", self.ink(DIM), wrapped(says, "    ", "    "), self.ink(PLAIN))),
        }
    }

    /// The end, and what to do next: commands, each with a sentence after it.
    pub(super) fn close(&mut self, gone: &str, next: &[(String, String)]) {
        match self.format {
            Format::Json => {
                let next: Vec<Json> = next.iter().map(|(command, says)| json!({ "command": command, "says": says })).collect();
                print(&format!("{}\n", json!({ "end": gone, "next": next })));
            }
            Format::Text => {
                let (bold, plain) = (self.ink(BOLD), self.ink(PLAIN));
                let mut text = format!("\n{}\n{bold}Next{plain}\n\n", wrapped(gone, "", ""));
                for (command, says) in next {
                    text.push_str(&format!("    {bold}{command}{plain}\n"));
                    if !says.is_empty() {
                        text.push_str(&wrapped(says, "", ""));
                    }
                }
                print(&text);
            }
        }
    }
}

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

/// The first digits of a hash: enough to compare by eye.
pub(super) fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
