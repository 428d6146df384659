//! `judge similar`: pairs of teams whose programs or answers look alike.

use crate::cli::{Format, Similar as Arguments};
use crate::dir::write_atomically;
use crate::error::{Error, Result};
use crate::similar::{Input, Similar, page, text};
use crate::terminal;

pub(super) fn similar(arguments: &Arguments) -> Result<()> {
    let input = Input::read(&arguments.folder, &arguments.base)?;
    let similar = Similar::new(input, arguments.top as usize);
    let page_file = arguments
        .output
        .as_ref()
        .filter(|_| arguments.format.is_none());
    let Some(path) = page_file else {
        arguments
            .output
            .iter()
            .for_each(|path| terminal::redirect(path));
        let format = arguments.format.unwrap_or(Format::Table);
        return terminal::print(&text(&similar, format)?);
    };
    let page = page(&similar, &arguments.folder.display().to_string())?;
    write_atomically(path, page.as_bytes()).map_err(|error| Error::path("write", path, &error))?;
    terminal::say(&format!("the page is in {}", path.display()));
    Ok(())
}
