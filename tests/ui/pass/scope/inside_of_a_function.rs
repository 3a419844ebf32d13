use serde::Deserialize;

fn name() -> &'static str {
    use loopd_tools::{JsonSchema, Tool};

    #[derive(JsonSchema, Deserialize)]
    struct Inner(u8);

    /// Takes what is local.
    #[derive(Tool, Deserialize)]
    struct Local {
        inner: Inner,
    }

    let _ = |local: Local| local.inner.0;
    Local::NAME
}

fn main() {
    assert_eq!(name(), "local");
}
