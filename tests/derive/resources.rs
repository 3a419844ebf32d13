//! What a field says of the thing that a call works on.

use std::borrow::Cow;
use std::path::PathBuf;

use loopd_tools::{CallContext, Context, DynTool, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// The resource of a call of a tool whose field `of` has this type.
macro_rules! resource {
    ($ty:ty, $arguments:literal) => {{
        #[doc = "A tool."]
        #[derive(Tool, Deserialize)]
        #[tool(resource = of)]
        struct Probe {
            of: $ty,
        }
        impl Run for Probe {
            async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
                Ok("".into())
            }
        }
        let call = Probe::tool().prepare($arguments.into(), &CallContext::new());
        call.unwrap().plan().resource
    }};
}

#[test]
fn every_kind_of_field_has_one_text() {
    let text = Some("a/b".to_owned());
    assert_eq!(resource!(String, r#"{"of": "a/b"}"#), text);
    assert_eq!(resource!(PathBuf, r#"{"of": "a/b"}"#), text);
    assert_eq!(resource!(Box<str>, r#"{"of": "a/b"}"#), text);
    assert_eq!(resource!(Box<std::path::Path>, r#"{"of": "a/b"}"#), text);
    assert_eq!(resource!(Cow<'static, str>, r#"{"of": "a/b"}"#), text);
    assert_eq!(resource!(Option<String>, r#"{"of": "a/b"}"#), text);
    assert_eq!(resource!(Option<Box<PathBuf>>, r#"{"of": "a/b"}"#), text);
    assert_eq!(resource!(Option<String>, "{}"), None);
    assert_eq!(resource!(i64, r#"{"of": -7}"#), Some("-7".to_owned()));
    assert_eq!(resource!(char, r#"{"of": "ü"}"#), Some("ü".to_owned()));
}

/// A field whose name is a keyword.
#[derive(Tool, Deserialize)]
#[tool(resource = r#type)]
struct Raw {
    r#type: String,
}

impl Run for Raw {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("".into())
    }
}

#[test]
fn a_raw_name_is_a_name() {
    let call = Raw::tool().prepare(r#"{"type": "x"}"#.into(), &CallContext::new());
    assert_eq!(call.unwrap().plan().resource.as_deref(), Some("x"));
}

/// Fields that have other names on the wire, or none.
#[derive(Tool, Deserialize)]
#[serde(rename_all = "camelCase")]
#[tool(resource = file_name)]
struct Renamed {
    #[serde(alias = "file")]
    file_name: String,
}

impl Run for Renamed {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.file_name.into())
    }
}

/// Its resource is set by the host alone.
#[derive(Tool, Deserialize)]
#[tool(resource = host)]
struct Skipped {
    #[serde(skip)]
    host: String,
}

impl Run for Skipped {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.host.into())
    }
}

#[test]
fn the_definition_names_the_parameter_as_the_model_does() {
    assert_eq!(Raw::definition().resource(), Some("type"));
    assert_eq!(Renamed::definition().resource(), Some("fileName"));
    assert_eq!(Skipped::definition().resource(), None);
    let call = Renamed::tool().prepare(r#"{"file": "x"}"#.into(), &CallContext::new());
    assert_eq!(call.unwrap().plan().resource.as_deref(), Some("x"));
}
