//! `heist selfplay --device`.

use super::Folder;

#[cfg(not(feature = "torch"))]
#[test]
fn a_build_without_the_learner_says_how_to_make_one_with_it() {
    let folder = Folder::new();
    folder
        .heist("selfplay caper-cards --agents policy:net=caper-cards-4 --games 1 --device cpu --out games")
        .refuses(&["needs PyTorch 2.11.0", "cargo build --release --features torch"]);
    assert!(!folder.path("games").exists());
}

#[cfg(feature = "torch")]
const PLAY: &str = "selfplay caper-cards --seats 3 --games 20 --out";

#[cfg(feature = "torch")]
#[test]
fn games_are_recorded_with_a_network_on_a_device() {
    let folder = Folder::new();
    let play = format!("{PLAY} games --agents policy:net=caper-cards-4,temperature=1 --device cpu --batch 32");
    let first = folder.heist(&play).exits(0);
    assert_eq!((&*first.out, &*first.err), ("20 games recorded in games\n", ""));
    let again = folder.heist(&play).exits(0);
    assert_eq!(again.out, "20 games recorded in games, 20 of them before\n");
    folder.heist("shards verify games").exits(0);
    let search = format!("{PLAY} searched --agents puct:net=caper-cards-4,sims=16 --device cpu");
    folder.heist(&search).exits(0);
    folder.heist("shards verify searched").exits(0);
}

#[cfg(feature = "torch")]
#[test]
fn what_cannot_run_on_a_device_is_refused_with_one_message() {
    let folder = Folder::new();
    let network = "--agents policy:net=caper-cards-4";
    for (options, message) in [
        (
            format!("{network} --device gpu"),
            "--device gpu: `gpu` is no device; expected cpu, cuda or cuda:N",
        ),
        (format!("{network} --device cuda:99"), "--device cuda:99: "),
        (
            format!("{network} --batch 8"),
            "--batch: expected --device as well, which evaluates so many positions at a time",
        ),
        (
            "--agents heuristic --device cpu".to_owned(),
            "--agents: agent `heuristic` has no network; expected agents with one",
        ),
        (
            format!("{network},random --device cpu"),
            "--agents: agent `random` has no network",
        ),
        (
            "--agents policy:net=nobody --device cpu".to_owned(),
            "--agents: agent `policy`: net=nobody: no network `nobody`",
        ),
        (
            format!("{network} --device cpu --temperature 0.1"),
            "--temperature: none of the agents is a search",
        ),
    ] {
        folder.heist(&format!("{PLAY} games {options}")).refuses(&[message]);
        assert!(!folder.path("games").exists(), "{options}");
    }
}
