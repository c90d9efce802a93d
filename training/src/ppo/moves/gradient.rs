//! Gradients of scores with respect to the weights of a scorer.

use heist_agents::network::{MoveNumbers, MoveScorer};

/// Adds the gradient of a sum of scores, each times its slope, to `gradient`, which is laid out as
/// [`MoveScorer::parameters`].
///
/// `sums` are those of the hidden units before their activation, a row per move, as [`MoveScorer::logits`] gives them;
/// they are replaced by the gradient with respect to them.
pub fn add_gradient(
    scorer: &MoveScorer,
    numbers: &MoveNumbers,
    slopes: &[f32],
    sums: &mut [f32],
    gradient: &mut [f32],
) {
    let (context, inputs, width) = (scorer.context(), scorer.inputs(), scorer.hidden());
    let columns = (context + inputs) * width;
    let score = &scorer.parameters()[columns + width..][..width];
    let (of_columns, rest) = gradient.split_at_mut(columns);
    let (of_bias, rest) = rest.split_at_mut(width);
    let (of_score, of_direct) = rest.split_at_mut(width);
    let (of_context, of_inputs) = of_columns.split_at_mut(context * width);
    let rows = sums.chunks_exact_mut(width);
    for ((row, sums), &slope) in numbers.rows().zip(rows).zip(slopes) {
        for ((sum, of_score), score) in sums.iter_mut().zip(of_score.iter_mut()).zip(score) {
            *of_score += slope * sum.max(0.0);
            *sum = if *sum > 0.0 { slope * score } else { 0.0 };
        }
        for &(place, number) in row {
            let place = usize::from(place);
            of_direct[place] += slope * number;
            add(&mut of_inputs[place * width..][..width], sums, number);
        }
    }
    // The biases and the numbers of the decision are the same for all its moves.
    let (of_decision, others) = sums.split_at_mut(width);
    for others in others.chunks_exact(width) {
        add(of_decision, others, 1.0);
    }
    add(of_bias, of_decision, 1.0);
    for &(place, number) in &numbers.context {
        add(
            &mut of_context[usize::from(place) * width..][..width],
            of_decision,
            number,
        );
    }
}

fn add(to: &mut [f32], numbers: &[f32], factor: f32) {
    for (to, number) in to.iter_mut().zip(numbers) {
        *to += number * factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heist_agents::network::MovesConfig;
    use heist_engine::random;

    /// Against differences of the scores themselves.
    #[test]
    fn gradients_are_the_slopes_of_scores() {
        let named = |name: &str, count: usize| (0..count).map(|number| (format!("{name} {number}"), 1.0)).collect();
        let config = MovesConfig {
            version: 1,
            encoding: String::new(),
            hidden: 5,
            context: named("decision", 3),
            inputs: named("move", 4),
            residual: false,
        };
        let mut scorer = MoveScorer::new(&config);
        let mut rng = random::stream(1, "test", 0);
        let mut draw = || random::below(&mut rng, 2001) as f32 / 1000.0 - 1.0;
        scorer.parameters_mut().iter_mut().for_each(|weight| *weight = draw());
        let numbers = MoveNumbers {
            context: vec![(0, 0.5), (2, -1.0)],
            moves: vec![(1, 1.0), (3, -0.5), (0, 2.0), (2, 0.25)],
            ends: vec![2, 2, 4],
            ruled_out: Vec::new(),
        };
        let slopes = [0.5, -1.5, 1.0];
        let weighted = |scorer: &MoveScorer, sums: &mut Vec<f32>| {
            let mut scores = Vec::new();
            scorer.logits(&numbers, sums, &mut scores);
            scores
                .iter()
                .zip(&slopes)
                .map(|(score, slope)| score * slope)
                .sum::<f32>()
        };
        let mut sums = Vec::new();
        weighted(&scorer, &mut sums);
        let mut gradient = vec![0.0; scorer.parameters().len()];
        add_gradient(&scorer, &numbers, &slopes, &mut sums, &mut gradient);
        assert!(gradient.iter().filter(|slope| **slope != 0.0).count() > 20);
        const STEP: f32 = 1e-3;
        for (place, &found) in gradient.iter().enumerate() {
            let mut moved = |by: f32| {
                let mut moved = scorer.clone();
                moved.parameters_mut()[place] += by;
                weighted(&moved, &mut sums)
            };
            let expected = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!(
                (found - expected).abs() < 2e-3,
                "weight {place}: {found} and {expected}"
            );
        }
    }
}
