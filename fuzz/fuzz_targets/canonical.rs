//! `cargo +nightly fuzz run canonical`: see `fuzz/run`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| loopd_tools_fuzz::canonical(data));
