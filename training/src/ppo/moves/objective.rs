//! What the actor maximises: the clipped objective of proximal policy optimisation, and entropy.

/// The entropy of a policy, in nats, from the logarithms of its chances.
pub fn entropy(log_chances: &[f32]) -> f32 {
    -log_chances.iter().map(|chance| chance.exp() * chance).sum::<f32>()
}

/// By how much the clipped objective grows with the logarithm of the chance of the move that was played. `change` is
/// the logarithm of the ratio of its chances, new to old, and `clip` says how far the ratio may leave 1 before a
/// decision has no more weight.
pub fn push(change: f32, advantage: f32, clip: f32) -> f32 {
    let ratio = change.exp();
    let is_clipped = if advantage > 0.0 {
        ratio > 1.0 + clip
    } else {
        ratio < 1.0 - clip
    };
    if is_clipped { 0.0 } else { ratio * advantage }
}

/// Replaces `slopes` by those of a loss with respect to the scores of moves. The loss falls by `push` times the
/// logarithm of the chance of the move that was played, and by `entropy_weight` times the entropy.
pub fn slopes_of_loss(log_chances: &[f32], played: usize, push: f32, entropy_weight: f32, slopes: &mut Vec<f32>) {
    let entropy = entropy(log_chances);
    slopes.clear();
    slopes.extend(log_chances.iter().enumerate().map(|(place, log_chance)| {
        let chance = log_chance.exp();
        let is_played = f32::from(u8::from(place == played));
        push * (chance - is_played) + entropy_weight * chance * (log_chance + entropy)
    }));
}

/// Replaces `slopes` by those of the cross-entropy to the chances of a teacher.
pub fn slopes_to_target(log_chances: &[f32], target: &[f32], slopes: &mut Vec<f32>) {
    slopes.clear();
    slopes.extend(
        log_chances
            .iter()
            .zip(target)
            .map(|(log_chance, target)| log_chance.exp() - target),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: f32 = 1e-3;

    #[test]
    fn the_push_is_the_slope_of_the_clipped_objective() {
        for advantage in [-2.0, 0.5_f32] {
            for change in [-0.5, -0.1, 0.0, 0.1, 0.5_f32] {
                let objective = |change: f32| {
                    let ratio = change.exp();
                    (ratio * advantage).min(ratio.clamp(0.8, 1.2) * advantage)
                };
                let expected = (objective(change + STEP) - objective(change - STEP)) / (2.0 * STEP);
                let found = push(change, advantage, 0.2);
                assert!(
                    (found - expected).abs() < 5e-3,
                    "{advantage} {change}: {found} and {expected}"
                );
            }
        }
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let scores = [0.5, -1.0, 0.25, 2.0];
        let log_chances = |scores: [f32; 4]| {
            let all = scores.iter().map(|score| score.exp()).sum::<f32>().ln();
            scores.map(|score| score - all)
        };
        let loss = |scores: [f32; 4]| {
            let chances = log_chances(scores);
            -1.5 * chances[2] - 0.25 * entropy(&chances)
        };
        let mut slopes = Vec::new();
        slopes_of_loss(&log_chances(scores), 2, 1.5, 0.25, &mut slopes);
        for (place, found) in slopes.into_iter().enumerate() {
            let moved = |by: f32| {
                let mut moved = scores;
                moved[place] += by;
                loss(moved)
            };
            let expected = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!((found - expected).abs() < 2e-3, "move {place}: {found} and {expected}");
        }
    }
}
