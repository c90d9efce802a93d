//! What identifies encodings.

use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::encoding_hash;

/// Networks and trajectories of an encoding are refused once its hash is another: this test shows that it is, so that
/// it does not happen by accident.
#[test]
fn encodings_are_those_of_the_files_written_so_far() {
    assert_eq!(format!("{:016x}", encoding_hash::<BurgleBros>()), "67d325ec2006d142");
    assert_eq!(format!("{:016x}", encoding_hash::<CaperCards>()), "f5c9f1f978ffd7c6");
}
