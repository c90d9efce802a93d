use serde_json::Value;

use crate::Folder;

#[test]
fn the_json_has_its_shape() {
    let folder = Folder::new();
    let run = folder.heist("bench --json bench.json").exits(0);
    let report = folder.json("bench.json");
    let signature = report["signature"].as_str().unwrap();
    assert!(
        signature.len() == 16 && signature.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{signature}"
    );
    assert!(run.out.contains(signature) && run.out.contains("memcpy"), "{}", run.out);
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    let speeds = report["games"]["burgle-bros/bank-job"].as_object().unwrap();
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
    assert!(report["yardsticks"]["draws_per_s"].as_f64().unwrap() > 1e6);

    let again: Value = serde_json::from_str(&folder.heist("bench --json -").exits(0).out).unwrap();
    assert_eq!(again["signature"], signature);
    assert_eq!(
        again["games"]["burgle-bros/bank-job"]["mean_transitions"],
        speeds["mean_transitions"]
    );
}
