# A configuration is read strictly, and every fault in it has a name. A gate that nobody could pass is a fault.
# Contract 004: section 3, config, and the recorded answer.
as agent codex-a
> validate_config config={"name":"x","gates":{"teach":{}}}
= valid: false
= errors.0: Missing required gate: learn
= errors.1: Missing required gate: reason
= warnings.0: Missing recommended field: description
= warnings.1: Gate "teach" missing required_tools array
= warnings.2: Gate "teach" missing description
= message: Configuration has 2 error(s) and 3 warning(s)
> validate_config config={}
= errors.0: Missing required field: name
= errors.1: Missing required field: gates
> validate_config config={"name":"mine","description":"d","colour":"red","max_cells_total":9,"gates":{"teach":{"required_tools":["make_coffee"],"description":"d"},"learn":{"required_tools":[],"description":"d","when":"later"},"reason":{"required_tools":[],"description":"d"},"act":{}}}
= valid: false
= errors.0: Unknown gate: act
= errors.1: Gate "teach" requires a tool that is not served: make_coffee
= errors.2: Unknown field in gate "learn": when
= errors.3: Unknown field: colour
= errors.4: Unknown field: max_cells_total (a setting of the palace: palace configure --cycle)
> validate_config config=7
! INPUT_INVALID  `config`: invalid type: integer `7`, expected a map

# What is wrong is not applied; what is sound is, under a name of its own.
as human ana
> apply_preset mine config={"name":"mine","colour":"red"}
! INPUT_INVALID  Configuration has 2 error(s) and 1 warning(s): Missing required field: gates; Unknown field: colour
> apply_preset strict config={"name":"strict","description":"d","enforcement":"lenient","gates":{"teach":{"required_tools":[],"description":"d"},"learn":{"required_tools":[],"description":"d"},"reason":{"required_tools":[],"description":"d"}}}
! INPUT_INVALID  "strict" is built in and says what it says
> apply_preset mine config={"name":"mine","description":"Our own","enforcement":"moderate","token_ttl":{"operation":60000,"session":120000},"gates":{"teach":{"required_tools":["record_experience"],"description":"d"},"learn":{"required_tools":[],"description":"d"},"reason":{"required_tools":["analyze_problem"],"description":"d"}}}
= applied: true
= enforcement: moderate
> list_presets
= custom_count: 1
= presets.4.name: mine
= presets.4.type: custom
> get_config
= active_preset: mine
= config.token_ttl.session: 120000
> export_config mine
= exported: true
= preset_name: mine
= file_path: mine.json
> export_config minimal
= exported: true
= file_path: minimal.json
> export_config ../mine
! NOT_FOUND  Preset not found: no preset named "../mine"
