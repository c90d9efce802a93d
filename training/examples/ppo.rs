use heist_engine::caper_cards::CaperCards;
use heist_training::ppo::trial::{train, Opts};
fn main() {
    let arg = |n: usize, d: f64| std::env::args().nth(n).map_or(d, |x| x.parse().unwrap());
    let setup = serde_json::from_str(r#"{"seats":4}"#).unwrap();
    train::<CaperCards>(&setup, &Opts { lanes: arg(3, 1024.) as usize, horizon: arg(4, 16.) as usize, epochs: arg(5, 2.) as usize, minibatch: arg(6, 4096.) as usize, lr: arg(7, 1e-3), entropy: arg(8, 0.01), lambda: 0.95, clone_updates: arg(1, 60.) as usize, updates: arg(2, 300.) as usize, hidden: vec![128, 64], seed: 7, clip: 0.2 });
}
