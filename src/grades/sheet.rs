//! A gradebook sheet in which only the marks are written: every other byte stays as it is.

use std::collections::BTreeSet;
use std::ops::Range;

use super::people::{Person, name_key};

/// Titles of the column of marks in exported gradebooks, without case and accents.
const TITLES: [&str; 14] = [
    "grade",
    "mark",
    "marks",
    "note",
    "notes",
    "points",
    "score",
    "nota",
    "calificacion",
    "valutazione",
    "voto",
    "bewertung",
    "cijfer",
    "evaluation",
];

/// A sheet of comma-, semicolon- or tab-separated values.
#[derive(Debug)]
pub struct Sheet {
    bytes: Vec<u8>,
    /// The fields of each record, as ranges of `bytes`, including quotation marks.
    records: Vec<Vec<Range<usize>>>,
    delimiter: u8,
    has_decimal_comma: bool,
    /// The column of the marks.
    column: usize,
}

/// Whether the fields of a row name a person.
type Rule<'p> = dyn Fn(&[String]) -> bool + 'p;

/// Why a person cannot be found in a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    Missing,
    /// These rows fit.
    Ambiguous(Vec<usize>),
}

impl Sheet {
    /// Reads a sheet. `column` names the column of the marks.
    pub fn new(bytes: Vec<u8>, column: Option<&str>) -> Result<Self, String> {
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err("this is UTF-16 text: save it as CSV UTF-8".to_owned());
        }
        let start = if bytes.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        let first_line = bytes[start..].split(|&byte| byte == b'\n').next();
        let delimiter = most_frequent(first_line.unwrap_or_default());
        let records = split(&bytes, start, delimiter)
            .map_err(|line| format!("line {line}: a quotation mark is not closed"))?;
        let mut sheet = Self {
            has_decimal_comma: false,
            column: 0,
            delimiter,
            records,
            bytes,
        };
        if sheet.records.len() < 2 {
            return Err("there is no row below the header".to_owned());
        }
        sheet.has_decimal_comma = sheet.uses_decimal_comma();
        sheet.column = sheet.mark_column(column)?;
        Ok(sheet)
    }

    /// Returns the text of a field. Bytes that are not UTF-8 are read as Latin-1.
    fn text(&self, field: &Range<usize>) -> String {
        let bytes = &self.bytes[field.clone()];
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().copied().map(char::from).collect(),
        };
        let text = text.trim();
        match text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
        {
            Some(quoted) => quoted.replace("\"\"", "\"").trim().to_owned(),
            None => text.to_owned(),
        }
    }

    fn uses_decimal_comma(&self) -> bool {
        let is_number = |text: &str, point: char| {
            text.split_once(point).is_some_and(|(whole, part)| {
                let digits =
                    |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                digits(whole) && digits(part)
            })
        };
        let fields = || {
            self.records
                .iter()
                .skip(1)
                .flatten()
                .map(|field| self.text(field))
        };
        let with_comma = fields().any(|text| is_number(&text, ','));
        let with_point = fields().any(|text| is_number(&text, '.'));
        with_comma || (self.delimiter == b';' && !with_point)
    }

    /// Finds the column of the marks: by name, by a usual title, or as the only empty column.
    fn mark_column(&self, wanted: Option<&str>) -> Result<usize, String> {
        let titles: Vec<String> = self.records[0]
            .iter()
            .map(|field| self.text(field))
            .collect();
        let listed = || titles.join(", ");
        if let Some(wanted) = wanted {
            let key = name_key(wanted);
            let found = titles.iter().position(|title| title == wanted);
            let found = found.or_else(|| titles.iter().position(|title| name_key(title) == key));
            return found
                .ok_or_else(|| format!("there is no column `{wanted}` among {}", listed()));
        }
        let is_usual = |title: &String| {
            TITLES
                .iter()
                .any(|usual| name_key(usual) == name_key(title))
        };
        let usual: Vec<usize> = (0..titles.len())
            .filter(|&at| is_usual(&titles[at]))
            .collect();
        let is_empty = |&column: &usize| {
            let mut rows = self.records.iter().skip(1);
            rows.all(|row| {
                row.get(column)
                    .is_none_or(|field| self.text(field).is_empty())
            })
        };
        let empty: Vec<usize> = (0..titles.len()).filter(is_empty).collect();
        match (usual.as_slice(), empty.as_slice()) {
            ([one], _) | ([], [one]) => Ok(*one),
            _ => Err(format!(
                "which of these columns is for the marks? Name it with --column: {}",
                listed()
            )),
        }
    }

    /// Returns the number of the row of a person: by ID, then by e-mail, then by full name.
    pub fn find(&self, person: &Person) -> Result<usize, NotFound> {
        let name = name_key(&person.name);
        let by_id = |texts: &[String]| {
            let id = person.id.as_deref();
            id.is_some_and(|id| texts.iter().any(|text| is_id(text, id)))
        };
        let by_email = |texts: &[String]| {
            let email = person.email.as_deref();
            email.is_some_and(|email| texts.iter().any(|text| text.eq_ignore_ascii_case(email)))
        };
        let by_name = |texts: &[String]| has_name(texts, &name);
        let rules: [&Rule; 3] = [&by_id, &by_email, &by_name];
        for rule in rules {
            let rows = (1..self.records.len()).filter(|&row| {
                let fields = self.records[row].iter().enumerate();
                let fields = fields.filter(|(column, _)| *column != self.column);
                let texts: Vec<String> = fields.map(|(_, field)| self.text(field)).collect();
                rule(&texts)
            });
            let rows: Vec<usize> = rows.collect();
            match rows.as_slice() {
                [] => {}
                [one] => return Ok(*one),
                _ => return Err(NotFound::Ambiguous(rows)),
            }
        }
        Err(NotFound::Missing)
    }

    /// Returns the rows without a person in `filled`, as texts.
    pub fn others(&self, filled: &BTreeSet<usize>) -> Vec<String> {
        let rows = (1..self.records.len()).filter(|row| !filled.contains(row));
        let rows = rows.filter(|&row| self.records[row].iter().any(|field| !field.is_empty()));
        rows.map(|row| {
            let texts = self.records[row].iter().map(|field| self.text(field));
            let texts: Vec<String> = texts.filter(|text| !text.is_empty()).take(3).collect();
            texts.join(" ")
        })
        .collect()
    }

    /// Returns the maximum that a row names in a column whose title says so.
    pub fn maximum(&self, row: usize) -> Option<f64> {
        let is_maximum = |field: &Range<usize>| {
            let title = name_key(&self.text(field));
            title.iter().any(|word| word.starts_with("max"))
        };
        let column = self.records[0].iter().position(is_maximum)?;
        let text = self.text(self.records[row].get(column)?);
        text.replace(',', ".").parse().ok()
    }

    /// Returns the sheet with the marks of these rows.
    pub fn filled(&self, marks: &[(usize, f64)]) -> Vec<u8> {
        let mut changes: Vec<(Range<usize>, Vec<u8>)> = marks
            .iter()
            .map(|&(row, mark)| self.change(row, mark))
            .collect();
        changes.sort_by_key(|(range, _)| range.start);
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut copied = 0;
        for (range, text) in changes {
            out.extend_from_slice(&self.bytes[copied..range.start]);
            out.extend_from_slice(&text);
            copied = range.end;
        }
        out.extend_from_slice(&self.bytes[copied..]);
        out
    }

    /// Returns the part of the file that a mark replaces, and its text.
    fn change(&self, row: usize, mark: f64) -> (Range<usize>, Vec<u8>) {
        let mut text = format!("{mark:.2}");
        if self.has_decimal_comma {
            text = text.replace('.', ",");
        }
        let fields = &self.records[row];
        if let Some(field) = fields.get(self.column) {
            let is_quoted = self.bytes.get(field.start) == Some(&b'"') && !field.is_empty();
            let needs_quotes = text.as_bytes().contains(&self.delimiter);
            if is_quoted || needs_quotes {
                text = format!("\"{text}\"");
            }
            return (field.clone(), text.into_bytes());
        }
        // A short row: the missing fields are added.
        let end = fields.last().map_or(0, |field| field.end);
        let missing = self.column + 1 - fields.len();
        let mut added = vec![self.delimiter; missing];
        added.extend(text.into_bytes());
        (end..end, added)
    }
}

/// Returns whether a field is an ID, or ends in it as in `Participant 123456`.
fn is_id(text: &str, id: &str) -> bool {
    if text == id {
        return true;
    }
    let digits = id.len() >= 3 && id.bytes().all(|byte| byte.is_ascii_digit());
    let rest = text.strip_suffix(id).filter(|_| digits);
    rest.is_some_and(|rest| {
        rest.ends_with(char::is_whitespace) && !rest.contains(|c: char| c.is_ascii_digit())
    })
}

/// Returns whether one field, or two fields beside each other, hold a name.
fn has_name(texts: &[String], name: &BTreeSet<String>) -> bool {
    let single = texts.iter().any(|text| name_key(text) == *name);
    let pair = |pair: &[String]| name_key(&format!("{} {}", pair[0], pair[1])) == *name;
    !name.is_empty() && (single || texts.windows(2).any(pair))
}

/// Returns the delimiter that occurs most often in the header.
fn most_frequent(line: &[u8]) -> u8 {
    let count = |delimiter: &u8| line.split(|byte| byte == delimiter).count();
    [b',', b';', b'\t']
        .into_iter()
        .rev()
        .max_by_key(count)
        .unwrap_or(b',')
}

/// Splits a text into records and fields. A quotation mark at the start of a field encloses it, with line breaks and
/// delimiters; doubled ones inside belong to the text. Returns the number of the line in which a quotation mark is not
/// closed as error.
fn split(bytes: &[u8], start: usize, delimiter: u8) -> Result<Vec<Vec<Range<usize>>>, usize> {
    let mut records = Vec::new();
    let mut fields = Vec::new();
    let (mut begin, mut at) = (start, start);
    while at < bytes.len() {
        if at == begin && bytes[at] == b'"' {
            at = closing_quote(bytes, at).ok_or_else(|| line_of(bytes, at))? + 1;
            continue;
        }
        let byte = bytes[at];
        if byte == delimiter || byte == b'\n' {
            let mut end = at;
            if byte == b'\n' && end > begin && bytes[end - 1] == b'\r' {
                end -= 1;
            }
            fields.push(begin..end);
            begin = at + 1;
            if byte == b'\n' {
                records.push(std::mem::take(&mut fields));
            }
        }
        at += 1;
    }
    if begin < bytes.len() || !fields.is_empty() {
        fields.push(begin..bytes.len());
        records.push(fields);
    }
    Ok(records)
}

/// Returns the position of the quotation mark that ends the field at `open`.
fn closing_quote(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == b'"')?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// Returns the number of the line at a position, counted from 1.
fn line_of(bytes: &[u8], at: usize) -> usize {
    bytes[..at].split(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, email: Option<&str>, id: Option<&str>) -> Person {
        Person {
            name: name.to_owned(),
            email: email.map(str::to_owned),
            id: id.map(str::to_owned),
        }
    }

    fn filled(text: &str, people: &[(Person, f64)]) -> String {
        let sheet = Sheet::new(text.as_bytes().to_vec(), None).expect("a sheet");
        let marks: Vec<(usize, f64)> = people
            .iter()
            .map(|(person, mark)| (sheet.find(person).expect("a row"), *mark))
            .collect();
        String::from_utf8(sheet.filled(&marks)).expect("text")
    }

    #[test]
    fn a_moodle_worksheet_in_french() {
        let text = "\u{feff}Identifiant,\"Nom complet\",\"Adresse de courriel\",Note,\"Note maximale\",Feedback\r\n\
            \"Participant 123456\",\"Léa Martin\",lea@x.fr,,\"20,00\",\"un \"\"mot\"\",\nsur deux lignes\"\r\n\
            \"Participant 99\",\"Bo Li\",bo@x.fr,\"3,00\",\"20,00\",\r\n";
        let found = filled(
            text,
            &[
                (person("nobody", None, Some("123456")), 15.5),
                (person("nobody", Some("BO@x.fr"), None), 8.0),
            ],
        );
        let expected = text
            .replace("lea@x.fr,,", "lea@x.fr,\"15,50\",")
            .replace("\"3,00\"", "\"8,00\"");
        assert_eq!(found, expected);
    }

    #[test]
    fn names_in_two_columns_and_semicolons() {
        let text = "Nachname;Vorname;Bewertung\nMARTIN;Léa;\nLi;Bo;\n";
        let found = filled(text, &[(person("Lea Martin", None, None), 12.25)]);
        assert_eq!(
            found,
            "Nachname;Vorname;Bewertung\nMARTIN;Léa;12,25\nLi;Bo;\n"
        );
    }

    #[test]
    fn ambiguous_and_missing_people_are_not_guessed() {
        let text = "name,grade\nAnn Lee,\nann lee,\nBo,\n";
        let sheet = Sheet::new(text.as_bytes().to_vec(), None).expect("a sheet");
        assert_eq!(
            sheet.find(&person("Ann Lee", None, None)),
            Err(NotFound::Ambiguous(vec![1, 2]))
        );
        assert_eq!(
            sheet.find(&person("Cy", None, None)),
            Err(NotFound::Missing)
        );
        assert_eq!(sheet.others(&BTreeSet::from([1, 2])), ["Bo"]);
    }

    #[test]
    fn the_column_of_the_marks() {
        let column =
            |text: &str, wanted| Sheet::new(text.as_bytes().to_vec(), wanted).map(|s| s.column);
        assert_eq!(column("name,Σ\nAnn,\n", None), Ok(1));
        assert_eq!(column("name,Σ,x\nAnn,1,2\n", Some("x")), Ok(2));
        assert!(column("name,Σ,x\nAnn,1,2\n", None).is_err());
        assert!(column("name,Σ\nAnn,\n", Some("y")).is_err());
        assert!(column("name\n", None).is_err());
    }

    #[test]
    fn short_rows_and_other_encodings() {
        assert_eq!(
            filled("name,x,grade\nAnn\n", &[(person("Ann", None, None), 1.0)]),
            "name,x,grade\nAnn,,1.00\n"
        );
        let latin = b"name;note\nL\xe9a;\n".to_vec();
        let sheet = Sheet::new(latin, None).expect("a sheet");
        let row = sheet.find(&person("Léa", None, None)).expect("a row");
        assert_eq!(sheet.filled(&[(row, 2.0)]), b"name;note\nL\xe9a;2,00\n");
        assert!(Sheet::new(b"\xff\xfen\0".to_vec(), None).is_err());
        let open = Sheet::new(b"name,grade\nBo,\"\nAnn,3\n".to_vec(), None);
        assert!(open.unwrap_err().contains("line 2"));
        // Quotation marks inside a field are text.
        let inches = "name,size,grade\nBo,5\",\nAnn,6\",\n";
        assert_eq!(
            filled(inches, &[(person("Ann", None, None), 1.0)]),
            inches.replace("6\",", "6\",1.00")
        );
    }
}
