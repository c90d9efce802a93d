//! `heist learn`.

use super::Folder;

/// A small network that is learned in a second.
#[cfg(feature = "torch")]
const CONFIG: &str = "\
[network]
hidden = [8]
[data]
held-out = 0.3
[schedule]
epochs = 2
batch = 16
";

#[cfg(not(feature = "torch"))]
#[test]
fn a_build_without_the_learner_says_how_to_make_one_with_it() {
    let folder = Folder::new();
    folder
        .heist("learn --data games --config learn.toml --out run")
        .refuses(&[
            "needs PyTorch 2.11.0",
            "pip install torch==2.11.0",
            "cargo build --release --features torch",
            "2.7 GB",
        ]);
}

#[cfg(feature = "torch")]
#[test]
fn learn_makes_a_network_of_recorded_games_and_goes_on_with_a_finished_run() {
    let folder = Folder::new();
    folder
        .heist("selfplay caper-cards --seats 3 --agents improve:sims=20 --games 8 --out games")
        .exits(0);
    folder.write("learn.toml", CONFIG);
    let learn = "learn --data games --config learn.toml --out run --threads 1";
    let first = folder.heist(learn).exits(0);
    assert!(first.out.contains("decisions to learn from"), "{}", first.out);
    assert!(first.out.contains("epoch 2: "), "{}", first.out);
    assert!(first.out.contains(" best_move "), "{}", first.out);
    assert!(
        first.out.contains("the network is run/net.safetensors"),
        "{}",
        first.out
    );
    folder
        .heist(learn)
        .refuses(&["run: a run is there already; expected --resume or another folder"]);
    folder.heist(&format!("{learn} --resume")).exits(0);
    folder
        .heist("arena caper-cards --seats 3 --agents policy:net=run/net.safetensors --games 2")
        .exits(0);
}

#[cfg(feature = "torch")]
#[test]
fn learn_refuses_what_it_cannot_use_with_one_message() {
    let folder = Folder::new();
    folder
        .heist("selfplay caper-cards --seats 3 --agents improve:sims=20 --games 1 --out games")
        .exits(0);
    folder.write("learn.toml", "[schedule]\nepoch = 3\n");
    folder
        .heist("learn --data games --config learn.toml --out run")
        .refuses(&["learn.toml: line 2: unknown field `epoch`, expected one of `epochs`"]);
    folder.write("learn.toml", CONFIG);
    folder
        .heist("learn burgle-bros --data games --config learn.toml --out run")
        .refuses(&["a shard of caper-cards, expected one of burgle-bros"]);
    folder
        .heist("learn --data nothing --config learn.toml --out run")
        .refuses(&["nothing: "]);
    folder
        .heist("learn --data games --config learn.toml --out run --from learn.toml")
        .refuses(&["learn.toml: not a whole safetensors file"]);
    if !cfg!(target_os = "macos") {
        let run = folder.heist("learn --data games --config learn.toml --out /dev/full/run");
        run.refuses(&["/dev/full/run"]);
    }
}
