//! The `palace` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Silent when healthy. Standard output belongs to answers and to MCP, so what is logged goes to standard error;
    // the MCP library logs every refusal it sends, which is the ledger's business.
    let filter = tracing_subscriber::EnvFilter::try_from_env("PALACE_LOG").unwrap_or_else(|_| "warn,rmcp=off,notify=error".into());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    app::cli::run(std::env::args_os())
}
