use loopd_tools::Tool;
use serde::Deserialize;

#[derive(Tool, Deserialize)]
#[tool(name = "a.b", colour, timeout = "soon", resource = file, example = "1")]
struct List<'a> {
    #[serde(rename = "$top")]
    top: u32,
    #[serde(deserialize_with = "read")]
    path: &'a str,
}

fn read<'a, 'de: 'a, D: serde::Deserializer<'de>>(from: D) -> Result<&'a str, D::Error> {
    Deserialize::deserialize(from)
}

fn main() {}
