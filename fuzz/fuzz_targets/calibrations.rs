#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heist_fuzz::calibrations(data));
