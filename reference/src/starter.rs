//! Starter programs for students.

/// A small working program in some language, for students to start from.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The language, as in `judge new`.
    pub language: &'static str,
    /// The file name.
    pub file: &'static str,
    /// The source code.
    pub text: &'static str,
}

/// The starters of a problem, one per language, from the folder `starters` next to the calling file.
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
