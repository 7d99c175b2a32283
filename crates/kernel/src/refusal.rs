//! Why not, and what instead. One table; every surface reads it, so no denial is ever a bare string.

use serde::Serialize;
use serde_json::Value as Json;

/// What a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// The palace cannot be believed until a person looks.
    Trust,
    /// The caller's kind or mode does not reach this.
    Mode,
    /// The caller is not, or no longer, allowed.
    Authority,
    /// The input is not what the operation takes.
    Input,
    /// More than a limit allows.
    Limit,
    /// What was named does not exist, or not for this caller.
    Missing,
    /// The thing is not in a state that allows it.
    State,
    /// The machine below us failed.
    World,
}

/// How a refusal travels over MCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// As a JSON-RPC error: the call never reached a tool.
    Protocol,
    /// As a tool result with `isError`, so that a model reads it and can do better.
    Result,
}

macro_rules! refusals {
    ($($name:ident | $code:literal | $class:ident | $wire:ident $rpc:literal | $http:literal | $remedy:literal;)*) => {
        /// Stable codes, in order of precedence: when several apply, the earlier row is the answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $remedy] $name,)*
        }

        impl Code {
            /// Every code, in order of precedence.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code as the world sees it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What it is about.
            pub const fn class(self) -> Class {
                match self { $(Self::$name => Class::$class,)* }
            }

            /// How it travels over MCP.
            pub const fn wire(self) -> Wire {
                match self { $(Self::$name => Wire::$wire,)* }
            }

            /// JSON-RPC error code.
            pub const fn rpc(self) -> i32 {
                match self { $(Self::$name => $rpc,)* }
            }

            /// HTTP status.
            pub const fn http(self) -> u16 {
                match self { $(Self::$name => $http,)* }
            }

            /// What to do next, when the place that refuses knows nothing better.
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$name => $remedy,)* }
            }
        }
    };
}

refusals! {
//  variant            code                          class       MCP: how, code     HTTP  what to do next
    TrustBroken      | "TRUST_BROKEN"              | Trust     | Result   -32010  | 503 | "Run `palace doctor`, compare the key fingerprint with the one you noted, and restore a backup if they differ";
    StoreNewer       | "STORE_NEWER"               | World     | Result   -32011  | 503 | "Update palace: this file was written by a newer version and was left untouched";
    StoreDamaged     | "STORE_DAMAGED"             | World     | Result   -32012  | 500 | "Run `palace ledger verify`, then `palace restore` from a backup if it reports a fault";
    StoreReadOnly    | "STORE_READ_ONLY"           | World     | Result   -32013  | 503 | "Make the palace file and its folder writable for this user, then call again; nothing was changed";
    StoreFull        | "STORE_FULL"                | World     | Result   -32014  | 507 | "Free some disk space, then call again; nothing was changed";
    StoreBusy        | "STORE_BUSY"                | World     | Result   -32015  | 503 | "Call again: another process held the palace too long; nothing was changed";
    StoreUnreachable | "STORE_UNREACHABLE"         | World     | Result   -32016  | 503 | "Check that the database runs and that its address is right, then call again";
    ModelUnreachable | "MODEL_UNREACHABLE"         | World     | Result   -32017  | 503 | "Recall goes on without it; check that the embedding model runs and that its address or path is right";
    ToolUnknown      | "TOOL_UNKNOWN"              | Input     | Protocol -32602  | 404 | "List the tools and call one of them";
    MethodWrong      | "METHOD_NOT_ALLOWED"        | Input     | Protocol -32601  | 405 | "Use the method that docs/reference/openapi.json names for this route";
    MediaWrong       | "MEDIA_TYPE_UNSUPPORTED"    | Input     | Protocol -32600  | 415 | "Send JSON, with the header `Content-Type: application/json`";
    ModeHumanOnly    | "MODE_HUMAN_ONLY"           | Mode      | Protocol -32602  | 403 | "Ask a person to run it in human mode; what should be believed is proposed with `store`";
    HostUnknown      | "HOST_NOT_ALLOWED"          | Authority | Protocol -32003  | 403 | "Use a loopback name, or start with --allow-host for the name you use";
    OriginUnknown    | "ORIGIN_NOT_ALLOWED"        | Authority | Protocol -32003  | 403 | "Open the page from a loopback address, or start with --allow-origin for its origin";
    GrantUnknown     | "GRANT_UNKNOWN"             | Authority | Result   -32001  | 401 | "Send `Authorization: Bearer <token>` with the token from the palace's token file";
    GrantRevoked     | "GRANT_REVOKED"             | Authority | Result   -32001  | 401 | "Ask the palace's owner for a new token";
    GrantExpired     | "GRANT_EXPIRED"             | Authority | Result   -32001  | 401 | "Ask the palace's owner for a new token";
    InputTooLarge    | "INPUT_TOO_LARGE"           | Limit     | Result   -32602  | 413 | "Send less: split the content or shorten it";
    InputInvalid     | "INPUT_INVALID"             | Input     | Result   -32602  | 400 | "Correct the named field and call again";
    NotFound         | "NOT_FOUND"                 | Missing   | Result   -32002  | 404 | "Check the id; `proposal list`, `recall` and `ledger show` list what exists";
    PathOutside      | "PATH_OUTSIDE"              | Input     | Result   -32602  | 400 | "Use a relative path inside the project, with forward slashes and without `..`";
    DuplicateProposal| "PROPOSAL_DUPLICATE"        | State     | Result   -32020  | 409 | "Wait for the proposal that already says this";
    ProposalDecided  | "PROPOSAL_ALREADY_DECIDED"  | State     | Result   -32021  | 409 | "Nothing: a decision stands. Propose again if things have changed";
    ProposalExpired  | "PROPOSAL_EXPIRED"          | State     | Result   -32022  | 409 | "Propose it again if it still matters";
    NoSuchMove       | "LIFECYCLE_NO_SUCH_MOVE"    | State     | Result   -32023  | 409 | "Look at its standing with `claim show` first";
    EvidenceShort    | "EVIDENCE_INSUFFICIENT"     | State     | Result   -32024  | 422 | "Add the missing evidence and call again";
    SessionEnded     | "SESSION_ENDED"             | State     | Result   -32025  | 409 | "Start a new session";
    PhaseOutOfOrder  | "PHASE_OUT_OF_ORDER"        | State     | Result   -32027  | 409 | "Call the phase that comes next";
    ContextStale     | "CONTEXT_STALE"             | State     | Result   -32028  | 409 | "Send the hash of the last answer, or take a new snapshot";
    SessionForeign   | "SESSION_FOREIGN"           | Authority | Result   -32029  | 403 | "Use a session of your own; `session start` begins one";
    SigningKeyUnfit  | "SIGNING_KEY_UNFIT"         | Authority | Result   -32038  | 409 | "Give it mode 0600, or move it away: the next receipt draws another";
    TokenInvalid     | "TOKEN_INVALID"             | Authority | Result   -32039  | 403 | "Ask for a new one with `workflow verify`, or run a guarded cycle to its end";
    TokenExpired     | "TOKEN_EXPIRED"             | Authority | Result   -32040  | 403 | "Ask for a new one with `workflow verify`, or run a guarded cycle to its end";
    TokenUsed        | "TOKEN_USED"                | Authority | Result   -32041  | 403 | "Ask for another: each is good for one use";
    GateUnmet        | "COMPLIANCE_FAILED"         | State     | Result   -32042  | 409 | "Make the calls that are missing, in order, then verify again";
    KeyExists        | "KEY_EXISTS"                | State     | Result   -32026  | 409 | "Use `palace key rotate` to replace it";
    KeyMissing       | "KEY_MISSING"               | Authority | Result   -32030  | 409 | "Run `palace key create` on a terminal; until then everything but deciding works";
    TerminalRequired | "TERMINAL_REQUIRED"         | Authority | Result   -32031  | 403 | "Run the command yourself on a terminal: a seal is never read from a pipe, an argument or the environment";
    SealRequired     | "SEAL_REQUIRED"             | Authority | Result   -32032  | 428 | "Run `palace seal` on a terminal";
    SealStale        | "SEAL_STALE"                | Authority | Result   -32033  | 409 | "Look again and seal what is shown now";
    SealExpired      | "SEAL_EXPIRED"              | Authority | Result   -32034  | 409 | "Look again and seal what is shown now";
    SealInvalid      | "SEAL_INVALID"              | Authority | Result   -32036  | 403 | "Seal it with a key this palace trusts; `palace key list` shows them";
    SealReplayed     | "SEAL_REPLAYED"             | Authority | Result   -32035  | 409 | "Make a new seal: each is good for one call";
    SealCancelled    | "SEAL_CANCELLED"            | Authority | Result   -32037  | 403 | "Nothing was changed; run it again when you have decided";
    Cancelled        | "CANCELLED"                 | State     | Result   -32800  | 499 | "Nothing was changed; call again when you want it";
    Internal         | "INTERNAL"                  | World     | Result   -32603  | 500 | "Run `palace doctor` and report what it says";
}

/// A denial: what happened, to what, and what to do next.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    code: Code,
    subject: String,
    what: String,
    next: Option<String>,
    /// Boxed: most refusals have none, and every `Result` carries the room for it.
    details: Option<Box<Json>>,
}

impl Code {
    /// Refuses `subject` because of `what` happened.
    pub fn refuse(self, subject: impl Into<String>, what: impl Into<String>) -> Refusal {
        Refusal { code: self, subject: subject.into(), what: what.into(), next: None, details: None }
    }
}

impl Refusal {
    /// Replaces the table's remedy by one that fits this case exactly.
    #[must_use]
    pub fn next(mut self, step: impl Into<String>) -> Self {
        self.next = Some(step.into());
        self
    }

    /// Adds what a program needs to act on it.
    #[must_use]
    pub fn with(mut self, details: Json) -> Self {
        self.details = Some(Box::new(details));
        self
    }

    /// The code.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// What it was about.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// What happened.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// What to do next.
    pub fn remedy(&self) -> &str {
        self.next.as_deref().unwrap_or_else(|| self.code.remedy())
    }

    /// What a program needs to act on it.
    pub fn details(&self) -> Option<&Json> {
        self.details.as_deref()
    }

    /// The one shape in which every door gives a refusal.
    pub fn to_json(&self) -> Json {
        let mut error = serde_json::json!({
            "code": self.code.name(),
            "class": self.code.class(),
            "message": self.what,
            "subject": self.subject,
            "next": self.remedy(),
        });
        if let (Some(details), Some(fields)) = (&self.details, error.as_object_mut()) {
            fields.insert("details".into(), (**details).clone());
        }
        serde_json::json!({ "error": error })
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}. {}", self.code.name(), self.what, self.remedy())
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_every_row_says_what_to_do() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::ALL {
            assert!(seen.insert(code.name()), "{} twice", code.name());
            assert!(code.remedy().len() > 10 && !code.remedy().ends_with('.'), "{}: {}", code.name(), code.remedy());
            assert!((400..600).contains(&code.http()), "{}", code.name());
            assert!(code.rpc() < 0);
        }
    }

    #[test]
    fn a_refusal_says_what_happened_to_what_and_what_next() {
        let refusal = Code::NotFound.refuse("p_7", "proposal `p_7` does not exist");
        assert_eq!(
            refusal.to_string(),
            "NOT_FOUND: proposal `p_7` does not exist. Check the id; `proposal list`, `recall` and `ledger show` list what exists"
        );
        assert_eq!(refusal.to_json()["error"]["subject"], "p_7");
    }
}
