//! What `judge` says, word for word: help and errors, in `tests/cmd`.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .env("COLUMNS", "100")
        .run();
}
