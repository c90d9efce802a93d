//! The end of a run: what it leaves is written, and what cannot be written takes nothing else with it.

use std::io::{ErrorKind, Write};

use crate::failure::{self, Done, Failure, Outcome, notice};

/// The outputs of a run, written one after the other. One that cannot be written does not hold up the others.
#[derive(Debug, Default)]
pub struct Ending {
    failures: Vec<Failure>,
}

impl Ending {
    /// Notes how an output went; what came of it, if it could be written. Standard output that takes nothing is noted
    /// once, however often it is tried.
    pub fn note<T>(&mut self, written: Result<T, Failure>) -> Option<T> {
        let is_output = |failure: &Failure| matches!(failure, Failure::Output(_));
        let noted = |failure: Failure| {
            if !(is_output(&failure) && self.failures.iter().any(is_output)) {
                self.failures.push(failure);
            }
        };
        written.map_err(noted).ok()
    }

    /// Ends the command once all that it prints is printed. `stopped` says how far it came if the user stopped it. If
    /// an output could not be written, that or `complete` is said first, and then why.
    pub fn finish(mut self, done: Done, stopped: Option<String>, complete: &str, out: &mut dyn Write) -> Outcome {
        self.note(out.flush().map_err(Failure::from));
        if self.failures.iter().any(|failure| !has_no_reader(failure)) {
            self.failures.retain(|failure| !has_no_reader(failure));
        }
        let stopped = stopped.map(|text| format!("stopped: {text}"));
        match self.failures.pop() {
            Some(failure) if has_no_reader(&failure) => Err(failure),
            Some(last) => {
                notice(stopped.as_deref().unwrap_or(complete));
                for failure in &self.failures {
                    failure::report(failure);
                }
                Err(last)
            }
            None => match stopped {
                Some(text) => {
                    notice(&text);
                    Ok(Done::Interrupted)
                }
                None => Ok(done),
            },
        }
    }
}

/// Whether the reader of the output has seen enough, which is no error.
fn has_no_reader(failure: &Failure) -> bool {
    matches!(failure, Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use super::*;

    fn output(kind: ErrorKind) -> Failure {
        Failure::Output(io::Error::from(kind))
    }

    #[test]
    fn what_fails_is_returned_and_a_reader_who_left_is_no_error_beside_it() {
        let end = |failures: Vec<Failure>, stopped: Option<&str>| {
            let mut ending = Ending::default();
            assert_eq!(ending.note(Ok(7)), Some(7));
            for failure in failures {
                assert_eq!(ending.note::<()>(Err(failure)), None);
            }
            ending.finish(Done::Negative, stopped.map(str::to_owned), "all done", &mut Vec::new())
        };
        let file = || Failure::file(Path::new("x"), "full");
        assert!(matches!(end(vec![], None), Ok(Done::Negative)));
        assert!(matches!(end(vec![], Some("1 of 2")), Ok(Done::Interrupted)));
        assert!(matches!(end(vec![file()], Some("1 of 2")), Err(Failure::File { .. })));
        assert!(matches!(
            end(vec![file(), output(ErrorKind::BrokenPipe)], None),
            Err(Failure::File { .. })
        ));
        assert!(matches!(
            end(vec![output(ErrorKind::BrokenPipe)], None),
            Err(Failure::Output(_))
        ));
        let mut ending = Ending::default();
        for failure in [output(ErrorKind::StorageFull), file(), output(ErrorKind::StorageFull)] {
            ending.note::<()>(Err(failure));
        }
        assert_eq!(ending.failures.len(), 2);
    }
}
