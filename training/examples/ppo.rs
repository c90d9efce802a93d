use heist_engine::caper_cards::CaperCards;
use heist_training::ppo::config::PolicyGradient;
use heist_training::ppo::trainer::Trainer;
fn main() {
    tch::set_num_threads(1);
    let setup = serde_json::from_str(r#"{"seats":4}"#).unwrap();
    let config: PolicyGradient = serde_json::from_str(&std::env::args().nth(1).unwrap()).unwrap();
    let mut t = Trainer::<CaperCards>::new(&setup, &config, 7).unwrap();
    let start = std::time::Instant::now();
    while t.updates() < t.planned() {
        let p = t.round(|_| true).unwrap().unwrap();
        println!("{:.0}s {p:?}", start.elapsed().as_secs_f64());
        let named = t.network();
        let named: Vec<(&str, tch::Tensor)> = named.iter().map(|(n, t)| (n.as_str(), t.shallow_clone())).collect();
        tch::Tensor::write_safetensors(&named, std::env::args().nth(2).unwrap()).unwrap();
    }
}
