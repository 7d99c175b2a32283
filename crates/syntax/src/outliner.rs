//! The walk: one pass over a tree, with a stack of what is open. No recursion, so depth costs memory and not the stack.

use crate::{
    language::Language,
    outline::{How, Import, Kind, Mention, Outline, Symbol},
    rules::{Compiled, Definition, Exported, Name, Role, When},
    tables,
};
use std::collections::{HashMap, HashSet};
use tree_sitter::{Node, Parser};

/// Longest signature and doc line, in characters.
const LINE_CHARS_MAX: usize = 160;
/// Longest name, in bytes.
const NAME_BYTES_MAX: usize = 128;
/// Longest import, in bytes.
const IMPORT_BYTES_MAX: usize = 400;
/// A line is so long on the average only in files that no person wrote; trees of those tell nothing.
const LINE_BYTES_MEAN_MAX: usize = 400;
/// Fields that lead from an expression to the name at its end.
const TAILS: [&str; 6] = ["field", "property", "attribute", "name", "function", "type"];
/// Groups within groups of imports that are followed.
const GROUPS_MAX: usize = 8;
/// Imports that one line may stand for.
const EACH_MAX: usize = 200;
/// Words before what is imported.
const IMPORT_WORDS: [&str; 9] = ["import", "static", "using", "use", "global", "include", "include_once", "require", "require_once"];

/// Makes outlines. Keeps its parsers, because making one for every file costs more than a small file does.
#[derive(Default)]
pub struct Outliner {
    parsers: HashMap<Language, Parser>,
}

impl std::fmt::Debug for Outliner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outliner").field("parsers", &self.parsers.len()).finish()
    }
}

impl Outliner {
    /// The outline of a text. What cannot be understood is left out.
    pub fn outline(&mut self, language: Language, text: &str) -> Outline {
        let mut outline = Outline { lines: line_count(text), ..Outline::default() };
        let Some(compiled) = tables::compiled(language) else { return outline };
        if text.len() / (outline.lines.max(1) as usize) > LINE_BYTES_MEAN_MAX {
            return outline;
        }
        let parser = self.parsers.entry(language).or_default();
        if parser.set_language(&compiled.grammar).is_err() {
            return outline; // a grammar of another age than the parser: a test says that there is none
        }
        if let Some(tree) = parser.parse(text, None) {
            Walk::new(compiled, text).over(tree.root_node(), &mut outline);
        }
        outline
    }
}

fn line_count(text: &str) -> u32 {
    let breaks = text.bytes().filter(|byte| *byte == b'\n').count();
    let rest = usize::from(!text.is_empty() && !text.ends_with('\n'));
    u32::try_from(breaks + rest).unwrap_or(u32::MAX)
}

/// Something whose end has not come yet.
struct Open {
    depth: usize,
    name: String,
    kind: Kind,
    exported: bool,
    symbol: Option<u32>,
}

/// Comments that stand together, alone on their lines.
struct Said {
    line: String,
    end_row: usize,
}

struct Walk<'t> {
    compiled: &'t Compiled,
    text: &'t str,
    depth: usize,
    open: Vec<Open>,
    /// How many functions are open.
    acting: usize,
    /// Depth of the nearest `export` around.
    wrapped: Option<usize>,
    said: Option<Said>,
    mentioned: HashSet<(Option<u32>, &'t str)>,
}

impl<'t> Walk<'t> {
    fn new(compiled: &'t Compiled, text: &'t str) -> Self {
        Self { compiled, text, depth: 0, open: Vec::new(), acting: 0, wrapped: None, said: None, mentioned: HashSet::new() }
    }

    fn over(&mut self, root: Node<'t>, outline: &mut Outline) {
        let mut cursor = root.walk();
        loop {
            if self.visit(cursor.node(), outline) && cursor.goto_first_child() {
                self.depth += 1;
                continue;
            }
            loop {
                self.leave();
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return;
                }
                self.depth -= 1;
            }
        }
    }

    fn leave(&mut self) {
        while let Some(open) = self.open.pop_if(|open| open.depth >= self.depth) {
            self.acting -= usize::from(open.kind.acts());
        }
        if self.wrapped.is_some_and(|depth| depth >= self.depth) {
            self.wrapped = None;
        }
    }

    /// Does what a node asks for; answers whether to look into it.
    fn visit(&mut self, node: Node<'t>, outline: &mut Outline) -> bool {
        let rules = self.compiled.rules;
        match self.compiled.role(node.kind_id()) {
            Role::Nothing => {}
            Role::Definition(at) => self.define(&rules.definitions[usize::from(at)], node, outline),
            Role::Container(at) => {
                let field = rules.containers[usize::from(at)].1;
                let name = node.child_by_field_name(field).and_then(|child| self.first_name(child)).unwrap_or_default();
                self.open.push(Open { depth: self.depth, name: name.to_owned(), kind: Kind::Class, exported: true, symbol: None });
            }
            Role::Mention(at) => {
                let (_, field, how) = rules.mentions[usize::from(at)];
                self.mention(node, field, how, outline);
            }
            Role::Import(at) => self.import(node, rules.imports[usize::from(at)].1, outline),
            Role::Comment => {
                self.comment(node);
                return false;
            }
            Role::Between => {
                let (start, end) = (node.start_position().row, node.end_position().row);
                if let Some(said) = self.said.as_mut().filter(|said| said.end_row + 1 >= start) {
                    said.end_row = said.end_row.max(end);
                }
                return false;
            }
            Role::Skip => return false,
            Role::Wrap => {
                self.wrapped = Some(self.depth);
                self.import(node, "source", outline);
            }
            Role::Tokens => self.tokens(node, outline),
        }
        true
    }

    fn source(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn define(&mut self, rule: &Definition, node: Node<'t>, outline: &mut Outline) {
        let body = node.child_by_field_name("body");
        let outside = self.acting == 0;
        match rule.when {
            When::Always => {}
            When::Bodied if body.is_none() => return,
            When::BodiedElseImport if body.is_none() => return self.import(node, "name", outline),
            When::Outside | When::OutsideCapital if !outside => return,
            When::Bodied | When::BodiedElseImport | When::Outside | When::OutsideCapital => {}
        }
        let Some((named, owner)) = self.name_of(rule, node) else { return };
        let name = self.source(named).trim_start_matches('$');
        let fits = !name.is_empty() && name.len() <= NAME_BYTES_MAX && !name.contains(char::is_whitespace);
        if !fits || (rule.when == When::OutsideCapital && !is_capital(name)) {
            return;
        }
        let around = self.open.last();
        let owner = owner.or_else(|| node.child_by_field_name(rule.owner).and_then(|child| self.owner_in(child)));
        let parent = owner.map_or_else(|| around.map(|open| open.name.clone()).unwrap_or_default(), str::to_owned);
        let is_member = owner.is_some() || around.is_some_and(|open| open.kind.has_members());
        let kind = self.kind_of(rule, node, name, &parent, is_member);
        let exported = self.is_exported(node, named, name, kind);
        let (start, end) = (node.start_position().row, node.end_position().row.max(node.start_position().row));
        let symbol = Symbol {
            name: name.to_owned(),
            kind,
            parent,
            line: row(start, outline.lines),
            end: row(last_row(node, end), outline.lines),
            exported,
            signature: self.signature(node, body),
            doc: self.doc(start, body),
        };
        let place = u32::try_from(outline.symbols.len()).ok();
        self.acting += usize::from(kind.acts());
        self.open.push(Open { depth: self.depth, name: symbol.name.clone(), kind, exported, symbol: place });
        outline.symbols.push(symbol);
    }

    fn kind_of(&self, rule: &Definition, node: Node<'t>, name: &str, parent: &str, is_member: bool) -> Kind {
        let mut cursor = node.walk();
        let mut kind = rule.kind;
        for (field, is, after_all) in rule.unless {
            let found = if field.is_empty() {
                node.children(&mut cursor).any(|child| child.kind() == *is)
            } else {
                node.child_by_field_name(field).is_some_and(|child| innermost(child, is))
            };
            if found {
                kind = *after_all;
                break;
            }
        }
        match kind {
            Kind::Function | Kind::Method if is_member && (self.compiled.rules.constructors.contains(&name) || name == parent) => Kind::Constructor,
            Kind::Function if is_member => Kind::Method,
            Kind::Constant if is_member && matches!(rule.when, When::OutsideCapital) => Kind::Property,
            kind => kind,
        }
    }

    /// The node that names a definition, and what it belongs to if the name says so.
    fn name_of(&self, rule: &Definition, node: Node<'t>) -> Option<(Node<'t>, Option<&'t str>)> {
        match rule.name {
            Name::Field(path) => {
                let named = path.iter().try_fold(node, |node, field| node.child_by_field_name(field))?;
                Some((named, None))
            }
            Name::Child(kind) => {
                let mut cursor = node.walk();
                let child = node.children(&mut cursor).find(|child| child.kind() == kind)?;
                Some((first_leaf_named(child), None))
            }
            Name::Declarator(of_function) => self.declared(node, of_function),
        }
    }

    /// C names a thing inside of how it is used: `*f(int)` declares `f`.
    fn declared(&self, node: Node<'t>, of_function: bool) -> Option<(Node<'t>, Option<&'t str>)> {
        let mut at = node.child_by_field_name("declarator")?;
        let (mut is_function, mut owner) = (false, None);
        loop {
            is_function |= at.kind() == "function_declarator";
            if at.kind() == "qualified_identifier" {
                owner = at.child_by_field_name("scope").and_then(|scope| self.first_name(scope));
                at = at.child_by_field_name("name")?;
                continue;
            }
            match at.child_by_field_name("declarator").or_else(|| at.named_child(0).filter(|_| at.kind().ends_with("_declarator"))) {
                Some(inner) => at = inner,
                None => break,
            }
        }
        let plain = at.kind().ends_with("identifier") || matches!(at.kind(), "operator_name" | "destructor_name");
        (plain && (is_function || !of_function)).then_some((at, owner))
    }

    /// The first plain name inside a node: `Vec` of `Vec<T>`.
    fn first_name(&self, node: Node<'t>) -> Option<&'t str> {
        let mut cursor = node.walk();
        loop {
            let here = cursor.node();
            if here.child_count() == 0 && is_name(here.kind()) {
                return Some(self.source(here));
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return None;
                }
            }
        }
    }

    /// The type named in a receiver: the last name of `(s *Store)`.
    fn owner_in(&self, node: Node<'t>) -> Option<&'t str> {
        let inner = self.source(node).trim_matches(['(', ')']);
        let inner = inner.split('[').next().unwrap_or(inner);
        let name = inner.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).find(|word| !word.is_empty())?;
        Some(name)
    }

    fn is_exported(&self, node: Node<'t>, named: Node<'t>, name: &str, kind: Kind) -> bool {
        let around = self.open.last();
        let before = self.text.get(node.start_byte()..named.start_byte()).unwrap_or_default();
        let says = |words: &[&str]| before.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word));
        let inherits = around.is_some_and(|open| matches!(open.kind, Kind::Interface | Kind::Enum));
        match self.compiled.rules.exported {
            Exported::Marked(words) => says(words) || inherits && around.is_some_and(|open| open.exported),
            Exported::Unless(words) => !says(words),
            Exported::Capital => name.starts_with(char::is_uppercase),
            Exported::Plain => !name.starts_with('_') || kind == Kind::Constructor,
            Exported::Wrapped(_) => match around {
                Some(open) if open.kind.has_members() => open.exported && !name.starts_with(['#', '_']) && !says(&["private", "protected"]),
                Some(_) | None => self.wrapped.is_some_and(|depth| self.depth - depth <= 2),
            },
        }
    }

    /// How it is declared: up to its body, or its first line.
    fn signature(&self, node: Node<'t>, body: Option<Node<'t>>) -> String {
        let whole = self.source(node);
        let until =
            body.map_or_else(|| whole.find('\n').unwrap_or(whole.len()), |body| body.start_byte().saturating_sub(node.start_byte()).min(whole.len()));
        let mut line = one_line(whole.get(..until).unwrap_or(whole));
        let kept = line.trim_end_matches(['{', ':', '=', ';', ',', ' ']).len();
        line.truncate(kept);
        line
    }

    fn doc(&self, start: usize, body: Option<Node<'t>>) -> String {
        if self.compiled.rules.docstrings
            && let Some(said) = body.and_then(|body| body.named_child(0)).and_then(|first| first.named_child(0)).filter(|s| s.kind() == "string")
        {
            return first_line(self.source(said));
        }
        match &self.said {
            Some(said) if said.end_row + 1 == start || said.end_row == start => said.line.clone(),
            Some(_) | None => String::new(),
        }
    }

    fn comment(&mut self, node: Node<'t>) {
        let (start, end) = (node.start_position(), node.end_position());
        let line_start = node.start_byte().saturating_sub(start.column);
        let alone = self.text.get(line_start..node.start_byte()).is_some_and(|before| before.trim().is_empty());
        if !alone {
            return;
        }
        // A line comment of some grammars ends where the next line begins.
        let end_row = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
        match &mut self.said {
            Some(said) if said.end_row + 1 == start.row && !said.line.is_empty() => said.end_row = end_row,
            _ => self.said = Some(Said { line: first_line(self.source(node)), end_row }),
        }
    }

    fn mention(&mut self, node: Node<'t>, field: &str, how: How, outline: &mut Outline) {
        let at = match field {
            "" if node.child_count() == 0 => Some(node),
            "" => node.named_child(0),
            field => node.child_by_field_name(field),
        };
        let Some(name) = at.and_then(|at| self.tail(at)) else { return };
        if how == How::Call && self.compiled.rules.import_calls.contains(&name) {
            let rest = self.source(node);
            let rest = rest.get(name.len()..).unwrap_or_default().lines().next().unwrap_or_default();
            let what = rest.trim_matches(|c: char| c.is_whitespace() || "()'\"`;,".contains(c));
            imported(what, node, outline);
            return;
        }
        self.mentioned(name, node, how, outline);
    }

    fn mentioned(&mut self, name: &'t str, node: Node<'t>, how: How, outline: &mut Outline) {
        let inside = self.open.iter().rev().find_map(|open| open.symbol);
        let line = row(node.start_position().row, outline.lines);
        // A type is mentioned once in each symbol, and never by its own definition.
        let tells = how == How::Call || (name.len() > 1 && name != "Self");
        if !tells || how == How::Type && (self.open.last().is_some_and(|open| open.name == name) || !self.mentioned.insert((inside, name))) {
            return;
        }
        outline.mentions.push(Mention { name: name.to_owned(), line, how, inside });
    }

    /// The name at the end of an expression: `c` of `a.b::c`.
    fn tail(&self, node: Node<'t>) -> Option<&'t str> {
        let mut at = node;
        for _ in 0..16 {
            if at.child_count() == 0 || is_name(at.kind()) {
                let name = self.source(at).trim_start_matches('$');
                let fits = is_name(at.kind()) && !name.is_empty() && name.len() <= NAME_BYTES_MAX;
                return fits.then_some(name);
            }
            let mut cursor = at.walk();
            let inner = TAILS.iter().find_map(|field| at.child_by_field_name(field));
            let inner = inner.or_else(|| at.named_children(&mut cursor).filter(|child| is_name(child.kind())).last());
            at = inner.or_else(|| at.named_child(0))?;
        }
        None
    }

    /// Where a macro takes bare tokens, a name right before a bracket is a call.
    fn tokens(&mut self, node: Node<'t>, outline: &mut Outline) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor).filter(|child| child.kind() == "identifier") {
            if self.text.as_bytes().get(child.end_byte()) == Some(&b'(') {
                let name = self.source(child);
                self.mentioned(name, child, How::Call, outline);
            }
        }
    }

    fn import(&self, node: Node<'t>, field: &str, outline: &mut Outline) {
        let at = if field.is_empty() { Some(node) } else { node.child_by_field_name(field) };
        let Some(at) = at else { return };
        let mut what = self.source(at).trim();
        if field.is_empty() {
            while let Some((first, rest)) = what.split_once(char::is_whitespace).filter(|(first, _)| IMPORT_WORDS.contains(first)) {
                let _ = first;
                what = rest.trim_start();
            }
        }
        imported(what.trim_matches(|c: char| c.is_whitespace() || "'\"`;<>".contains(c)), node, outline);
    }
}

fn imported(what: &str, node: Node<'_>, outline: &mut Outline) {
    let what: String = what.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = row(node.start_position().row, outline.lines);
    let mut each = Vec::new();
    spread("", &what, 0, &mut each);
    outline.imports.extend(each.into_iter().filter(|what| !what.is_empty() && what.len() <= IMPORT_BYTES_MAX).map(|what| Import { what, line }));
}

/// One import for each that a group in braces stands for: `a::{b, c::{d, self}}` is `a::b`, `a::c::d` and `a::c`.
fn spread(before: &str, what: &str, depth: usize, each: &mut Vec<String>) {
    let what = what.trim();
    let group = what.split_once('{').filter(|(head, _)| depth < GROUPS_MAX && head.trim_end().ends_with(['\\', ':']));
    let Some((head, rest)) = group else {
        let whole = format!("{before}{what}");
        let whole = whole.strip_suffix("::self").unwrap_or(&whole);
        if each.len() < EACH_MAX {
            each.push(whole.to_owned());
        }
        return;
    };
    let (before, inner) = (format!("{before}{}", head.trim()), rest.strip_suffix('}').unwrap_or(rest));
    let (mut open, mut start) = (0_usize, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => open += 1,
            '}' => open = open.saturating_sub(1),
            ',' if open == 0 => {
                spread(&before, inner.get(start..at).unwrap_or_default(), depth + 1, each);
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = inner.get(start..).unwrap_or_default();
    if !last.trim().is_empty() {
        spread(&before, last, depth + 1, each);
    }
}

/// Whether a node of this kind is a name by itself.
fn is_name(kind: &str) -> bool {
    kind.ends_with("identifier") && !kind.starts_with("scoped") && !kind.starts_with("qualified") && !kind.starts_with("nested")
        || matches!(kind, "name" | "constant" | "word" | "variable_name")
}

/// Whether a node, or a declarator in it, is of this kind.
fn innermost(node: Node<'_>, kind: &str) -> bool {
    let mut at = node;
    loop {
        if at.kind() == kind {
            return true;
        }
        match at.child_by_field_name("declarator").or_else(|| at.named_child(0).filter(|_| at.kind().ends_with("_declarator"))) {
            Some(inner) => at = inner,
            None => return false,
        }
    }
}

fn first_leaf_named(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    while let Some(inner) = at.named_child(0) {
        at = inner;
    }
    at
}

fn is_capital(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) && name.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_')
}

/// The line of a row, within the text.
fn row(row: usize, lines: u32) -> u32 {
    u32::try_from(row).unwrap_or(u32::MAX).saturating_add(1).clamp(1, lines.max(1))
}

/// The row of a node's last character: one that ends at the beginning of a line ended on the line before.
fn last_row(node: Node<'_>, row: usize) -> usize {
    if node.end_position().column == 0 && row > node.start_position().row { row - 1 } else { row }
}

/// Text on one line, its spaces made one, not too long.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(LINE_CHARS_MAX + 4));
    let mut count = 0;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
            count += 1;
        }
        for c in word.chars() {
            if count >= LINE_CHARS_MAX {
                line.push('…');
                return line;
            }
            line.push(c);
            count += 1;
        }
    }
    line
}

/// The first line of a comment that says something, without its marks.
fn first_line(comment: &str) -> String {
    let bare = |line: &str| {
        one_line(
            line.replace("<summary>", "")
                .replace("</summary>", "")
                .trim()
                .trim_start_matches(['/', '*', '#', '!', '-', '"', '\'', ' ', '<'])
                .trim_end_matches(['*', '/', '"', '\'', ' ']),
        )
    };
    comment.lines().map(bare).find(|line| !line.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_group_of_imports_is_each_of_them() {
        let table: &[(&str, &[&str])] = &[
            (
                "crate::{evidence::Evidence, refusal::{Code, Refusal}}",
                &["crate::evidence::Evidence", "crate::refusal::Code", "crate::refusal::Refusal"],
            ),
            ("std::fmt::{self, Write, }", &["std::fmt", "std::fmt::Write"]),
            ("App\\Models\\{User, Post}", &["App\\Models\\User", "App\\Models\\Post"]),
            ("super::*", &["super::*"]),
            ("a::{b", &["a::b"]),
            ("{ x }", &["{ x }"]),
        ];
        for (written, meant) in table {
            let mut each = Vec::new();
            spread("", written, 0, &mut each);
            assert_eq!(each, *meant, "{written}");
        }
    }
}
