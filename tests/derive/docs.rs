//! Documentation: what the model reads of comments in each form.

use loopd_tools::__private::{doc, is_blank};
use loopd_tools::{JsonSchema, Tool};
use proptest::prelude::*;
use serde::Deserialize;

const TEXT: &str = "\
Searches files.

Takes a pattern:

- one
  - nested
- two

```
fn code() {
    indented();
}
```

The end.";

/// Searches files.
///
/// Takes a pattern:
///
/// - one
///   - nested
/// - two
///
/// ```
/// fn code() {
///     indented();
/// }
/// ```
///
/// The end.
#[derive(Tool, Deserialize)]
struct Lines;

/**
Searches files.

Takes a pattern:

- one
  - nested
- two

```
fn code() {
    indented();
}
```

The end.
*/
#[derive(Tool, Deserialize)]
struct Block;

/**
 * Searches files.
 *
 * Takes a pattern:
 *
 * - one
 *   - nested
 * - two
 *
 * ```
 * fn code() {
 *     indented();
 * }
 * ```
 *
 * The end.
 */
#[derive(Tool, Deserialize)]
struct Starred;

mod deep {
    pub mod deeper {
        use loopd_tools::Tool;
        use serde::Deserialize;

        /** Searches files.

        Takes a pattern:

        - one
          - nested
        - two

        ```
        fn code() {
            indented();
        }
        ```

        The end. */
        #[derive(Tool, Deserialize)]
        pub struct Hanging;

        /** Searches files.
         *
         * Takes a pattern:
         *
         * - one
         *   - nested
         * - two
         *
         * ```
         * fn code() {
         *     indented();
         * }
         * ```
         *
         * The end. */
        #[derive(Tool, Deserialize)]
        pub struct StarredFromTheFirst;
    }
}

#[test]
fn every_form_of_comment_is_the_same_text() {
    assert_eq!(Lines::schema().description, TEXT);
    assert_eq!(Block::schema().description, TEXT);
    assert_eq!(Starred::schema().description, TEXT);
    assert_eq!(deep::deeper::Hanging::schema().description, TEXT);
    assert_eq!(
        deep::deeper::StarredFromTheFirst::schema().description,
        TEXT
    );
}

#[doc = include_str!("sample.md")]
#[derive(Tool, Deserialize)]
struct Included;

/// Reads a file.
#[doc = concat!("At most ", 64, " KiB.")]
///
/// - kept
///   - as well
#[doc(hidden)]
#[doc = "Said in an attribute."]
#[doc = include_str!("sample.md")]
/// The end.
#[derive(Tool, Deserialize)]
struct Mixed;

#[test]
fn expressions_are_text_like_any_other() {
    let sample = "Reads a file.\n\n    indented code\n\n* one\n* two";
    assert_eq!(Included::schema().description, sample);
    assert_eq!(
        Mixed::schema().description,
        format!(
            "Reads a file.\nAt most 64 KiB.\n\n- kept\n  - as well\nSaid in an attribute.\n{sample}\nThe end."
        )
    );
}

///Written without a blank.
///- one
///  - nested
#[derive(Tool, Deserialize)]
struct Tight;

#[test]
fn lines_without_a_blank_keep_their_indent() {
    assert_eq!(
        Tight::schema().description,
        "Written without a blank.\n- one\n  - nested"
    );
}

/// Takes one of:
///  * this
///  * that
#[derive(Tool, Deserialize)]
struct Bulleted {
    /// Either:
    ///  * this
    ///  * that
    either: String,
}

#[test]
fn bullets_are_no_stars_of_a_comment() {
    let schema = Bulleted::schema();
    assert_eq!(schema.description, "Takes one of:\n * this\n * that");
    assert_eq!(
        schema.parameters["properties"]["either"]["description"],
        "Either:\n * this\n * that"
    );
}

const WORDS: &str = "  Said by a constant.  ";

/// Said by the comment.
#[derive(Tool, Deserialize)]
#[tool(description = "Said by the key.")]
#[schemars(description = "Said by schemars.")]
struct ByKey;

/// Said by the comment.
#[derive(Tool, Deserialize)]
#[schemars(description = "Said by schemars.")]
struct BySchemars;

#[derive(Tool, Deserialize)]
#[tool(description = WORDS)]
struct ByConstant;

#[derive(Tool, Deserialize)]
#[tool(description = concat!("Said", " by ", stringify!(macros), "."))]
struct ByMacro;

#[test]
fn the_key_goes_before_schemars_and_schemars_before_the_comment() {
    assert_eq!(ByKey::schema().description, "Said by the key.");
    assert_eq!(BySchemars::schema().description, "Said by schemars.");
    assert_eq!(ByConstant::schema().description, "Said by a constant.");
    assert_eq!(ByMacro::schema().description, "Said by macros.");
}

/// Documented from outside.
macro_rules! documented {
    ($(#[$meta:meta])* $name:ident { $($(#[$inner:meta])* $field:ident,)* }) => {
        $(#[$meta])*
        #[derive(Tool, Deserialize)]
        struct $name {
            $($(#[$inner])* $field: String,)*
        }
    };
}

documented! {
    /// Copies a file.
    ///
    ///   1. read
    Copy {
        /// From where.
        from,
        /** To where,
            or nowhere. */
        to,
        #[doc = "How."]
        how,
        silent,
    }
}

#[test]
fn comments_come_through_macros() {
    let schema = Copy::schema();
    assert_eq!(schema.description, "Copies a file.\n\n  1. read");
    let of = |name: &str| schema.parameters["properties"][name]["description"].clone();
    assert_eq!(of("from"), "From where.");
    assert_eq!(of("to"), "To where,\nor nowhere.");
    assert_eq!(of("how"), "How.");
    assert!(of("silent").is_null());
}

/// Lists a page.
#[derive(Tool, Deserialize)]
struct List {
    /// # Heading
    ///
    /// The field's own words.
    page: Page,
    unsaid: Page,
    #[schemars(description = "By schemars.")]
    /// By the comment.
    wrapped: Wrapped,
    bare: Wrapped,
    /// Which way.
    sort: Sort,
}

/// The type's words.
#[derive(JsonSchema, Deserialize)]
struct Page {
    /// Which.
    number: u32,
}

/// Outer words.
#[derive(JsonSchema, Deserialize)]
#[serde(transparent)]
struct Wrapped {
    /// Inner words.
    text: String,
}

#[derive(JsonSchema, Deserialize)]
enum Sort {
    /// Smallest first,
    /// always.
    Up,
    Down,
}

#[test]
fn the_place_of_use_goes_before_the_type() {
    let parameters = List::schema().parameters;
    let of = |name: &str| parameters["properties"][name]["description"].clone();
    assert_eq!(of("page"), "# Heading\n\nThe field's own words.");
    assert_eq!(of("unsaid"), "The type's words.");
    assert_eq!(of("wrapped"), "By schemars.");
    assert_eq!(of("bare"), "Outer words.");
    assert_eq!(
        of("sort"),
        "Which way.\n\n- `Up`: Smallest first,\n  always."
    );
    assert_eq!(
        parameters["properties"]["unsaid"]["properties"]["number"]["description"],
        "Which."
    );
}

#[test]
fn blank_is_blank() {
    assert!(is_blank(&[]));
    assert!(is_blank(&["", " \n\t"]));
    assert!(!is_blank(&["", " x"]));
}

/// Text as an author may want it: no blank line at the ends, no blanks at line ends, at least one
/// line at the margin.
fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        1 => Just(String::new()),
        4 => "[ ]{0,6}[a-z`#.é日-][a-z `*#.é日-]{0,12}[a-z.日]",
    ];
    (
        "[a-zé][a-z ]{0,8}[a-z]",
        proptest::collection::vec(line, 0..8),
        "[a-z]{1,8}",
    )
        .prop_map(|(first, middle, last)| {
            let mut lines = vec![first];
            lines.extend(middle);
            lines.push(last);
            lines.join("\n")
        })
}

proptest! {
    #[test]
    fn what_is_written_in_a_comment_is_what_is_read(text in text(), margin in 0..9_usize) {
        let lines = |prefix: &str| -> Vec<String> {
            text.lines().map(|line| format!("{prefix}{line}").trim_end().to_owned()).collect()
        };
        let margin = " ".repeat(margin);
        let commented = lines(" ");
        let commented: Vec<&str> = commented.iter().map(String::as_str).collect();
        prop_assert_eq!(doc(&commented), text.as_str());
        let block = format!("\n{}\n{margin}", lines(&margin).join("\n"));
        prop_assert_eq!(doc(&[&block]), text.as_str());
        let starred = format!("\n{}\n{margin} ", lines(&format!("{margin} * ")).join("\n"));
        prop_assert_eq!(doc(&[&starred]), text.as_str());
        let hanging = format!(" {}\n{margin}", lines(&format!("{margin}  ")).join("\n").trim_start());
        prop_assert_eq!(doc(&[&hanging]), text.as_str());
    }

    #[test]
    fn any_text_is_read(pieces in proptest::collection::vec(any::<String>(), 0..4)) {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let text = doc(&pieces);
        // Once read, there is nothing more to take away.
        prop_assert_eq!(doc(&[&text]), text);
    }
}
