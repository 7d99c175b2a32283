//! A sentence model in a file: tokens in, a vector for each token out, and one vector made of them.
//!
//! The file is opened when the first text comes. Texts go through one by one: quantisation looks at everything it is
//! given at once, and a text must not get another vector because of its neighbours in a batch.

use super::{
    config::{OnnxSettings, Pooling, Prefixes},
    onnx::{Data, Fault, Graph, Tensor},
    wordpiece::Vocabulary,
};
use kernel::ledger::Digest;
use kernel::text::Slice;
use search::embed::{EmbedError, Embedded, Embedder, Maker, Vector, fold};
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
    sync::OnceLock,
};

/// Tokens that are read of a text. Sentence models are trained with a few hundred at most.
const TOKENS_MAX: usize = 256;
/// A model larger than this belongs behind an endpoint.
const MODEL_BYTES_MAX: u64 = 1 << 30;
/// A vocabulary is not larger.
const VOCAB_BYTES_MAX: u64 = 64 << 20;
/// Blocks of the file that its name is made from, and their length.
const SAMPLES: u64 = 64;
const SAMPLE_BYTES: usize = 4_096;

/// A sentence model.
#[derive(Debug)]
pub(super) struct Sentence {
    settings: OnnxSettings,
    name: String,
    opened: OnceLock<Result<Opened, String>>,
}

#[derive(Debug)]
struct Opened {
    graph: Graph,
    vocabulary: Vocabulary,
    output: String,
    /// The files, whole.
    print: u64,
}

impl Sentence {
    /// Not opened yet; only its name is made, from some of its bytes.
    pub(super) fn new(settings: OnnxSettings) -> Self {
        let stem = settings.path.file_stem().unwrap_or_default().to_string_lossy();
        let stem: String = stem.chars().filter(char::is_ascii_graphic).take(60).collect();
        let pooled = match settings.pooling {
            Pooling::Mean => "",
            Pooling::Cls => "+cls",
        };
        let print = fingerprint(&settings.path).unwrap_or_else(|_| "unreadable".into());
        let name = format!("{stem}-{print}{pooled}{}", marked(&settings.prefixes));
        Self { settings, name, opened: OnceLock::new() }
    }

    fn opened(&self) -> Result<&Opened, EmbedError> {
        self.opened.get_or_init(|| Opened::open(&self.settings)).as_ref().map_err(|what| EmbedError(what.clone()))
    }

    fn maker(&self, opened: &Opened) -> Maker {
        Maker::of_bytes(&self.name, opened.print)
    }

    fn vector(&self, opened: &Opened, prefix: &str, text: &str) -> Result<Vector, EmbedError> {
        if text.trim().is_empty() {
            return Ok(Vector::ZERO);
        }
        let whole = format!("{prefix}{text}");
        let tokens = opened.vocabulary.tokens(&whole, TOKENS_MAX);
        let embedding =
            opened.run(tokens, self.settings.pooling).map_err(|fault| EmbedError(format!("{}: {fault}", self.settings.path.display())))?;
        Ok(fold(&embedding))
    }
}

impl Opened {
    fn open(settings: &OnnxSettings) -> Result<Self, String> {
        let (model, vocab) = match (whole(&settings.path, MODEL_BYTES_MAX), whole(&settings.vocab, VOCAB_BYTES_MAX)) {
            (Ok(model), Ok(vocab)) => (model, vocab),
            // Where both are missing, the vocabulary was only looked for beside the model.
            (Err(model), Err(vocab)) => return Err(format!("{model}; {vocab}")),
            (Err(what), Ok(_)) | (Ok(_), Err(what)) => return Err(what),
        };
        // From the bytes that are run, so that a file which is replaced meanwhile is not taken for this one.
        let print = Digest::of([Digest::of(&model).0, Digest::of(&vocab).0].as_flattened()).0;
        let print = print.first_chunk().map_or(0, |eight| u64::from_be_bytes(*eight));
        let vocab = String::from_utf8(vocab).map_err(|_| format!("{} is not text", settings.vocab.display()))?;
        let vocabulary = Vocabulary::read(&vocab).map_err(|what| format!("{}: {what}", settings.vocab.display()))?;
        let graph = Graph::read(&model).map_err(|fault| format!("{}: {fault}", settings.path.display()))?;
        let known = ["input_ids", "attention_mask", "token_type_ids"];
        if let Some(other) = graph.inputs.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(format!("{}: it wants an input `{other}`, and a sentence model wants {}", settings.path.display(), known.join(", ")));
        }
        // What is already one vector for the text comes first, then the vectors of its tokens.
        let output = ["sentence_embedding", "last_hidden_state", "token_embeddings"].iter().find(|name| graph.outputs.iter().any(|o| o == *name));
        let output = output.map(|name| (*name).to_owned()).or_else(|| graph.outputs.first().cloned());
        let output = output.ok_or_else(|| format!("{}: it gives nothing", settings.path.display()))?;
        Ok(Self { graph, vocabulary, output, print })
    }

    fn run(&self, tokens: Vec<i64>, pooling: Pooling) -> Result<Vec<f32>, Fault> {
        let count = tokens.len();
        let row = |data: Vec<i64>| Tensor::new(vec![1, count], Data::I64(data));
        let mut inputs = Vec::new();
        for name in &self.graph.inputs {
            let data = match name.as_str() {
                "input_ids" => tokens.clone(),
                "attention_mask" => vec![1; count],
                _ => vec![0; count],
            };
            inputs.push((name.as_str(), row(data)?));
        }
        pooled(self.graph.run(inputs, &self.output)?, pooling)
    }
}

/// One vector of length one.
#[expect(clippy::cast_precision_loss, reason = "a few hundred tokens")]
fn pooled(tensor: Tensor, pooling: Pooling) -> Result<Vec<f32>, Fault> {
    let Data::F32(data) = tensor.data else { return Err(Fault("the model gives no vectors of f32".into())) };
    let mut vector = match (tensor.shape.as_slice(), pooling) {
        ([1, width], _) | ([1, _, width], Pooling::Cls) => data.get(..*width).unwrap_or_default().to_vec(),
        ([1, tokens, width], Pooling::Mean) if *width > 0 => {
            let mut sum = vec![0.0; *width];
            for row in data.chunks_exact(*width) {
                sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
            for sum in &mut sum {
                *sum /= *tokens as f32;
            }
            sum
        }
        (shape, _) => return Err(Fault(format!("the model gives a tensor of shape {shape:?}, which is no vector for a text"))),
    };
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if !length.is_finite() {
        return Err(Fault("the model gives numbers that are none".into()));
    }
    if length > 0.0 {
        for x in &mut vector {
            *x /= length;
        }
    }
    Ok(vector)
}

impl Embedder for Sentence {
    fn name(&self) -> &str {
        &self.name
    }

    fn known(&self) -> Option<Maker> {
        self.opened.get()?.as_ref().ok().map(|opened| self.maker(opened))
    }

    fn embed(&self, texts: &[&str]) -> Result<Embedded, EmbedError> {
        let opened = self.opened()?;
        let vectors = texts.iter().map(|text| self.vector(opened, &self.settings.prefixes.text, text)).collect::<Result<_, _>>()?;
        Ok(Embedded { by: self.maker(opened), vectors })
    }

    fn question(&self, text: &str) -> Result<(Maker, Vector), EmbedError> {
        let opened = self.opened()?;
        Ok((self.maker(opened), self.vector(opened, &self.settings.prefixes.question, text)?))
    }
}

/// What a prefix adds to a model's name: with another one before them, texts get other vectors.
pub(super) fn marked(prefixes: &Prefixes) -> String {
    if prefixes.text.is_empty() { String::new() } else { format!("+{}", Digest::of(prefixes.text.as_bytes()).to_string().slice(..8)) }
}

/// Tells one model file from another before it is opened, by its length and by blocks from all over it: reading it whole would
/// cost more than the first answer. Once it is opened, all of its bytes say which model it is.
fn fingerprint(path: &Path) -> std::io::Result<String> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    let mut seen = length.to_le_bytes().to_vec();
    let mut block = vec![0; SAMPLE_BYTES];
    for sample in 0..SAMPLES {
        file.seek(SeekFrom::Start(length / SAMPLES * sample))?;
        let read = file.read(&mut block)?;
        seen.extend_from_slice(&block[..read]);
    }
    Ok(Digest::of(&seen).to_string().slice(..8).to_owned())
}

/// Opens a plain file; opening a pipe would wait for somebody to write.
fn open(path: &Path) -> std::io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a file"));
    }
    File::open(path)
}

fn whole(path: &Path, max: u64) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.len() > max {
        return Err(format!("{} is larger than {} MiB", path.display(), max >> 20));
    }
    let mut bytes = Vec::new();
    file.take(max).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Json;
    use std::path::PathBuf;

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/models/onnx/fixture").join(name)
    }

    fn toy() -> OnnxSettings {
        OnnxSettings { path: fixture("toy.onnx"), vocab: fixture("vocab.txt"), pooling: Pooling::Mean, prefixes: Prefixes::default() }
    }

    #[test]
    fn the_toy_reads_texts_as_the_reference_does() {
        let opened = Opened::open(&toy()).expect("the toy");
        let rows: Vec<Json> = serde_json::from_str(include_str!("onnx/fixture/toy.json")).expect("JSON");
        for row in rows {
            let tokens = opened.vocabulary.tokens(row["text"].as_str().expect("a text"), TOKENS_MAX);
            assert_eq!(serde_json::json!(tokens), row["tokens"], "{row}");
            let wanted: Vec<f32> = serde_json::from_value(row["vector"].clone()).expect("numbers");
            let vector = opened.run(tokens, Pooling::Mean).expect("a vector");
            assert!(vector.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 2e-3), "{row}\n{vector:?}");
        }
    }

    #[test]
    fn a_text_gets_the_same_vector_alone_and_among_others() {
        let model = Sentence::new(toy());
        let alone = model.embed(&["the ovens"]).expect("a vector");
        let among = model.embed(&["a cold fridge", "the ovens", ""]).expect("vectors");
        let (asked_of, asked) = model.question("the ovens").expect("a vector");
        assert_eq!((alone.vectors[0], among.vectors[1], among.vectors[2]), (among.vectors[1], asked, Vector::ZERO));
        assert_eq!((Some(&alone.by), &among.by), (model.known().as_ref(), &asked_of));
    }

    #[test]
    fn another_file_pooling_or_prefix_is_another_model() {
        let name = |settings: OnnxSettings| Sentence::new(settings).name().to_owned();
        let plain = name(toy());
        assert!(plain.starts_with("toy-"), "{plain}");
        let cls = name(OnnxSettings { pooling: Pooling::Cls, ..toy() });
        let prefixed = name(OnnxSettings { prefixes: Prefixes { text: "passage: ".into(), question: "query: ".into() }, ..toy() });
        let gone = name(OnnxSettings { path: fixture("gone.onnx"), ..toy() });
        assert_eq!(std::collections::BTreeSet::from([&plain, &cls, &prefixed, &gone]).len(), 4);
        let error = Sentence::new(OnnxSettings { path: fixture("gone.onnx"), ..toy() }).embed(&[]).expect_err("it is not there");
        assert!(error.0.contains("gone.onnx"), "{error}");
        let error = Sentence::new(OnnxSettings { path: fixture("vocab.txt"), ..toy() }).embed(&[]).expect_err("it is no model");
        assert!(error.0.contains("not an ONNX model") || error.0.contains("cut short"), "{error}");
    }
}
