//! Small working programs for students to start from, one a language.

use crate::Starter;

pub(super) static ALL: &[Starter] = &[
    Starter {
        language: "python",
        file: "solver.py",
        text: include_str!("starters/solver.py"),
    },
    Starter {
        language: "c",
        file: "solver.c",
        text: include_str!("starters/solver.c"),
    },
    Starter {
        language: "cpp",
        file: "solver.cpp",
        text: include_str!("starters/solver.cpp"),
    },
    Starter {
        language: "rust",
        file: "solver.rs",
        text: include_str!("starters/solver.rs"),
    },
    Starter {
        language: "java",
        file: "solver.java",
        text: include_str!("starters/solver.java"),
    },
    Starter {
        language: "go",
        file: "solver.go",
        text: include_str!("starters/solver.go"),
    },
    Starter {
        language: "javascript",
        file: "solver.js",
        text: include_str!("starters/solver.js"),
    },
];
