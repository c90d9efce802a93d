//! Import circles between the modules of a crate.
//!
//! An edge leads from a module to the module that defines what a path of it names: in `use` items, in inline paths, in
//! the arguments of macros. A re-export is no edge; a path through it leads to where it leads. Unit tests do not count.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, Path, UseTree, Visibility};

/// The names of a path, from left to right.
type Names = Vec<String>;

/// What the file of a module says.
#[derive(Default)]
struct Module {
    /// Paths in `use` items that stay in the module, and inline ones.
    used: BTreeSet<Names>,
    /// What it re-exports, and the path behind the name.
    exported: BTreeMap<String, Names>,
    /// What private `use` items call by another name.
    imported: BTreeMap<String, Names>,
    /// How many modules written inside the file surround what is read.
    inside: usize,
}

/// The modules of a crate by their paths; that of the root is empty.
type Modules = BTreeMap<Names, Module>;

/// The circles of a crate: modules that all reach each other, with the edges among them.
///
/// `files` are the texts by their paths below `src/`.
pub fn circles(files: &BTreeMap<String, String>) -> Vec<String> {
    let modules: Modules = files
        .iter()
        .map(|(name, text)| (module_of(name), read(name, text)))
        .collect();
    let edges: BTreeMap<&Names, BTreeSet<Names>> = modules
        .iter()
        .map(|(at, module)| {
            let targets = module.used.iter().filter_map(|path| home(&modules, at, path, 0));
            (at, targets.filter(|target| target != at).collect())
        })
        .collect();
    let reached: BTreeMap<&Names, BTreeSet<&Names>> = edges.keys().map(|at| (*at, reach(&edges, at))).collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for at in edges.keys() {
        if !reached[at].contains(*at) || seen.contains(*at) {
            continue;
        }
        let members: Vec<&Names> = edges
            .keys()
            .copied()
            .filter(|other| reached[at].contains(*other) && reached[other].contains(*at))
            .collect();
        let inside = |from: &&Names| {
            let targets = edges[*from]
                .iter()
                .filter(|to| members.contains(to))
                .map(|to| shown(to));
            format!("{} -> {}", shown(from), targets.collect::<Vec<_>>().join(", "))
        };
        found.push(members.iter().map(inside).collect::<Vec<_>>().join("; "));
        seen.extend(members);
    }
    found
}

/// Every module that a module reaches by one edge or more.
fn reach<'a>(edges: &'a BTreeMap<&Names, BTreeSet<Names>>, from: &Names) -> BTreeSet<&'a Names> {
    let mut found = BTreeSet::new();
    let mut next: Vec<&Names> = edges.get(from).into_iter().flatten().collect();
    while let Some(at) = next.pop() {
        if found.insert(at) {
            next.extend(edges.get(at).into_iter().flatten());
        }
    }
    found
}

fn shown(module: &[String]) -> String {
    if module.is_empty() {
        "the root".to_owned()
    } else {
        module.join("::")
    }
}

/// The module that a file holds.
fn module_of(file: &str) -> Names {
    let mut names: Names = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|last| last == "mod") || ["lib", "main"].iter().any(|root| names == [*root]) {
        names.pop();
    }
    names
}

/// The module that defines what a path of the module `at` names; none where it leads out of the crate or nowhere.
fn home(modules: &Modules, at: &[String], path: &[String], depth: usize) -> Option<Names> {
    /// Re-exports of re-exports that are followed.
    const DEPTH: usize = 8;
    if depth > DEPTH {
        return None;
    }
    let mut base = at.to_vec();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => {
            base.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
        first => {
            let child = [at, &[first.to_owned()]].concat();
            if !modules.contains_key(&child) {
                let behind = modules.get(at)?.imported.get(first)?;
                return home(modules, at, &[behind, &rest[1..]].concat(), depth + 1);
            }
        }
    }
    while let Some(name) = rest.first() {
        let child = [base.as_slice(), std::slice::from_ref(name)].concat();
        if !modules.contains_key(&child) {
            break;
        }
        base = child;
        rest = &rest[1..];
    }
    let module = modules.get(&base)?;
    let Some(name) = rest.first() else { return Some(base) };
    match module.exported.get(name) {
        Some(behind) => home(modules, &base, &[behind, &rest[1..]].concat(), depth + 1),
        None => Some(base),
    }
}

fn read(name: &str, text: &str) -> Module {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut module = Module::default();
    module.visit_file(&file);
    module
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(ItemMod { attrs, .. }) => attrs,
            Item::Use(ItemUse { attrs, .. }) => attrs,
            Item::Fn(function) => &function.attrs,
            Item::Impl(block) => &block.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !attributes.iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.inside += 1;
        visit::visit_item_mod(self, item);
        self.inside -= 1;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut paths = Vec::new();
        expand(&item.tree, &mut Vec::new(), &mut paths);
        for (name, path) in paths {
            if self.inside > 0 {
                self.uses(path);
            } else if matches!(item.vis, Visibility::Inherited) {
                self.uses(path.clone());
                self.imported.insert(name, path);
            } else {
                self.exported.insert(name, path);
            }
        }
    }

    // `pub(in super::super)` uses nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast Path) {
        if path.segments.len() > 1 && path.leading_colon.is_none() {
            let names = path.segments.iter().map(|segment| segment.ident.to_string());
            self.uses(names.collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.visit_path(&mac.path);
        self.tokens(mac.tokens.clone());
    }
}

impl Module {
    /// Adds a path. In a module inside the file, the first `super` is the file's own module.
    fn uses(&mut self, mut path: Names) {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let own = supers.min(self.inside);
        path.drain(..own);
        if own > 0 && supers == own {
            path.insert(0, "self".to_owned());
        }
        self.used.insert(path);
    }

    /// Adds the paths among the arguments of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Names = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end_path(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => colons += 1,
                _ => {
                    self.end_path(&mut path);
                    colons = 0;
                }
            }
            if let TokenTree::Group(group) = token {
                self.tokens(group.stream());
            }
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Names) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.uses(path);
        }
    }
}

/// `cfg(test)`, alone or in `all(...)`; `not(test)` is what is compiled otherwise.
fn is_for_tests(attribute: &Attribute) -> bool {
    let Ok(list) = attribute.meta.require_list() else {
        return false;
    };
    let condition = list.tokens.to_string();
    let has = |wanted: &str| {
        let mut words = condition.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| word == wanted)
    };
    list.path.is_ident("cfg") && has("test") && !has("not")
}

/// The paths of a `use` item, each with the name that it is known by.
fn expand(tree: &UseTree, before: &mut Names, found: &mut Vec<(String, Names)>) {
    let with = |before: &Names, name: String| [before.as_slice(), &[name]].concat();
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            expand(&path.tree, before, found);
            before.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            found.push((before.last().cloned().unwrap_or_default(), before.clone()));
        }
        UseTree::Name(name) => found.push((name.ident.to_string(), with(before, name.ident.to_string()))),
        UseTree::Rename(rename) => found.push((rename.rename.to_string(), with(before, rename.ident.to_string()))),
        UseTree::Glob(_) => found.push(("*".to_owned(), before.clone())),
        UseTree::Group(group) => group.items.iter().for_each(|item| expand(item, before, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::circles;

    fn of(files: &[(&str, &str)]) -> Vec<String> {
        circles(
            &files
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
                .collect(),
        )
    }

    #[test]
    fn a_circle_is_found_over_use_items_inline_paths_and_macros() {
        let uses = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "use super::a;"),
        ];
        assert_eq!(of(&uses), ["a -> b; b -> a"]);
        let inline = [
            ("lib.rs", ""),
            ("a.rs", "fn f() { crate::b::f() }"),
            ("b.rs", "type T = super::a::T;"),
        ];
        assert_eq!(of(&inline), ["a -> b; b -> a"]);
        let macros = [
            ("lib.rs", ""),
            ("a.rs", "fn f() { g!(x, crate::b::f()) }"),
            ("b.rs", "use crate::a::f;"),
        ];
        assert_eq!(of(&macros), ["a -> b; b -> a"]);
        let parent = [
            ("lib.rs", ""),
            ("a/mod.rs", "mod b; fn f() { b::f() } struct T;"),
            ("a/b.rs", "use super::T;"),
        ];
        assert_eq!(of(&parent), ["a -> a::b; a::b -> a"]);
        let long = [
            ("lib.rs", "use a::f;"),
            ("a.rs", "use crate::b::f;"),
            ("b.rs", "use crate::T;"),
        ];
        assert_eq!(of(&long), ["the root -> a; a -> b; b -> the root"]);
    }

    #[test]
    fn re_exports_lead_to_where_they_lead_and_unit_tests_do_not_count() {
        let exported = [
            ("lib.rs", "pub use a::A; pub mod a; pub mod b;"),
            ("a.rs", "pub struct A; use std::fmt;"),
            (
                "b.rs",
                "use crate::{A, b}; #[cfg(all(test, unix))] mod tests { use crate::c; }",
            ),
            ("c.rs", "use crate::b::B; pub(in crate::d) fn f() {}"),
            ("d.rs", "use c::f; mod inside { use super::*; }"),
            ("d/c.rs", "mod inside { use super::super::c::T; }"),
        ];
        assert_eq!(of(&exported), Vec::<String>::new());
        let around = [
            ("lib.rs", "pub use a::A;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "use crate::A;"),
        ];
        assert_eq!(of(&around), ["a -> b; b -> a"]);
    }
}
