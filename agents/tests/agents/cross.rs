use heist_agents::arena::{Contestant, Cross, cross};

use crate::matches::Says;
use crate::run::{config, figures, played};
use crate::vault::{Game1, Guess};

fn agents() -> Vec<Contestant<Game1>> {
    ["random", "heuristic"]
        .map(|text| Contestant::from_spec(&text.parse().unwrap()).unwrap())
        .into()
}

#[test]
fn the_guest_goes_round_among_his_hosts() {
    let guest: Contestant<Game1> = Contestant::new("guest", || Box::new(Says(Guess::Lower)));
    let host: Contestant<Game1> = Contestant::new("host", || Box::new(Says(Guess::Higher)));
    let mixed = guest.among(&host);
    assert_eq!(mixed.name, "guest among host");
    for (deal, expected) in [
        (0, ["guest", "host", "host"]),
        (1, ["host", "guest", "host"]),
        (5, ["host", "host", "guest"]),
    ] {
        assert_eq!(mixed.agents(3, deal), expected);
        assert_eq!(mixed.team(3, deal).len(), 3);
    }
    assert_eq!(guest.agents(3, 0), ["guest"]);
}

#[test]
fn the_matrix_holds_every_agent_among_all_others_over_the_same_deals() {
    let mut config = config(&[], 600, 2);
    config.contestants = cross::contestants(&agents());
    config.pairs = cross::pairs(2);
    let names: Vec<&str> = config.contestants.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "random among random",
            "random among heuristic",
            "heuristic among random",
            "heuristic among heuristic"
        ]
    );
    let report = figures(played(&config));
    let alone = figures(played(&crate::run::config(&["random", "heuristic"], 600, 1)));
    let matrix = Cross::new(vec!["random".to_owned(), "heuristic".to_owned()], &report);
    for place in 0..2 {
        assert_eq!(matrix.win_rates[place][place], alone.contestants[place].win_rate);
        assert_eq!(matrix.wilson95[place][place], alone.contestants[place].wilson95);
        assert_eq!(matrix.differences[place][place], 0.0);
    }
    // One expert in place of a player at random helps, and the other way round.
    assert!(matrix.win_rates[0][0] < matrix.win_rates[1][0]);
    assert!(matrix.win_rates[0][1] < matrix.win_rates[1][1]);
    for (row, column) in [(0, 1), (1, 0)] {
        let to_hosts = matrix.win_rates[row][column] - matrix.win_rates[column][column];
        assert!((matrix.differences[row][column] - to_hosts).abs() < 1e-12);
        let [low, high] = matrix.intervals95[row][column];
        assert!(low < to_hosts && to_hosts < high);
    }
}
