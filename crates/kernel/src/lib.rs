//! What is true of every call, whoever makes it and wherever it lands.
//!
//! **Invariant:** no I/O, no clock, no randomness. All three arrive as values in [`call::Call`], so a function
//! here is a fact about its arguments. Nothing in this crate knows a protocol, a database or a file.
//!
//! # What must not compile
//!
//! Nobody outside the gate makes a permit (E0451: the fields are private):
//! ```compile_fail,E0451
//! use kernel::{effect::Govern, gate::Permit};
//! let forged: Permit<Govern> = Permit { op: "claim.adopt", effect: std::marker::PhantomData };
//! ```
//! A promotion cannot be named without its proof (E0423: the constructor is private):
//! ```compile_fail,E0423
//! use kernel::claim::GatePass;
//! let forged = GatePass(());
//! ```
//! A human's yes cannot be invented (E0423):
//! ```compile_fail,E0423
//! use kernel::seal::HumanReview;
//! let forged = HumanReview(kernel::ledger::Digest::ZERO);
//! ```
//! Nothing is disclosed but by the policy (E0423):
//! ```compile_fail,E0423
//! use kernel::disclose::Disclosed;
//! let forged = Disclosed("secret");
//! ```
//! An agent cannot be turned into a human by asking for it (E0451):
//! ```compile_fail,E0451
//! use kernel::actor::{Actor, ActorKind};
//! let forged = Actor { kind: ActorKind::Human, name: "ana".into(), grant: None };
//! ```
//! Effects are sealed: a fifth cannot be added elsewhere (E0277):
//! ```compile_fail,E0277
//! struct Sudo;
//! impl kernel::effect::Effect for Sudo { const NAME: kernel::effect::EffectName = kernel::effect::EffectName::Read; }
//! ```
#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `text::Slice`, which cannot panic
#![forbid(unsafe_code)]

pub mod actor;
pub mod adoption;
pub mod anchor;
pub mod call;
pub mod canonical;
pub mod claim;
pub mod cycle;
pub mod disclose;
pub mod drawer;
pub mod effect;
pub mod evidence;
pub mod fact;
pub mod floorplan;
pub mod gate;
pub mod id;
pub mod json_repair;
pub mod ledger;
pub mod palace;
pub mod proposal;
pub mod refusal;
pub mod scope;
pub mod seal;
pub mod settings;
pub mod stop_words;
pub mod text;
pub mod time;
pub mod work;
