//! How much room texts take, as far as it can be told without knowing the font.

/// The fonts asked for: what the system shows its own texts in, and where that has no name, one like Helvetica.
pub const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// Fonts of such names differ in width; the widest that are common take this much more.
const SLACK: f64 = 1.14;
/// How much wider bold letters are.
const BOLD: f64 = 1.07;

/// A kind of letters: their size and whether they are bold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Font {
    /// In units of the picture.
    pub size: f64,
    /// Whether they are bold.
    pub is_bold: bool,
}

impl Font {
    /// Letters of a size.
    pub const fn plain(size: f64) -> Font {
        Font { size, is_bold: false }
    }

    /// Bold letters of a size.
    pub const fn bold(size: f64) -> Font {
        Font { size, is_bold: true }
    }

    /// About how wide a text is.
    pub fn width(self, text: &str) -> f64 {
        let ems: f64 = text.chars().map(em).sum();
        let weight = if self.is_bold { BOLD } else { 1.0 };
        (ems * self.size * weight * SLACK * 10.0).round() / 10.0
    }

    /// A text and its font so that it takes no more than `room`: smaller, down to `least`, then shortened.
    pub fn fitted(self, text: &str, room: f64, least: f64) -> (String, Font) {
        let mut font = self;
        while font.width(text) > room && font.size > least {
            font.size -= 0.5;
        }
        if font.width(text) <= room {
            return (text.to_owned(), font);
        }
        let mut short = String::new();
        let mut taken = font.width("…");
        for letter in text.chars() {
            taken += font.width(letter.encode_utf8(&mut [0; 4]));
            if taken > room {
                break;
            }
            short.push(letter);
        }
        (format!("{}…", short.trim_end()), font)
    }

    /// A text in lines that take no more than `room` each, if its words allow.
    pub fn lines(self, text: &str, room: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match (longer, lines.last_mut()) {
                (Some(longer), Some(line)) if self.width(&longer) <= room => *line = longer,
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// The width of a letter in a font like Helvetica, in parts of its size.
const fn em(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '|' => 0.23,
        'f' | 't' | 'I' | ' ' | '.' | ',' | ':' | ';' | '!' | '/' | '-' | '(' | ')' => 0.31,
        'r' => 0.34,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.5,
        'm' | 'M' => 0.84,
        'w' | 'F' | 'L' | 'T' | 'Z' => 0.65,
        'W' => 0.95,
        'A'..='Z' => 0.72,
        '…' => 1.0,
        _ => 0.56,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_shrink_then_lose_their_end() {
        let font = Font::plain(10.0);
        assert_eq!(font.fitted("Laser", 100.0, 8.0), ("Laser".to_owned(), font));
        let room = Font::plain(9.0).width("Fingerprint");
        assert_eq!(
            font.fitted("Fingerprint", room, 8.0),
            ("Fingerprint".to_owned(), Font::plain(9.0))
        );
        let (text, least) = font.fitted("Fingerprint", 35.0, 8.0);
        assert!(
            text.starts_with("Fin") && text.ends_with('…') && least.size == 8.0,
            "{text}"
        );
        assert!(least.width(&text) <= 35.0);
    }

    #[test]
    fn lines_break_at_spaces() {
        let font = Font::plain(10.0);
        assert_eq!(font.lines("one two  three", 50.0), ["one two", "three"]);
        assert_eq!(font.lines("endless", 10.0), ["endless"]);
        assert!(font.lines("", 10.0).is_empty());
    }
}
