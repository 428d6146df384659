//! Small working programs for students to start from.

/// A small working program in some language, for students to start from.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    pub language: &'static str,
    pub file: &'static str,
    pub text: &'static str,
}

/// The starters of a problem: one a language, from the folder `starters` beside the file that asks for them.
macro_rules! starters {
    () => {
        starters! {
            "python" => "solver.py",
            "c" => "solver.c",
            "cpp" => "solver.cpp",
            "rust" => "solver.rs",
            "java" => "solver.java",
            "go" => "solver.go",
            "javascript" => "solver.js",
        }
    };
    ($($language:literal => $file:literal,)*) => {
        &[$(
            $crate::Starter {
                language: $language,
                file: $file,
                text: include_str!(concat!("starters/", $file)),
            },
        )*]
    };
}

pub(crate) use starters;
