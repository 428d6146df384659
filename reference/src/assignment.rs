//! Minimum-cost assignment.
#[derive(Debug)]
pub struct Assignment;
#[derive(Debug)]
pub struct Point;
pub fn assign() {}
