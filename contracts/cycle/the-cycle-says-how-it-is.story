# How it is can be asked; a client's settings are changed by a person alone. Contract 004: section 3, automation.
as agent codex-a
> health_check
= healthy: true
= status: OK
= issues: 0
= stats.experiences: 0
= stats.reasoning_sessions: 0
= stats.workflow_sessions: 0
> install_hooks
= installed: false
= settings_updated: false
= hooks: 6
= hooks.2.name: PreToolUse
= hooks.2.path: palace hook pre-tool-use
= command: palace hooks install
> uninstall_hooks
= uninstalled: false
= removed_count: 0
= command: palace hooks uninstall
> analyze_problem "Build it"
= session_id: rs1
> health_check
= stats.reasoning_sessions: 1
> get_session_state nothing
! INPUT_INVALID  `session_id`: `nothing` is not an id like `ses_7h3k…`
> get_session_state ses_0
! NOT_FOUND  session `ses_0` does not exist
