use loopd_tools::tool;

/// Returns its text argument unchanged.
#[tool]
pub fn echo(
    /// The text to return.
    text: String,
) -> String {
    text
}
