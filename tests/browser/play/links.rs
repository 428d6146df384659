//! Links that contain a grid: they open the same grid again, and hostile ones only show an error.

use serde_json::json;

use super::{open_grid, saved, until_text};
use crate::session::Browser;
use crate::world::{TINY_GRID, World};

#[tokio::test]
async fn a_shared_link_opens_the_same_grid() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    let grids = [
        ("sorting-robot", "2 2 2\n0 1\n1 -1\n1 1\n0 -1\n"),
        ("swap-puzzle", "2 2\n2 1\n3 4\nwall 0 0 1 0\n"),
        ("la-grille", "2 3\n1 2\n3 -4\n"),
        ("picross", "1 2\n1\n1\n0\n"),
    ];
    for (problem, grid) in grids {
        open_grid(&browser, &world, problem, grid).await;
        browser.click(".share").await;
        let link = browser.find(".link").await;
        let link = link.prop("value").await.expect("a value").expect("a link");
        assert!(link.contains(&format!("#grid={problem}.")), "{link}");
        // Another page with another grid.
        open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
        browser.client.goto("about:blank").await.expect("a page");
        browser.client.goto(&link).await.expect("the link");
        until_text(&browser, "#size", "link, ").await;
        browser.until("window.judge").await;
        assert_eq!(saved(&browser, ".save-grid").await, grid, "{problem}");
        // Reloading opens it again, another grid removes it from the address.
        browser.client.refresh().await.expect("the page");
        browser.until("window.judge").await;
        assert_eq!(saved(&browser, ".save-grid").await, grid, "{problem}");
    }
    browser.assert_quiet().await;
    browser.close().await;
}

/// Returns the fragment of a link whose text is `part` so many times.
async fn fragment(browser: &Browser, problem: &str, part: &str, count: usize) -> String {
    let script = "const [problem, part, count] = arguments;
        const stream = new Blob([part.repeat(count)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        return new Response(stream).arrayBuffer().then((buffer) => {
          const packed = btoa(String.fromCharCode(...new Uint8Array(buffer)));
          return '#grid=' + problem + '.' + packed.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
        });";
    let arguments = vec![json!(problem), json!(part), json!(count)];
    let made = browser.run(script, arguments).await;
    made.as_str().expect("a fragment").to_owned()
}

#[tokio::test]
async fn hostile_links_show_an_error_and_nothing_else() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
    let page = browser.client.current_url().await.expect("an address");
    let markup = "1 2\n<img src=x onerror=alert(1)> 2\n";
    let links = [
        (
            fragment(&browser, "swap-puzzle", markup, 1).await,
            "the link: line 2, column 1: found “<img”",
        ),
        (
            fragment(&browser, "swap-puzzle", "1", 4_000_000).await,
            "the text in the link is longer than 2000000 characters",
        ),
        (
            fragment(&browser, "swap-puzzle", "4000 4000\n", 1).await,
            "expected a grid of at most 100000 cells",
        ),
        (
            fragment(&browser, "constructor", TINY_GRID, 1).await,
            "the link does not contain a grid",
        ),
        ("#grid=".to_owned(), "the link does not contain a grid"),
        ("#grid=swap-puzzle.AAAA".to_owned(), "the link is damaged"),
        (
            "#grid=swap-puzzle.<script>alert(1)</script>".to_owned(),
            "the link does not contain a grid",
        ),
        (
            format!("#grid=swap-puzzle.{}", "A".repeat(9000)),
            "the link is longer than 8000 characters",
        ),
    ];
    for (fragment, message) in links {
        // Once as the first thing that the page does, once while it is open.
        browser.client.goto("about:blank").await.expect("a page");
        for _ in 0..2 {
            let address = format!("{page}{fragment}");
            browser.client.goto(&address).await.expect("the page");
            until_text(&browser, "#notice", message).await;
            browser.until("window.judge").await;
            let shown = browser
                .run(
                    "return [document.getElementById('game').dataset.game, document.querySelectorAll('#notice *, img, dialog').length,
                        document.getElementById('size').options.length]",
                    Vec::new(),
                )
                .await;
            assert_eq!(shown, json!(["grid", 0, 1]), "{fragment}");
            browser.run("location.hash = ''", Vec::new()).await;
        }
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn a_grid_that_is_too_large_for_a_link_is_not_shared() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    let generate = "generate swap-puzzle layout=shuffle rows=80 columns=80 -o large.txt";
    assert_eq!(world.judge(generate).code, 0);
    open_grid(&browser, &world, "swap-puzzle", &world.read("large.txt")).await;
    browser.click(".share").await;
    until_text(&browser, "#notice", "save it as a file instead").await;
    browser.assert_quiet().await;
    browser.close().await;
}
