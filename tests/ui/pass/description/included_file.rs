use loopd_tools::Tool;
use serde::Deserialize;

#[doc = include_str!("../../description.md")]
#[derive(Tool, Deserialize)]
struct Read {
    #[doc = concat!("At most ", 64, " characters.")]
    path: String,
}

fn main() {
    assert_eq!(Read::schema().description, "Reads a file.\n\n- all of it");
    let path = &Read::schema().parameters["properties"]["path"];
    assert_eq!(path["description"], "At most 64 characters.");
    let _ = |read: Read| read.path;
}
