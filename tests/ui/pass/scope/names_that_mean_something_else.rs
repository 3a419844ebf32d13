#![allow(non_snake_case, dead_code)]

struct Result;
struct Option;
struct String;
struct Vec;
struct Box;
struct Future;
fn Ok() {}
fn Err() {}
fn Some() {}
const None: u8 = 0;
mod std {}
mod core {}
mod serde {}
mod schemars {}
mod loopd_tools {}

/// Takes a number.
#[derive(::loopd_tools::Tool, ::serde::Deserialize)]
struct Take {
    #[serde(default = "seven")]
    number: u8,
    text: ::std::option::Option<::std::string::String>,
}

fn seven() -> u8 {
    7
}

impl ::loopd_tools::Run for Take {
    async fn run(
        self,
        _cx: ::loopd_tools::Context<'_>,
    ) -> ::std::result::Result<::loopd_tools::ToolOutput, ::loopd_tools::ToolError> {
        ::std::result::Result::Ok(::loopd_tools::ToolOutput::text(self.number.to_string()))
    }
}

fn main() {
    let schema = <Take as ::loopd_tools::Tool>::schema();
    assert_eq!(schema.parameters["properties"]["number"]["default"], 7);
    let _ = |take: Take| take.text;
}
