//! `config.toml` in the palace's folder: what a person decided about this home. Without it, everything is as it comes.
//!
//! The file is a person's: nothing here writes it, so comments and what we do not know stay as they are. Not here: secrets. A
//! key stays in the environment; the file only says under which name. Nor what is sealed: see `palace settings`.

use crate::home::{CONFIG, Home, failed};
use kernel::{
    refusal::{Code, Refusal},
    text::Name,
};
use std::{
    fs,
    io::{ErrorKind, Read},
    net::IpAddr,
    path::{Path, PathBuf},
};
use toml_edit::{DocumentMut, Item, Table};
use ureq::http::Uri;

/// A configuration is a page, not a book.
const BYTES_MAX: u64 = 64 * 1024;
/// No model in use gives longer vectors.
const DIMS_MAX: i64 = 8_192;
/// Longer names would not fit beside a set of vectors.
const MODEL_CHARS_MAX: usize = 80;
/// An instruction before a text is a few words.
const PREFIX_CHARS_MAX: usize = 500;

/// Which model reads, beside the one in the binary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Embedding {
    /// A server that speaks the OpenAI shape.
    Endpoint(EndpointSettings),
    /// A sentence model in a file.
    Onnx(OnnxSettings),
}

/// `kind = "endpoint"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointSettings {
    /// Where to post.
    pub url: Uri,
    /// The model's name there.
    pub model: String,
    /// How many numbers its vectors have.
    pub dims: usize,
    /// The environment variable that holds the key, if one is needed.
    pub key_env: Option<String>,
    /// What is said before each text.
    pub prefixes: Prefixes,
}

/// `kind = "onnx"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnnxSettings {
    /// The model.
    pub path: PathBuf,
    /// Its vocabulary: `vocab.txt` or `tokenizer.json`.
    pub vocab: PathBuf,
    /// How one vector comes of many.
    pub pooling: Pooling,
    /// What is said before each text.
    pub prefixes: Prefixes,
}

/// How a sentence model makes one vector of its tokens'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooling {
    /// Their mean, as most do.
    #[default]
    Mean,
    /// The first one, as BGE models do.
    Cls,
}

/// Some models were taught to be told what a text is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefixes {
    /// Before a question.
    pub question: String,
    /// Before what is kept.
    pub text: String,
}

/// The embedding that a home is configured for; nothing if it has no configuration or none of that.
pub fn read(home: &Home) -> Result<Option<Embedding>, Refusal> {
    let path = home.file(CONFIG);
    let mut text = String::new();
    match fs::File::open(&path).and_then(|file| file.take(BYTES_MAX + 1).read_to_string(&mut text)) {
        Ok(read) if read as u64 > BYTES_MAX => Err(refuse(&path, CONFIG, format!("it is longer than {BYTES_MAX} bytes"))),
        Ok(_) => parse(&path, home.dir(), &text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(&path, &error)),
    }
}

/// Reads the text of a configuration. Paths in it are counted from `base`.
fn parse(path: &Path, base: &Path, text: &str) -> Result<Option<Embedding>, Refusal> {
    // Its place and what is wrong, but not the line itself: somebody may have pasted a key there.
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let line = error.span().and_then(|span| text.get(..span.start)).map_or(1, |before| before.matches('\n').count() + 1);
        refuse(path, CONFIG, format!("line {line}: {}", error.message().trim()))
    })?;
    // What others keep here is theirs: it is neither read nor written. Only what was meant for us and misspelled is said.
    if let Some((key, _)) = document.iter().find(|(key, _)| is_misspelled(key)) {
        return Err(refuse(path, key, "there is no such section; the one there is is [embedding]".into()));
    }
    let Some(item) = document.get("embedding") else { return Ok(None) };
    let Some(table) = item.as_table() else { return Err(refuse(path, "embedding", "it must be a section: [embedding]".into())) };
    let section = Section { path, base, table };
    let embedding = match section.needed("kind")?.as_str() {
        "endpoint" => {
            section.only(&["kind", "url", "model", "dims", "key_env", "question_prefix", "text_prefix"])?;
            Embedding::Endpoint(EndpointSettings {
                url: section.url()?,
                model: section.model()?,
                dims: section.dims()?,
                key_env: section.key_env()?,
                prefixes: section.prefixes()?,
            })
        }
        "onnx" => {
            section.only(&["kind", "path", "vocab", "pooling", "question_prefix", "text_prefix"])?;
            let model = section.file("path")?.ok_or_else(|| section.missing("path"))?;
            let vocab = section.file("vocab")?.unwrap_or_else(|| beside(&model));
            let pooling = match section.text("pooling")?.as_deref() {
                None | Some("mean") => Pooling::Mean,
                Some("cls") => Pooling::Cls,
                Some(other) => return Err(section.refuse("pooling", format!("`{other}` is not known; it is \"mean\" or \"cls\""))),
            };
            Embedding::Onnx(OnnxSettings { path: model, vocab, pooling, prefixes: section.prefixes()? })
        }
        other => return Err(section.refuse("kind", format!("`{other}` is no kind of model; the kinds are \"endpoint\" and \"onnx\""))),
    };
    Ok(Some(embedding))
}

/// Whether a section was meant to be ours.
fn is_misspelled(key: &str) -> bool {
    let plain = key.to_lowercase();
    key != "embedding" && plain.starts_with("embed") && plain != "embed" || plain.starts_with("embe") && !plain.starts_with("embed")
}

/// The vocabulary that lies beside a model, or would.
fn beside(model: &Path) -> PathBuf {
    let tokenizer = model.with_file_name("tokenizer.json");
    if tokenizer.is_file() { tokenizer } else { model.with_file_name("vocab.txt") }
}

struct Section<'a> {
    path: &'a Path,
    base: &'a Path,
    table: &'a Table,
}

impl Section<'_> {
    fn refuse(&self, key: &str, what: String) -> Refusal {
        refuse(self.path, &format!("embedding.{key}"), what)
    }

    fn missing(&self, key: &str) -> Refusal {
        self.refuse(key, "it is missing".into())
    }

    fn only(&self, known: &[&str]) -> Result<(), Refusal> {
        match self.table.iter().find(|(key, _)| !known.contains(key)) {
            Some((key, _)) => Err(self.refuse(key, format!("there is no such key for this kind; the keys are {}", known.join(", ")))),
            None => Ok(()),
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, Refusal> {
        match self.table.get(key) {
            None | Some(Item::None) => Ok(None),
            Some(item) => match item.as_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => Err(self.refuse(key, "it must be a text in quotes".into())),
            },
        }
    }

    fn needed(&self, key: &str) -> Result<String, Refusal> {
        self.text(key)?.filter(|text| !text.trim().is_empty()).ok_or_else(|| self.missing(key))
    }

    fn url(&self) -> Result<Uri, Refusal> {
        let text = self.needed("url")?;
        let url: Uri = text.parse().map_err(|error| self.refuse("url", format!("it is no address: {error}")))?;
        let (Some(scheme), Some(authority)) = (url.scheme_str(), url.authority()) else {
            return Err(self.refuse("url", "it must be a whole address, like http://127.0.0.1:11434/v1/embeddings".into()));
        };
        if authority.as_str().contains('@') {
            return Err(self.refuse("url", "it holds a user or a password; put a key in the environment and name it with key_env".into()));
        }
        match scheme {
            "https" => Ok(url),
            "http" if is_loopback(authority.host()) => Ok(url),
            "http" => Err(self.refuse(
                "url",
                "plain http would carry your texts over the network for anyone to read; use https, or an address of this machine".into(),
            )),
            other => Err(self.refuse("url", format!("`{other}` is not spoken here; use https, or http to this machine"))),
        }
    }

    fn model(&self) -> Result<String, Refusal> {
        let model = self.needed("model")?;
        if model.chars().nth(MODEL_CHARS_MAX).is_some() {
            return Err(self.refuse("model", format!("it is longer than {MODEL_CHARS_MAX} characters")));
        }
        match Name::parse(&model) {
            Ok(_) => Ok(model),
            Err(error) => Err(self.refuse("model", error.to_string())),
        }
    }

    fn dims(&self) -> Result<usize, Refusal> {
        let Some(item) = self.table.get("dims") else {
            return Err(self.refuse("dims", "it is missing; say how many numbers this model's vectors have, like dims = 768".into()));
        };
        item.as_integer()
            .filter(|dims| (1..=DIMS_MAX).contains(dims))
            .and_then(|dims| usize::try_from(dims).ok())
            .ok_or_else(|| self.refuse("dims", format!("it must be a number from 1 to {DIMS_MAX}")))
    }

    fn key_env(&self) -> Result<Option<String>, Refusal> {
        let Some(name) = self.text("key_env")? else { return Ok(None) };
        // A key pasted here by mistake is not said again.
        let plain = !name.is_empty() && name.len() <= 100 && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        if plain {
            Ok(Some(name))
        } else {
            Err(self
                .refuse("key_env", "it must be the NAME of an environment variable, in capitals; the key itself does not belong in this file".into()))
        }
    }

    fn file(&self, key: &str) -> Result<Option<PathBuf>, Refusal> {
        Ok(self.text(key)?.filter(|text| !text.is_empty()).map(|text| self.base.join(text)))
    }

    fn prefixes(&self) -> Result<Prefixes, Refusal> {
        let prefix = |key: &str| match self.text(key)?.unwrap_or_default() {
            text if text.chars().nth(PREFIX_CHARS_MAX).is_some() => Err(self.refuse(key, format!("it is longer than {PREFIX_CHARS_MAX} characters"))),
            text => Ok(text),
        };
        Ok(Prefixes { question: prefix("question_prefix")?, text: prefix("text_prefix")? })
    }
}

/// Whether a host is this machine, by its spelling alone.
fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn refuse(path: &Path, key: &str, what: String) -> Refusal {
    Code::InputInvalid
        .refuse(key, format!("{}: `{key}`: {what}", path.display()))
        .next(format!("Correct `{key}` in {}, or remove the file to use the model in the binary alone", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Option<Embedding>, Refusal> {
        parse(Path::new("/home/config.toml"), Path::new("/home"), text)
    }

    #[test]
    fn a_whole_configuration_is_read() {
        let text = "# ours\n[embedding]\nkind = \"endpoint\"\nurl = \"http://127.0.0.1:11434/v1/embeddings\"\nmodel = \"nomic\"\ndims = 768\nkey_env = \"KEY_7\"\nquestion_prefix = \"search_query: \"\n";
        let wanted = Embedding::Endpoint(EndpointSettings {
            url: "http://127.0.0.1:11434/v1/embeddings".parse().expect("an address"),
            model: "nomic".into(),
            dims: 768,
            key_env: Some("KEY_7".into()),
            prefixes: Prefixes { question: "search_query: ".into(), text: String::new() },
        });
        assert_eq!(read_text(text).expect("sound"), Some(wanted));
        let text = "[embedding]\nkind = \"onnx\"\npath = \"models/mini.onnx\"\n";
        let wanted = OnnxSettings {
            path: "/home/models/mini.onnx".into(),
            vocab: "/home/models/vocab.txt".into(),
            pooling: Pooling::Mean,
            prefixes: Prefixes::default(),
        };
        assert_eq!(read_text(text).expect("sound"), Some(Embedding::Onnx(wanted)));
        assert_eq!(read_text("").expect("empty"), None);
        let theirs = "# mine\ndb_path = \"x\"\n[context]\ninclude_cards_default = true # theirs\n[embed]\nbackend = \"api\"\n";
        assert_eq!(read_text(theirs).expect("what others keep is left alone"), None);
    }

    #[test]
    fn what_is_wrong_is_named_by_its_key() {
        let endpoint = |line: &str| format!("[embedding]\nkind = \"endpoint\"\nurl = \"https://a.example/v1\"\nmodel = \"m\"\ndims = 4\n{line}\n");
        let url = |url: &str| format!("[embedding]\nkind = \"endpoint\"\nurl = \"{url}\"\nmodel = \"m\"\ndims = 4\n");
        assert!(read_text(&endpoint("")).is_ok());
        let cases: &[(String, &str)] = &[
            ("[embedding\n".into(), "config.toml"),
            ("[embeding]\nkind = \"onnx\"\n".into(), "embeding"),
            ("[Embedding]\nkind = \"onnx\"\n".into(), "Embedding"),
            ("[embeddings]\nkind = \"onnx\"\n".into(), "embeddings"),
            ("embedding = 3\n".into(), "embedding"),
            ("[embedding]\n".into(), "embedding.kind"),
            ("[embedding]\nkind = \"magic\"\n".into(), "embedding.kind"),
            ("[embedding]\nkind = \"onnx\"\n".into(), "embedding.path"),
            ("[embedding]\nkind = \"onnx\"\npath = 7\n".into(), "embedding.path"),
            ("[embedding]\nkind = \"endpoint\"\nurl = \"https://a.example\"\nmodel = \"m\"\n".into(), "embedding.dims"),
            (endpoint("modell = \"x\""), "embedding.modell"),
            (endpoint("path = \"x\""), "embedding.path"),
            (endpoint("key_env = \"sk-live-something\""), "embedding.key_env"),
            (url("http://models.example/v1"), "embedding.url"),
            (url("http://127.0.0.1.example/v1"), "embedding.url"),
            (url("http://user:secret@127.0.0.1/v1"), "embedding.url"),
            (url("ftp://127.0.0.1/v1"), "embedding.url"),
            (url("/v1"), "embedding.url"),
            (url("http://10.0.0.7/v1").replace("dims = 4", "dims = 0"), "embedding.url"),
            (url("http://[::1]:8080/v1").replace("dims = 4", "dims = 0"), "embedding.dims"),
        ];
        for (text, key) in cases {
            let refusal = read_text(text).expect_err(text);
            assert_eq!((refusal.code(), refusal.subject()), (Code::InputInvalid, *key), "{text}: {refusal:?}");
            assert!(!refusal.what().contains("sk-live") && !refusal.what().contains("secret@"), "{refusal:?}");
        }
    }
}
