//! A site whose contest has a problem folder.

use super::serving::{Serving, staff, team};
use crate::problems::{CHECKER, numbers};
use crate::world::World;

#[test]
fn a_problem_folder_on_a_site() {
    let world = World::new();
    // The checker fails on an answer that says so.
    let checker = format!(
        "read -r word; [ \"$word\" = crash ] && {{ echo secret > $3/judgemessage.txt; exit 1; }}\necho \"$word\" | {{ {CHECKER} }}"
    );
    numbers(&world, &checker);
    let contest = world.read("numbers.toml");
    world.file(
        "numbers.toml",
        format!("{contest}[site]\nhand_ins = \"1000 per hour\"\n"),
    );
    let owls = team(&world, "owls");
    let instructor = staff(&world);
    let site = Serving::with(&world, "numbers.toml");
    let [as_team, as_staff] = [&owls, &instructor].map(|token| site.sign_in(token));
    let id = site.taken(&owls, "read -r n; echo $((n - 1)).5");
    let runs = site.judged(&owls, id)["runs"].clone();
    assert_eq!(
        (&runs[0]["verdict"], &runs[0]["value"]),
        (&"accepted".into(), &19.5.into())
    );
    let id = site.taken(&owls, "echo lots");
    let runs = site.judged(&owls, id)["runs"].clone();
    assert_eq!(runs[0]["detail"], "not a number: lots");
    let page = site.page(&as_team, &format!("/hand-ins/{id}"));
    assert_eq!(page.status, 200);
    assert!(
        !page.body.contains("the limit is"),
        "what the checker says to the staff"
    );
    let page = site.page(&as_staff, &format!("/hand-ins/{id}"));
    assert!(page.body.contains("the limit is"), "{}", page.body);
    let id = site.taken(&owls, "echo crash");
    let runs = site.judged(&owls, id)["runs"].clone();
    assert_eq!(runs[0]["verdict"], "judge-error");
    let detail = runs[0]["detail"].as_str().unwrap();
    assert!(detail.contains("the instructor can see why"), "{detail}");
    let page = site.page(&as_staff, &format!("/hand-ins/{id}"));
    assert!(page.body.contains("secret"), "{}", page.body);
}
