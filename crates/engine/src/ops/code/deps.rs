//! What files import, and which files of the tree that means.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{around, changed, dependents, here, resolved},
};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Follows imports.
#[derive(Debug)]
pub struct Follow;

/// Of which files.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Path of a file (can be repeated)
    pub files: Vec<String>,
}

/// One import.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Import {
    /// What is imported, as it is written
    pub what: String,
    /// The line
    pub line: u32,
    /// Files of the tree that it means
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// One file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Node {
    /// Its path
    pub path: String,
    /// What it imports, in order
    pub imports: Vec<Import>,
    /// Files that import it
    pub imported_by: Vec<String>,
}

/// The files.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Each file, in the order asked
    pub files: Vec<Node>,
    /// Files of this answer that have changed since they were read, or are gone
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
}

impl Operation for Follow {
    const SPEC: Spec = Spec::new("code.deps", "Show what files import and who imports them")
        .http(Method::Post, "/v1/code/deps")
        .positional(&["files"])
        .also(&[(Dialect::Palace, "explore_deps")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, "")?;
        let mut nodes = Vec::new();
        for path in &input.files {
            let (file, tree, _) = around(cx, &among, path)?;
            let imports = resolved(&tree, &file).into_iter().map(|(what, line, files)| Import { what, line, files }).collect();
            let imported_by = dependents(cx, &among, &tree, file.path(), 1)?.into_keys().collect();
            nodes.push(Node { path: file.place.path, imports, imported_by });
        }
        let stale = changed(cx, &among, nodes.iter().flat_map(|node| node.imported_by.iter().chain([&node.path]).map(String::as_str)))?;
        Ok(Output { files: nodes, stale })
    }
}
