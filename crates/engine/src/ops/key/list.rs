//! List whose yes counts.

use crate::{Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, ledger::Digest, palace::Sealing, seal::Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists the trusted keys.
#[derive(Debug)]
pub struct List;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// A key.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Key {
    /// SHA-256 of the public key
    pub fingerprint: Digest,
    /// Whose it is
    pub name: String,
    /// Whether it may still seal
    pub active: bool,
}

/// Whom the palace trusts.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Whether decisions need a seal
    pub sealing: Sealing,
    /// The keys, oldest first
    pub keys: Vec<Key>,
    /// Why no key can be trusted, if so
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("key.list", "List the human keys this palace trusts").http(Method::Get, "/v1/keys");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let (keys, broken) = match &cx.house.trust {
            Trust::Unsealed => (vec![], None),
            Trust::Broken(why) => (vec![], Some(why.clone())),
            Trust::Keys(keys) => (keys.iter().map(|k| Key { fingerprint: k.fingerprint, name: k.name.clone(), active: k.active }).collect(), None),
        };
        Ok(Output { sealing: cx.house.genesis.sealing, keys, broken })
    }
}
