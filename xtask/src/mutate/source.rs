//! The functions of a source file and the changes that can be made in each.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, ReturnType, Stmt, Type, UnOp};

/// Stands for the switch of a change in [`Change::schema`].
pub const SWITCH: &str = "@SWITCH@";

/// A function with a body.
pub struct Function {
    /// Its path within the file: the type of its `impl` block, where it stands in one, and its name.
    pub name: String,
    /// Every change that can be made in it, in the order of the text.
    pub changes: Vec<Change>,
}

/// One change of the text, as a mistake could have made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The bytes of the file that it replaces.
    pub range: Range<usize>,
    /// What stands there after the change.
    pub text: String,
    /// What stands there in a build that holds both: the change where [`SWITCH`] is true, the original where it is not.
    pub schema: String,
}

/// The functions of a file, in the order of the text. Tests, `const` functions (they cannot ask for the switch) and
/// functions inside of functions are left out.
pub fn functions(text: &str) -> syn::Result<Vec<Function>> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder {
        text,
        path: Vec::new(),
        found: Vec::new(),
    };
    finder.visit_file(&file);
    Ok(finder.found)
}

/// Finds functions.
struct Finder<'a> {
    text: &'a str,
    path: Vec<String>,
    found: Vec<Function>,
}

impl Finder<'_> {
    fn function(&mut self, attributes: &[syn::Attribute], signature: &syn::Signature, body: &syn::Block) {
        if is_test(attributes) || signature.constness.is_some() {
            return;
        }
        let mut changes = Changes {
            text: self.text,
            found: Vec::new(),
        };
        changes.at_the_start(signature, body);
        changes.visit_block(body);
        let mut path = self.path.clone();
        path.push(signature.ident.to_string());
        self.found.push(Function {
            name: path.join("::"),
            changes: changes.found,
        });
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.attrs, &item.sig, body);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let of: String = self.text[bytes(item.self_ty.span())].split_whitespace().collect();
        let of = match &item.trait_ {
            Some((_, path, _)) => format!(
                "<{of} as {}>",
                self.text[bytes(path.span())].replace(char::is_whitespace, "")
            ),
            None => of,
        };
        self.path.push(of);
        visit::visit_item_impl(self, item);
        self.path.pop();
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            self.path.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.path.pop();
        }
    }
}

/// Whether an item is compiled for tests only.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::NameValue(_) => false,
    })
}

/// Finds the changes of one function.
struct Changes<'a> {
    text: &'a str,
    found: Vec<Change>,
}

impl Changes<'_> {
    /// The text of a part.
    fn of(&self, part: &impl Spanned) -> &str {
        &self.text[bytes(part.span())]
    }

    /// One expression for another.
    fn replace(&mut self, original: &Expr, text: String, mutant: &str) {
        let schema = format!("(if {SWITCH} {{ {mutant} }} else {{ {} }})", self.of(original));
        self.found.push(Change {
            range: bytes(original.span()),
            text,
            schema,
        });
    }

    /// A condition for its contrary.
    fn negate(&mut self, condition: &Expr) {
        if contains_let(condition) {
            return;
        }
        let original = self.of(condition).to_owned();
        self.found.push(Change {
            range: bytes(condition.span()),
            text: format!("!({original})"),
            schema: format!("({SWITCH} != ({original}))"),
        });
    }

    /// A return before anything happened, with each simple value of the type.
    fn at_the_start(&mut self, signature: &syn::Signature, body: &syn::Block) {
        if body.stmts.is_empty() {
            return;
        }
        let values: &[&str] = match &signature.output {
            ReturnType::Default => &[""],
            ReturnType::Type(_, returned) => simple_values(returned),
        };
        let start = bytes(body.brace_token.span.open()).end;
        for value in values {
            let exit = if value.is_empty() {
                "return;".to_owned()
            } else {
                format!("return {value};")
            };
            self.found.push(Change {
                range: start..start,
                text: format!(" {exit}"),
                schema: format!(" if {SWITCH} {{ {exit} }}"),
            });
        }
    }

    fn binary(&mut self, whole: &Expr, binary: &syn::ExprBinary) {
        if contains_let(&binary.left) || contains_let(&binary.right) {
            return;
        }
        let others: &[&str] = match binary.op {
            BinOp::Add(_) => &["-"],
            BinOp::Sub(_) => &["+"],
            BinOp::Mul(_) => &["+"],
            BinOp::Div(_) => &["*"],
            BinOp::Rem(_) => &["/"],
            BinOp::And(_) => &["||"],
            BinOp::Or(_) => &["&&"],
            BinOp::BitXor(_) => &["|"],
            BinOp::BitAnd(_) => &["|"],
            BinOp::BitOr(_) => &["&"],
            BinOp::Shl(_) => &[">>"],
            BinOp::Shr(_) => &["<<"],
            BinOp::Eq(_) => &["!="],
            BinOp::Ne(_) => &["=="],
            BinOp::Lt(_) => &["<=", ">="],
            BinOp::Le(_) => &["<", ">"],
            BinOp::Gt(_) => &[">=", "<="],
            BinOp::Ge(_) => &[">", "<"],
            BinOp::AddAssign(_) => &["-="],
            BinOp::SubAssign(_) => &["+="],
            BinOp::MulAssign(_) => &["+="],
            BinOp::BitXorAssign(_) => &["|="],
            BinOp::BitAndAssign(_) => &["|="],
            BinOp::BitOrAssign(_) => &["&="],
            _ => &[],
        };
        for other in others {
            let (left, right) = (self.of(&binary.left).to_owned(), self.of(&binary.right).to_owned());
            let mutant = format!("({left}) {other} ({right})");
            self.replace(whole, format!("{left} {other} {right}"), &mutant);
        }
    }

    fn literal(&mut self, whole: &Expr, literal: &Lit) {
        match literal {
            Lit::Int(number) => {
                let Ok(value) = number.base10_parse::<u128>() else {
                    return;
                };
                let values = [value.checked_add(1), value.checked_sub(1)];
                for value in values.into_iter().flatten() {
                    let text = format!("{value}{}", number.suffix());
                    self.replace(whole, text.clone(), &text);
                }
            }
            Lit::Bool(truth) => {
                let text = (!truth.value).to_string();
                self.replace(whole, text.clone(), &text);
            }
            _ => {}
        }
    }

    /// A method's name for that of its counterpart.
    fn method(&mut self, whole: &Expr, call: &syn::ExprMethodCall) {
        const PAIRS: [(&str, &str); 5] = [
            ("min", "max"),
            ("any", "all"),
            ("is_some", "is_none"),
            ("first", "last"),
            ("is_ok", "is_err"),
        ];
        let name = call.method.to_string();
        let other = PAIRS.iter().find_map(|&(a, b)| match name.as_str() {
            name if name == a => Some(b),
            name if name == b => Some(a),
            _ => None,
        });
        if let Some(other) = other {
            let (outer, inner) = (bytes(whole.span()), bytes(call.method.span()));
            let text = format!(
                "{}{other}{}",
                &self.text[outer.start..inner.start],
                &self.text[inner.end..outer.end]
            );
            self.replace(whole, text.clone(), &text);
        }
        if name == "is_empty" {
            self.negate(whole);
        }
    }
}

impl<'ast> Visit<'ast> for Changes<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) => self.binary(expr, binary),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let inner = self.of(&unary.expr).to_owned();
                self.replace(expr, inner.clone(), &inner);
            }
            Expr::Lit(literal) => self.literal(expr, &literal.lit),
            Expr::If(conditional) => self.negate(&conditional.cond),
            Expr::While(conditional) => self.negate(&conditional.cond),
            Expr::MethodCall(call) => self.method(expr, call),
            Expr::Macro(call) if call.mac.path.is_ident("matches") => self.negate(expr),
            // Their values must be known to the compiler.
            Expr::Const(_) => return,
            Expr::Repeat(repeat) => return self.visit_expr(&repeat.expr),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.negate(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = statement
            && removable(expr)
        {
            let schema = format!("if !{SWITCH} {{ {} }}", self.of(statement));
            self.found.push(Change {
                range: bytes(statement.span()),
                text: String::new(),
                schema,
            });
        }
        visit::visit_stmt(self, statement);
    }

    // Nothing in them is a value made when the function runs.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
}

/// Whether a statement does something that can be left out: a call, an assignment.
fn removable(expr: &Expr) -> bool {
    match expr {
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_) => true,
        Expr::Binary(binary) => !matches!(binary.op, BinOp::And(_) | BinOp::Or(_)),
        Expr::Try(inner) => removable(&inner.expr),
        _ => false,
    }
}

/// Whether an expression binds names, so that it cannot be wrapped.
fn contains_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        _ => false,
    }
}

/// The simplest values of a type, as code.
fn simple_values(returned: &Type) -> &'static [&'static str] {
    let Type::Path(path) = returned else { return &[] };
    let Some(last) = path.path.segments.last() else {
        return &[];
    };
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => &["0", "1"],
        "f32" | "f64" => &["0.0", "1.0"],
        "Option" => &["None"],
        "Vec" => &["Vec::new()"],
        "String" => &["String::new()"],
        _ => &[],
    }
}

/// Where a span lies in the file.
fn bytes(span: Span) -> Range<usize> {
    span.byte_range()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every change of the only function of a text, made in it.
    fn mutants(text: &str) -> Vec<String> {
        let found = functions(text).expect("the text is Rust");
        let changes = &found[0].changes;
        changes
            .iter()
            .map(|change| {
                format!(
                    "{}{}{}",
                    &text[..change.range.start],
                    change.text,
                    &text[change.range.end..]
                )
            })
            .collect()
    }

    #[test]
    fn each_kind_of_mistake_is_made() {
        for (original, expected) in [
            ("fn f(a: u8) -> X { x(a + 2) }", "fn f(a: u8) -> X { x(a - 2) }"),
            ("fn f(a: u8) -> X { x(a + 2) }", "fn f(a: u8) -> X { x(a + 3) }"),
            ("fn f(a: u8) -> X { x(a + 2) }", "fn f(a: u8) -> X { x(a + 1) }"),
            ("fn f(a: u8) -> bool { a < g() }", "fn f(a: u8) -> bool { a <= g() }"),
            (
                "fn f(a: u8) -> bool { a < g() }",
                "fn f(a: u8) -> bool { return true; a < g() }",
            ),
            (
                "fn f() -> Option<u8> { g() }",
                "fn f() -> Option<u8> { return None; g() }",
            ),
            ("fn f() { g(); h() }", "fn f() {  h() }"),
            ("fn f() { g(); h() }", "fn f() { return; g(); h() }"),
            ("fn f(a: &mut u8) { *a -= k; }", "fn f(a: &mut u8) { *a += k; }"),
            (
                "fn f(a: bool) -> X { if a { y } else { z } }",
                "fn f(a: bool) -> X { if !(a) { y } else { z } }",
            ),
            (
                "fn f(a: X) -> X { matches!(a, B) }",
                "fn f(a: X) -> X { !(matches!(a, B)) }",
            ),
            (
                "fn f(a: X) -> X { match a { b if c => d } }",
                "fn f(a: X) -> X { match a { b if !(c) => d } }",
            ),
            ("fn f(a: X) -> X { a.any(g) }", "fn f(a: X) -> X { a.all(g) }"),
            ("fn f(a: X) -> X { !a }", "fn f(a: X) -> X { a }"),
        ] {
            assert!(
                mutants(original).iter().any(|mutant| mutant == expected),
                "{:#?}",
                mutants(original)
            );
        }
    }

    #[test]
    fn what_is_no_value_of_the_running_function_stays() {
        for text in [
            "fn f(a: X) -> X { match a { 3 => b, _ => c } }",
            "fn f(a: X) -> [u8; 4] { const N: u8 = 3; [a; 2] }",
            "fn f(a: X) -> X { if let Some(b) = a && let Some(c) = b { c } else { d } }",
        ] {
            assert_eq!(mutants(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn functions_are_named_by_their_type_and_tests_are_none_of_them() {
        let text = "impl A { fn b() {} const fn c() {} }\nimpl T for A { fn d() {} }\n#[cfg(test)] mod tests { fn e() \
                    {} }\nmod m { fn g() {} }\n#[test]\nfn h() {}";
        let found = functions(text).expect("the text is Rust");
        let names: Vec<&str> = found.iter().map(|function| function.name.as_str()).collect();
        assert_eq!(names, ["A::b", "<A as T>::d", "m::g"]);
    }

    #[test]
    fn a_schema_holds_the_original_and_the_change() {
        let found = functions("fn f(a: u8) -> X { x(a << 2) }").expect("the text is Rust");
        let schemas: Vec<&str> = found[0].changes.iter().map(|change| change.schema.as_str()).collect();
        assert!(
            schemas.contains(&"(if @SWITCH@ { (a) >> (2) } else { a << 2 })"),
            "{schemas:?}"
        );
    }
}
