//! What a borrowed parameter is decoded as, and how it is passed on.

use syn::{GenericArgument, PathArguments, Type};

/// The type that an argument is decoded as.
pub(crate) struct Owned<'a> {
    pub(crate) form: Form<'a>,
    pub(crate) passed: Passed,
}

/// The owned type in the terms of what stands in the parameter's.
pub(crate) enum Form<'a> {
    /// The parameter's type, or what its reference points to.
    Itself(&'a Type),
    /// `String`.
    Text,
    /// `PathBuf`.
    Path,
    /// `Vec` of this.
    List(&'a Type),
    /// `Option<String>`.
    OptionalText,
    /// `Option<PathBuf>`.
    OptionalPath,
    /// `Option<Vec<..>>` of this.
    OptionalList(&'a Type),
}

/// How the decoded value is passed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    /// As it is.
    Moved,
    /// By a reference to it.
    Borrowed,
    /// By `as_deref`.
    Deref,
}

impl<'a> Owned<'a> {
    /// What a parameter of this type is decoded as.
    pub(crate) fn of(ty: &'a Type) -> syn::Result<Self> {
        if is_open(ty) {
            return Err(syn::Error::new_spanned(
                ty,
                "what a model sends is decoded as one type: name it, or make it a type parameter",
            ));
        }
        if let Type::Reference(reference) = ty {
            if let Some(mutable) = &reference.mutability {
                return Err(syn::Error::new(
                    mutable.span,
                    "what a model sends can't be changed in place: take the value",
                ));
            }
            let form = match &*reference.elem {
                Type::Slice(slice) => Form::List(&slice.elem),
                ty if is_str(ty) => Form::Text,
                ty if is_path(ty) => Form::Path,
                ty => Form::Itself(ty),
            };
            return Ok(Self {
                form,
                passed: Passed::Borrowed,
            });
        }
        let form = match optional(ty) {
            Some(Type::Reference(reference)) if reference.mutability.is_none() => {
                match &*reference.elem {
                    Type::Slice(slice) => Form::OptionalList(&slice.elem),
                    ty if is_str(ty) => Form::OptionalText,
                    ty if is_path(ty) => Form::OptionalPath,
                    ty => {
                        return Err(syn::Error::new_spanned(
                            ty,
                            "expected `Option<&str>`, `Option<&Path>` or `Option<&[..]>`: take other values owned",
                        ));
                    }
                }
            }
            _ => {
                return Ok(Self {
                    form: Form::Itself(ty),
                    passed: Passed::Moved,
                });
            }
        };
        Ok(Self {
            form,
            passed: Passed::Deref,
        })
    }
}

/// Whether this stands for more than one type.
fn is_open(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_open(&reference.elem),
        Type::ImplTrait(_) | Type::TraitObject(_) => true,
        _ => false,
    }
}

fn is_str(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("str"))
}

/// Whether this is the standard library's `Path`, which has no size. By its name, as below: another
/// type of the name is taken owned.
fn is_path(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "Path" && last.arguments.is_empty())
}

/// What stands in an `Option`. By its name, as a macro can't ask the compiler: where the name means
/// another type with a reference in it, the compiler says so.
fn optional(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) if last.ident == "Option" => Some(ty),
        _ => None,
    }
}
