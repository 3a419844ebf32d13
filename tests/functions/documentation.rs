//! A function's documentation is the description, a parameter's is its own.

use loopd_tools::{Tool, tool};

use crate::parameters;

/// Searches the notes.
///
/// Gives the best first.
///
/// # Arguments
///
/// * `query` - words to look for
///   in any order
/// - `limit`: how many
///
/// # Examples
///
/// "tea"
#[tool]
fn search(
    query: &str,
    /// How many at the most.
    limit: Option<u32>,
) -> String {
    format!("{query} {limit:?}")
}

/** Takes an item.

# Parameters:

+ name — the item's name
*/
#[tool(name = "take_item", title = "Take")]
fn r#take(r#name: String) -> String {
    name
}

#[test]
fn a_list_of_arguments_goes_to_the_parameters() {
    let definition = search::definition();
    assert_eq!(
        definition.schema().description,
        "Searches the notes.\n\nGives the best first.\n\n# Examples\n\n\"tea\""
    );
    let tool = search::tool();
    let properties = &parameters(&tool)["properties"];
    assert_eq!(
        properties["query"]["description"],
        "words to look for\nin any order"
    );
    // Its own documentation wins over the list.
    assert_eq!(properties["limit"]["description"], "How many at the most.");
}

#[test]
fn block_comments_and_raw_names_are_read_as_well() {
    let definition = r#take::definition();
    assert_eq!(definition.name(), "take_item");
    assert_eq!(definition.title(), Some("Take"));
    assert_eq!(definition.schema().description, "Takes an item.");
    let tool = r#take::tool();
    assert_eq!(
        parameters(&tool)["properties"]["name"]["description"],
        "the item's name"
    );
}
