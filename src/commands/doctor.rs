//! `judge doctor`: prints which isolation this machine supports.

use std::fmt::Write;

use serde::Serialize;

use crate::cli::{Doctor, TextOrJson};
use crate::error::Result;
use crate::sandbox::doctor::{self as sandbox_doctor, Layer};
use crate::terminal;

#[derive(Serialize)]
struct Report {
    schema: u32,
    isolated: bool,
    layers: Vec<Layer>,
}

pub(super) fn doctor(arguments: &Doctor) -> Result<u8> {
    let layers = sandbox_doctor::examine();
    let isolated = layers.iter().all(|layer| layer.present || !layer.needed);
    match arguments.format {
        TextOrJson::Json => terminal::print_json(&Report {
            schema: 1,
            isolated,
            layers,
        })?,
        TextOrJson::Text => terminal::print(&describe(&layers, isolated))?,
    }
    Ok(if isolated { 0 } else { 2 })
}

fn describe(layers: &[Layer], isolated: bool) -> String {
    let width = layers
        .iter()
        .map(|layer| layer.name.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for layer in layers {
        let state = match (layer.present, layer.needed) {
            (true, _) => "present",
            (false, true) => "MISSING",
            (false, false) => "absent ",
        };
        let _ = writeln!(text, "{state}  {:width$}  {}", layer.name, layer.detail);
        let advice = layer.advice.iter();
        text.extend(advice.map(|advice| format!("{:11}{advice}\n", "")));
    }
    text += if isolated {
        "programs can be isolated on this machine\n"
    } else {
        "programs cannot be isolated on this machine: `judge run` fails unless --unsandboxed is given\n"
    };
    text
}
