//! A problem that is defined outside the crate and used through the type-erased interface.

use std::fmt;

use puzzles::text::lines;
use puzzles::{
    AnyProblem, Bound, Budget, Checked, FieldError, FieldValue, Fields, Goal, Key, Layout, Picture,
    Problem, Random, Refusal, Registered, Rejection, Replay, Solver, SolverInfo, TextError,
    Unsolved,
};

/// Pay an amount with as few coins of 1, 5 and 10 as possible.
struct Coins;

struct Amount(u64);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

struct Purse(Vec<u64>);

impl fmt::Display for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|coin| writeln!(f, "{coin}"))
    }
}

struct UpTo(usize);

impl fmt::Display for UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "up-to-{}", self.0)
    }
}

struct Checker<'i>(&'i Amount, Vec<u8>);

impl Replay for Checker<'_> {
    fn feed(&mut self, text: &[u8]) {
        self.1.extend_from_slice(text);
    }

    fn finish(self: Box<Self>) -> Result<Checked, Refusal> {
        let (mut sum, mut coins) = (0, 0);
        for line in lines(&self.1) {
            let coin = |coin| sum += coin as u64;
            line.integers(1, &(1..=10), "a coin", coin)
                .map_err(Refusal::Unreadable)?;
            coins += 1;
        }
        if sum != self.0.0 {
            let reason = format!("the coins add up to {sum}");
            return Err(Refusal::Rejected(Rejection { at: coins, reason }));
        }
        Ok(Checked::new(coins as i64))
    }
}

fn greedy(amount: &Amount) -> Vec<u64> {
    let mut left = amount.0;
    let mut coins = Vec::new();
    for coin in [10, 5, 1] {
        coins.extend(std::iter::repeat_n(coin, (left / coin) as usize));
        left %= coin;
    }
    coins
}

impl Problem for Coins {
    const NAME: &'static str = "coins";
    const ABOUT: &'static str = "pay an amount with as few coins as possible";
    const GOAL: Goal = Goal::Minimise;
    const UNIT: &'static str = "coins";

    type Instance = Amount;
    type Answer = Purse;
    type Recipe = UpTo;

    fn read(text: &[u8]) -> Result<Amount, TextError> {
        let mut lines = lines(text);
        let mut amount = 0;
        let line = lines.need(|| "an amount".to_owned())?;
        line.integers(1, &(1..=1000), "an amount", |read| amount = read as u64)?;
        lines.need_end()?;
        Ok(Amount(amount))
    }

    fn replay(instance: &Amount) -> Box<dyn Replay + '_> {
        Box::new(Checker(instance, Vec::new()))
    }

    fn bound(instance: &Amount, _: &Budget, _: Option<i64>) -> Bound {
        Bound::new(
            greedy(instance).len() as i64,
            "greedy is optimal for these coins",
        )
    }

    fn draw(instance: &Amount, _: Option<&[u8]>, _: Option<u64>) -> Result<Picture, TextError> {
        let mut picture = Picture::default();
        picture.plain(instance.0.to_string());
        Ok(picture)
    }

    fn recipe(fields: &mut Fields) -> Result<UpTo, FieldError> {
        fields.layout(Self::layouts())?;
        Ok(UpTo(fields.integer("most", 1..=1000, Some(100))?))
    }

    fn generate(recipe: &UpTo, seed: u64) -> Result<Amount, FieldError> {
        Ok(Amount(1 + Random::new(seed).below(recipe.0) as u64))
    }

    fn layouts() -> &'static [Layout] {
        &[Layout {
            name: "uniform",
            about: "a uniform amount",
            keys: &[Key {
                name: "most",
                about: "the largest amount",
                default: Some("100"),
            }],
        }]
    }

    fn sample_recipes() -> &'static [&'static str] {
        &["most = 50"]
    }

    fn solvers() -> &'static [Solver<Self>] {
        &[Solver {
            info: SolverInfo {
                name: "greedy",
                about: "the largest coin first",
                guarantee: "optimal",
                source: "folklore",
            },
            run: |instance, budget, improved| {
                if budget.expired() {
                    return Err(Unsolved::Stopped);
                }
                improved(Purse(greedy(instance)));
                Ok(None)
            },
        }]
    }
}

static COINS: &dyn AnyProblem = &Registered::<Coins>::NEW;

#[test]
fn is_read_solved_and_checked() {
    let case = COINS.read(b"27\n").unwrap();
    assert_eq!(case.problem().name(), "coins");
    let mut answer = String::new();
    let budget = Budget::unlimited();
    case.solve("greedy", &budget, &mut |text| answer = text)
        .unwrap();
    assert_eq!(answer, "10\n10\n5\n1\n1\n");
    assert_eq!(case.check(answer.as_bytes()).unwrap().value.whole(), 5);
    assert_eq!(case.bound(&budget, None).unwrap().value.whole(), 5);
    assert!(matches!(case.check(b"10\n"), Err(Refusal::Rejected(_))));
    assert!(matches!(case.check(b"x\n"), Err(Refusal::Unreadable(_))));
    let unknown = case.solve("best", &budget, &mut |_| {});
    assert!(matches!(unknown, Err(Unsolved::NotApplicable(_))));
}

#[test]
fn is_generated_from_a_recipe() {
    let most = ("most".to_owned(), FieldValue::Integer(50));
    let recipe = COINS.recipe(Fields::new([most])).unwrap();
    assert_eq!(recipe.to_string(), "up-to-50");
    let text = recipe.generate(1).unwrap().text();
    assert!(COINS.read(text.as_bytes()).is_ok());
    let wrong = ("least".to_owned(), FieldValue::Integer(50));
    assert!(COINS.recipe(Fields::new([wrong])).is_err());
}
