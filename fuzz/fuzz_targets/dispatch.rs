//! `cargo +nightly fuzz run dispatch`: see `fuzz/run`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| loopd_tools_fuzz::dispatch(data));
