//! Elements of SVG as text.

use std::fmt::{self, Display, Write};

/// An element with its attributes and what is in it. Values and texts are escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Element {
    /// An empty element.
    pub fn new(name: &'static str) -> Element {
        Element {
            name,
            attributes: String::new(),
            content: String::new(),
        }
    }

    /// With an attribute.
    pub fn set(mut self, name: &str, value: impl Display) -> Element {
        self.attributes.extend([" ", name, "=\""]);
        // Writing to a text cannot fail.
        let _ = write!(Escaped(&mut self.attributes), "{value}");
        self.attributes.push('"');
        self
    }

    /// With text at its end.
    pub fn text(mut self, text: &str) -> Element {
        let _ = Escaped(&mut self.content).write_str(text);
        self
    }

    /// With another element at its end.
    pub fn with(mut self, child: Element) -> Element {
        self.push(child);
        self
    }

    /// Puts another element at the end.
    pub fn push(&mut self, child: Element) {
        let _ = write!(self.content, "{child}");
    }
}

impl Extend<Element> for Element {
    fn extend<T: IntoIterator<Item = Element>>(&mut self, children: T) {
        children.into_iter().for_each(|child| self.push(child));
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, attributes) = (self.name, &self.attributes);
        if self.content.is_empty() {
            write!(f, "<{name}{attributes}/>")
        } else {
            write!(f, "<{name}{attributes}>{}</{name}>", self.content)
        }
    }
}

/// Writes text so that XML reads it back: marks as entities, and a sign for what XML has no way to hold.
struct Escaped<'a>(&'a mut String);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Nearly all that is written: numbers, colours and ways.
        let stays = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"');
        if text.bytes().all(stays) {
            self.0.push_str(text);
            return Ok(());
        }
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\t' | '\n' | '\r' => self.0.push(' '),
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => self.0.push('\u{fffd}'),
                _ => self.0.push(character),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_nest_and_texts_are_escaped() {
        let text = Element::new("text").set("x", 1.5).text("a < b & \"c\"\u{1b}\n>");
        let group = Element::new("g")
            .set("data-name", "\"&\"")
            .with(text)
            .with(Element::new("path"));
        assert_eq!(
            group.to_string(),
            "<g data-name=\"&quot;&amp;&quot;\"><text x=\"1.5\">a &lt; b &amp; &quot;c&quot;\u{fffd} \
             &gt;</text><path/></g>"
        );
    }
}
