//! Which program this is: its version, the commit and target it was built from and for, and the schema it writes.

/// As `palace --version` prints it, after the name.
pub fn version() -> String {
    let (version, commit, target) = (env!("CARGO_PKG_VERSION"), env!("PALACE_COMMIT"), env!("PALACE_TARGET"));
    format!("{version} (commit {commit}, {target}, schema {})", store::newest())
}
