//! What a server answers, as an output.

use std::borrow::Cow;

use rmcp::model::ServerResult;
use serde_json::{Map, Value};

use crate::arguments::{Arguments, Decoder};
use crate::error::{ToolError, ToolErrorKind};
use crate::output::{Contents, Media, Part, Resource, ResourceLink, ToolOutput};

use super::clean::{clean, clean_line};
use super::options::Bounds;

/// How many bytes an address or a name may have.
const ADDRESS: usize = 2000;

/// What a tool has promised of its answers, and how much of them is taken.
pub(super) struct Promise {
    /// Reads the structured output; none where nothing is promised or it can't be checked here.
    structured: Option<Decoder>,
    promised: bool,
    bounds: Bounds,
}

impl Promise {
    pub(super) fn new(output: Option<&Value>, bounds: Bounds) -> Self {
        let decoder = output.map(Decoder::new);
        let checked = decoder.filter(|(_, problems)| problems.is_empty());
        Self {
            structured: checked.map(|(decoder, _)| decoder),
            promised: output.is_some(),
            bounds,
        }
    }

    /// Whether a structured output is what was promised. One that is no object is not looked at.
    fn check(&self, structured: &Value, label: &str) -> Result<(), ToolError> {
        let Some(decoder) = self.structured.as_ref().filter(|_| structured.is_object()) else {
            return Ok(());
        };
        let read = decoder.decode_value(&Arguments::from(structured).with_exact(true), None);
        read.map(drop).map_err(|error| {
            let message = format!("the server {label} answers something else than its schema says");
            ToolError::new(ToolErrorKind::Execution, message).with_source(error)
        })
    }
}

/// The output of a call.
pub(super) fn output(
    answer: ServerResult,
    promise: &Promise,
    label: &str,
) -> Result<ToolOutput, ToolError> {
    let answer = match answer {
        ServerResult::CallToolResult(result) => serde_json::to_value(result)?,
        // With something in it that the SDK can't read.
        ServerResult::CustomResult(result) => result.0,
        ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => Value::Object(Map::new()),
        ServerResult::InputRequiredResult(_) => {
            let message =
                format!("the server {label} asks for something that this host does not give");
            return Err(ToolError::new(ToolErrorKind::Execution, message));
        }
        _ => {
            let message = format!("the server {label} answers no result of a call");
            return Err(ToolError::new(ToolErrorKind::Execution, message));
        }
    };
    let is_error = answer.get("isError").and_then(Value::as_bool) == Some(true);
    let blocks = answer.get("content").and_then(Value::as_array);
    let parts = blocks.into_iter().flatten();
    let parts: Vec<Part> = parts.map(|block| part(block, &promise.bounds)).collect();
    let structured = answer
        .get("structuredContent")
        .filter(|value| !value.is_null());
    let Some(structured) = structured.filter(|_| !is_error) else {
        return Ok(ToolOutput::from_parts(parts).with_is_error(is_error));
    };
    promise.check(structured, label)?;
    Ok(together(parts, structured, promise))
}

/// Structured output is the same as the text beside it, for hosts that know it: one of them is
/// enough. Where the tool promises nothing and its text says something else, the text stays.
fn together(parts: Vec<Part>, structured: &Value, promise: &Promise) -> ToolOutput {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } => Some(text),
        _ => None,
    });
    let same = |text: &String| serde_json::from_str::<Value>(text).is_ok_and(|v| v == *structured);
    if !promise.promised && !texts.clone().all(same) {
        return ToolOutput::from_parts(parts);
    }
    if structured.to_string().len() > promise.bounds.text {
        return ToolOutput::from_parts(parts);
    }
    let others = parts.into_iter();
    let others = others.filter(|part| !matches!(part, Part::Text { .. }));
    ToolOutput::from_parts([Part::json(structured.clone())].into_iter().chain(others))
}

/// One block of content. What is of no known form is told by its kind alone.
fn part(block: &Value, bounds: &Bounds) -> Part {
    let Ok(part) = serde_json::from_value::<Part>(block.clone()) else {
        let kind = block
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or("nothing");
        return Part::text(format!("[{} left out]", clean_line(kind, 64)));
    };
    match part {
        Part::Text { text } => Part::text(clean(&text, bounds.text)),
        // No form of the protocol, though of this crate.
        Part::Json { .. } => Part::text("[json left out]"),
        Part::Image(media) => bounded_media(media, bounds, "image", Part::Image),
        Part::Audio(media) => bounded_media(media, bounds, "audio", Part::Audio),
        Part::ResourceLink(link) => Part::ResourceLink(ResourceLink {
            uri: clean_line(&link.uri, ADDRESS),
            name: clean_line(&link.name, ADDRESS),
            description: link
                .description
                .map(|text| clean(&text, bounds.description)),
            mime_type: link.mime_type.map(|kind| clean_line(&kind, 128)),
            size: link.size,
        }),
        Part::Resource { resource } => bounded_resource(resource, bounds),
    }
}

fn bounded_media(media: Media, bounds: &Bounds, kind: &str, whole: fn(Media) -> Part) -> Part {
    let mime_type = clean_line(&media.mime_type, 128);
    if media.data.len() > bounds.media {
        return left_out(kind, &mime_type, media.data.len());
    }
    whole(Media {
        data: media.data,
        mime_type,
    })
}

fn bounded_resource(resource: Resource, bounds: &Bounds) -> Part {
    let uri = clean_line(&resource.uri, ADDRESS);
    let mime_type = resource.mime_type.map(|kind| clean_line(&kind, 128));
    let contents = match resource.contents {
        Contents::Text(text) => Contents::Text(clean(&text, bounds.text)),
        Contents::Blob(data) if data.len() > bounds.media => {
            let kind = mime_type.map_or(Cow::Borrowed("blob"), Cow::Owned);
            return left_out("resource", &kind, data.len());
        }
        Contents::Blob(data) => Contents::Blob(data),
    };
    Part::Resource {
        resource: Resource {
            uri,
            mime_type,
            contents,
        },
    }
}

fn left_out(what: &str, kind: &str, bytes: usize) -> Part {
    Part::text(format!("[{what} {kind} of {bytes} bytes left out]"))
}
