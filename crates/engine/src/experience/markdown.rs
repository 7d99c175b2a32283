//! Writes experiences as Markdown and reads them back unchanged.
//!
//! Not here: Markdown in general. Only what this writes is read.

use super::{Shown, Told};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;

const TITLE: &str = "# Experiences";

/// Writes experiences, one section each.
pub(crate) fn write(all: &[Shown]) -> String {
    let mut text = format!("{TITLE}\n");
    for x in all {
        let _ = write!(text, "\n## {} · {} · {}\n", x.id, x.domain.name(), x.worked.name());
        let mut line = String::new();
        if let Some(Ok(json)) = x.confidence.as_ref().map(serde_json::to_string) {
            let _ = writeln!(line, "- confidence: {json}");
        }
        if !x.tags.is_empty() {
            let tags: Vec<String> = x.tags.iter().cloned().map(String::from).collect();
            let _ = writeln!(line, "- tags: {}", tags.join(", "));
        }
        if !line.is_empty() {
            let _ = write!(text, "\n{line}");
        }
        for (name, said) in [("Situation", &x.situation), ("Approach", &x.approach), ("Outcome", &x.outcome), ("Reasoning", &x.reasoning)] {
            let _ = write!(text, "\n### {name}\n\n{}\n", escaped(said));
        }
    }
    text
}

/// What each section says, as the fields of an experience; or what is wrong with it.
pub(crate) fn read(text: &str) -> Vec<Result<Map<String, Json>, String>> {
    let mut sections: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("## "), sections.last_mut()) {
            (Some(_), _) => sections.push(vec![line]),
            (None, Some(section)) => section.push(line),
            (None, None) => {} // before the first of them
        }
    }
    sections.iter().map(|section| fields(section)).collect()
}

fn fields(section: &[&str]) -> Result<Map<String, Json>, String> {
    let head: Vec<&str> = section[0].trim_start_matches('#').split('·').map(str::trim).collect();
    let [_, domain, worked] = head[..] else {
        return Err(format!("`{}` does not say what it is about and whether it worked", section[0]));
    };
    let mut fields = Map::from_iter([("domain".to_owned(), json!(domain)), ("type".to_owned(), json!(worked))]);
    let mut named: Option<&str> = None;
    for part in section[1..].split_inclusive(|line| line.starts_with("### ")) {
        let (body, next) = match part.split_last() {
            Some((heading, body)) if heading.starts_with("### ") => (body, heading.strip_prefix("### ")),
            _ => (part, None),
        };
        match named {
            Some(name) => {
                let said: Vec<String> = body.iter().map(|line| unescaped(line)).collect();
                fields.insert(name.trim().to_lowercase(), json!(said.join("\n").trim()));
            }
            None => body.iter().filter_map(|line| line.strip_prefix("- ")?.split_once(": ")).for_each(|(name, said)| {
                let value = match name {
                    "tags" => json!(said.split(',').map(str::trim).collect::<Vec<_>>()),
                    _ => serde_json::from_str(said).unwrap_or_else(|_| json!(said)),
                };
                fields.insert(name.to_owned(), value);
            }),
        }
        named = next;
    }
    if let Some(name) = named {
        return Err(format!("`### {name}` says nothing"));
    }
    Ok(fields)
}

/// A line of ours that begins like a heading would be read as one.
fn escaped(text: &str) -> String {
    let lines = text.split('\n').map(|line| if line.starts_with(['#', '\\']) { format!("\\{line}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}

fn unescaped(line: &str) -> String {
    line.strip_prefix('\\').unwrap_or(line).to_owned()
}

/// What an import reads of an experience, of all that an export writes.
pub(crate) fn told(mut fields: Map<String, Json>) -> Result<Told, String> {
    const READ: &[&str] = &["type", "domain", "situation", "approach", "outcome", "reasoning", "confidence", "tags"];
    fields.retain(|field, value| READ.contains(&field.as_str()) && !value.is_null());
    serde_path_to_error::deserialize(Json::Object(fields)).map_err(|e| match e.path().to_string().as_str() {
        "." => e.inner().to_string(),
        field => format!("`{field}`: {}", e.inner()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{
        claim::Confidence,
        cycle::{Area, Author, Reach, Worked},
        id::{EvidenceId, ExperienceId},
        time::Moment,
    };

    fn shown(situation: &str, confidence: Option<u8>, tags: &[&str]) -> Shown {
        Shown {
            id: ExperienceId::mint("x", "1"),
            worked: Worked::Effective,
            domain: Area::Tools,
            situation: situation.to_owned(),
            approach: "read the lines\n\nthen one more".into(),
            outcome: "it worked".into(),
            reasoning: "because · of - this".into(),
            confidence: confidence.map(Confidence::hundredths),
            tags: tags.iter().map(|tag| (*tag).to_owned().try_into().expect("a tag")).collect(),
            scope: Reach::Project,
            evidence: EvidenceId::mint("e", "1"),
            revision_of: None,
            superseded_by: None,
            source: Author::Agent,
            principal: "a".into(),
            created_at: Moment::from_millis(0),
            updated_at: Moment::from_millis(0),
            archived_at: None,
            archive_reason: None,
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let hostile = "# not a heading\n## x · Tools · effective\n### Outcome\n\\### once\n- tags: none\n\n\ntail\\n";
        let all = [shown("plain", None, &[]), shown(hostile, Some(0), &["b", "a"]), shown("- confidence: 1", Some(85), &["a"])];
        let read: Vec<Told> = read(&write(&all)).into_iter().map(|one| told(one.expect("fields")).expect("an experience")).collect();
        assert_eq!(read.len(), all.len());
        for (read, written) in read.iter().zip(&all) {
            assert_eq!((read.situation.as_str(), read.approach.as_str()), (written.situation.as_str(), written.approach.as_str()));
            assert_eq!((read.outcome.as_str(), read.reasoning.as_str()), (written.outcome.as_str(), written.reasoning.as_str()));
            assert_eq!((read.confidence, &read.tags, read.worked, read.domain), (written.confidence, &written.tags, written.worked, written.domain));
        }
    }

    #[test]
    fn what_is_cut_short_is_named() {
        let whole = write(&[shown("plain", None, &[])]);
        let cut = whole.split("### Reasoning").next().expect("a beginning");
        assert!(read(cut)[0].clone().map(told).expect("fields").expect_err("no reasoning").contains("reasoning"));
        assert!(read("## just a title\n")[0].is_err());
        assert!(read("nothing of ours").is_empty());
    }
}
