//! Link a claim to another, or to lines of code, under a human's seal. What takes another's place retires it in the same breath.

use super::retire::withdraw;
use crate::governance::claims::retire_digest;
use crate::{
    Dialect, Error, Lies, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    code::look,
    governance::claim_state::{beside_one, link_digest},
    lines_digest,
    ops::missing,
};
use kernel::{
    call::Call,
    claim::{Relation, Target},
    effect::Govern,
    gate::Agents,
    id::{ClaimId, LinkId},
    ledger::Digest,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::{Made, SealedLink, View};

/// Links two records.
#[derive(Debug)]
pub struct Link;

/// What to link.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Claim the link begins at
    #[serde(alias = "source_id", alias = "source")]
    pub source_id: ClaimId,
    /// Claim it leads to, or lines of code as path:from-to
    #[serde(alias = "target_id", alias = "target")]
    #[schemars(extend("format" = "id"))]
    pub target_id: Target,
    /// How the first stands to the second
    pub relation: Relation,
    /// Digest of the lines of code as they read now; taken from the working tree if left out
    #[serde(default, alias = "text_digest", skip_serializing_if = "Option::is_none")]
    pub text_digest: Option<Digest>,
}

/// The link.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Its id
    pub id: LinkId,
    /// Claim it begins at
    pub source_id: String,
    /// How the first stands to the second
    pub relation: String,
    /// Claim or lines of code it leads to
    pub target_id: String,
    /// The claim whose place was taken, and which is no longer believed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retired: Option<ClaimId>,
}

impl Operation for Link {
    const SPEC: Spec = Spec::new("claim.link", "Link a claim to another or to lines of code; what supersedes another retires it")
        .http(Method::Post, "/v1/claims/link")
        .positional(&["sourceId", "relation", "targetId"])
        .agents(Agents::Never)
        .also(&[(Dialect::Palace, "recall_link")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let source = view.claim(&input.source_id)?.ok_or_else(|| missing("claim", &input.source_id))?;
        let end = End::of(house, call, input)?;
        let mut covers = vec![];
        let target = match &input.target_id {
            Target::Claim(id) => {
                let target = view.claim(id)?.ok_or_else(|| missing("claim", id))?;
                if input.text_digest.is_some() {
                    return Err(unfit("textDigest", "a digest of the text goes with lines of code, not with a claim"));
                }
                if input.relation == Relation::Supersedes {
                    covers.push(retire_digest(&target)?);
                }
                json!({ "id": id, "claim": target.draft, "standing": target.standing })
            }
            Target::Code { .. } if input.relation == Relation::Supersedes => {
                return Err(unfit("targetId", "only a claim can be superseded, not lines of code"));
            }
            Target::Code { path, from, to, .. } => {
                json!({ "path": path.as_str(), "from": from, "to": to, "textDigest": end.digest, "text": end.says })
            }
        };
        let told = end.target.to_string();
        if told == input.source_id.as_str() {
            return Err(unfit("targetId", "a claim cannot be linked to itself"));
        }
        let there = beside_one(view, house, &source.id)?;
        let same = |link: &&SealedLink| link.source == source.id.as_str() && link.target == told && link.relation == input.relation.name();
        if let Some(link) = there.links.iter().find(same) {
            return Err(unfit("targetId", &format!("these two are linked like that already, as {}", link.id)));
        }
        covers.insert(0, link_digest(source.id.as_str(), input.relation.name(), &told, end.digest)?);
        let mut what = json!({ "source": { "id": source.id, "claim": source.draft }, "relation": input.relation, "target": target });
        if let (Relation::Supersedes, Json::Object(fields)) = (input.relation, &mut what) {
            fields.insert("no longer believed".into(), json!(told));
        }
        Ok(Shown { covers, what })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let End { target, digest, .. } = End::of(cx.house, cx.call, &input)?;
        let source = input.source_id.to_string();
        // A file can change between the look and the writing, and a link that no seal covers would never be seen.
        if matches!(target, Target::Code { .. }) {
            let sealed = link_digest(&source, input.relation.name(), &target.to_string(), digest)?;
            if !cx.seal.statement.covers.contains(&sealed) {
                return Err(Code::SealStale.refuse(input.target_id.to_string(), "these lines changed while they were being linked").into());
            }
        }
        let retired = match (&input.target_id, input.relation) {
            (Target::Claim(id), Relation::Supersedes) => Some(withdraw(cx, id)?.id),
            _ => None,
        };
        let link = put(cx, source, input.relation.name(), target.to_string(), digest)?;
        cx.about(&link.id);
        Ok(Output { id: link.id, source_id: link.source, relation: link.relation, target_id: target.told_at(&cx.call.anchor), retired })
    }
}

/// Characters of the lines that a human is shown.
const SAYS_CHARS_MAX: usize = 500;

/// Where a link leads, with what is said there now.
struct End {
    target: Target,
    digest: Option<Digest>,
    says: Option<String>,
}

impl End {
    /// Reads the lines, if there are any to read and the tree is at hand.
    fn of(house: &PalaceState, call: &Call, input: &Input) -> Result<Self, Error> {
        let target = input.target_id.clone().seen_from(&call.anchor);
        let Target::Code { tree, path, from, to } = &target else { return Ok(Self { target, digest: None, says: None }) };
        let lacks = |why: String| unfit("targetId", &format!("{why}; name lines that are there, or give their digest as textDigest"));
        let (digest, says) = match (look(house, &call.anchor, tree, path), input.text_digest) {
            (Lies::Text(text), given) => match (lines_digest(&text, *from, *to), given) {
                (None, None) => return Err(lacks(format!("`{}` has {} lines", path.as_str(), text.lines().count()))),
                (there, given) if given.is_none() || there == given => {
                    let lines: Vec<&str> = text.lines().skip(*from as usize - 1).take((to - from) as usize + 1).collect();
                    (there, Some(search::bound(&ingest::redact(&lines.join("\n")).text, SAYS_CHARS_MAX).0))
                }
                (_, given) => (given, None),
            },
            (Lies::Nothing, None) => return Err(lacks(format!("there is no file `{}` in this tree", path.as_str()))),
            (Lies::Nothing | Lies::Unknown, given) => (given, None),
        };
        Ok(Self { target, digest, says })
    }
}

/// Writes a link under the seal at hand.
pub(super) fn put(cx: &mut Reviewed<'_>, source: String, relation: &str, target: String, text_digest: Option<Digest>) -> Result<SealedLink, Error> {
    let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
    let id = LinkId::mint("lk", &cx.call.tail());
    let link = SealedLink { id, source, target, relation: relation.to_owned(), text_digest, made, removed: None };
    cx.put_link(&link)?;
    Ok(link)
}

pub(super) fn unfit(field: &str, why: &str) -> Error {
    Code::InputInvalid.refuse(field, why).into()
}
