//! Tables in the documentation of a module that says what networks read.

/// A table of a module documentation: name and size of every row below a heading.
pub fn documented(source: &str, heading: &str) -> Vec<(String, usize)> {
    let lines = source.lines().map(|line| line.strip_prefix("//!").map(str::trim));
    let section = lines.skip_while(|line| *line != Some(heading)).skip(1);
    let section = section.map_while(|line| line.filter(|line| !line.starts_with('#')));
    let rows = section.filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(columns.len(), 3, "{row}");
        assert!(!columns[2].is_empty(), "{row}");
        (
            columns[0].to_owned(),
            columns[1].parse().expect("the second column is a size"),
        )
    })
    .collect()
}
