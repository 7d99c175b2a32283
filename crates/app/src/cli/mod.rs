//! The command line: the input schema, spoken with dashes. Commands of operations come from the registry.

mod arguments;
mod bar;
mod mind;
mod misused;
mod output;
mod run;
mod spelled;
mod tree;

pub(crate) use arguments::{FILE_BYTES_MAX, contents};
pub use arguments::{is_list, value_of};
pub(crate) use mind::format as mind_format;
pub use output::{Format, banner, fail, finish, paints, print};
pub use run::run;
pub(crate) use run::{sealed_call, unsealed};
pub use tree::command;
