//! Tests of the whole program: run with arguments, on a terminal, over pipes and over HTTP.
//!
//! One binary holds them all, because each binary links the database, the model and fifteen grammars again.

#![allow(unreachable_pub, reason = "what tests share is public to the modules of this binary")]

mod backup;
mod bad_input;
mod cheating;
mod cli;
mod connect;
mod contained;
mod contract;
mod doctor;
mod doors;
mod drawers;
mod embed;
mod entrust;
mod erase;
mod expiry;
mod export;
mod fields;
mod hooks;
mod house;
mod http;
mod index;
mod ingest;
mod inherit;
mod init;
mod launch;
mod listing;
mod maintenance;
mod mind;
mod parity;
mod processes;
mod projects;
mod reference;
mod review;
mod script;
mod seals;
mod serve;
mod stories;
mod tamper;
mod up;
mod upgrade;
mod world;
