//! The shape that an error shows is one that the schema and the tool accept.

use loopd_tools::{Arguments, CallContext, DynTool};
use serde_json::Value;

use crate::law::is_own_syntax;
use crate::types::kinds;

#[test]
fn every_shape_that_an_error_shows_is_accepted() {
    let cx = CallContext::new();
    for kind in kinds() {
        let tool = (kind.tool)().expect("a tool");
        let error = tool
            .prepare(Arguments::from("[]"), &cx)
            .err()
            .expect("a list is no object");
        let advice = error.advice().expect("advice");
        let shape = advice
            .strip_prefix("expected shape: ")
            .unwrap_or_else(|| panic!("{}: no shape was found, only: {advice}", kind.name));
        assert!(!shape.contains('\n'), "{}: {shape}", kind.name);
        let value: Value = serde_json::from_str(shape).expect("JSON");
        let schema = (kind.schema)().expect("a schema");
        // Text of a form that can't be made up is described in its place.
        if shape.contains("text that matches") {
            assert_eq!(kind.name, "Patterns");
            continue;
        }
        assert!(
            jsonschema::is_valid(&schema, &value),
            "{}: {shape}",
            kind.name
        );
        let exact = Arguments::from(shape).with_exact(true);
        match tool.prepare(exact, &cx) {
            Ok(_) => {}
            // Text with a syntax that the schema has no name for, such as a socket's address.
            Err(error) if !kind.exact && is_own_syntax(&error) => {}
            Err(error) => panic!("{}: {shape}: {error}", kind.name),
        }
    }
}
