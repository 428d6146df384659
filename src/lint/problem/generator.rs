//! Tries the generator of a problem folder: equal arguments must give equal instances, and wrong ones none.

use puzzles::{FieldValue, Fields};

use super::{Level, Report, Test};
use crate::parallel;

/// The most recipes that are tried.
const RECIPES: usize = 4;

/// The seeds that each recipe is tried with. The first is tried twice.
const SEEDS: [u64; 4] = [1, 1, 2, 3];

/// A key that no generator has.
const UNKNOWN: &str = "no-such-key";

type Recipe = Vec<(String, FieldValue)>;

pub(super) fn examine(test: &Test, report: &mut Report) {
    let recipes = recipes(&test.contest.document.text);
    let jobs: Vec<(&Recipe, u64)> = recipes
        .iter()
        .flat_map(|recipe| SEEDS.map(|seed| (recipe, seed)))
        .collect();
    test.bar.show(0, jobs.len());
    let texts = parallel::map(jobs.len(), |at| {
        let (recipe, seed) = jobs[at];
        let text = generate(test, recipe.clone(), seed);
        test.bar.step("generator");
        text
    });
    for (recipe, texts) in recipes.iter().zip(texts.chunks(SEEDS.len())) {
        let [Ok(first), Ok(again), Ok(second), Ok(third)] = texts else {
            let reason = texts.iter().find_map(|text| text.as_ref().err());
            let reason = reason.map_or("", String::as_str);
            let message = format!("fails on {}: {reason}", shown(recipe));
            let fix = "correct the generator, or the recipe in the contest file".to_owned();
            report.add(Level::Problem, "generator", &message, vec![fix]);
            continue;
        };
        if first != again {
            let message = format!(
                "two runs with {} and seed={} give two instances",
                shown(recipe),
                SEEDS[0]
            );
            let fix = "take all random choices from the seed: a seed stands for its instances";
            report.add(Level::Problem, "generator", &message, vec![fix.to_owned()]);
        } else if first == second && first == third {
            let message = format!(
                "the seeds 1, 2 and 3 give the same instance with {}",
                shown(recipe)
            );
            let fix = "use the argument seed=N for random choices".to_owned();
            report.add(Level::Warning, "generator", &message, vec![fix]);
        }
    }
    let mut unknown = recipes.into_iter().next().unwrap_or_default();
    unknown.push((UNKNOWN.to_owned(), FieldValue::Integer(1)));
    let ended = generate(test, unknown.clone(), SEEDS[0]);
    if ended.is_ok() {
        let message = format!("ignores an unknown key: {}", shown(&unknown));
        let fix = "end with an exit code other than 0: a misspelt key in a contest file would go unnoticed";
        report.add(Level::Warning, "generator", &message, vec![fix.to_owned()]);
    }
}

fn generate(test: &Test, recipe: Recipe, seed: u64) -> Result<String, String> {
    let recipe = test.contest.problem.recipe(Fields::new(recipe));
    let case = recipe.and_then(|recipe| recipe.generate(seed));
    case.map(|case| case.text()).map_err(|error| error.message)
}

/// Returns the recipes of a contest file; if it has none, that without keys.
fn recipes(text: &str) -> Vec<Recipe> {
    let table: toml::Table = toml::from_str(text).unwrap_or_default();
    let list = |value: Option<&toml::Value>| {
        let list = value.and_then(toml::Value::as_array);
        list.cloned().unwrap_or_default()
    };
    let mut recipes: Vec<Recipe> = Vec::new();
    for round in list(table.get("round")) {
        for portion in list(round.get("generate")) {
            let fields = portion.as_table().into_iter().flatten();
            let fields = fields.filter(|(key, _)| !matches!(key.as_str(), "count" | "seeds"));
            let fields = fields.filter_map(|(key, value)| Some((key.clone(), field(value)?)));
            let recipe: Recipe = fields.collect();
            if recipes.len() < RECIPES && !recipes.contains(&recipe) {
                recipes.push(recipe);
            }
        }
    }
    if recipes.is_empty() {
        recipes.push(Vec::new());
    }
    recipes
}

fn field(value: &toml::Value) -> Option<FieldValue> {
    match value {
        toml::Value::String(text) => Some(FieldValue::Text(text.clone())),
        toml::Value::Integer(number) => Some(FieldValue::Integer(*number)),
        toml::Value::Float(number) => Some(FieldValue::Number(*number)),
        _ => None,
    }
}

/// Returns the keys of a recipe for messages.
fn shown(recipe: &Recipe) -> String {
    let pairs = recipe.iter().map(|(key, value)| match value {
        FieldValue::Text(text) => format!("{key}={text}"),
        number => format!("{key}={number}"),
    });
    let pairs: Vec<String> = pairs.collect();
    match pairs.as_slice() {
        [] => "no key".to_owned(),
        pairs => format!("`{}`", pairs.join(" ")),
    }
}
