//! What a broker is asked.

use crate::context::CallContext;
use crate::port::ToolRequest;

/// One call: what the model asks for and what the host says of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Call {
    /// What the model asks for.
    pub request: ToolRequest,
    /// What the host says of the call.
    pub cx: CallContext,
}

impl Call {
    /// A call of a tool.
    #[must_use]
    pub fn new(request: ToolRequest, cx: CallContext) -> Self {
        Self { request, cx }
    }
}
