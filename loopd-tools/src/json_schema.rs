//! One name for the trait and the derive: the trait is schemars', the derive is ours.

/// The trait comes in through the glob; the explicit import shadows schemars' derive, which lives
/// in the macro namespace alone.
mod both {
    pub use loopd_tools_derive::JsonSchema;
    pub use schemars::*;
}

pub use both::JsonSchema;
