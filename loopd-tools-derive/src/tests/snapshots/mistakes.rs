::core::compile_error! {
    "unknown key `colour`; the keys are `name`, `title`, `description`, `core`, `read_only`, `destructive`, `idempotent`, `open_world`, `concurrent`, `pinned`, `untrusted`, `unrecorded`, `allow_unknown`, `exact`, `blocking`, `state`, `output`, `resource`, `requires`, `timeout`, `max_output`, `example`, `system_prompt`, `crate`"
}
::core::compile_error! {
    "expected `output = Type`"
}
::core::compile_error! {
    "a tool borrows nothing: use `String`"
}
::core::compile_error! {
    "the tool's name \"list.all\" is not of the form `[a-zA-Z_][a-zA-Z0-9_-]{0,63}`"
}
::core::compile_error! {
    "a tool needs a description: write a doc comment, or `#[tool(description = \"..\")]`"
}
::core::compile_error! {
    "the parameter's name \"the path\" is not of the form `[a-zA-Z_][a-zA-Z0-9_-]{0,63}`"
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    use ::loopd_tools as __lt;
    #[automatically_derived]
    impl<'a> __lt::Tool for List<'a>
    where
        List<'a>: ::core::marker::Send,
    {
        type State = Shelf;
        type Output = __lt::ToolOutput;
        const NAME: &'static str = "";
        const META: __lt::__private::Meta = __lt::__private::Meta::NEW;
        fn __parameters(
            _: &mut __lt::__private::schemars::SchemaGenerator,
        ) -> __lt::__private::schemars::Schema {
            ::core::default::Default::default()
        }
        fn __decode<'__de, __D>(
            _: __D,
        ) -> ::core::result::Result<
            Self,
            <__D as __lt::__private::serde::Deserializer<'__de>>::Error,
        >
        where
            __D: __lt::__private::serde::Deserializer<'__de>,
        {
            ::core::result::Result::Err(__lt::__private::serde::de::Error::custom(""))
        }
    }
};
