use loopd_tools::Tool;
use serde::Deserialize;

macro_rules! tool {
    ($name:ident, $title:literal, $state:ty, $description:expr, $krate:path) => {
        #[derive(Tool, Deserialize)]
        #[tool(title = $title, name = $title, state = $state, description = $description)]
        struct $name;
    };
}

tool!(Count, "counting", Vec<(u8, String)>, concat!("Counts", "."), loopd_tools);

fn main() {
    fn state<T: Tool<State = Vec<(u8, String)>>>() {}
    state::<Count>();
    assert_eq!((Count::NAME, &*Count::schema().description), ("counting", "Counts."));
}
