//! The build script: tells the program its target and, in release builds, the commit that it was built from.
//!
//! Debug builds name no commit. Most have changes that no commit has, and every commit would compile everything again.

use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let variable = |name| std::env::var(name).unwrap_or_default();
    let folder = variable("CARGO_MANIFEST_DIR");
    let epoch = variable("SOURCE_DATE_EPOCH");
    let origin = if variable("PROFILE") == "release" {
        for file in watched(Path::new(&folder)) {
            println!("cargo::rerun-if-changed={file}");
        }
        origin(Path::new(&folder), &epoch)
    } else {
        "debug build".to_owned()
    };
    println!("cargo::rustc-env=JUDGE_ORIGIN={origin}");
    println!("cargo::rustc-env=JUDGE_TARGET={}", variable("TARGET"));
}

/// Returns the abbreviated commit and the date, as far as they are known: those of the package, or of the checkout.
/// `epoch` is the value of `SOURCE_DATE_EPOCH`, which goes before the date of the commit.
pub(crate) fn origin(folder: &Path, epoch: &str) -> String {
    let packaged = packaged_commit(folder);
    let is_packaged = packaged.is_some();
    let commit = packaged.or_else(|| git(folder, &["rev-parse", "HEAD"]));
    let commit = commit.map(|commit| commit.chars().take(7).collect());
    let seconds: Option<i64> = epoch.parse().ok();
    let committed = || {
        let seconds = git(folder, &["show", "-s", "--format=%ct", "HEAD"])?;
        seconds.parse().ok()
    };
    let seconds = seconds.or_else(|| if is_packaged { None } else { committed() });
    let parts = [commit, seconds.map(date)].into_iter().flatten();
    let parts: Vec<String> = parts.collect();
    match parts.as_slice() {
        [] => "unknown commit".to_owned(),
        parts => parts.join(" "),
    }
}

/// Returns the commit that `cargo package` has written into a package.
fn packaged_commit(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    let is_commit = commit.len() >= 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
    is_commit.then(|| commit.to_owned())
}

/// Runs git in the folder, if it is the top folder of a checkout: the sources may lie in the repository of something else.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    if !folder.join(".git").exists() {
        return None;
    }
    let mut command = Command::new("git");
    let ran = command
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .ok()?;
    let text = String::from_utf8(ran.stdout).ok()?;
    ran.status.success().then(|| text.trim().to_owned())
}

/// Returns the existing files that change with the commit. Cargo runs the script always if one is missing.
pub(crate) fn watched(folder: &Path) -> Vec<String> {
    let places = ["HEAD", "logs/HEAD", "packed-refs"];
    let head = git(folder, &["symbolic-ref", "--quiet", "HEAD"]);
    let names = places.into_iter().map(str::to_owned).chain(head);
    let files = names.filter_map(|name| git(folder, &["rev-parse", "--git-path", &name]));
    let files = files.map(|file| folder.join(file));
    let files = files.chain([folder.join(".cargo_vcs_info.json")]);
    let files = files.filter(|file| file.is_file());
    files.map(|file| file.display().to_string()).collect()
}

/// Returns the date of a moment in UTC, by the algorithm `civil_from_days` of Howard Hinnant.
pub(crate) fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
