//! The derives by another path: a re-export, and a macro of a crate that re-exports.

use serde::Deserialize;

mod kit {
    //! What a crate of tools may offer its users.
    pub mod inner {
        pub use loopd_tools as tools;
    }

    macro_rules! counter {
        ($name:ident) => {
            /// Counts.
            #[derive($crate::facade::kit::inner::tools::Tool, ::serde::Deserialize)]
            #[tool(crate = $crate::facade::kit::inner::tools, title = "Counter")]
            pub(super) struct $name {
                /// How far.
                pub(super) to: $crate::facade::Number,
            }
        };
    }

    pub(super) use counter;
}

/// A number.
#[derive(kit::inner::tools::JsonSchema, Deserialize)]
#[tool(crate = "kit::inner::tools")]
struct Number {
    value: u8,
}

mod user {
    super::kit::counter!(CountUp);
}

/// Counts down.
#[derive(kit::inner::tools::Tool, Deserialize)]
#[tool(crate = self::kit::inner::tools)]
struct CountDown {
    from: Number,
}

#[test]
fn the_path_may_be_any() {
    use loopd_tools::Tool;

    let schema = user::CountUp::schema();
    assert_eq!(schema.name, "count_up");
    assert_eq!(
        schema.parameters["properties"]["to"]["properties"]["value"]["maximum"],
        255
    );
    assert_eq!(user::CountUp::META.title, Some("Counter"));
    assert_eq!(CountDown::NAME, "count_down");
}
