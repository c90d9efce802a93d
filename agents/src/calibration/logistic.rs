//! Logistic regression over rows most of whose numbers are 0, with a penalty on each coefficient.

/// A row: its numbers that are not 0, each with its column.
pub type Row = Vec<(u32, f64)>;

/// Newton's method has long arrived by then.
const STEPS: usize = 25;
/// It has arrived when no coefficient moves by more.
const ARRIVED: f64 = 1e-9;
/// The longest step of a coefficient, which keeps the first steps from going too far.
const LONGEST: f64 = 4.0;

/// The sum of a row's numbers times the coefficients of their columns.
pub fn product(row: &[(u32, f64)], coefficients: &[f64]) -> f64 {
    row.iter()
        .map(|&(column, number)| number * coefficients[column as usize])
        .sum()
}

/// The coefficients, one for each number of `penalties`, under which `targets`, shares of 0 to 1, are likeliest given
/// the rows and their `offsets`, less half the penalty on the square of each coefficient. One without penalty needs
/// rows that tell it apart from the others.
///
/// Iteratively reweighted least squares: P. McCullagh and J. Nelder, "Generalized Linear Models" (1989), section 2.5;
/// ridge: S. le Cessie and J. van Houwelingen, "Ridge Estimators in Logistic Regression", Applied Statistics 41 (1992).
pub fn fit(rows: &[&Row], targets: &[f64], offsets: &[f64], penalties: &[f64]) -> Vec<f64> {
    let columns = penalties.len();
    let mut coefficients = vec![0.0; columns];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = penalties.iter().zip(&coefficients).map(|(p, c)| -p * c).collect();
        let mut curvature = vec![vec![0.0; columns]; columns];
        for ((row, target), offset) in rows.iter().zip(targets).zip(offsets) {
            let chance = super::curve::logistic(offset + product(row, &coefficients));
            let weight = (chance * (1.0 - chance)).max(1e-9);
            for (place, &(column, number)) in row.iter().enumerate() {
                gradient[column as usize] += (target - chance) * number;
                let sums = &mut curvature[column as usize];
                // Columns ascend: the lower half of the matrix.
                for &(other, factor) in &row[..=place] {
                    sums[other as usize] += weight * number * factor;
                }
            }
        }
        for (place, penalty) in penalties.iter().enumerate() {
            curvature[place][place] += penalty.max(1e-9);
        }
        let step = solve(&mut curvature, gradient);
        let largest = step.iter().fold(0.0f64, |most, step| most.max(step.abs()));
        let share = (LONGEST / largest.max(LONGEST)).min(1.0);
        coefficients
            .iter_mut()
            .zip(&step)
            .for_each(|(sum, step)| *sum += share * step);
        if largest < ARRIVED {
            break;
        }
    }
    coefficients
}

/// Solves a symmetric positive definite system, given by its lower half, by Cholesky's decomposition, which takes the
/// place of the matrix.
fn solve(matrix: &mut [Vec<f64>], mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        let (above, own) = matrix.split_at_mut(row);
        let own = &mut own[0];
        for column in 0..row {
            let known: f64 = own[..column]
                .iter()
                .zip(&above[column][..column])
                .map(|(a, b)| a * b)
                .sum();
            own[column] = (own[column] - known) / above[column][column];
        }
        let known: f64 = own[..row].iter().map(|a| a * a).sum();
        own[row] = (own[row] - known).max(1e-12).sqrt();
    }
    for row in 0..size {
        let known: f64 = (0..row).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|below| matrix[below][row] * right[below]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_give_the_coefficients_that_they_come_from() {
        let truth = [0.4, -1.2, 0.7];
        let rows: Vec<Row> = (0..60)
            .map(|number| {
                let (x, y) = (f64::from(number % 7) - 3.0, f64::from(number % 5) / 2.0 - 1.0);
                vec![(0, 1.0), (1, x), (2, y)]
            })
            .collect();
        let offsets: Vec<f64> = (0..60).map(|number| f64::from(number % 3) / 4.0).collect();
        let chance = |(row, offset): (&Row, &f64)| super::super::curve::logistic(offset + product(row, &truth));
        let targets: Vec<f64> = rows.iter().zip(&offsets).map(chance).collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let found = fit(&rows, &targets, &offsets, &[0.0; 3]);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 1e-6, "{found} for {truth}");
        }
        let held = fit(&rows, &targets, &offsets, &[0.0, 1e6, 0.0]);
        assert!(held[1].abs() < 1e-3, "{held:?}");
    }

    #[test]
    fn a_column_without_numbers_has_the_coefficient_0() {
        let row = vec![(0, 1.0)];
        let found = fit(&[&row, &row], &[1.0, 0.0], &[0.0, 0.0], &[0.0, 1.0]);
        assert!(found.iter().all(|coefficient| coefficient.abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn wins_alone_give_a_bounded_answer() {
        let row = vec![(0, 1.0)];
        let found = fit(&[&row, &row], &[1.0, 1.0], &[0.0, 0.0], &[0.1]);
        assert!((1.0..10.0).contains(&found[0]), "{found:?}");
    }
}
