//! How likely each of several moves is the best, by what they came to in common worlds.

use heist_engine::random::{self, Generator};
use rand::Rng;

use crate::analysis::Moments;

/// Worlds are put together in so many blocks at most.
const BLOCKS: usize = 64;
/// Blocks whose signs are looked up together.
const GROUP: usize = 4;
/// How often the means are drawn.
const DRAWS: u32 = 1000;

/// One list of results: its difference to the reference, and what its mean varies by.
struct Standing {
    mean: f64,
    /// The sums of the deviations from the mean in the blocks, each times the factor that makes their variance that of
    /// the mean; for each group of blocks what they come to with each of their signs.
    signed: Vec<[f64; 1 << GROUP]>,
    /// The standard deviation that the moves have in common, of which few worlds show little.
    common: f64,
}

/// For each of several moves the chance that its mean is the greatest: the share of draws from the joint distribution
/// of the means in which it is. `results` are what the moves came to in worlds 0, 1, 2 and so on; the longest list is
/// as long as any.
///
/// The differences to one of the moves are drawn with signs that all moves of a world, or a block of worlds, have in
/// common: the wild bootstrap, C. F. J. Wu, "Jackknife, Bootstrap and Other Resampling Methods in Regression Analysis",
/// Annals of Statistics 14 (1986). As in [`Moments::estimate_among`] the variance of all moves counts as well, so that
/// a few worlds that agree do not pass for certain. Moves with the same results share what falls to them.
pub(super) fn chances_of_best(results: &[&[f64]]) -> Vec<f64> {
    let longest = results.iter().map(|of| of.len()).max().unwrap_or(0);
    let Some(reference) = results.iter().position(|of| of.len() == longest) else {
        return Vec::new();
    };
    // The first with the same results speaks for all that have them.
    let speaker: Vec<usize> = (0..results.len())
        .map(|place| {
            (0..place)
                .find(|&other| results[other] == results[place])
                .unwrap_or(place)
        })
        .collect();
    let speakers: Vec<usize> = (0..results.len()).filter(|&place| speaker[place] == place).collect();
    let differences = |place: usize| {
        let pairs = results[place].iter().zip(results[reference]);
        pairs.map(|(own, other)| own - other)
    };
    let moments: Vec<Moments> = speakers.iter().map(|&place| differences(place).collect()).collect();
    let others = speakers
        .iter()
        .zip(&moments)
        .filter(|(place, _)| **place != speaker[reference]);
    let variance = others
        .fold(Moments::default(), |all, (_, of)| all.merged(*of))
        .variance();
    let standing = |(&place, of): (&usize, &Moments)| {
        let count = of.count().max(1) as f64;
        let factor = 1.0 / (count * (count - 1.0 + Moments::SHRINK)).sqrt();
        let mut blocks = vec![0.0; BLOCKS.min(results[place].len())];
        for (world, difference) in differences(place).enumerate() {
            blocks[world % BLOCKS] += factor * (difference - of.mean());
        }
        let is_reference = place == speaker[reference];
        Standing {
            mean: of.mean(),
            signed: blocks.chunks(GROUP).map(with_signs).collect(),
            common: if is_reference {
                0.0
            } else {
                factor * (Moments::SHRINK * variance).sqrt()
            },
        }
    };
    let standings: Vec<Standing> = speakers.iter().zip(&moments).map(standing).collect();
    let wins = count_wins(&standings);
    let sharing = |place: usize| speaker.iter().filter(|&&other| other == place).count() as f64;
    let share = |&place: &usize| {
        let found = speakers.iter().position(|&other| other == place);
        found.map_or(0.0, |found| wins[found] / sharing(place))
    };
    speaker.iter().map(share).collect()
}

/// The sum of some numbers with each choice of their signs: a bit that is set is a plus.
fn with_signs(blocks: &[f64]) -> [f64; 1 << GROUP] {
    std::array::from_fn(|signs| {
        let signed = blocks.iter().enumerate();
        signed
            .map(|(block, sum)| if signs >> block & 1 == 1 { *sum } else { -sum })
            .sum()
    })
}

/// The share of draws in which each is the greatest.
fn count_wins(standings: &[Standing]) -> Vec<f64> {
    let mut rng = random::stream(0, "search/best", 0);
    let mut wins = vec![0u32; standings.len()];
    for _ in 0..DRAWS {
        let signs = rng.next_u64();
        let mut best = (0, f64::NEG_INFINITY);
        for (place, standing) in standings.iter().enumerate() {
            let groups = standing.signed.iter().enumerate();
            let off: f64 = groups
                .map(|(group, sums)| sums[(signs >> (GROUP * group)) as usize % sums.len()])
                .sum();
            let drawn = standing.mean + off + standing.common * normal(&mut rng);
            if drawn > best.1 {
                best = (place, drawn);
            }
        }
        wins[best.0] += 1;
    }
    wins.into_iter()
        .map(|wins| f64::from(wins) / f64::from(DRAWS))
        .collect()
}

/// Close to a standard normal number, and the same on every machine: how many of 47 coins show heads, with a uniform
/// number that fills the gaps, less the mean. Coins and number have a variance of 11.75 and 1/12.
fn normal(rng: &mut Generator) -> f64 {
    const COINS: u32 = 47;
    let bits = rng.next_u64();
    let heads = (bits >> (u64::BITS - COINS)).count_ones();
    let rest = (bits << COINS >> COINS) as f64 / (1u64 << (u64::BITS - COINS)) as f64;
    let variance = f64::from(COINS) / 4.0 + 1.0 / 12.0;
    (f64::from(heads) + rest - f64::from(COINS + 1) / 2.0) / variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_results_have_equal_chances() {
        let (first, second) = ([1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0], [0.0; 8]);
        let chances = chances_of_best(&[&first, &second, &second, &first]);
        assert_eq!(chances[0], chances[3]);
        assert_eq!(chances[1], chances[2]);
        assert!(chances[0] > chances[1] && chances[1] > 0.0, "{chances:?}");
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        // Where nothing tells them apart, all are as likely.
        assert_eq!(chances_of_best(&[&second, &second]), [0.5, 0.5]);
        assert_eq!(chances_of_best(&[&first]), [1.0]);
    }

    /// With normal differences the chance is the one that the normal distribution gives.
    #[test]
    fn chances_are_those_of_the_normal_distribution() {
        let mut rng = random::stream(1, "test", 0);
        let (mut promised, mut kept) = (0.0, 0.0);
        let cases = 400;
        for _ in 0..cases {
            // The true means are drawn as well, so that what is promised must be kept on average.
            let gap = 0.15 * normal(&mut rng);
            let first: Vec<f64> = (0..100).map(|_| normal(&mut rng)).collect();
            let second: Vec<f64> = first.iter().map(|value| value + gap + normal(&mut rng)).collect();
            let chances = chances_of_best(&[&first, &second]);
            let likelier = usize::from(chances[1] > chances[0]);
            promised += chances[likelier];
            kept += f64::from(u8::from((gap > 0.0) == (likelier == 1)));
        }
        let (promised, kept) = (promised / f64::from(cases), kept / f64::from(cases));
        assert!((promised - kept).abs() < 0.06, "{promised} {kept}");
    }

    #[test]
    fn what_dropped_out_early_stays_uncertain() {
        let long: Vec<f64> = (0..1000).map(|world| f64::from(world % 2)).collect();
        let short: Vec<f64> = (0..16).map(|world| f64::from(u8::from(world % 4 == 1))).collect();
        let chances = chances_of_best(&[&long, &short]);
        assert!(chances[1] > 0.0 && chances[1] < 0.2, "{chances:?}");
    }
}
