//! A method is no tool.

use loopd_tools::tool;

struct Shop;

impl Shop {
    /// Sells an item.
    #[tool]
    fn sell(&self, item: String) -> String {
        item
    }
}

fn main() {}
