//! Reads `fixture.json` and fills the blanks in it.
//!
//! A blank is `{name}` inside any string. No behaviour lives here.

use std::io;

use rmcp::model::{CallToolResult, ErrorData, JsonObject, Prompt, PromptMessage, Resource, ResourceContents, ResourceTemplate, Tool};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::rounds::Rounds;

/// Everything the suite may ask for.
#[derive(Deserialize)]
pub(super) struct Fixture {
    tools: Vec<ToolFixture>,
    prompts: Vec<PromptFixture>,
    resources: Vec<ResourceFixture>,
    templates: Vec<TemplateFixture>,
}

#[derive(Deserialize)]
struct ToolFixture {
    tool: Tool,
    does: Act,
}

/// What a tool of the fixture does when it is called.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Act {
    /// Answers with this.
    Answer(CallToolResult),
    /// Closes the stream, then answers: the client comes back for it.
    HangUp,
    /// Logs, then answers.
    Log,
    /// Reports progress, then answers.
    Progress,
    /// Asks the client's model.
    Sample,
    /// Asks the person by a request of the server.
    Elicit(Value),
    /// Refuses clients that cannot sample.
    NeedSampling,
    /// Announces a change of a list.
    Announce(List),
    /// Asks by its result, for as many rounds as there are.
    Rounds(Rounds),
}

/// A list whose change can be announced.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum List {
    Tools,
    Prompts,
}

#[derive(Deserialize)]
pub(super) struct PromptFixture {
    prompt: Prompt,
    pub(super) messages: Vec<PromptMessage>,
    pub(super) rounds: Option<Rounds>,
}

#[derive(Deserialize)]
struct ResourceFixture {
    resource: Resource,
    contents: ResourceContents,
}

#[derive(Deserialize)]
struct TemplateFixture {
    template: ResourceTemplate,
    contents: ResourceContents,
}

/// Reads the fixture that was built in.
pub(super) fn load() -> io::Result<Fixture> {
    serde_json::from_str(include_str!("fixture.json")).map_err(io::Error::other)
}

impl Fixture {
    pub(super) fn tools(&self) -> Vec<Tool> {
        self.tools.iter().map(|item| item.tool.clone()).collect()
    }

    pub(super) fn tool(&self, name: &str) -> Option<(&Tool, &Act)> {
        let found = self.tools.iter().find(|item| item.tool.name == name)?;
        Some((&found.tool, &found.does))
    }

    pub(super) fn prompts(&self) -> Vec<Prompt> {
        let prompts = self.prompts.iter();
        prompts.map(|item| item.prompt.clone()).collect()
    }

    pub(super) fn prompt(&self, name: &str) -> Option<&PromptFixture> {
        self.prompts.iter().find(|item| item.prompt.name == name)
    }

    pub(super) fn resources(&self) -> Vec<Resource> {
        let resources = self.resources.iter();
        resources.map(|item| item.resource.clone()).collect()
    }

    pub(super) fn templates(&self) -> Vec<ResourceTemplate> {
        let templates = self.templates.iter();
        templates.map(|item| item.template.clone()).collect()
    }

    /// The contents behind an address, fixed or made from a template with one blank.
    pub(super) fn read(&self, uri: &str) -> Result<Option<ResourceContents>, ErrorData> {
        let fixed = self.resources.iter().find(|item| item.resource.uri == uri);
        if let Some(fixed) = fixed {
            return Ok(Some(fixed.contents.clone()));
        }
        for item in &self.templates {
            let Some((before, rest)) = item.template.uri_template.split_once('{') else {
                continue;
            };
            let Some((name, after)) = rest.split_once('}') else {
                continue;
            };
            let value = uri.strip_prefix(before);
            if let Some(value) = value.and_then(|value| value.strip_suffix(after)) {
                let blank = JsonObject::from_iter([(name.to_owned(), value.into())]);
                return fill(&item.contents, &blank).map(Some);
            }
        }
        Ok(None)
    }
}

/// Puts the arguments into the blanks of `form`.
pub(super) fn fill<T: Serialize, U: DeserializeOwned>(form: &T, arguments: &JsonObject) -> Result<U, ErrorData> {
    let filled = serde_json::to_value(form).map(|form| fill_value(form, arguments));
    filled.and_then(serde_json::from_value).map_err(|error| ErrorData::internal_error(format!("The fixture broke: {error}"), None))
}

fn fill_value(form: Value, arguments: &JsonObject) -> Value {
    match form {
        Value::String(mut text) => {
            for (name, value) in arguments {
                let value = value.as_str().unwrap_or_default();
                text = text.replace(&format!("{{{name}}}"), value);
            }
            Value::String(text)
        }
        Value::Array(items) => {
            let items = items.into_iter().map(|item| fill_value(item, arguments));
            Value::Array(items.collect())
        }
        Value::Object(entries) => {
            let entries = entries.into_iter().map(|(key, value)| (key, fill_value(value, arguments)));
            Value::Object(entries.collect())
        }
        other => other,
    }
}
