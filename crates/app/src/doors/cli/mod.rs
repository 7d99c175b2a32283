//! The command line: the input schema, spoken with dashes. Commands of operations come from the registry.

mod arguments;
mod output;
mod run;
mod tree;

pub use arguments::value_of;
pub use output::{Format, banner, fail, finish, paints, print};
pub use run::run;
pub(crate) use run::sealed_call;
pub use tree::{command, house_commands};
