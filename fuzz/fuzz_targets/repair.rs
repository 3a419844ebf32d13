//! `cargo +nightly fuzz run repair`: see `fuzz/run`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| loopd_tools_fuzz::repair(data));
