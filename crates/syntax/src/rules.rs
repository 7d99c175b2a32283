//! What the tables say of a grammar, and the same by number, so that a walk compares no words.

use crate::outline::{How, Kind};
use tree_sitter::Language as Grammar;

/// How a definition is named.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Name {
    /// By these fields, one inside the other.
    Field(&'static [&'static str]),
    /// By the innermost of its declarators, as C has it; `true`: it is one of a function.
    Declarator(bool),
    /// By its first child of this kind.
    Child(&'static str),
}

/// When a node is a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Always.
    Always,
    /// When it has a body; without one it only mentions.
    Bodied,
    /// When it has a body; without one it imports a file of that name.
    BodiedElseImport,
    /// When no function is around it: variables of functions are nobody else's affair.
    Outside,
    /// When no function is around it and its name is in capitals.
    OutsideCapital,
}

/// A node that defines something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) node: &'static str,
    pub(crate) kind: Kind,
    pub(crate) name: Name,
    pub(crate) when: When,
    /// What it is after all: if this field, or any child where the field has no name, is a node of this kind.
    pub(crate) unless: &'static [(&'static str, &'static str, Kind)],
    /// The field in which the type it belongs to is named.
    pub(crate) owner: &'static str,
}

impl Definition {
    pub(crate) const fn new(node: &'static str, kind: Kind) -> Self {
        Self { node, kind, name: Name::Field(&["name"]), when: When::Always, unless: &[], owner: "" }
    }
    pub(crate) const fn by(mut self, name: Name) -> Self {
        self.name = name;
        self
    }
    pub(crate) const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }
    pub(crate) const fn unless(mut self, unless: &'static [(&'static str, &'static str, Kind)]) -> Self {
        self.unless = unless;
        self
    }
    pub(crate) const fn owner(mut self, field: &'static str) -> Self {
        self.owner = field;
        self
    }
}

/// When a definition may be used by others. Words stand before its name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exported {
    /// When one of these words does.
    Marked(&'static [&'static str]),
    /// When none of these words does.
    Unless(&'static [&'static str]),
    /// When its name begins with a capital.
    Capital,
    /// When its name does not begin with `_`.
    Plain,
    /// When a node of this kind is around it.
    Wrapped(&'static str),
}

/// All that is to be known of a grammar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) definitions: &'static [Definition],
    /// Nodes that others belong to without being definitions, and the field that names them.
    pub(crate) containers: &'static [(&'static str, &'static str)],
    /// Nodes that mention, and the field that says what; without a name, their first child, or they themselves.
    pub(crate) mentions: &'static [(&'static str, &'static str, How)],
    /// Nodes that import, and the field that says what.
    pub(crate) imports: &'static [(&'static str, &'static str)],
    /// Functions that import when they are called.
    pub(crate) import_calls: &'static [&'static str],
    pub(crate) comments: &'static [&'static str],
    /// What may stand between a comment and what it speaks of.
    pub(crate) between: &'static [&'static str],
    /// Nodes in which nothing is looked for.
    pub(crate) skipped: &'static [&'static str],
    /// Nodes that hold bare tokens, where a name before a bracket is a call.
    pub(crate) tokens: &'static str,
    pub(crate) exported: Exported,
    /// Names of functions that make a value of the class they are in.
    pub(crate) constructors: &'static [&'static str],
    /// Whether a text that stands first in a body speaks of what the body belongs to.
    pub(crate) docstrings: bool,
}

/// What a walk does at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Nothing,
    Definition(u8),
    Container(u8),
    Mention(u8),
    Import(u8),
    Comment,
    Between,
    Skip,
    Wrap,
    Tokens,
}

/// A grammar with its rules by number.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) grammar: Grammar,
    pub(crate) rules: &'static Rules,
    roles: Vec<Role>,
}

impl Compiled {
    pub(crate) fn new(grammar: Grammar, rules: &'static Rules) -> Self {
        let roles = (0..grammar.node_kind_count())
            .map(|id| {
                let id = u16::try_from(id).unwrap_or(u16::MAX);
                match grammar.node_kind_for_id(id) {
                    Some(kind) if grammar.node_kind_is_named(id) => role(rules, kind),
                    Some(_) | None => Role::Nothing,
                }
            })
            .collect();
        Self { grammar, rules, roles }
    }

    pub(crate) fn role(&self, kind: u16) -> Role {
        self.roles.get(usize::from(kind)).copied().unwrap_or(Role::Nothing)
    }
}

fn role(rules: &Rules, kind: &str) -> Role {
    let place = |at: Option<usize>| at.and_then(|at| u8::try_from(at).ok());
    if let Some(at) = place(rules.definitions.iter().position(|d| d.node == kind)) {
        return Role::Definition(at);
    }
    if let Some(at) = place(rules.containers.iter().position(|(node, _)| *node == kind)) {
        return Role::Container(at);
    }
    if let Some(at) = place(rules.mentions.iter().position(|(node, ..)| *node == kind)) {
        return Role::Mention(at);
    }
    if let Some(at) = place(rules.imports.iter().position(|(node, _)| *node == kind)) {
        return Role::Import(at);
    }
    match () {
        () if rules.comments.contains(&kind) => Role::Comment,
        () if rules.between.contains(&kind) => Role::Between,
        () if rules.skipped.contains(&kind) => Role::Skip,
        () if matches!(rules.exported, Exported::Wrapped(wrapper) if wrapper == kind) => Role::Wrap,
        () if rules.tokens == kind => Role::Tokens,
        () => Role::Nothing,
    }
}
