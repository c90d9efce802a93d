//! The jobs of a campaign: which there are, and how hard one suits a team.

use super::super::scenario::Scenario;

/// No campaign has more heists: each job, a rescue now and then, and some second attempts (docs/rulings.md, R32).
pub const MOST_HEISTS: usize = 24;
/// The Final Score has two parts.
pub const PARTS: usize = 2;

/// What kind of job a scenario is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    /// Any other.
    Usual,
    /// MH7.10b: a county job, in which Busted characters start inside.
    County,
    /// The Final Score, Part 1.
    FirstPart,
    /// The Final Score, Part 2.
    SecondPart,
}

/// The kind of a scenario.
pub fn job(scenario: &Scenario) -> Job {
    if scenario.starts_on_hideouts() {
        Job::SecondPart
    } else if scenario.ends_on_hideouts() {
        Job::FirstPart
    } else if scenario.inside_starts != 0 {
        Job::County
    } else {
        Job::Usual
    }
}

/// The job of a scenario: revisions of a map are one job.
pub fn name_of(scenario: &str) -> &str {
    scenario.split('@').next().unwrap_or(scenario)
}

/// How hard a job is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// For characters of level 1.
    Amateur,
    /// For characters of the levels 2 and 3.
    SemiPro,
    /// For characters of level 4.
    Pro,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Amateur, Difficulty::SemiPro, Difficulty::Pro];

    /// The name in scenario files.
    pub const fn name(self) -> &'static str {
        ["amateur", "semi-pro", "pro"][self as usize]
    }

    /// That of a scenario.
    pub fn of(scenario: &Scenario) -> Difficulty {
        let is_it = |difficulty: &Difficulty| difficulty.name() == scenario.difficulty;
        let found = Difficulty::ALL.into_iter().find(is_it);
        found.expect("a scenario is for amateurs, semi-pros or pros")
    }

    /// MH9e, H78: what suits characters of these levels: amateur below 2 on average, semi-pro from 2 to 3, pro above 3.
    pub fn advised(levels: &[u8]) -> Difficulty {
        let sum: usize = levels.iter().map(|&level| usize::from(level)).sum();
        if sum < 2 * levels.len() {
            Difficulty::Amateur
        } else if sum <= 3 * levels.len() {
            Difficulty::SemiPro
        } else {
            Difficulty::Pro
        }
    }
}
