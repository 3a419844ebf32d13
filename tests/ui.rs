//! What the compiler tells a user: one file a mistake, and one a thing that must compile.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the answers anew; read them before committing.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*/*.rs");
    cases.compile_fail("tests/ui/fail/*/*.rs");
}
