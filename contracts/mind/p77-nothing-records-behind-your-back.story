# The policy of instrumentation allows recording by hand and by a wrapper that somebody typed, and forbids everything else.

as agent codex-a
> adoption.policy
= version: 1
= writes: false
= defaultMode: manual_only
= allowedModes.0.mode: manual_only
= allowedModes.0.requiresExecute: false
= allowedModes.0.requiresCheckedCapture: true
= allowedModes.1.mode: opt_in_wrapper
= allowedModes.1.requiresExecute: true
= allowedModes.1.requiresCheckedCapture: true
= forbiddenModes: implicit_background_capture, silent_event_append, quality_gate_bypass
= requirements: Whoever is recorded opted in, and can opt out, Nothing is written unless the call says so, What is written is checked first, The palace says who wrote it, never the caller
= rollbackRequirements: Record a rollback when a wrapper made work worse, Stop using the wrapper until somebody looked at why
