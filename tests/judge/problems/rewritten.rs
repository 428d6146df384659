//! A bundled puzzle written again as a folder gives the same verdicts, values and standings.

use crate::world::{World, found_or_skipped, which};

/// The rules of the sorting robot, written from their description and not from the code.
const ROBOT: &str = r#"
import sys

def refuse(reason):
    open(sys.argv[3] + "teammessage.txt", "w").write(reason)
    sys.exit(43)

words = open(sys.argv[1]).read().split()
rows, columns = int(words[0]), int(words[1])
cells = rows * columns
ground = [int(word) for word in words[3:3 + cells]]
pieces = [int(word) for word in words[3 + cells:3 + 2 * cells]]
at, hand, steps = 0, -1, 0
for letter in "".join(sys.stdin.buffer.read().decode("latin-1").split()):
    row, column = divmod(at, columns)
    if letter == "S":
        if pieces[at] != ground[at]:
            hand, pieces[at] = pieces[at], hand
        continue
    if letter not in "LRUD":
        refuse("an odd letter")
    row += {"U": -1, "D": 1}.get(letter, 0)
    column += {"L": -1, "R": 1}.get(letter, 0)
    if not (0 <= row < rows and 0 <= column < columns):
        refuse("it leaves the grid")
    at, steps = row * columns + column, steps + 1
if pieces != ground:
    refuse("not every cell is black")
open(sys.argv[3] + "score.txt", "w").write(str(steps))
sys.exit(42)
"#;

#[test]
fn the_sorting_robot_as_a_folder() {
    if !found_or_skipped("python3", which("python3")) {
        return;
    }
    let world = World::new();
    world.file(
        "robot/problem.toml",
        "goal = \"minimise\"\nunit = \"steps\"\nchecker = [\"python3\", \"check.py\"]\n",
    );
    world.file("robot/check.py", ROBOT);
    world.folder("teams");
    // Answers of bundled algorithms, some of them damaged.
    for (seed, layout) in ["course", "scatter", "sparse"].iter().enumerate() {
        let recipe = format!("layout={layout} rows=5 columns=6 colours=4 --seed {seed}");
        let grid = world.judge(&format!("generate sorting-robot {recipe}"));
        assert_eq!(grid.code, 0, "{}", grid.err);
        world.file(&format!("grids/{layout}.txt"), &grid.out);
        for (team, solver) in [
            ("a", "naive"),
            ("b", "graph-cuts"),
            ("c", "best"),
            ("d", "graph-naive"),
        ] {
            let solved = world.judge(&format!(
                "solve grids/{layout}.txt --with {solver} --time 1s --problem sorting-robot"
            ));
            assert_eq!(solved.code, 0, "{}", solved.err);
            let answer = match (team, *layout) {
                ("d", "course") => solved.out.trim_end()[..20].to_owned(),
                ("d", "scatter") => format!("U{}", solved.out),
                ("d", _) => solved.out.replacen('R', "X", 1),
                ("b", "sparse") => format!("SRSL\n\n{}", solved.out),
                _ => solved.out,
            };
            world.file(&format!("teams/{team}/answers/{layout}.txt"), answer);
        }
    }
    let contest = |problem: &str| {
        format!(
            "problem = \"{problem}\"\nsubmissions = \"teams\"\n[[round]]\nname = \"known\"\nrun = \"answers\"\n\
             instances = \"grids\"\npublic = true\n[scoring]\nrule = \"best\"\n"
        )
    };
    world.file("bundled.toml", contest("sorting-robot"));
    world.file("folder.toml", contest("robot"));
    let judged = |name: &str| {
        let ran = world.judge(&format!("run {name}.toml --format json"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let standings = ran.json()["standings"].clone();
        let lines = standings.as_array().expect("standings").iter();
        let lines: Vec<String> = lines
            .map(|line| {
                [
                    "rank",
                    "team",
                    "score",
                    "bests",
                    "accepted",
                    "failed",
                    "rank_low",
                    "rank_high",
                ]
                .map(|key| line[key].to_string())
                .join(" ")
            })
            .collect();
        let rows = world.rows(&format!("results/{name}")).0.into_iter();
        let mut rows: Vec<String> = rows
            .map(|row| {
                ["instance", "team", "verdict", "value"]
                    .map(|column| row[column].clone())
                    .join(" ")
            })
            .collect();
        rows.sort();
        (lines, rows)
    };
    let (bundled, folder) = (judged("bundled"), judged("folder"));
    assert_eq!(bundled, folder);
    assert_eq!(
        bundled
            .1
            .iter()
            .filter(|row| row.contains("rejected"))
            .count(),
        3
    );
}
