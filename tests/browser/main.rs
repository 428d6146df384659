//! The pages in a real browser: what is written there, what is done there, and that nothing leaves them.

mod agreement;
mod play;
mod report;
mod session;

#[path = "../judge/synthetic.rs"]
mod synthetic;

#[path = "../judge/world.rs"]
#[expect(dead_code, reason = "a browser needs only some of it")]
mod world;
