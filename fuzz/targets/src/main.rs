//! The fuzzer for stable Rust: `cargo xtask fuzz TARGET` starts it.

use std::env;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use heist_fuzz::mutate::Inputs;
use heist_fuzz::{TARGETS, Target, corpus, find};

/// An input that takes longer is worth a look.
const SLOW: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match read(&words) {
        Ok(Asked::Run { target, seconds, seed }) => match run(target, seconds, seed) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("heist-fuzz: {error}");
                ExitCode::FAILURE
            }
        },
        Ok(Asked::Input { target, input }) => {
            (target.run)(&input);
            println!("the input is all right");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("heist-fuzz: {error}\n\nusage:\n  TARGET [--seconds N] [--seed N]   feed it inputs for a while");
            eprintln!("  TARGET FILE                       feed it one input\n\ntargets:");
            for target in TARGETS {
                eprintln!("  {:10} {}", target.name, target.about);
            }
            ExitCode::from(2)
        }
    }
}

/// What the command line asks for.
enum Asked {
    Run {
        target: &'static Target,
        seconds: u64,
        seed: u64,
    },
    Input {
        target: &'static Target,
        input: Vec<u8>,
    },
}

fn read(words: &[String]) -> Result<Asked, String> {
    let (name, rest) = words.split_first().ok_or("no target given")?;
    let target = find(name).ok_or_else(|| format!("there is no target `{name}`"))?;
    if let [file] = rest {
        let input = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        return Ok(Asked::Input { target, input });
    }
    let (mut seconds, mut seed) = (60, 1);
    for pair in rest.chunks(2) {
        let number = pair.get(1).and_then(|value| value.parse().ok());
        let number = number.ok_or_else(|| format!("`{}` expects a whole number", pair[0]))?;
        match pair[0].as_str() {
            "--seconds" => seconds = number,
            "--seed" => seed = number,
            other => return Err(format!("unknown option `{other}`")),
        }
    }
    Ok(Asked::Run { target, seconds, seed })
}

/// Feeds a target until the time is over or an input fails, which is written to a file. The inputs are those of the
/// seed; how many they are depends on the machine. True if all were well.
fn run(target: &Target, seconds: u64, seed: u64) -> io::Result<bool> {
    let corpus = corpus::of(target.name);
    println!(
        "{}: {} texts to start from, seed {seed}, {seconds} s",
        target.name,
        corpus.len()
    );
    io::stdout().flush()?;
    let (start, limit) = (Instant::now(), Duration::from_secs(seconds));
    let mut slowest = Duration::ZERO;
    let mut count: u64 = 0;
    for input in corpus.clone().into_iter().chain(Inputs::new(corpus, seed)) {
        if start.elapsed() >= limit {
            break;
        }
        count += 1;
        let begin = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
            let file = keep(target, seed, count, &input)?;
            println!("input {count} fails; it is in {}", file.display());
            println!(
                "run it alone with `cargo xtask fuzz {} {}`",
                target.name,
                file.display()
            );
            return Ok(false);
        }
        let taken = begin.elapsed();
        if taken > SLOW.max(slowest) {
            println!(
                "input {count} took {:.1} s; it is in {}",
                taken.as_secs_f64(),
                keep(target, seed, count, &input)?.display()
            );
            io::stdout().flush()?;
        }
        slowest = slowest.max(taken);
    }
    let (time, slowest) = (start.elapsed().as_secs_f64(), slowest.as_secs_f64());
    println!("{count} inputs in {time:.0} s, none fails; the slowest took {slowest:.2} s");
    Ok(true)
}

/// Writes an input to a file of its own.
fn keep(target: &Target, seed: u64, number: u64, input: &[u8]) -> io::Result<PathBuf> {
    let file = env::temp_dir().join(format!("heist-fuzz-{}-{seed}-{number}", target.name));
    std::fs::write(&file, input)?;
    Ok(file)
}
