//! Enrol a human's public key. The first vouches for itself and is pinned in this home; each later one is sealed by one before it.

use crate::{Error, Method, Operation, PalaceState, Pin, Reviewed, Shown, Spec};
use kernel::{
    call::Call,
    effect::Govern,
    gate::Agents,
    ledger::Digest,
    refusal::Code,
    seal::{self, Trust, enrolment, fingerprint},
    text::Name,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::View;

/// Brings in a key.
#[derive(Debug)]
pub struct Enrol;

/// Whose key.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Person the key belongs to
    pub name: Name,
    /// The Ed25519 public key, in hexadecimal
    pub public: Digest,
    /// Fingerprint of the key it takes the place of
    #[serde(default)]
    pub replaces: Option<Digest>,
}

/// The key's name.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Its fingerprint
    pub fingerprint: Digest,
    /// Whose it is
    pub name: Name,
}

impl Operation for Enrol {
    const SPEC: Spec = Spec::new(seal::ENROL, "Enrol a human's public key; `palace key create` does this for you")
        .http(Method::Post, "/v1/keys")
        .agents(Agents::Never);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(_: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let print = fingerprint(&input.public.0);
        if let Trust::Keys(keys) = &house.trust
            && keys.iter().any(|k| k.fingerprint == print)
        {
            return Err(Code::KeyExists.refuse(print.to_string(), format!("key {print} is enrolled already")).into());
        }
        if let (Trust::Keys(keys), Some(old)) = (&house.trust, input.replaces)
            && !keys.iter().any(|k| k.fingerprint == old && k.active)
        {
            return Err(Code::NotFound
                .refuse(old.to_string(), format!("no key {old} that could be replaced is enrolled here"))
                .next("Run `palace key list` for the keys that are active")
                .into());
        }
        Ok(Shown {
            covers: vec![enrolment(&house.palace, input.name.as_str(), &input.public.0)],
            what: json!({ "name": input.name, "fingerprint": print, "replaces": input.replaces }),
        })
    }

    fn run(cx: &mut Reviewed<'_>, Input { name, public, replaces }: Input) -> Result<Output, Error> {
        let first = match &cx.house.trust {
            Trust::Unsealed => {
                return Err(Code::InputInvalid
                    .refuse("key", "an unsealed palace has no keys")
                    .next("Create a sealed palace with `palace init`")
                    .into());
            }
            Trust::Broken(why) => return Err(Code::TrustBroken.refuse("keys", why.clone()).into()),
            Trust::Keys(keys) => keys.is_empty(),
        };
        if first {
            seal::self_sealed(&cx.seal, name.as_str(), &public.0)?;
        }
        let seal = cx.review.seal();
        cx.put_key(name.as_str(), &public.0, seal)?;
        if let Some(old) = replaces {
            // Every later look reads the rotation off this seal, so it must say just what is kept.
            if cx.seal.statement.input != seal::rotation(name.as_str(), &public.0, old) {
                return Err(Code::InputInvalid
                    .refuse("name", format!("what was sealed spells the name otherwise than it is kept: `{name}`"))
                    .next("Say it in that spelling, with no space around it, and seal again")
                    .into());
            }
            let now = cx.call.now;
            cx.retire_key(old, now)?;
        }
        let print = fingerprint(&public.0);
        if first {
            // Pinned before the commit: a pin without a key is a refusal, a key without a pin would be an open door.
            cx.house.roots.pin(&Pin { palace: cx.house.palace.clone(), root: Some(print) })?;
        }
        cx.about(print);
        Ok(Output { fingerprint: print, name })
    }
}
