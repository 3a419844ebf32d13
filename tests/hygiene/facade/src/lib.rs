//! A crate that offers loopd-tools to its users under its own name, and a macro that writes a tool
//! for them.

// serde takes its path in quotes, where `$crate` is only text.
extern crate self as hygiene_facade;

/// What this crate stands before.
pub mod parts {
    pub use loopd_tools as tools;
    pub use serde;
}

/// A parameter that tools of this crate share.
#[derive(Debug, loopd_tools::JsonSchema, serde::Deserialize)]
pub struct Place {
    /// The place in words.
    pub name: String,
}

/// Declares a tool that takes a place and answers with it.
#[macro_export]
macro_rules! place_tool {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, $crate::parts::tools::Tool, $crate::parts::serde::Deserialize)]
        #[serde(crate = "hygiene_facade::parts::serde")]
        #[tool(crate = $crate::parts::tools)]
        pub struct $name {
            /// Where.
            pub place: $crate::Place,
        }

        impl $crate::parts::tools::Run for $name {
            async fn run(
                self,
                _cx: $crate::parts::tools::Context<'_>,
            ) -> Result<$crate::parts::tools::ToolOutput, $crate::parts::tools::ToolError> {
                Ok(self.place.name.into())
            }
        }
    };
}

place_tool! {
    /// Looks at a place.
    Look
}

#[cfg(test)]
mod tests {
    use loopd_tools::Tool;

    use super::Look;

    #[test]
    fn the_macro_works_at_home() {
        assert_eq!(Look::schema().description, "Looks at a place.");
    }
}
