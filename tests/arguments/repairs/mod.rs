//! Lossless readings of mangled arguments, and what is never read.

mod never;
mod text;
mod values;
