use loopd_tools::{Context, IntoOutput, Json, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

macro_rules! gives {
    ($name:ident, $output:ty, $value:expr) => {
        /// Gives something.
        #[derive(Tool, Deserialize)]
        #[tool(output = $output)]
        struct $name;

        impl Run for $name {
            async fn run(self, _cx: Context<'_>) -> Result<$output, ToolError> {
                Ok($value)
            }
        }
    };
}

gives!(Text, String, "text".to_owned());
gives!(Words, &'static str, "words");
gives!(Value, serde_json::Value, serde_json::json!([1]));
gives!(Typed, Json<Vec<u8>>, Json(vec![1]));
gives!(Whole, ToolOutput, ToolOutput::error("whole"));

fn main() {
    fn tool<T: Run + Tool<State = ()> + 'static>(_: T) where T::Output: IntoOutput {
        let _ = T::tool();
    }
    tool(Text);
    tool(Words);
    tool(Value);
    tool(Typed);
    tool(Whole);
}
