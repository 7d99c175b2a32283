//! Show one drawer, whole; and the day of the diary that it is part of, as one text.

use super::Shown;
use crate::{Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{effect::Read, id::EvidenceId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What stands between two entries of a day.
const BETWEEN: &str = "\n\n---\n\n";

/// Shows a drawer.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Drawer to show
    pub drawer_id: EvidenceId,
}

/// A day of a diary.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Day {
    /// Its name
    pub source_file: String,
    /// Its entries, in order
    pub entries: Vec<String>,
    /// All of them as one text
    pub content: String,
}

/// The drawer.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The drawer
    pub drawer: Shown,
    /// The day of a diary that it is part of
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Day>,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("drawer.show", "Show one drawer, whole").http(Method::Get, "/v1/drawers/{drawerId}").positional(&["drawerId"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { drawer_id }: Input) -> Result<Output, Error> {
        let drawer = cx.drawers_named(&[drawer_id.as_str()])?.pop().ok_or_else(|| missing("drawer", &drawer_id))?;
        let rollup = cx.drawer_row(&drawer_id)?.map(|row| row.rollup).filter(|rollup| !rollup.is_empty());
        let day = match rollup {
            None => None,
            Some(source_file) => {
                let (entries, texts): (Vec<String>, Vec<String>) = cx.rolled_up(&source_file)?.into_iter().unzip();
                Some(Day { source_file, entries, content: texts.join(BETWEEN) })
            }
        };
        let content = drawer.content.clone();
        Ok(Output { drawer: Shown::of(drawer, content), day })
    }
}

/// How many bytes a day would have with one more entry.
pub(super) fn day_bytes(entries: &[(String, String)], more: &str) -> usize {
    entries.iter().map(|(_, text)| text.len() + BETWEEN.len()).sum::<usize>() + more.len()
}
