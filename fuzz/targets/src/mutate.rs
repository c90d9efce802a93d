//! Inputs made from a corpus by small changes, the same for the same seed on every machine.

use heist_engine::random::{Generator, below, stream};

/// The longest input.
const LONGEST: usize = 1 << 16;

/// Values on which number handling breaks.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "4",
    "5",
    "7",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551615",
    "1e400",
    "-0.0",
    "null",
];

/// Endless inputs.
pub struct Inputs {
    corpus: Vec<Vec<u8>>,
    rng: Generator,
}

impl Inputs {
    /// Inputs from a corpus, which must not be empty.
    pub fn new(corpus: Vec<Vec<u8>>, seed: u64) -> Inputs {
        assert!(!corpus.is_empty(), "there is nothing to change");
        Inputs {
            corpus,
            rng: stream(seed, "fuzz", 0),
        }
    }

    /// A number below a bound, which is not 0.
    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.rng, bound as u32) as usize
    }

    /// A place of a text, its end included.
    fn place(&mut self, text: &[u8]) -> usize {
        self.below(text.len() + 1)
    }

    /// One change.
    fn change(&mut self, text: &mut Vec<u8>) {
        match self.below(9) {
            0 => {
                let place = self.place(text);
                let byte = self.below(256) as u8;
                text.insert(place, byte);
            }
            1 if !text.is_empty() => {
                let place = self.below(text.len());
                text[place] ^= 1 << self.below(8);
            }
            2 => {
                // A piece is gone.
                let (start, length) = (self.place(text), self.below(24));
                text.drain(start..(start + length).min(text.len()));
            }
            3 => {
                // A piece comes twice.
                let (start, length, to) = (self.place(text), self.below(64), self.place(text));
                let piece = text[start..(start + length).min(text.len())].to_vec();
                text.splice(to..to, piece);
            }
            4 | 5 => {
                // A word is another one of the corpus, a value of the same kind most often.
                let other = self.below(self.corpus.len());
                let words = words(&self.corpus[other]);
                let here = words_of_kind(text, |_| true);
                if words.is_empty() || here.is_empty() {
                    return;
                }
                let (from, to) = (self.below(words.len()), self.below(here.len()));
                let word = self.corpus[other][words[from].clone()].to_vec();
                text.splice(here[to].clone(), word);
            }
            6 | 7 => {
                let here = words_of_kind(text, |word| word[0].is_ascii_digit());
                if here.is_empty() {
                    return;
                }
                let place = self.below(here.len());
                let number = NUMBERS[self.below(NUMBERS.len())];
                text.splice(here[place].clone(), number.bytes());
            }
            _ => {
                // The rest is another text's.
                let other = self.below(self.corpus.len());
                let (start, from) = (self.place(text), self.below(self.corpus[other].len() + 1));
                text.truncate(start);
                text.extend_from_slice(&self.corpus[other][from..]);
            }
        }
    }
}

impl Iterator for Inputs {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let entry = self.below(self.corpus.len());
        let mut text = self.corpus[entry].clone();
        // Mostly one or two changes: what is nearly right gets furthest.
        let changes = 1 + self.below(3) * self.below(3);
        for _ in 0..changes {
            self.change(&mut text);
        }
        text.truncate(LONGEST);
        Some(text)
    }
}

/// The words and numbers of a text.
fn words(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    words_of_kind(text, |_| true)
}

fn words_of_kind(text: &[u8], is_meant: impl Fn(&[u8]) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let length = text[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-')
            .count();
        if length > 0 && is_meant(&text[at..at + length]) {
            words.push(at..at + length);
        }
        at += length + 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_its_own_inputs_and_always_the_same() {
        let corpus = vec![b"{\"seats\": 2}".to_vec(), b"floor 1".to_vec()];
        let inputs = |seed| Inputs::new(corpus.clone(), seed).take(200).collect::<Vec<_>>();
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        assert!(
            inputs(1)
                .iter()
                .any(|input| input.starts_with(b"{\"seats\": ") && input.ends_with(b"}"))
        );
    }

    #[test]
    fn words_are_found_with_their_places() {
        assert_eq!(words(b"a-b: [12, c]"), [0..3, 6..8, 10..11]);
    }
}
