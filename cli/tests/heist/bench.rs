use serde_json::Value;

use crate::Folder;

/// What is measured of each scenario, and of a game whose scenarios are not named.
const NAMED: &str = "burgle-bros/bank-job caper-cards";

#[test]
fn the_json_has_its_shape() {
    let folder = Folder::new();
    let run = folder.heist(&format!("bench {NAMED} --json bench.json")).exits(0);
    let report = folder.json("bench.json");
    assert!(run.out.contains("memcpy"), "{}", run.out);
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    // It is one of all scenarios.
    assert_eq!(report.get("signature"), None);
    let games = report["games"].as_object().unwrap();
    assert_eq!(
        games.keys().collect::<Vec<_>>(),
        ["burgle-bros/bank-job", "caper-cards"]
    );
    for speeds in games.values() {
        let signature = speeds["signature"].as_str().unwrap();
        assert!(
            signature.len() == 16 && signature.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{signature}"
        );
        assert!(run.out.contains(signature), "{}", run.out);
        let names = [
            "transitions_per_s",
            "playouts_per_s",
            "mean_transitions",
            "clone_ns",
            "determinize_ns",
            "key_ns",
        ];
        for name in names {
            assert!(speeds[name].as_f64().unwrap() > 0.0, "{name}");
        }
        assert!(speeds["state_bytes"].as_u64().unwrap() <= 512);
    }
    assert!(report["yardsticks"]["draws_per_s"].as_f64().unwrap() > 1e6);

    let again: Value = serde_json::from_str(&folder.heist(&format!("bench {NAMED} --json -")).exits(0).out).unwrap();
    for (name, speeds) in games {
        for figure in ["signature", "mean_transitions"] {
            assert_eq!(again["games"][name][figure], speeds[figure], "{name}");
        }
    }
}

#[test]
fn a_name_of_no_scenario_is_refused_with_the_known_ones() {
    let run = Folder::new().heist("bench burgle-bros/attic").exits(2);
    let expected = "no game or scenario `burgle-bros/attic`; there are: burgle-bros/bank-job, ";
    assert!(run.err.contains(expected), "{}", run.err);
}
