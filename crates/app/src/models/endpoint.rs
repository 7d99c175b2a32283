//! A model behind an address: texts are posted in the OpenAI shape, vectors come back.
//!
//! Not here: what the server says in its own words. An answer that is not a vector is told by its status alone, because
//! servers repeat keys and texts in their errors, and ours go to ledgers and logs.

use super::config::EndpointSettings;
use search::embed::{self, EmbedError, Embedder, Maker, Vector, fold};
use serde::Deserialize;
use serde_json::json;
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use ureq::{Agent, http::Uri};
use zeroize::Zeroizing;

/// How long a question waits; the lane of meaning is not worth more of anybody's time.
const QUESTION_WAIT: Duration = Duration::from_secs(3);
/// How long a batch waits: a model may have to be loaded first.
const BATCH_WAIT: Duration = Duration::from_secs(120);
/// How long reaching the server may take.
const CONNECT_WAIT: Duration = Duration::from_secs(5);
/// Waits before a batch is tried again.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(1)];
/// After a failure, questions do without the model for so long: a server that hangs must not slow every answer.
const REST: Duration = Duration::from_secs(10);
/// An answer longer than this is none of ours.
const ANSWER_BYTES_MAX: u64 = 16 << 20;
/// Texts are cut here: models read no further, and some refuse what is longer.
const TEXT_CHARS_MAX: usize = 6_000;
/// Asked with everything else: how this is read says whether the model is still the one that it was. It is also what a server is
/// asked that refuses a text: does it refuse everything?
const PROBE: &str = "The palace remembers what was seen, and who said so.";

/// A server that embeds.
pub(super) struct Endpoint {
    settings: EndpointSettings,
    name: String,
    key: Option<Zeroizing<String>>,
    agent: Agent,
    resting_until: Mutex<Option<Instant>>,
    /// Who answered last.
    known: Mutex<Option<Maker>>,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Why there was no answer.
enum Failure {
    /// The server does not accept this input; another may do.
    Input(String),
    /// It may answer if it is asked again.
    Passing(String),
    /// It will not answer until somebody changes something.
    Lasting(String),
}

impl Failure {
    fn said(self) -> EmbedError {
        let (Failure::Input(what) | Failure::Passing(what) | Failure::Lasting(what)) = self;
        EmbedError(what)
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Embedded>,
}

#[derive(Deserialize)]
struct Embedded {
    index: Option<usize>,
    embedding: Vec<f32>,
}

impl Endpoint {
    /// Ready to ask. The key is taken from the environment now and kept in memory only.
    pub(super) fn new(settings: EndpointSettings) -> Self {
        let set = settings.key_env.as_ref().and_then(|name| std::env::var(name).ok()).map(Zeroizing::new);
        // A key that was read from a file ends in a line break as often as not.
        let key = set.map(|key| Zeroizing::new(key.trim().to_owned())).filter(|key| !key.is_empty());
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0) // the configuration says where texts go, not the server
            .timeout_connect(Some(CONNECT_WAIT))
            .user_agent("palace");
        // What stays on this machine does not take the way round by a proxy.
        let config = if settings.url.scheme_str() == Some("http") { config.proxy(None) } else { config.https_only(true) };
        let name = format!("{}/{}{}", settings.model, settings.dims, super::sentence::marked(&settings.prefixes));
        Self { agent: config.build().new_agent(), name, key, settings, resting_until: Mutex::new(None), known: Mutex::new(None) }
    }

    fn resting(&self) -> bool {
        self.resting_until.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|until| Instant::now() < until)
    }

    fn rest(&self, for_long: Option<Duration>) {
        *self.resting_until.lock().unwrap_or_else(PoisonError::into_inner) = for_long.map(|long| Instant::now() + long);
    }

    /// Questions do without the model for a while after a failure that may have cost them time.
    fn rest_after<T>(&self, answer: &Result<T, Failure>) {
        self.rest(match answer {
            Ok(_) | Err(Failure::Input(_)) => None,
            Err(Failure::Passing(_) | Failure::Lasting(_)) => Some(REST),
        });
    }

    /// Remembers who answered, by how the probe was read.
    fn met(&self, probe: &Vector) -> Maker {
        let maker = Maker::of_answer(&self.name, probe);
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(maker.clone());
        maker
    }

    /// Asks once.
    fn ask(&self, texts: &[String], wait: Duration) -> Result<Vec<Vector>, Failure> {
        let place = shown(&self.settings.url);
        let mut request = self.agent.post(&self.settings.url).header("content-type", "application/json").config().timeout_global(Some(wait)).build();
        match (&self.key, &self.settings.key_env) {
            (Some(key), Some(name)) if !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
                return Err(Failure::Lasting(format!("the key in {name} holds a character that no key has, so {place} was not asked")));
            }
            (Some(key), _) => request = request.header("authorization", format!("Bearer {}", key.as_str())),
            (None, Some(name)) => return Err(Failure::Lasting(format!("the environment variable {name} is not set, so {place} was not asked"))),
            (None, None) => {}
        }
        let body = json!({ "model": self.settings.model, "input": texts }).to_string();
        let mut answer = request.send(body.as_bytes()).map_err(|error| Failure::Passing(format!("{place} cannot be asked: {}", cause(&error))))?;
        let status = answer.status().as_u16();
        if status != 200 {
            return Err(self.refused(&place, status));
        }
        let body = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_vec().map_err(|error| match error {
            // Asking again would bring as much again.
            ureq::Error::BodyExceedsLimit(_) => Failure::Lasting(format!("the answer of {place} cannot be read: {}", cause(&error))),
            _ => Failure::Passing(format!("the answer of {place} broke off: {}", cause(&error))),
        })?;
        self.vectors(&place, texts.len(), &body)
    }

    fn refused(&self, place: &str, status: u16) -> Failure {
        let what = format!("{place} answered {status}");
        match (status, &self.settings.key_env) {
            (400 | 413 | 422, _) => Failure::Input(format!("{what}: it does not accept this input for model `{}`", self.settings.model)),
            (401 | 403, Some(name)) => Failure::Lasting(format!("{what}: it does not accept the key in {name}")),
            (401 | 403, None) => Failure::Lasting(format!("{what}: it wants a key; name its environment variable with key_env")),
            (404, _) => Failure::Lasting(format!("{what}: the address or the model `{}` is not there", self.settings.model)),
            (300..400, _) => Failure::Lasting(format!("{what}: it points elsewhere, and that is not followed")),
            (408 | 425 | 429 | 500.., _) => Failure::Passing(what),
            _ => Failure::Lasting(what),
        }
    }

    fn vectors(&self, place: &str, wanted: usize, body: &[u8]) -> Result<Vec<Vector>, Failure> {
        // The parser's own message would quote the answer; where it went wrong is enough.
        let answer: Answer = serde_json::from_slice(body).map_err(|error| {
            Failure::Lasting(format!(
                "the answer of {place} is not in the OpenAI shape, with finite numbers in every vector (line {}, column {})",
                error.line(),
                error.column()
            ))
        })?;
        if answer.data.len() != wanted {
            return Err(Failure::Lasting(format!("{place} gave {} vectors for {wanted} texts", answer.data.len())));
        }
        let mut vectors = vec![None; wanted];
        for (place_in_list, Embedded { index, embedding }) in answer.data.into_iter().enumerate() {
            if embedding.len() != self.settings.dims {
                return Err(Failure::Lasting(format!(
                    "{place} gave vectors of {} numbers, and the configuration says {}; if this is the model you mean, set dims = {}",
                    embedding.len(),
                    self.settings.dims,
                    embedding.len()
                )));
            }
            if !embedding.iter().all(|number| number.is_finite()) {
                return Err(Failure::Lasting(format!("{place} gave a vector with a number that is none")));
            }
            let slot = vectors.get_mut(index.unwrap_or(place_in_list));
            match slot {
                Some(slot @ None) => *slot = Some(fold(&embedding)),
                _ => return Err(Failure::Lasting(format!("{place} did not say clearly which vector belongs to which text"))),
            }
        }
        Ok(vectors.into_iter().flatten().collect())
    }

    /// Asks, and again if the failure may pass.
    fn ask_again(&self, texts: &[String]) -> Result<Vec<Vector>, Failure> {
        let mut pauses = PAUSES.iter();
        loop {
            match (self.ask(texts, BATCH_WAIT), pauses.as_slice().first()) {
                (Err(Failure::Passing(_)), Some(pause)) => {
                    std::thread::sleep(*pause);
                    pauses.next();
                }
                (answer, _) => return answer,
            }
        }
    }

    /// A batch, in halves if the server does not like it whole. A single text that it refuses while it accepts others
    /// gets no direction: one odd text must not keep a whole set from serving.
    fn batch(&self, texts: &[String]) -> Result<Vec<Vector>, Failure> {
        match self.ask_again(texts) {
            Err(Failure::Input(_)) if texts.len() > 1 => {
                let (left, right) = texts.split_at(texts.len() / 2);
                let mut vectors = self.batch(left)?;
                vectors.extend(self.batch(right)?);
                Ok(vectors)
            }
            Err(Failure::Input(what)) => match self.ask_again(&[PROBE.to_owned()]) {
                Ok(_) => Ok(vec![Vector::ZERO]),
                Err(_) => Err(Failure::Input(what)),
            },
            answer => answer,
        }
    }
}

impl Embedder for Endpoint {
    fn name(&self) -> &str {
        &self.name
    }

    fn known(&self) -> Option<Maker> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn embed(&self, texts: &[&str]) -> Result<embed::Embedded, EmbedError> {
        // Servers refuse an empty text, and there is nothing to ask about it.
        let told = texts.iter().enumerate().filter(|(_, text)| !text.trim().is_empty());
        let (places, told): (Vec<usize>, Vec<String>) = told.map(|(place, text)| (place, prefixed(&self.settings.prefixes.text, text))).unzip();
        let asked: Vec<String> = std::iter::once(PROBE.to_owned()).chain(told).collect();
        let answer = self.batch(&asked);
        self.rest_after(&answer);
        let mut answer = answer.map_err(Failure::said)?.into_iter();
        let by = self.met(&answer.next().unwrap_or(Vector::ZERO));
        let mut vectors = vec![Vector::ZERO; texts.len()];
        for (place, vector) in places.into_iter().zip(answer) {
            vectors[place] = vector;
        }
        Ok(embed::Embedded { by, vectors })
    }

    fn question(&self, text: &str) -> Result<(Maker, Vector), EmbedError> {
        if self.resting() {
            return Err(EmbedError(format!("{} did not answer a moment ago", shown(&self.settings.url))));
        }
        let answer = self.ask(&[prefixed(&self.settings.prefixes.question, text), PROBE.to_owned()], QUESTION_WAIT);
        self.rest_after(&answer);
        match answer.map_err(Failure::said)?.as_slice() {
            [vector, probe] => Ok((self.met(probe), *vector)),
            _ => Err(EmbedError(format!("{} gave no vector", shown(&self.settings.url)))),
        }
    }
}

/// A text as it is sent: with its prefix, and not longer than models read.
fn prefixed(prefix: &str, text: &str) -> String {
    let mut whole = String::from(prefix);
    whole.extend(text.chars().take(TEXT_CHARS_MAX));
    whole
}

/// An address without what may be private in it.
fn shown(url: &Uri) -> String {
    format!("{}://{}{}", url.scheme_str().unwrap_or_default(), url.authority().map_or("", |authority| authority.as_str()), url.path())
}

/// What went wrong, in words that hold nothing of the request.
fn cause(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => error.to_string(),
        ureq::Error::Timeout(_) => "it took too long".into(),
        ureq::Error::HostNotFound => "there is no such host".into(),
        ureq::Error::ConnectionFailed => "it cannot be connected to".into(),
        ureq::Error::BodyExceedsLimit(limit) => format!("it is longer than {limit} bytes"),
        ureq::Error::Tls(what) => format!("TLS: {what}"),
        ureq::Error::Rustls(error) => format!("TLS: {error}"),
        _ => "it does not speak HTTP as expected".into(),
    }
}
