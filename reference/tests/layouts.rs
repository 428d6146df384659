//! The documented layouts and keys are those that the recipe readers accept.

use puzzles::{AnyProblem, FieldError, FieldFault, FieldValue, Fields, Key, Layout, problems};

/// A small valid value of a key.
fn value(key: &Key) -> FieldValue {
    let default = key.default.unwrap_or("6");
    match (default.parse(), default.parse(), key.name) {
        (Ok(integer), _, _) => FieldValue::Integer(integer),
        (_, Ok(number), _) => FieldValue::Number(number),
        (_, _, "difficulty") => FieldValue::Text(default.to_owned()),
        (_, _, "radius") => FieldValue::Integer(1),
        _ => FieldValue::Integer(6),
    }
}

fn generate(
    problem: &dyn AnyProblem,
    layout: &Layout,
    keys: impl Iterator<Item = (String, FieldValue)>,
) -> Result<String, FieldError> {
    let name = (
        "layout".to_owned(),
        FieldValue::Text(layout.name.to_owned()),
    );
    let recipe = problem.recipe(Fields::new(keys.chain([name])))?;
    Ok(recipe.generate(1)?.text())
}

#[test]
fn documented_keys_are_accepted_and_defaults_are_true() {
    for problem in problems() {
        for layout in problem.layouts() {
            let pair = |key: &Key| (key.name.to_owned(), value(key));
            let all = generate(*problem, layout, layout.keys.iter().map(pair));
            let required = layout.keys.iter().filter(|key| key.default.is_none());
            let required = generate(*problem, layout, required.map(pair));
            assert!(all.is_ok(), "{} {}: {all:?}", problem.name(), layout.name);
            assert_eq!(all, required, "{} {}", problem.name(), layout.name);
            for missing in layout.keys.iter().filter(|key| key.default.is_none()) {
                let others = layout.keys.iter().filter(|key| key.name != missing.name);
                let error = generate(*problem, layout, others.map(pair)).unwrap_err();
                let expected = (FieldFault::MissingKey, missing.name);
                assert_eq!((error.fault, &*error.key), expected, "{}", layout.name);
            }
        }
    }
}

#[test]
fn undocumented_keys_are_refused_with_the_documented_ones() {
    for problem in problems() {
        for layout in problem.layouts() {
            let keys = layout.keys.iter();
            let pairs = keys.map(|key| (key.name.to_owned(), value(key)));
            let extra = ("undocumented".to_owned(), FieldValue::Integer(1));
            let error = generate(*problem, layout, pairs.chain([extra])).unwrap_err();
            assert_eq!(error.fault, FieldFault::UnknownKey);
            let documented = layout.keys.iter().map(|key| key.name);
            assert!(
                error
                    .known
                    .iter()
                    .eq(["layout"].into_iter().chain(documented)),
                "{} {}: {:?}",
                problem.name(),
                layout.name,
                error.known
            );
        }
    }
}

#[test]
fn the_first_layout_is_the_default() {
    for problem in problems() {
        let layout = &problem.layouts()[0];
        let pairs = || {
            layout
                .keys
                .iter()
                .map(|key| (key.name.to_owned(), value(key)))
        };
        let recipe = problem.recipe(Fields::new(pairs())).unwrap();
        let default = recipe.generate(1).unwrap().text();
        assert_eq!(generate(*problem, layout, pairs()), Ok(default));
    }
}
