//! Which language a file is written in: told by its name, and for headers by what they say.

/// A language. Those without a grammar have words and no outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Rust.
    Rust,
    /// TypeScript.
    TypeScript,
    /// TypeScript with elements in it.
    Tsx,
    /// JavaScript, with elements or without.
    JavaScript,
    /// Python.
    Python,
    /// Go.
    Go,
    /// Java.
    Java,
    /// C.
    C,
    /// C++.
    Cpp,
    /// Ruby.
    Ruby,
    /// C#.
    CSharp,
    /// PHP.
    Php,
    /// Shells in the family of sh.
    Bash,
    /// Kotlin.
    Kotlin,
    /// Prose: Markdown and its kin.
    Prose,
    /// Settings and data that people write.
    Data,
}

/// Name, language, and how files end that are written in it.
const LANGUAGES: &[(Language, &str, &[&str])] = &[
    (Language::Rust, "rust", &["rs"]),
    (Language::TypeScript, "typescript", &["ts", "mts", "cts"]),
    (Language::Tsx, "tsx", &["tsx"]),
    (Language::JavaScript, "javascript", &["js", "jsx", "mjs", "cjs"]),
    (Language::Python, "python", &["py", "pyi"]),
    (Language::Go, "go", &["go"]),
    (Language::Java, "java", &["java"]),
    (Language::C, "c", &["c", "h"]),
    (Language::Cpp, "cpp", &["cc", "cpp", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl"]),
    (Language::Ruby, "ruby", &["rb", "rake", "gemspec"]),
    (Language::CSharp, "csharp", &["cs"]),
    (Language::Php, "php", &["php"]),
    (Language::Bash, "bash", &["sh", "bash", "zsh", "ksh"]),
    (Language::Kotlin, "kotlin", &["kt", "kts"]),
    (Language::Prose, "prose", &["md", "mdx", "markdown", "rst", "adoc", "txt"]),
    (
        Language::Data,
        "data",
        &[
            "toml",
            "yaml",
            "yml",
            "json",
            "jsonc",
            "sql",
            "html",
            "css",
            "scss",
            "proto",
            "graphql",
            "xml",
            "ini",
            "cfg",
            "conf",
            "properties",
            "tf",
            "cmake",
        ],
    ),
];

/// Files that have no ending and are known by their whole name.
const NAMED: &[(&str, Language)] = &[
    ("Makefile", Language::Data),
    ("Dockerfile", Language::Data),
    ("CMakeLists.txt", Language::Data),
    ("Rakefile", Language::Ruby),
    ("Gemfile", Language::Ruby),
    ("README", Language::Prose),
    ("LICENSE", Language::Prose),
];

/// What a header says when it is C++: these begin a line there, and never in C.
const CPP_SAYS: [&str; 5] = ["namespace ", "class ", "template", "using ", "public:"];

impl Language {
    /// Every language.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|(language, ..)| *language)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        LANGUAGES.iter().find(|(language, ..)| *language == self).map_or("", |(_, name, _)| name)
    }

    /// Its name as people write it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::TypeScript | Self::Tsx => "TypeScript",
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
            Self::Go => "Go",
            Self::Java => "Java",
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Ruby => "Ruby",
            Self::CSharp => "C#",
            Self::Php => "PHP",
            Self::Bash => "Shell",
            Self::Kotlin => "Kotlin",
            Self::Prose => "Prose",
            Self::Data => "Data",
        }
    }

    /// The language with this name.
    pub fn named(word: &str) -> Option<Self> {
        LANGUAGES.iter().find(|(_, name, _)| *name == word).map(|(language, ..)| *language)
    }

    /// The language of a file by its path, if it is one that we read.
    pub fn of_path(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some((_, language)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Some(*language);
        }
        let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?.1.to_ascii_lowercase();
        LANGUAGES.iter().find(|(.., endings)| endings.contains(&ending.as_str())).map(|(language, ..)| *language)
    }

    /// The language of a file by its path and text: C and C++ share the ending of their headers.
    pub fn of(path: &str, text: &str) -> Option<Self> {
        let language = Self::of_path(path)?;
        let header = language == Self::C && path.to_ascii_lowercase().split('.').next_back() == Some("h");
        let cpp = || text.lines().map(str::trim_start).any(|line| CPP_SAYS.iter().any(|word| line.starts_with(word)));
        Some(if header && cpp() { Self::Cpp } else { language })
    }

    /// Whether it is code: something with an outline.
    pub const fn is_code(self) -> bool {
        !matches!(self, Self::Prose | Self::Data)
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_file_is_known_by_its_name_and_a_header_by_its_words() {
        let table: &[(&str, &str, Option<Language>)] = &[
            ("src/lib.rs", "", Some(Language::Rust)),
            ("a/b.TSX", "", Some(Language::Tsx)),
            ("a.h", "int f(void);", Some(Language::C)),
            ("a.h", "#pragma once\n  namespace a {}", Some(Language::Cpp)),
            ("Makefile", "", Some(Language::Data)),
            ("x/README", "", Some(Language::Prose)),
            (".gitignore", "", None),
            ("picture.png", "", None),
            ("noending", "", None),
        ];
        for (path, text, expected) in table {
            assert_eq!(Language::of(path, text), *expected, "{path}");
        }
        for language in Language::all() {
            assert_eq!(Language::named(language.name()), Some(language));
        }
    }
}
