#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    non_snake_case,
    unused_imports,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::loopd_tools as __lt;
    use __lt::__private::schemars as __schemars;
    type __Original = Echo;
    const _: () = {
        #[derive(__lt::__private::schemars::JsonSchema)]
        #[schemars(crate = "__schemars")]
        struct Echo {
            #[schemars(
                description = __lt::__private::doc(
                    &__lt::__private::vec![r" The text to return."]
                )
            )]
            text: String,
        }
        #[automatically_derived]
        impl __lt::Tool for __Original {
            type State = ();
            type Output = __lt::ToolOutput;
            const NAME: &'static str = "echo";
            const META: __lt::__private::Meta = __lt::__private::Meta {
                description: &[r" Returns its text argument unchanged."],
                ..__lt::__private::Meta::NEW
            };
            fn __parameters(
                generator: &mut __schemars::SchemaGenerator,
            ) -> __schemars::Schema {
                <Echo as __schemars::JsonSchema>::json_schema(generator)
            }
            fn __decode<'__de, __D>(
                deserializer: __D,
            ) -> ::core::result::Result<
                Self,
                <__D as __lt::__private::serde::Deserializer<'__de>>::Error,
            >
            where
                __D: __lt::__private::serde::Deserializer<'__de>,
            {
                <Self as __lt::__private::serde::Deserialize<
                    '__de,
                >>::deserialize(deserializer)
            }
        }
    };
};
