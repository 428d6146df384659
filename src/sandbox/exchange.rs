//! Files that a program finds when it starts, and files that it leaves for the judge.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;

use super::channel::MAX_FILES;
use super::protocol::{ExchangeRequest, Found};
use super::sealed::sealed_file;
use crate::dir::component;

/// The name of the folder, inside the exchange folder, that the program may write to.
pub const FEEDBACK: &str = "feedback";

/// Files to exchange with a program, in the folder [`exchange_folder`](super::Sandbox::exchange_folder).
///
/// The memory limit of the program is raised by the size of `files`, so that they do not count against it. Where
/// control groups count memory, the reported peak includes them.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// Files that the program finds in the exchange folder: name and content. A program in a sandbox cannot change
    /// them.
    pub files: &'a [(&'a str, &'a [u8])],
    /// The names of at most eight files that are read from the folder [`FEEDBACK`], which is empty at first, after
    /// every process of the run has ended.
    pub collected: &'a [&'a str],
    /// How much of each collected file is read, in bytes.
    pub largest: u64,
}

/// What was found under the name of a collected file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collected {
    /// The content of a regular file, or its first [`Exchange::largest`] bytes if it is longer.
    File {
        content: Vec<u8>,
        is_truncated: bool,
    },
    /// A folder, a link, a FIFO, a socket, or a file that cannot be read or belongs to somebody else.
    Unreadable,
}

impl Exchange<'_> {
    /// Fails unless every name is a single path component and the names of `files` differ.
    fn check(&self) -> io::Result<()> {
        let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidInput, message);
        let mut names = vec![FEEDBACK];
        for (name, _) in self.files {
            if names.contains(&component(name)?) {
                return Err(invalid(format!("two exchanged files are named `{name}`")));
            }
            names.push(name);
        }
        for name in self.collected {
            component(name)?;
        }
        if self.collected.len() > MAX_FILES {
            return Err(invalid(format!(
                "more than {MAX_FILES} files are to be collected"
            )));
        }
        Ok(())
    }

    /// Returns the part of the request that describes the exchange.
    pub(super) fn request(&self) -> ExchangeRequest {
        let file = |&(name, content): &(&str, &[u8])| (name.to_owned(), content.len() as u64);
        ExchangeRequest {
            files: self.files.iter().map(file).collect(),
            collected: self.collected.iter().map(|&name| name.into()).collect(),
        }
    }

    /// Returns the contents of all files, one after the other. Fails if a name is not valid.
    pub(super) fn contents(&self) -> io::Result<OwnedFd> {
        self.check()?;
        sealed_file(self.files.iter().map(|(_, content)| *content))
    }

    /// Returns an upper bound of the memory that the files use: their pages, the kernel's index of the pages, and the
    /// inodes.
    pub(super) fn memory(&self) -> u64 {
        let page = rustix::param::page_size() as u64;
        let of_file = |length: u64| length + length / 64 + 4 * page;
        let lengths = self.files.iter().map(|(_, content)| content.len() as u64);
        lengths.map(of_file).sum()
    }

    /// Reads the collected files that the init process has found and attached.
    pub(super) fn read(
        &self,
        found: &[Found],
        files: Vec<OwnedFd>,
    ) -> io::Result<BTreeMap<String, Collected>> {
        let mut files = files.into_iter();
        let mut collected = BTreeMap::new();
        for (&name, found) in self.collected.iter().zip(found) {
            let content = match found {
                Found::Missing => continue,
                Found::Unreadable => Collected::Unreadable,
                Found::File => {
                    let file = files.next().ok_or_else(|| {
                        io::Error::other("a collected file is missing from the report")
                    })?;
                    read_file(file.into(), self.largest)
                }
            };
            collected.insert(name.to_owned(), content);
        }
        Ok(collected)
    }
}

fn read_file(file: File, largest: u64) -> Collected {
    // The init process attaches regular files only; reading anything else could block.
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return Collected::Unreadable;
    }
    let mut content = Vec::new();
    let mut limited = file.take(largest.saturating_add(1));
    if limited.read_to_end(&mut content).is_err() {
        return Collected::Unreadable;
    }
    let is_truncated = content.len() as u64 > largest;
    if is_truncated {
        content.truncate(largest as usize);
    }
    Collected::File {
        content,
        is_truncated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange<'a>(files: &'a [(&'a str, &'a [u8])], collected: &'a [&'a str]) -> Exchange<'a> {
        Exchange {
            files,
            collected,
            largest: 4,
        }
    }

    #[test]
    fn names_are_single_components_and_differ() {
        let check = |names: &[&str], collected: &[&str]| {
            let files: Vec<(&str, &[u8])> = names.iter().map(|&name| (name, &b""[..])).collect();
            exchange(&files, collected).check().is_ok()
        };
        assert!(check(&["instance", "answer"], &["score.txt", "score.txt"]));
        assert!(check(&[], &["instance", "feedback"]));
        for bad in ["", ".", "..", "a/b", "/a", ".hidden", "a\nb"] {
            assert!(!check(&[bad], &[]) && !check(&[], &[bad]), "{bad:?}");
        }
        assert!(!check(&["instance", "instance"], &[]));
        assert!(!check(&["feedback"], &[]));
        assert!(!check(&[], &["x"; MAX_FILES + 1]));
    }

    #[test]
    fn contents_follow_one_another() {
        let files = [("a", &b"one"[..]), ("b", b""), ("c", b"two")];
        let exchange = exchange(&files, &[]);
        let mut text = String::new();
        File::from(exchange.contents().unwrap())
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "onetwo");
        let lengths: Vec<u64> = exchange.request().files.iter().map(|(_, l)| *l).collect();
        assert_eq!(lengths, [3, 0, 3]);
    }

    #[test]
    fn attached_files_belong_to_the_names_in_order() {
        let exchange = exchange(&[], &["gone", "full", "link", "long"]);
        let file = |text: &str| sealed_file([text.as_bytes()]).unwrap();
        let found = [Found::Missing, Found::File, Found::Unreadable, Found::File];
        let collected = exchange.read(&found, vec![file("1234"), file("12345")]);
        let content = |is_truncated| Collected::File {
            content: b"1234".to_vec(),
            is_truncated,
        };
        let expected = [
            ("full".to_owned(), content(false)),
            ("link".to_owned(), Collected::Unreadable),
            ("long".to_owned(), content(true)),
        ];
        assert_eq!(collected.unwrap(), BTreeMap::from(expected));
        assert!(exchange.read(&found, Vec::new()).is_err());
        assert!(exchange.read(&[], Vec::new()).unwrap().is_empty());
    }

    #[test]
    fn a_pipe_is_not_read() {
        let (reader, _writer) = rustix::pipe::pipe().unwrap();
        assert_eq!(read_file(reader.into(), 4), Collected::Unreadable);
    }
}
