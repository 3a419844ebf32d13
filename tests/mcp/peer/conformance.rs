//! The tools that the conformance suite asks for.

use std::num::NonZeroU32;
use std::time::Duration;

use loopd_tools::mcp::{Caller, HttpOptions, LogLevel, Rate, Server};
use loopd_tools::{CallContext, Context, FnTool, Part, Run, Tool, ToolError, ToolOutput, Toolbox};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;

/// A picture of one red point.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// A sound of no length.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/// Between two words of a call.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    let toolbox = Toolbox::new();
    contents(&toolbox)?;
    toolbox.register(Logging::tool())?;
    toolbox.register(Progressing::tool())?;
    toolbox.register(Sampling::tool())?;
    forms(&toolbox)?;
    toolbox.register(keywords()?)?;

    let many = NonZeroU32::MAX;
    let options = HttpOptions::new().with_rate(Rate::new(many, many));
    let server = Server::of(toolbox)?.listen(options).await?;
    println!("{}", server.url());
    server.serve(end_of_input()).await;
    Ok(())
}

async fn end_of_input() {
    let mut input = tokio::io::stdin();
    let mut buffer = [0; 256];
    while matches!(input.read(&mut buffer).await, Ok(1..)) {}
}

/// The tools that answer at once.
fn contents(toolbox: &Toolbox) -> Result<(), Box<dyn std::error::Error>> {
    let resource = || Part::Resource {
        resource: loopd_tools::Resource {
            uri: "test://embedded-resource".to_owned(),
            mime_type: Some("text/plain".to_owned()),
            contents: loopd_tools::Contents::Text("The content of a resource.".to_owned()),
        },
    };
    let answers = [
        (
            "test_simple_text",
            ToolOutput::text("This is a simple text response for testing."),
        ),
        (
            "test_image_content",
            ToolOutput::from_parts([Part::image(PNG, "image/png")]),
        ),
        (
            "test_audio_content",
            ToolOutput::from_parts([Part::audio(WAV, "audio/wav")]),
        ),
        (
            "test_embedded_resource",
            ToolOutput::from_parts([resource()]),
        ),
        (
            "test_multiple_content_types",
            ToolOutput::from_parts([
                Part::text("Multiple content types test:"),
                Part::image(PNG, "image/png"),
                resource(),
            ]),
        ),
        (
            "test_error_handling",
            ToolOutput::error("This tool intentionally returns an error for testing"),
        ),
    ];
    for (name, answer) in answers {
        let description = format!("Gives what the scenario of {name} wants.");
        let tool = FnTool::sync(name, description, nothing(), move |_, _| answer.clone())?;
        toolbox.register(tool)?;
    }
    Ok(())
}

/// No arguments.
fn nothing() -> Value {
    json!({"type": "object", "properties": {}, "additionalProperties": false})
}

/// Writes to the client's log while it runs.
#[derive(Tool, Deserialize)]
#[tool(name = "test_tool_with_logging")]
struct Logging;

impl Run for Logging {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let caller = caller(&cx)?;
        for words in [
            "Tool execution started",
            "Tool processing data",
            "Tool execution completed",
        ] {
            caller.log(LogLevel::Info, "conformance", words).await;
            tokio::time::sleep(PAUSE).await;
        }
        Ok("logged".into())
    }
}

/// Tells how far it has come.
#[derive(Tool, Deserialize)]
#[tool(name = "test_tool_with_progress")]
struct Progressing;

impl Run for Progressing {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        for fraction in [0.0, 0.5, 1.0] {
            cx.progress(fraction, "");
            tokio::time::sleep(PAUSE).await;
        }
        Ok("done".into())
    }
}

/// Asks the client's model.
#[derive(Tool, Deserialize)]
#[tool(name = "test_sampling")]
struct Sampling {
    /// What it is asked.
    prompt: String,
}

impl Run for Sampling {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let said = caller(&cx)?.sample(&self.prompt, 100).await?;
        Ok(format!("LLM response: {said}").into())
    }
}

fn caller(cx: &CallContext) -> Result<Caller, ToolError> {
    Caller::of(cx).ok_or_else(|| ToolError::execution("there is no client"))
}

/// The tools that ask the person.
fn forms(toolbox: &Toolbox) -> Result<(), Box<dyn std::error::Error>> {
    let person = json!({
        "type": "object",
        "properties": {
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        },
        "required": ["username", "email"],
    });
    let message = json!({
        "type": "object",
        "properties": {"message": {"type": "string", "description": "What the person reads."}},
        "required": ["message"],
    });
    toolbox.register(form("test_elicitation", message, person)?)?;
    let defaults = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {
                "type": "string",
                "enum": ["active", "inactive", "pending"],
                "default": "active",
            },
            "verified": {"type": "boolean", "default": true},
        },
    });
    toolbox.register(form(
        "test_elicitation_sep1034_defaults",
        nothing(),
        defaults,
    )?)?;
    let titled = json!([
        {"const": "value1", "title": "First Option"},
        {"const": "value2", "title": "Second Option"},
        {"const": "value3", "title": "Third Option"},
    ]);
    let choices = json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
            "titledSingle": {"type": "string", "oneOf": titled},
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {
                "type": "array",
                "items": {"type": "string", "enum": ["option1", "option2", "option3"]},
            },
            "titledMulti": {"type": "array", "items": {"anyOf": titled}},
        },
    });
    toolbox.register(form("test_elicitation_sep1330_enums", nothing(), choices)?)?;
    Ok(())
}

fn form(name: &str, parameters: Value, schema: Value) -> Result<FnTool, loopd_tools::SchemaError> {
    let ask = move |arguments: Value, cx: CallContext| {
        let schema = schema.clone();
        async move {
            let message = arguments["message"].as_str().unwrap_or("Please fill in.");
            let answer = caller(&cx)?.ask(message, &schema).await?;
            let text = match answer {
                Some(content) => format!("User response: action=accept, content={content}"),
                None => "User response: action=decline".to_owned(),
            };
            Ok::<_, ToolError>(text)
        }
    };
    FnTool::new(name, "Asks the person at the client.", parameters, ask)
}

/// A schema with keywords of JSON Schema 2020-12.
fn keywords() -> Result<FnTool, loopd_tools::SchemaError> {
    let parameters = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            },
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
        },
        "additionalProperties": false,
    });
    let description = "Tool with JSON Schema 2020-12 features";
    FnTool::sync(
        "json_schema_2020_12_tool",
        description,
        parameters,
        |arguments, _| arguments.to_string(),
    )
}
