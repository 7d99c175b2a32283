//! What each grammar calls things. Data, so that another language is another table.

use crate::{
    language::Language,
    outline::{
        How,
        Kind::{Class, Constant, Constructor, Enum, Function, Interface, Method, Module, Property, Type},
    },
    rules::{
        Compiled, Definition, Exported,
        Name::{Child, Declarator, Field},
        Rules,
        When::{Bodied, BodiedElseImport, Outside, OutsideCapital},
    },
};
use std::sync::OnceLock;

const fn def(node: &'static str, kind: crate::outline::Kind) -> Definition {
    Definition::new(node, kind)
}

const RUST: Rules = Rules {
    definitions: &[
        def("function_item", Function),
        def("function_signature_item", Function),
        def("struct_item", Class),
        def("union_item", Class),
        def("trait_item", Interface),
        def("enum_item", Enum),
        def("enum_variant", Constant),
        def("type_item", Type),
        def("associated_type", Type),
        def("const_item", Constant).when(Outside),
        def("static_item", Constant).when(Outside),
        def("macro_definition", Function),
        def("field_declaration", Property),
        def("mod_item", Module).when(BodiedElseImport),
    ],
    containers: &[("impl_item", "type")],
    mentions: &[
        ("call_expression", "function", How::Call),
        ("macro_invocation", "macro", How::Call),
        ("struct_expression", "name", How::Call),
        ("type_identifier", "", How::Type),
    ],
    imports: &[("use_declaration", "argument"), ("extern_crate_declaration", "name")],
    import_calls: &[],
    comments: &["line_comment", "block_comment"],
    between: &["attribute_item"],
    skipped: &["string_literal", "raw_string_literal", "inner_attribute_item"],
    tokens: "token_tree",
    exported: Exported::Marked(&["pub"]),
    constructors: &[],
    docstrings: false,
};

const TYPESCRIPT: Rules = Rules {
    definitions: &[
        def("function_declaration", Function),
        def("generator_function_declaration", Function),
        def("function_signature", Function),
        def("class_declaration", Class),
        def("abstract_class_declaration", Class),
        def("interface_declaration", Interface),
        def("type_alias_declaration", Type),
        def("enum_declaration", Enum),
        def("method_definition", Method),
        def("method_signature", Method),
        def("abstract_method_signature", Method),
        def("public_field_definition", Property).unless(&[("value", "arrow_function", Method)]),
        def("property_signature", Property).when(Outside),
        def("internal_module", Module),
        def("module", Module),
        def("variable_declarator", Constant).when(Outside).unless(&[
            ("value", "arrow_function", Function),
            ("value", "function_expression", Function),
            ("value", "class", Class),
        ]),
    ],
    containers: &[],
    mentions: &[("call_expression", "function", How::Call), ("new_expression", "constructor", How::Call), ("type_identifier", "", How::Type)],
    imports: &[("import_statement", "source")],
    import_calls: &["require", "import"],
    comments: &["comment"],
    between: &["decorator"],
    skipped: &["string", "regex"],
    tokens: "",
    exported: Exported::Wrapped("export_statement"),
    constructors: &["constructor"],
    docstrings: false,
};

const JAVASCRIPT: Rules = Rules {
    definitions: &[
        def("function_declaration", Function),
        def("generator_function_declaration", Function),
        def("class_declaration", Class),
        def("method_definition", Method),
        def("field_definition", Property).by(Field(&["property"])).unless(&[("value", "arrow_function", Method)]),
        def("variable_declarator", Constant).when(Outside).unless(&[
            ("value", "arrow_function", Function),
            ("value", "function_expression", Function),
            ("value", "class", Class),
        ]),
    ],
    mentions: &[("call_expression", "function", How::Call), ("new_expression", "constructor", How::Call)],
    ..TYPESCRIPT
};

const PYTHON: Rules = Rules {
    definitions: &[
        def("function_definition", Function),
        def("class_definition", Class),
        def("assignment", Constant).by(Field(&["left"])).when(OutsideCapital),
        def("type_alias_statement", Type).by(Field(&["left"])),
    ],
    containers: &[],
    mentions: &[("call", "function", How::Call), ("type", "", How::Type)],
    imports: &[("import_statement", ""), ("import_from_statement", "module_name"), ("future_import_statement", "")],
    import_calls: &[],
    comments: &["comment"],
    between: &["decorator"],
    skipped: &[],
    tokens: "",
    exported: Exported::Plain,
    constructors: &["__init__"],
    docstrings: true,
};

const GO: Rules = Rules {
    definitions: &[
        def("function_declaration", Function),
        def("method_declaration", Method).owner("receiver"),
        def("method_elem", Method),
        def("type_spec", Type).unless(&[("type", "struct_type", Class), ("type", "interface_type", Interface)]),
        def("type_alias", Type),
        def("const_spec", Constant).when(Outside),
        def("var_spec", Constant).when(Outside),
        def("field_declaration", Property),
    ],
    containers: &[],
    mentions: &[("call_expression", "function", How::Call), ("composite_literal", "type", How::Call), ("type_identifier", "", How::Type)],
    imports: &[("import_spec", "path")],
    import_calls: &[],
    comments: &["comment"],
    between: &[],
    skipped: &["interpreted_string_literal", "raw_string_literal"],
    tokens: "",
    exported: Exported::Capital,
    constructors: &[],
    docstrings: false,
};

const JAVA: Rules = Rules {
    definitions: &[
        def("class_declaration", Class),
        def("record_declaration", Class),
        def("interface_declaration", Interface),
        def("annotation_type_declaration", Interface),
        def("enum_declaration", Enum),
        def("enum_constant", Constant),
        def("method_declaration", Method),
        def("constructor_declaration", Constructor),
        def("compact_constructor_declaration", Constructor),
        def("field_declaration", Property).by(Field(&["declarator", "name"])),
        def("constant_declaration", Constant).by(Field(&["declarator", "name"])),
    ],
    containers: &[],
    mentions: &[("method_invocation", "name", How::Call), ("object_creation_expression", "type", How::Call), ("type_identifier", "", How::Type)],
    imports: &[("import_declaration", "")],
    import_calls: &[],
    comments: &["line_comment", "block_comment"],
    between: &[],
    skipped: &["string_literal"],
    tokens: "",
    exported: Exported::Marked(&["public"]),
    constructors: &[],
    docstrings: false,
};

const C: Rules = Rules {
    definitions: &[
        def("function_definition", Function).by(Declarator(true)),
        def("declaration", Function).by(Declarator(true)).when(Outside),
        def("struct_specifier", Class).when(Bodied),
        def("union_specifier", Class).when(Bodied),
        def("enum_specifier", Enum).when(Bodied),
        def("enumerator", Constant),
        def("field_declaration", Property).by(Declarator(false)),
        def("type_definition", Type).by(Declarator(false)),
        def("preproc_def", Constant),
        def("preproc_function_def", Function),
    ],
    containers: &[],
    mentions: &[("call_expression", "function", How::Call), ("type_identifier", "", How::Type)],
    imports: &[("preproc_include", "path")],
    import_calls: &[],
    comments: &["comment"],
    between: &[],
    skipped: &["string_literal"],
    tokens: "",
    exported: Exported::Unless(&["static"]),
    constructors: &[],
    docstrings: false,
};

const CPP: Rules = Rules {
    definitions: &[
        def("function_definition", Function).by(Declarator(true)),
        def("declaration", Function).by(Declarator(true)).when(Outside),
        def("class_specifier", Class).when(Bodied),
        def("struct_specifier", Class).when(Bodied),
        def("union_specifier", Class).when(Bodied),
        def("enum_specifier", Enum).when(Bodied),
        def("enumerator", Constant),
        def("field_declaration", Property).by(Declarator(false)).unless(&[("declarator", "function_declarator", Method)]),
        def("type_definition", Type).by(Declarator(false)),
        def("alias_declaration", Type),
        def("concept_definition", Interface),
        def("namespace_definition", Module),
        def("preproc_def", Constant),
        def("preproc_function_def", Function),
    ],
    mentions: &[("call_expression", "function", How::Call), ("new_expression", "type", How::Call), ("type_identifier", "", How::Type)],
    ..C
};

const RUBY: Rules = Rules {
    definitions: &[
        def("method", Function),
        def("singleton_method", Function),
        def("class", Class),
        def("module", Module),
        def("assignment", Constant).by(Field(&["left"])).when(OutsideCapital),
    ],
    containers: &[],
    mentions: &[("call", "method", How::Call)],
    imports: &[],
    import_calls: &["require", "require_relative", "load", "autoload"],
    comments: &["comment"],
    between: &[],
    skipped: &[],
    tokens: "",
    exported: Exported::Unless(&["private"]),
    constructors: &["initialize"],
    docstrings: false,
};

const CSHARP: Rules = Rules {
    definitions: &[
        def("class_declaration", Class),
        def("struct_declaration", Class),
        def("record_declaration", Class),
        def("interface_declaration", Interface),
        def("enum_declaration", Enum),
        def("enum_member_declaration", Constant),
        def("delegate_declaration", Type),
        def("method_declaration", Method),
        def("local_function_statement", Function),
        def("constructor_declaration", Constructor),
        def("property_declaration", Property),
        def("event_declaration", Property),
        def("variable_declarator", Property).when(Outside),
        def("namespace_declaration", Module),
        def("file_scoped_namespace_declaration", Module),
    ],
    containers: &[],
    mentions: &[("invocation_expression", "function", How::Call), ("object_creation_expression", "type", How::Call)],
    imports: &[("using_directive", "")],
    import_calls: &[],
    comments: &["comment"],
    between: &[],
    skipped: &["string_literal"],
    tokens: "",
    exported: Exported::Marked(&["public", "internal", "protected"]),
    constructors: &[],
    docstrings: false,
};

const PHP: Rules = Rules {
    definitions: &[
        def("function_definition", Function),
        def("class_declaration", Class),
        def("trait_declaration", Class),
        def("interface_declaration", Interface),
        def("enum_declaration", Enum),
        def("enum_case", Constant),
        def("method_declaration", Method),
        def("const_element", Constant).by(Child("name")),
        def("property_element", Property),
        def("namespace_definition", Module),
    ],
    containers: &[],
    mentions: &[
        ("function_call_expression", "function", How::Call),
        ("member_call_expression", "name", How::Call),
        ("nullsafe_member_call_expression", "name", How::Call),
        ("scoped_call_expression", "name", How::Call),
        ("object_creation_expression", "", How::Call),
        ("named_type", "", How::Type),
    ],
    imports: &[
        ("namespace_use_clause", ""),
        ("include_expression", ""),
        ("include_once_expression", ""),
        ("require_expression", ""),
        ("require_once_expression", ""),
    ],
    import_calls: &[],
    comments: &["comment"],
    between: &["attribute_list"],
    skipped: &["text"],
    tokens: "",
    exported: Exported::Unless(&["private", "protected"]),
    constructors: &["__construct"],
    docstrings: false,
};

const BASH: Rules = Rules {
    definitions: &[def("function_definition", Function), def("variable_assignment", Constant).when(OutsideCapital)],
    containers: &[],
    mentions: &[("command", "name", How::Call)],
    imports: &[],
    import_calls: &["source", "."],
    comments: &["comment"],
    between: &[],
    skipped: &["heredoc_body", "raw_string"],
    tokens: "",
    exported: Exported::Unless(&["local"]),
    constructors: &[],
    docstrings: false,
};

const KOTLIN: Rules = Rules {
    definitions: &[
        def("class_declaration", Class).unless(&[("", "enum_class_body", Enum), ("", "interface", Interface)]),
        def("object_declaration", Class),
        def("function_declaration", Function),
        def("secondary_constructor", Constructor).by(Child("constructor")),
        def("property_declaration", Property).by(Child("variable_declaration")).when(Outside),
        def("enum_entry", Constant).by(Child("identifier")),
        def("type_alias", Type).by(Field(&["type"])),
    ],
    containers: &[],
    mentions: &[("call_expression", "", How::Call), ("user_type", "", How::Type)],
    imports: &[("import", "")],
    import_calls: &[],
    comments: &["line_comment", "block_comment"],
    between: &[],
    skipped: &["string_literal"],
    tokens: "",
    exported: Exported::Unless(&["private", "internal", "protected"]),
    constructors: &[],
    docstrings: false,
};

/// The grammar of a language and its table, put together once.
pub(crate) fn compiled(language: Language) -> Option<&'static Compiled> {
    static KEPT: [OnceLock<Compiled>; 14] = [const { OnceLock::new() }; 14];
    let (place, grammar, rules): (usize, tree_sitter_language::LanguageFn, &'static Rules) = match language {
        Language::Rust => (0, tree_sitter_rust::LANGUAGE, &RUST),
        Language::TypeScript => (1, tree_sitter_typescript::LANGUAGE_TYPESCRIPT, &TYPESCRIPT),
        Language::Tsx => (2, tree_sitter_typescript::LANGUAGE_TSX, &TYPESCRIPT),
        Language::JavaScript => (3, tree_sitter_javascript::LANGUAGE, &JAVASCRIPT),
        Language::Python => (4, tree_sitter_python::LANGUAGE, &PYTHON),
        Language::Go => (5, tree_sitter_go::LANGUAGE, &GO),
        Language::Java => (6, tree_sitter_java::LANGUAGE, &JAVA),
        Language::C => (7, tree_sitter_c::LANGUAGE, &C),
        Language::Cpp => (8, tree_sitter_cpp::LANGUAGE, &CPP),
        Language::Ruby => (9, tree_sitter_ruby::LANGUAGE, &RUBY),
        Language::CSharp => (10, tree_sitter_c_sharp::LANGUAGE, &CSHARP),
        Language::Php => (11, tree_sitter_php::LANGUAGE_PHP, &PHP),
        Language::Bash => (12, tree_sitter_bash::LANGUAGE, &BASH),
        Language::Kotlin => (13, tree_sitter_kotlin_ng::LANGUAGE, &KOTLIN),
        Language::Prose | Language::Data => return None,
    };
    Some(KEPT[place].get_or_init(|| Compiled::new(grammar.into(), rules)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_a_table_is_one_of_its_grammar() {
        for language in Language::all() {
            let Some(compiled) = compiled(language) else { continue };
            let (grammar, rules) = (&compiled.grammar, compiled.rules);
            let known = |kind: &str, is_named: bool| grammar.id_for_node_kind(kind, is_named) != 0;
            let field = |name: &str| name.is_empty() || grammar.field_id_for_name(name).is_some();
            let mut kinds: Vec<&str> = [rules.comments, rules.between, rules.skipped].concat();
            kinds.extend(rules.definitions.iter().map(|d| d.node));
            kinds.extend(rules.containers.iter().chain(rules.imports).map(|(node, _)| *node));
            kinds.extend(rules.mentions.iter().map(|(node, ..)| *node));
            kinds.extend([rules.tokens].into_iter().filter(|kind| !kind.is_empty()));
            for kind in kinds {
                assert!(known(kind, true), "{} has no `{kind}`", language.name());
            }
            let mut fields: Vec<&str> = rules.containers.iter().chain(rules.imports).map(|(_, field)| *field).collect();
            fields.extend(rules.mentions.iter().map(|(_, field, _)| *field));
            for d in rules.definitions {
                fields.push(d.owner);
                match d.name {
                    Field(path) => fields.extend(path),
                    Declarator(_) => fields.push("declarator"),
                    Child(kind) => assert!(known(kind, true) || known(kind, false), "{} has no `{kind}`", language.name()),
                }
                for (at, kind, _) in d.unless {
                    fields.push(at);
                    assert!(known(kind, true) || known(kind, false), "{} has no `{kind}`", language.name());
                }
            }
            for name in fields {
                assert!(field(name), "{} has no field `{name}`", language.name());
            }
        }
    }
}
