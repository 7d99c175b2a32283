//! What a human may set for the whole palace. One typed struct; every default is written here and nowhere else.
//!
//! A setting is changed by a sealed `palace.configure`, one row per name, and what nobody set is the default. Not here:
//! what differs from one machine to another, such as a model's address. That is configuration, not truth.

use crate::{
    claim::Confidence,
    cycle::Caps,
    refusal::{Code, Refusal},
    text::{Malformed, Note},
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A number of days, from one to ten years.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "u32", into = "u32")]
#[schemars(with = "u32", inline, extend("minimum" = 1, "maximum" = 3650))]
pub struct Days(u16);

impl Days {
    /// Most days that can be asked for.
    const MAX: u16 = 3_650;

    /// So many days, within bounds.
    pub const fn of(days: u16) -> Self {
        Self(match days {
            0 => 1,
            days if days > Self::MAX => Self::MAX,
            days => days,
        })
    }

    /// The number; never zero.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl TryFrom<u32> for Days {
    type Error = Malformed;
    fn try_from(days: u32) -> Result<Self, Malformed> {
        match u16::try_from(days) {
            Ok(days) if (1..=Self::MAX).contains(&days) => Ok(Self(days)),
            _ => Err(Malformed::new(&days.to_string(), format!("a number of days between 1 and {}", Self::MAX))),
        }
    }
}

impl From<Days> for u32 {
    fn from(days: Days) -> u32 {
        days.0.into()
    }
}

/// How many of something, from one to a million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "i64", into = "i64")]
#[schemars(with = "i64", inline, extend("minimum" = 1, "maximum" = 1_000_000))]
pub struct Amount(u32);

impl Amount {
    /// Most that can be asked for.
    const MAX: u32 = 1_000_000;

    /// The number; never zero.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl TryFrom<i64> for Amount {
    type Error = Malformed;
    fn try_from(amount: i64) -> Result<Self, Malformed> {
        match u32::try_from(amount) {
            Ok(amount) if (1..=Self::MAX).contains(&amount) => Ok(Self(amount)),
            _ => Err(Malformed::new(&amount.to_string(), format!("a number between 1 and {}", Self::MAX))),
        }
    }
}

impl From<Amount> for i64 {
    fn from(amount: Amount) -> i64 {
        amount.0.into()
    }
}

/// What holds for the whole palace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Settings {
    /// Days that a proposal waits before it expires
    pub proposal_days: Days,
    /// How the confidence of learnings fades
    pub decay: Decay,
    /// How contradictions are looked for
    pub contradictions: Contradictions,
    /// Days that a record of adoption counts towards a decision
    pub adoption_days: Days,
    /// What agents are shown unless they say otherwise; changed by `control.default` alone
    pub context: ContextDefaults,
    /// How much the guarded cycle remembers
    pub cycle: Cycle,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            proposal_days: Days::of(30),
            decay: Decay::default(),
            contradictions: Contradictions::default(),
            adoption_days: Days::of(30),
            context: ContextDefaults::default(),
            cycle: Cycle::default(),
        }
    }
}

/// What agents are shown unless they say otherwise. Nobody sets it but through the gate of `control.default`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct ContextDefaults {
    /// Whether cards are included
    pub include_cards_default: bool,
    /// What would have it taken back, as it was said when it was turned on
    pub rollback_criteria: Vec<Note>,
}

impl ContextDefaults {
    /// The name of the setting that says whether cards are included.
    pub const INCLUDE_CARDS: &'static str = "context.includeCardsDefault";
    /// The name of the setting that says what would have it taken back.
    pub const ROLLBACK_CRITERIA: &'static str = "context.rollbackCriteria";
}

/// How much the guarded cycle remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Cycle {
    /// Whether experiences are consolidated at all
    pub memory_enabled: bool,
    /// New experiences before a scope is consolidated, unless the caller says otherwise
    pub consolidation_threshold: Amount,
    /// Cells of a scope that are not archived
    pub max_cells_total: Amount,
    /// Cells of one scene that are not archived
    pub max_cells_per_scene: Amount,
    /// Experiences of a scope that are not archived
    pub max_experiences_total: Amount,
    /// Bytes of a packed context, unless the caller says otherwise
    pub byte_budget_default: Amount,
}

impl Default for Cycle {
    fn default() -> Self {
        Self {
            memory_enabled: true,
            consolidation_threshold: Amount(5),
            max_cells_total: Amount(1_000),
            max_cells_per_scene: Amount(50),
            max_experiences_total: Amount(5_000),
            byte_budget_default: Amount(8_000),
        }
    }
}

impl Cycle {
    /// How much a memory may hold.
    pub const fn caps(self) -> Caps {
        Caps { max_cells_per_scene: self.max_cells_per_scene.get(), max_cells_total: self.max_cells_total.get() }
    }
}

/// How the confidence of learnings fades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Decay {
    /// Whether it may be applied at all
    pub enabled: bool,
    /// Days without a confirmation before it begins
    pub days: Days,
    /// What is lost each time
    pub rate: Confidence,
    /// Days from one time to the next
    pub interval: Days,
    /// What is always left
    pub min: Confidence,
}

impl Default for Decay {
    fn default() -> Self {
        Self { enabled: false, days: Days::of(30), rate: Confidence::hundredths(5), interval: Days::of(7), min: Confidence::hundredths(10) }
    }
}

/// How contradictions are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Contradictions {
    /// Whether finding one files a link for review, unless the caller says otherwise
    pub auto_link: bool,
    /// How sure a finding must be to be told
    pub min_confidence: Confidence,
}

impl Default for Contradictions {
    fn default() -> Self {
        Self { auto_link: false, min_confidence: Confidence::hundredths(70) }
    }
}

/// What to set; what is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Change {
    /// Days that a proposal waits before it expires
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_days: Option<Days>,
    /// How the confidence of learnings fades: enabled, days, rate, interval, min
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decay: Option<DecayChange>,
    /// How contradictions are looked for: autoLink, minConfidence
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradictions: Option<ContradictionsChange>,
    /// Days that a record of adoption counts towards a decision
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adoption_days: Option<Days>,
    /// How much the guarded cycle remembers: memoryEnabled, consolidationThreshold, maxCellsTotal, maxCellsPerScene, maxExperiencesTotal, byteBudgetDefault
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<CycleChange>,
}

/// What to set about the guarded cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct CycleChange {
    /// Whether experiences are consolidated at all
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_enabled: Option<bool>,
    /// New experiences before a scope is consolidated, unless the caller says otherwise
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidation_threshold: Option<Amount>,
    /// Cells of a scope that are not archived
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cells_total: Option<Amount>,
    /// Cells of one scene that are not archived
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cells_per_scene: Option<Amount>,
    /// Experiences of a scope that are not archived
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_experiences_total: Option<Amount>,
    /// Bytes of a packed context, unless the caller says otherwise
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte_budget_default: Option<Amount>,
}

/// What to set about decay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct DecayChange {
    /// Whether it may be applied at all
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Days without a confirmation before it begins
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<Days>,
    /// What is lost each time
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Confidence>,
    /// Days from one time to the next
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Days>,
    /// What is always left
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Confidence>,
}

/// What to set about contradictions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct ContradictionsChange {
    /// Whether finding one files a link for review, unless the caller says otherwise
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_link: Option<bool>,
    /// How sure a finding must be to be told
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_confidence: Option<Confidence>,
}

impl Change {
    /// What it sets, by name (`decay.rate`), in the order of the names.
    pub fn named(&self) -> Vec<(String, Json)> {
        let mut all = Vec::new();
        flatten("", &serde_json::to_value(self).unwrap_or(Json::Null), &mut all);
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        all
    }
}

fn flatten(path: &str, json: &Json, all: &mut Vec<(String, Json)>) {
    match json {
        Json::Object(fields) => {
            for (key, value) in fields {
                flatten(&if path.is_empty() { key.clone() } else { format!("{path}.{key}") }, value, all);
            }
        }
        leaf => all.push((path.to_owned(), leaf.clone())),
    }
}

impl Settings {
    /// The same settings with one of them changed. A name or value that does not fit is refused.
    pub fn with(self, name: &str, value: Json) -> Result<Self, Refusal> {
        let unfit = |why: String| Code::InputInvalid.refuse(name.to_owned(), format!("the setting `{name}` {why}"));
        let mut json = serde_json::to_value(self).map_err(|e| unfit(e.to_string()))?;
        let slot = json.pointer_mut(&format!("/{}", name.replace('.', "/"))).ok_or_else(|| unfit("does not exist".into()))?;
        *slot = value;
        serde_json::from_value(json).map_err(|e| unfit(format!("cannot be that: {e}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_nobody_set_is_the_contracts_default() {
        let told = serde_json::to_value(Settings::default()).expect("plain");
        assert_eq!(
            told,
            json!({
                "proposalDays": 30,
                "decay": { "enabled": false, "days": 30, "rate": 0.05, "interval": 7, "min": 0.1 },
                "contradictions": { "autoLink": false, "minConfidence": 0.7 },
                "adoptionDays": 30,
                "context": { "includeCardsDefault": false, "rollbackCriteria": [] },
                "cycle": {
                    "memoryEnabled": true, "consolidationThreshold": 5, "maxCellsTotal": 1000, "maxCellsPerScene": 50, "maxExperiencesTotal": 5000, "byteBudgetDefault": 8000,
                },
            })
        );
    }

    #[test]
    fn a_change_is_named_and_every_name_can_be_set() {
        let change: Change = serde_json::from_value(json!({ "proposalDays": 7, "decay": { "enabled": true, "min": 0.2 } })).expect("a change");
        let named = change.named();
        let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["decay.enabled", "decay.min", "proposalDays"]);
        let set = named.into_iter().try_fold(Settings::default(), |settings, (name, value)| settings.with(&name, value)).expect("they fit");
        assert_eq!((set.proposal_days.get(), set.decay.enabled, set.decay.min.points(), set.decay.days.get()), (7, true, 20, 30));
        assert!(Change::default().named().is_empty());
    }

    #[test]
    fn what_agents_are_shown_is_a_setting_that_no_change_names() {
        assert!(serde_json::from_value::<Change>(json!({ "context": { "includeCardsDefault": true } })).is_err());
        let on = Settings::default()
            .with(ContextDefaults::INCLUDE_CARDS, json!(true))
            .and_then(|s| s.with(ContextDefaults::ROLLBACK_CRITERIA, json!(["a"])));
        let on = on.expect("they fit").context;
        assert_eq!((on.include_cards_default, on.rollback_criteria.len()), (true, 1));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (name, value) in [
            ("proposalDays", json!(0)),
            ("proposalDays", json!(99_999)),
            ("decay.rate", json!(2)),
            ("decay.enabled", json!("yes")),
            ("cycle.maxCellsTotal", json!(0)),
            ("cycle.maxCells", json!(7)),
            ("colour", json!(1)),
            ("decay", json!({})),
        ] {
            assert!(Settings::default().with(name, value.clone()).is_err(), "{name} = {value}");
        }
        for change in [json!({ "proposalDays": 0 }), json!({ "decay": { "rate": 1.5 } }), json!({ "decay": { "speed": 1 } })] {
            assert!(serde_json::from_value::<Change>(change.clone()).is_err(), "{change}");
        }
    }
}
