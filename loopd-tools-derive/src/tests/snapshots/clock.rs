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
    use my::tools as __lt;
    use __lt::__private::schemars as __schemars;
    type __Original = Clock;
    const _: () = {
        #[derive(__lt::__private::schemars::JsonSchema)]
        #[schemars(crate = "__schemars")]
        struct Clock {}
        const _: () = ::core::assert!(
            ! __lt::__private::is_blank(& [include_str!("clock.md")]),
            "the description is empty",
        );
        #[automatically_derived]
        impl __lt::Tool for __Original {
            type State = Arc<Zones>;
            type Output = Json<Time>;
            const NAME: &'static str = "now";
            const META: __lt::__private::Meta = __lt::__private::Meta {
                description: &[include_str!("clock.md")],
                core: true,
                concurrent: true,
                pinned: true,
                untrusted: true,
                unrecorded: true,
                allow_unknown: true,
                exact: true,
                blocking: true,
                read_only: ::core::option::Option::Some(true),
                destructive: ::core::option::Option::Some(false),
                idempotent: ::core::option::Option::Some(true),
                open_world: ::core::option::Option::Some(false),
                title: ::core::option::Option::Some("Clock"),
                system_prompt: ::core::option::Option::Some("Time passes."),
                timeout: ::core::option::Option::Some(
                    ::core::time::Duration::new(90u64, 0u32),
                ),
                max_output: ::core::option::Option::Some(65536),
                examples: &[r#"{}"#],
                requires: &["clock.read", CLOCK],
                ..__lt::__private::Meta::NEW
            };
            fn __parameters(
                generator: &mut __schemars::SchemaGenerator,
            ) -> __schemars::Schema {
                <Clock as __schemars::JsonSchema>::json_schema(generator)
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
                __lt::__private::decode_unit(deserializer)
            }
        }
    };
};
