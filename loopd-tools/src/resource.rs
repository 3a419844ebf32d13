//! What a field says of the thing that a call works on.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// A field that `#[tool(resource = field)]` may name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't name what a call works on",
    label = "not a resource",
    note = "name a field that is text, a path, an integer, or an `Option` of one of these; or write `fn resource` in the `impl Run`"
)]
pub trait Resource {
    /// The name; none if the call names nothing.
    fn resource(&self) -> Option<String>;
}

/// By `Display`: such a type has one text.
macro_rules! displayed {
    ($($type:ty),*) => {
        $(impl Resource for $type {
            fn resource(&self) -> Option<String> {
                Some(self.to_string())
            }
        })*
    };
}

displayed!(
    String,
    Cow<'static, str>,
    char,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize
);

impl Resource for Path {
    fn resource(&self) -> Option<String> {
        Some(self.to_string_lossy().into_owned())
    }
}

impl Resource for PathBuf {
    fn resource(&self) -> Option<String> {
        self.as_path().resource()
    }
}

impl Resource for str {
    fn resource(&self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl<T: Resource + ?Sized> Resource for Box<T> {
    fn resource(&self) -> Option<String> {
        (**self).resource()
    }
}

impl<T: Resource> Resource for Option<T> {
    fn resource(&self) -> Option<String> {
        self.as_ref()?.resource()
    }
}
