//! Type parameters, where clauses, visibility and attributes are kept.

use loopd_tools::{JsonSchema, Tool, tool};

use crate::text;

/// Shows what it is given.
#[tool]
fn show<T>(value: T) -> String
where
    T: std::fmt::Debug + JsonSchema + Send,
{
    format!("{value:?}")
}

mod inner {
    use loopd_tools::tool;

    /// Doubles a number.
    #[tool]
    #[must_use]
    #[inline]
    pub(super) const fn double(
        #[serde(rename = "number")]
        #[schemars(range(max = 100))]
        x: u32,
    ) -> Doubled {
        Doubled(x * 2)
    }

    /// A number for the model.
    pub(super) struct Doubled(pub(super) u32);

    impl loopd_tools::IntoOutput for Doubled {
        fn into_output(self) -> loopd_tools::ToolOutput {
            self.0.to_string().into()
        }
    }
}

#[test]
fn a_type_parameter_is_the_struct_s_as_well() {
    assert_eq!(text(&show::<u8>::tool(), r#"{"value":7}"#), "7");
    assert_eq!(
        text(&show::<Vec<String>>::tool(), r#"{"value":["a"]}"#),
        r#"["a"]"#
    );
    assert_eq!(show(1), "1");
}

#[test]
fn visibility_and_attributes_are_kept() {
    const FOUR: inner::Doubled = inner::double(2);
    assert_eq!(FOUR.0, 4);
    let tool = inner::double::tool();
    assert_eq!(text(&tool, r#"{"number":21}"#), "42");
    assert!(crate::call(&tool, r#"{"number":101}"#).is_err());
    assert!(crate::call(&tool, r#"{"x":1}"#).is_err());
}

/// Says its keys in more than one place.
#[tool(read_only)]
#[tool(name = "many_keys", requires("a"))]
#[tool(output = String, requires("b"))]
fn keys() -> String {
    "x".to_owned()
}

#[test]
fn keys_may_stand_in_more_than_one_attribute() {
    let definition = keys::definition();
    assert_eq!(definition.name(), "many_keys");
    assert_eq!(definition.requires(), ["a", "b"]);
    assert!(definition.hints().read_only());
    assert_eq!(keys(), "x");
}
