//! What is known of one file. Lines are counted from 1.

/// What a symbol is. The words are those of the governance contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A class, a struct, a record.
    Class,
    /// An interface, a trait, a protocol.
    Interface,
    /// A function of its own, a macro.
    Function,
    /// A function of a type.
    Method,
    /// A constant, a static, a variant.
    Constant,
    /// Another name of a type.
    Type,
    /// An enumeration.
    Enum,
    /// A field.
    Property,
    /// What makes a value of a class.
    Constructor,
    /// A module or namespace.
    Module,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Class,
        Self::Interface,
        Self::Function,
        Self::Method,
        Self::Constant,
        Self::Type,
        Self::Enum,
        Self::Property,
        Self::Constructor,
        Self::Module,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Function => "function",
            Self::Method => "method",
            Self::Constant => "constant",
            Self::Type => "type",
            Self::Enum => "enum",
            Self::Property => "property",
            Self::Constructor => "constructor",
            Self::Module => "module",
        }
    }

    /// The kind with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == word)
    }

    /// Whether it has a body that does things.
    pub const fn acts(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Constructor)
    }

    /// Whether functions in it are its methods.
    pub const fn has_members(self) -> bool {
        matches!(self, Self::Class | Self::Interface | Self::Enum)
    }

    /// Its bit in a set of kinds.
    pub const fn bit(self) -> i64 {
        1 << (self as u8)
    }
}

/// Something that a file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The name of what it belongs to, or nothing.
    pub parent: String,
    /// Its first line.
    pub line: u32,
    /// Its last line.
    pub end: u32,
    /// Whether others may use it.
    pub exported: bool,
    /// How it is declared, on one line.
    pub signature: String,
    /// The first line of what is said about it.
    pub doc: String,
}

/// How something is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It is called or made.
    Call,
    /// It is named as a type.
    Type,
}

impl How {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Type => "type",
        }
    }
}

/// Something that a file mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Its name.
    pub name: String,
    /// The line.
    pub line: u32,
    /// How.
    pub how: How,
    /// The symbol it is mentioned in, by its place in the outline.
    pub inside: Option<u32>,
}

/// Something that a file imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The module or path, as it is written.
    pub what: String,
    /// The line.
    pub line: u32,
}

/// All that is known of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// How many lines it has.
    pub lines: u32,
    /// What it defines, in order.
    pub symbols: Vec<Symbol>,
    /// What it mentions, in order.
    pub mentions: Vec<Mention>,
    /// What it imports, in order.
    pub imports: Vec<Import>,
}

impl Outline {
    /// The kinds of symbols it has, a bit each.
    pub fn kinds(&self) -> i64 {
        self.symbols.iter().fold(0, |kinds, symbol| kinds | symbol.kind.bit())
    }

    /// The places of the symbols with a name. `Type.name`, `Type::name` and `Type#name` ask for the one that belongs to `Type`.
    pub fn named<'o>(&'o self, asked: &'o str) -> impl Iterator<Item = (usize, &'o Symbol)> + 'o {
        let (parent, name) = apart(asked);
        self.symbols.iter().enumerate().filter(move |(_, symbol)| symbol.name == name && parent.is_none_or(|parent| symbol.parent == parent))
    }

    /// What is mentioned between the first and the last line of a symbol.
    pub fn within<'o>(&'o self, symbol: &'o Symbol) -> impl Iterator<Item = &'o Mention> + 'o {
        self.mentions.iter().filter(move |mention| mention.line >= symbol.line && mention.line <= symbol.end)
    }
}

/// A name as it may be asked for: what it belongs to, and itself.
pub(crate) fn apart(asked: &str) -> (Option<&str>, &str) {
    let asked = asked.trim().trim_end_matches("()");
    let cut = ["::", "#", "."].into_iter().filter_map(|mark| asked.rsplit_once(mark)).max_by_key(|(parent, _)| parent.len());
    match cut {
        Some((parent, name)) if !parent.is_empty() && !name.is_empty() => (Some(parent.rsplit([':', '#', '.']).next().unwrap_or(parent)), name),
        Some(_) | None => (None, asked),
    }
}
