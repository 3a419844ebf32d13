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
    type __Original<T, const N: usize> = List<T, N>;
    const _: () = {
        fn Some<T>(value: T) -> ::core::option::Option<T> {
            ::core::option::Option::Some(value)
        }
        #[derive(__lt::__private::schemars::JsonSchema)]
        #[schemars(crate = "__schemars")]
        #[serde(
            rename_all = "camelCase",
            default = "< __Original < T , N > as :: core :: default :: Default > :: default"
        )]
        struct List<T: Item = File, const N: usize = 3>
        where
            T: Clone,
            Option<T>: ::core::default::Default,
            __Original<T, N>: ::core::default::Default,
        {
            #[serde(default = "__Original::root")]
            #[schemars(
                length(min = 1, max = __Original::MAX),
                description = __lt::__private::doc(
                    &__lt::__private::vec![r" Where to look."]
                ),
                extend("x-loopd-aliases" = ["dir"])
            )]
            path: String,
            #[serde(default)]
            #[deprecated]
            r#type: Option<T>,
            #[serde(skip)]
            cache: Cache<T>,
            more: Vec<List<T, N>>,
        }
        #[automatically_derived]
        impl<T: Item, const N: usize> __lt::Tool for __Original<T, N>
        where
            T: Clone,
            Option<T>: ::core::default::Default,
            __Original<T, N>: ::core::default::Default,
            __Original<T, N>: __lt::__private::Mirrored<List<T, N>>,
        {
            type State = ();
            type Output = __lt::ToolOutput;
            const NAME: &'static str = "list";
            const META: __lt::__private::Meta = __lt::__private::Meta {
                description: &[r" Lists a page."],
                resource: ::core::option::Option::Some("path"),
                ..__lt::__private::Meta::NEW
            };
            fn __parameters(
                generator: &mut __schemars::SchemaGenerator,
            ) -> __schemars::Schema {
                <Self as __lt::__private::Mirrored<List<T, N>>>::schema(generator)
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
            fn __resource(&self) -> ::core::option::Option<__lt::__private::String> {
                __lt::__private::Resource::resource(&self.path)
            }
        }
    };
};
