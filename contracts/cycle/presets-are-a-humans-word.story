# Which calls the gates want, and how strictly, is chosen by a human for a project. An agent may ask for it.
# Contract 004: section 3, config. Its presets, and its words for what is wrong with a configuration.
needs engine
palace sealed

as agent codex-a
> list_presets
= count: 4
= built_in_count: 4
= custom_count: 0
= presets.0.name: three-gate
= presets.0.enforcement: moderate
= presets.0.type: built-in
= presets.1.name: minimal
= presets.2.name: strict
= presets.3.name: custom
> get_config
= active_preset: three-gate
= applied: false
= config.gates.teach.required_tools: record_experience, tag_experience
= config.token_ttl.operation: 300000
= memory.consolidation_threshold: 5
= memory.max_cells_total: 1000
= memory.max_cells_per_scene: 50
= memory.max_experiences_total: 5000
= memory.byte_budget_default: 8000

# An agent that asks for less to do is heard by a human, and by nobody else.
> apply_preset minimal
= proposal_id: p1
> get_config
= active_preset: three-gate
> apply_preset nope
! NOT_FOUND  Preset not found: no preset named "nope"

enrol ana
= ok
as human ana without her seal
> apply_preset strict
! SEAL_REQUIRED  `preset.apply` needs a human's seal over digest h2
as human ana
> apply_preset strict
= applied: true
= preset_name: strict
= enforcement: strict
= gates.reason.required_tools: analyze_problem, reason_through, finalize_decision
= message: Preset "strict" applied
as agent codex-a
> get_config
= active_preset: strict
= applied: true
= config.token_ttl.session: 1800000

# It holds in the project it was applied in, and where there is none of its own.
in repo://bakery
> get_config
= active_preset: strict
as human ana
> apply_preset minimal
= applied: true
> get_config
= active_preset: minimal
in global://default
> get_config
= active_preset: strict

# Applied again, it holds again: an old yes is not given as the answer.
> apply_preset minimal
= applied: true
> apply_preset strict
= applied: true
> get_config
= active_preset: strict

# A row that no seal covers is not there.
tamper insert into setting (name, n, value, made_by, made_at, seal) select name, n + 10, '{"description":"","enforcement":"lenient","gates":{"learn":{"description":"","required_tools":[]},"reason":{"description":"","required_tools":[]},"teach":{"description":"","required_tools":[]}},"name":"loose","token_ttl":{"operation":1000,"session":1000}}', made_by, made_at, seal from setting where name = 'preset global://default' and n = 1
as agent codex-a
> get_config
= active_preset: strict
