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
    type __Original = Sort;
    const _: () = {
        fn Some<T>(value: T) -> ::core::option::Option<T> {
            ::core::option::Option::Some(value)
        }
        use ::core::option::Option::None;
        #[derive(__lt::__private::schemars::JsonSchema)]
        #[schemars(crate = "__schemars")]
        #[serde(untagged)]
        #[schemars(
            description = __lt::__private::doc(&__lt::__private::vec![r" How to sort."])
        )]
        enum Sort {
            #[serde(rename = "by")]
            #[schemars(
                description = __lt::__private::doc(
                    &__lt::__private::vec![r" By one key."]
                ),
                extend("x-loopd-variant" = "By")
            )]
            By {
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[schemars(
                    description = __lt::__private::doc(
                        &__lt::__private::vec![r" The key."]
                    )
                )]
                key: Option<String>,
            },
            #[schemars(extend("x-loopd-variant" = "Many"))]
            Many(Vec<Sort>),
            No,
        }
        #[automatically_derived]
        impl __schemars::JsonSchema for __Original {
            fn inline_schema() -> bool {
                <Sort as __schemars::JsonSchema>::inline_schema()
            }
            fn schema_name() -> __lt::__private::Cow<'static, str> {
                <Sort as __schemars::JsonSchema>::schema_name()
            }
            fn schema_id() -> __lt::__private::Cow<'static, str> {
                <Sort as __schemars::JsonSchema>::schema_id()
            }
            fn json_schema(
                generator: &mut __schemars::SchemaGenerator,
            ) -> __schemars::Schema {
                <Sort as __schemars::JsonSchema>::json_schema(generator)
            }
            fn _schemars_private_non_optional_json_schema(
                generator: &mut __schemars::SchemaGenerator,
            ) -> __schemars::Schema {
                <Sort as __schemars::JsonSchema>::_schemars_private_non_optional_json_schema(
                    generator,
                )
            }
            fn _schemars_private_is_option() -> bool {
                <Sort as __schemars::JsonSchema>::_schemars_private_is_option()
            }
        }
    };
};
