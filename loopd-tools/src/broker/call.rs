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
    /// How many bytes of text the model may read of this call, whatever the tool and the broker's
    /// limits say; none leaves it to them.
    pub max_output: Option<usize>,
}

impl Call {
    /// A call of a tool.
    #[must_use]
    pub fn new(request: ToolRequest, cx: CallContext) -> Self {
        Self {
            request,
            cx,
            max_output: None,
        }
    }

    /// Bounds how many bytes of text the model may read of this call, whatever the tool and the
    /// broker's limits say.
    #[must_use]
    pub fn with_max_output(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.max_output = bytes.into();
        self
    }
}
