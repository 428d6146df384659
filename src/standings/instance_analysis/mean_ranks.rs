//! Mean ranks over instances with the critical difference of Nemenyi's test (Demšar 2006): teams whose mean ranks are
//! closer are not significantly different.

use std::ops::RangeInclusive;

/// The mean rank of each team over the instances.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanRanks {
    /// Best first.
    pub teams: Vec<(String, f64)>,
    /// The smallest significant difference of two mean ranks, at the level of 5 % for all pairs together.
    pub critical_difference: f64,
    /// The largest groups of teams that are not significantly different, as ranges of `teams`.
    pub groups: Vec<RangeInclusive<usize>>,
}

impl MeanRanks {
    /// Sorts teams of equal rank by name. Groups stay valid, because they depend on ranks only.
    pub(super) fn sort(&mut self) {
        sort(&mut self.teams);
    }

    /// Creates the mean ranks from those on each instance. Returns `None` for fewer than two teams or instances.
    pub(super) fn new(teams: Vec<String>, instances: &[&[f64]]) -> Option<Self> {
        let (team_count, instance_count) = (teams.len(), instances.len());
        if team_count < 2 || instance_count < 2 {
            return None;
        }
        let mean = |team: usize| {
            let sum: f64 = instances.iter().map(|ranks| ranks[team]).sum();
            sum / instance_count as f64
        };
        let mut teams: Vec<(String, f64)> = teams
            .into_iter()
            .enumerate()
            .map(|(number, team)| (team, mean(number)))
            .collect();
        sort(&mut teams);
        let critical_difference = critical_difference(team_count, instance_count);
        let groups = groups(&teams, critical_difference);
        Some(Self {
            teams,
            critical_difference,
            groups,
        })
    }
}

/// Sorts teams by rank, then by name.
fn sort(teams: &mut [(String, f64)]) {
    teams.sort_by(|(a_name, a), (b_name, b)| a.total_cmp(b).then_with(|| a_name.cmp(b_name)));
}

/// Returns the maximal ranges of teams that are closer than the critical difference; single teams are no group.
fn groups(teams: &[(String, f64)], critical_difference: f64) -> Vec<RangeInclusive<usize>> {
    let mut groups: Vec<RangeInclusive<usize>> = Vec::new();
    for (first, (_, rank)) in teams.iter().enumerate() {
        let near = |(_, other): &(String, f64)| other - rank < critical_difference;
        let last = teams.partition_point(near) - 1;
        if last > first && groups.last().is_none_or(|group| *group.end() < last) {
            groups.push(first..=last);
        }
    }
    groups
}

/// Returns Nemenyi's critical difference at the level of 5 %.
fn critical_difference(teams: usize, instances: usize) -> f64 {
    let teams_squared = (teams * (teams + 1)) as f64;
    studentized_range(teams) / 2_f64.sqrt() * (teams_squared / (6 * instances) as f64).sqrt()
}

/// Returns the 95 % quantile of the range of `count` standard normal variables, by bisection.
fn studentized_range(count: usize) -> f64 {
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if range_probability(count, middle) < 0.95 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// Returns the probability that the range of `count` standard normal variables is at most `range`: the integral over the
/// smallest variable, by the trapezoidal rule.
fn range_probability(count: usize, range: f64) -> f64 {
    const STEP: f64 = 0.05;
    let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let term = |place: i32| {
        let x = f64::from(place) * STEP;
        let inside = normal(x + range) - normal(x);
        density(x) * inside.powi(count as i32 - 1)
    };
    count as f64 * STEP * (-160..=160).map(term).sum::<f64>()
}

/// Returns the distribution function of the standard normal distribution, by the series of Marsaglia (2004).
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 3.0);
    while term.abs() > 1e-17 * sum.abs() {
        term *= x * x / odd;
        sum += term;
        odd += 2.0;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_as_in_the_tables() {
        // Table 5 of Demšar (2006): quantiles divided by the square root of two.
        for (teams, expected) in [(2, 1.960), (3, 2.343), (5, 2.728), (10, 3.164)] {
            let found = studentized_range(teams) / 2_f64.sqrt();
            assert!((found - expected).abs() < 0.002, "{teams}: {found}");
        }
        // His example: 4 algorithms on 14 data sets.
        assert!((critical_difference(4, 14) - 1.25).abs() < 0.01);
    }

    #[test]
    fn groups_are_maximal() {
        let teams = [1.0, 1.5, 2.4, 4.0].map(|rank| (String::new(), rank));
        assert_eq!(groups(&teams, 1.0), [0..=1, 1..=2]);
        assert_eq!(groups(&teams, 1.6), [0..=2]);
        assert_eq!(groups(&teams, 9.0), [0..=3]);
        assert!(groups(&teams, 0.1).is_empty());
    }
}
