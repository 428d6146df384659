//! Archives for `judge collect`, and what it says about them.

use std::fs;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

use crate::world::{Ran, World};

/// Solves the tiny grid.
pub(crate) const PYTHON: &str = "import sys\nsys.stdin.read()\nprint('SRSLS')\n";
pub(crate) const C: &str = "#include <stdio.h>\nint main(void) { puts(\"SRSLS\"); return 0; }\n";

/// A zip archive of files with their contents, written at half past seven.
pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let files: Vec<_> = files
        .iter()
        .map(|(name, content)| (*name, *content, 19))
        .collect();
    zipped_at(&files)
}

/// A zip archive of files with their contents and the hour in which they were written.
pub(crate) fn zipped_at(files: &[(&str, &[u8], u8)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content, hour) in files {
        let options =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        let time = zip::DateTime::from_date_and_time(2027, 3, 21, *hour, 30, 0).expect("a time");
        let options = options.last_modified_time(time);
        if let Some(folder) = name.strip_suffix('/') {
            writer.add_directory(folder, options).expect("a folder");
            continue;
        }
        writer.start_file(*name, options).expect("a member");
        writer.write_all(content).expect("content");
    }
    writer.finish().expect("an archive").into_inner()
}

/// A tar archive of one member with any name, kind and claimed size.
pub(crate) fn tar_of(name: &str, kind: tar::EntryType, claimed: u64, content: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    // Past the checks of the library: names that lead out are what is tested.
    header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_mtime(1_800_000_000);
    header.set_size(claimed);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512) + 1024, 0);
    bytes
}

pub(crate) fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("compressed");
    encoder.finish().expect("compressed")
}

/// Marks every member of a zip archive as encrypted.
pub(crate) fn encrypted(mut zip: Vec<u8>) -> Vec<u8> {
    for (magic, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let starts: Vec<usize> = zip
            .windows(4)
            .enumerate()
            .filter(|(_, w)| w == magic)
            .map(|(at, _)| at)
            .collect();
        for at in starts {
            zip[at + flags] |= 1;
        }
    }
    zip
}

/// A download of an assignment, as Moodle packs it.
pub(crate) fn moodle(people: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let names: Vec<(String, &[u8])> = people
        .iter()
        .map(|(person, file, content)| {
            (format!("{person}_assignsubmission_file_/{file}"), *content)
        })
        .collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|(name, content)| (name.as_str(), *content))
        .collect();
    zipped(&files)
}

pub(crate) fn collect(world: &World, arguments: &str) -> Ran {
    let ran = world.judge(&format!("collect {arguments} -o teams"));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    ran
}

/// The line of a team and the remarks below it.
pub(crate) fn lines<'r>(ran: &'r Ran, team: &str) -> Vec<&'r str> {
    let mut lines = ran.out.lines().skip_while(|line| {
        let name = line.get(11..).unwrap_or_default();
        line.starts_with(' ') || !(name == team || name.starts_with(&format!("{team}:")))
    });
    let first = lines
        .next()
        .unwrap_or_else(|| panic!("{team} in {}", ran.out));
    std::iter::once(first)
        .chain(lines.take_while(|line| line.starts_with(' ')))
        .collect()
}

pub(crate) fn assert_told(ran: &Ran, team: &str, state: &str, remark: &str) {
    let lines = lines(ran, team);
    assert!(lines[0].starts_with(state), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains(remark)),
        "{remark} in {lines:?}"
    );
}

/// The row of a team in the roster.
pub(crate) fn roster(world: &World, team: &str) -> Vec<String> {
    let text = world.read("teams/roster.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(
        reader.headers().expect("a header"),
        ["team", "people", "source", "time", "late"].as_slice()
    );
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    let row = rows.iter().find(|row| &row[0] == team);
    row.unwrap_or_else(|| panic!("{team} in {text}"))
        .iter()
        .map(str::to_owned)
        .collect()
}

/// No file of the hidden folder in which archives are unpacked is left.
pub(crate) fn assert_clean(world: &World) {
    for entry in fs::read_dir(world.path("teams")).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        assert!(
            !name.to_string_lossy().starts_with(".collect-"),
            "{}",
            name.display()
        );
    }
}
