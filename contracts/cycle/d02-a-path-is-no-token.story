# What has not the form of a token is refused before anything is looked at. The ancestor took `../config` for a token, let it
# through and deleted the file. Contract 004: section 12, defect 2; section 3, workflow.
needs engine

as human ana
> apply_preset minimal
= applied: true
as agent codex-a
> session_start codex
= sessionId: s1
> authorize_operation ../config create_session_token=true
! TOKEN_INVALID  Invalid operation token: it has not the form of one
> authorize_operation op-../../config
! TOKEN_INVALID  Invalid operation token: it has not the form of one
> authorize_operation op-1/2
! TOKEN_INVALID  Invalid operation token: it has not the form of one
> authorize_operation ""
! TOKEN_INVALID  Invalid operation token: it has not the form of one

# One that was made up.
> authorize_operation op-1794726589730-ug0gd81ci
! TOKEN_INVALID  Invalid operation token: it was never given to you

# A token is used once.
> verify_compliance learn edit session_id=s1
= compliant: true
keep operation_token as once
> authorize_operation once create_session_token=true
= authorized: true
= session_id: s1
= action: edit
= token_path: null
= token.type: session
= token.action: edit
= message: Operation authorized
keep session_token as held
> authorize_operation once
! TOKEN_INVALID  Invalid operation token: it was already used or taken back

# A token for a session is none for an operation.
> authorize_operation held
! TOKEN_INVALID  Invalid operation token: it has not the form of one

# One that was given to somebody else is as good as made up.
> verify_compliance learn edit session_id=s1
= compliant: true
keep operation_token as mine
as agent claude-b
> session_start claude-code
= sessionId: s2
> authorize_operation mine
! TOKEN_INVALID  Invalid operation token: it was never given to you
as agent codex-a

# It is good in the project it was given in.
in repo://elsewhere
> authorize_operation mine
! TOKEN_INVALID  Invalid operation token: it was given in another project
in global://default
> authorize_operation mine
= authorized: true
= session_token: null

# And for as long as the preset says: ten minutes here.
> verify_compliance learn "edit again" session_id=s1
= compliant: true
keep operation_token as late
advance 10m
> authorize_operation late
! TOKEN_EXPIRED  Token expired: it was good until day-0

# What is taken back is worth nothing, and nobody takes back what is another's.
> verify_compliance learn "edit more" session_id=s1
= compliant: true
keep operation_token as back
as agent claude-b
> reset_workflow s1
! SESSION_FOREIGN  session s1 belongs to somebody else
as agent codex-a
> reset_workflow s1
= reset: true
= session_id: s1
= message: Session s1 reset
> authorize_operation back
! TOKEN_INVALID  Invalid operation token: it was already used or taken back
> reset_workflow cleanup_only=true
= cleanup_only: true
= cleaned_up: 3
= message: Cleaned up 3 expired tokens
> reset_workflow
= reset: true
= cleaned_up: 0
= message: Workflow reset complete (0 expired tokens cleaned)
> reset_workflow s1 cleanup_only=true
! INPUT_INVALID  a session is begun anew or expired tokens are forgotten; say one of both
