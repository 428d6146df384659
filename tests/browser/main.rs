//! The pages in a real browser: contents, controls, and no network requests.

mod agreement;
mod feedback;
mod french;
mod french_report;
mod phone;
mod play;
mod problem_view;
mod proofs;
mod replays;
mod report;
mod session;
mod similar;
mod site;

#[path = "../judge/synthetic.rs"]
mod synthetic;

#[path = "../judge/vectors.rs"]
mod vectors;

#[path = "../judge/world.rs"]
#[expect(dead_code, reason = "the browser tests use only a part of it")]
mod world;
