//! The settings of test cases and of the groups that they are in.

use std::path::{Path, PathBuf};

use super::Package;
use super::constants;
use super::settings::{Format, validator_arguments};
use super::validator::Validator;
use super::yaml::{MOST_YAML, Yaml};
use crate::error::{Error, Result};

/// The folder of all test cases.
pub(super) const DATA: &str = "data";

impl Package {
    /// Reads the settings of a group, a folder below `data`.
    pub(super) fn group(&self, folder: &Path) -> Result<Option<Yaml>> {
        let names: &[&str] = match self.format {
            Format::Legacy => &["testdata.yaml"],
            // Drafts of 2023 kept the legacy name for a while.
            Format::Draft2023 | Format::Version2025 => &["test_group.yaml", "testdata.yaml"],
        };
        for name in names {
            if let Some(yaml) = self.settings_file(&folder.join(name))? {
                return Ok(Some(yaml));
            }
        }
        Ok(None)
    }

    fn settings_file(&self, file: &Path) -> Result<Option<Yaml>> {
        let Some(text) = self.root.text(file, MOST_YAML)? else {
            return Ok(None);
        };
        let expanded = constants::expand(text.as_bytes(), &self.constants);
        let text = String::from_utf8_lossy(&expanded).into_owned();
        Yaml::parse(self.root.shown(file), text).map(Some)
    }

    /// Returns the settings that apply to a test case below `data`, the nearest first: its own, those of its folder,
    /// and so on up to `data`.
    pub(super) fn applicable(&self, case: &Path) -> Result<Vec<Yaml>> {
        let mut found = Vec::new();
        if self.format != Format::Legacy {
            found.extend(self.settings_file(&case.with_extension("yaml"))?);
        }
        for folder in case.ancestors().skip(1) {
            if folder.as_os_str().is_empty() {
                break;
            }
            found.extend(self.group(folder)?);
        }
        Ok(found)
    }

    /// Returns the arguments of the output validator for a test case: those of the nearest settings that have any, or
    /// else those of problem.yaml.
    pub(super) fn validator_arguments(&self, settings: &[Yaml]) -> Result<Vec<String>> {
        let is_default = self.validator == Validator::Default;
        let keys = match self.format {
            Format::Legacy => ["output_validator_flags", "output_validator_args"],
            Format::Draft2023 | Format::Version2025 => {
                ["output_validator_args", "output_validator_flags"]
            }
        };
        for yaml in settings {
            for key in keys {
                if let Some(item) = yaml.map()?.get(key)? {
                    return validator_arguments(item, is_default);
                }
            }
        }
        Ok(self.arguments.clone())
    }

    /// Fails if a test case needs more than an input on standard input.
    pub(super) fn check_needs(&self, case: &Path, settings: &[Yaml]) -> Result<()> {
        if self.format == Format::Legacy {
            return Ok(());
        }
        for yaml in settings {
            let Some(arguments) = yaml.map()?.get("args")? else {
                continue;
            };
            if arguments.is_list() && arguments.list().is_empty() {
                return Ok(());
            }
            let error = arguments.diagnostic("arguments for the program are not supported");
            let help = "programs read standard input only: remove the test case";
            return Err(error.with_help(help).into());
        }
        let folder = case.with_extension("files");
        if self.root.is_folder(&folder) && !self.root.list(&folder)?.is_empty() {
            let shown = self.root.shown(&folder);
            let error = Error::user(format!("{shown}: files for the program are not supported"));
            let help = "programs read standard input only: remove the test case";
            return Err(error.with_help(help));
        }
        Ok(())
    }

    /// Returns the path of an input relative to the package, if it is below `data`.
    pub(super) fn inside_data(&self, input: &Path) -> Option<PathBuf> {
        self.root
            .relative(input)
            .filter(|inside| inside.starts_with(DATA))
    }

    /// Returns the name of a test case by which the package refers to it, such as `secret/group/1`; `None` if it is not
    /// below `data`.
    pub fn case_name(&self, input: &Path) -> Option<String> {
        let inside = self.inside_data(input)?.with_extension("");
        let name = inside.strip_prefix(DATA).ok()?;
        name.to_str().map(str::to_owned)
    }
}
