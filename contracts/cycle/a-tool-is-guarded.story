# A client's tool that changes things runs with a session token of the project, where a human chose a preset that holds anyone
# to it. Reading is never in the way. Contract 004: section 9, pre-tool-use.
needs engine

as agent codex-a
> workflow.guard Write
= allowed: true
= applied: false
= writeLike: true
= reason: no session token is good here, and no preset was chosen for this project
as human ana
> apply_preset strict
= applied: true
as agent codex-a
> workflow.guard Write
= allowed: false
= writeLike: true
= enforcement: strict
= reason: `Write` changes things, and no session token is good in this project
= next: Pass the gates in a session of yours, call verify_compliance, then authorize_operation with create_session_token
> workflow.guard Read
= allowed: true
= writeLike: false
> workflow.guard Bash toolInput={"command":"git status && ls"}
= allowed: true
> workflow.guard Bash toolInput={"command":"ls; rm -r src"}
= allowed: false
> workflow.guard shell toolInput={"command":["bash","-lc","echo x > a"]}
= allowed: false
> workflow.guard shell toolInput={"command":["ls","a b"]}
= allowed: true
> workflow.guard something_new
= allowed: false
> workflow.guard mcp__palace__record_experience
= allowed: true

# With a token it runs, in this project, until the token expires or the session ends.
as human ana
> apply_preset mine config={"name":"mine","description":"d","enforcement":"strict","token_ttl":{"operation":60000,"session":1800000},"gates":{"teach":{"required_tools":["record_experience"],"description":"d"},"learn":{"required_tools":["analyze_problem"],"description":"d"},"reason":{"required_tools":["reason_through","finalize_decision"],"description":"d"}}}
= applied: true
as agent codex-a
> session_start codex
= sessionId: s1
> record_experience type=effective domain=Tools situation="A slow build" approach="Cached it" outcome="Twice as fast" reasoning="Most of it never changes"
= recorded: true
> analyze_problem "How to make the build faster"
= session_id: rs1
> reason_through rs1 "Make the build faster by caching" thought_number=1
= scope_creep_detected: false
> verify_compliance reason edit session_id=s1
! COMPLIANCE_FAILED  the reason gate is not passed; missing: finalize_decision
> finalize_decision rs1 "Cache the dependencies"
= session_summary.thoughts_count: 1
> verify_compliance reason edit session_id=s1
= compliant: true
keep operation_token as op1
> workflow.guard Write
= allowed: false
> authorize_operation op1 create_session_token=true
= authorized: true
> workflow.guard Write
= allowed: true
> workflow.guard Write sessionId=s1
= allowed: true
> workflow.guard Write sessionId=ses_0
= allowed: false
in repo://elsewhere
> workflow.guard Write
= allowed: false
in global://default
advance 30m
> workflow.guard Write
= allowed: false

# A session that has ended takes its token with it.
> session_start codex
= sessionId: s2
> record_experience type=ineffective domain=Tools situation="A slow build" approach="Bought a machine" outcome="As slow" reasoning="It waits for the disk"
= recorded: true
> analyze_problem "Why is the build slow"
= session_id: rs2
> reason_through rs2 "The build waits for the disk" thought_number=1
= thought_number: 1
> finalize_decision rs2 "Measure the disk"
= message: Decision finalized and recorded as experience x4
> verify_compliance reason edit
= session_id: s2
keep operation_token as op2
> authorize_operation op2 create_session_token=true
= authorized: true
> workflow.guard Edit
= allowed: true
> session_end s2
= state: completed
> workflow.guard Edit
= allowed: false

# Where only advice is given, advice is given.
as human ana
> apply_preset minimal
= applied: true
as agent codex-a
> workflow.guard Edit
= allowed: true
= enforcement: lenient
= reason: no session token is good here, and this preset only advises
