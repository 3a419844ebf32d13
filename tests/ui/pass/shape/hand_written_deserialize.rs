use loopd_tools::Tool;
use serde::{Deserialize, Deserializer};

/// Returns its text.
#[derive(Tool)]
struct Echo {
    text: String,
}

impl<'de> Deserialize<'de> for Echo {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let map = std::collections::BTreeMap::<String, String>::deserialize(from)?;
        let text = map.into_values().next().unwrap_or_default();
        Ok(Self { text })
    }
}

fn main() {
    let echo: Echo = serde_json::from_str(r#"{"text": "x"}"#).unwrap();
    assert_eq!(echo.text, "x");
    assert!(Echo::schema().parameters["properties"].get("text").is_some());
}
