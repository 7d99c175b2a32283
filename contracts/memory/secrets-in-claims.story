# What somebody wants remembered is written without its secrets; what a human would seal to the letter is refused with them.
as agent codex-a
> store "Deploys authenticate with ghp_16C7e42F292c6912E7710c838347Ae178B4a from the vault" as=decision rationale="GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a was in the log"
= proposalId: p1
= redacted: {"github-token":2}
> proposal.show p1
= proposal.input.content: Deploys authenticate with [redacted: github-token] from the vault
# The same secret again is the same thing said twice.
> store "Deploys authenticate with ghp_26C7e42F292c6912E7710c838347Ae178B4a from the vault" as=decision
! PROPOSAL_DUPLICATE  duplicate proposal already exists: p1
> session_start agentType=extractor
= sessionId: s1
> conversation_store sessionId=s1 messages=[{"role":"user","content":"Rotate the token every Monday, please."}]
= conversationId: src1
> store "The token rotates weekly" as=learning source=auto_extract evidenceRefs={"session_id":"s1","conversation_id":"src1","extractor":"rules","quote":"token ghp_16C7e42F292c6912E7710c838347Ae178B4a"}
= redacted: {"github-token":1}
sql select count(*) from proposal where input like '%6C7e42F%' or evidence_refs like '%6C7e42F%'
| 0
sql select count(*) from evidence where content like '%6C7e42F%'
| 0

as human ana
> approve p1
= promotedTo: d1
> claim.show d1
= claim.content: Deploys authenticate with [redacted: github-token] from the vault
= authoritative: true
# A human's own words are not changed behind their back: the call is refused, and says why.
> store_direct "The deploy key is ghp_16C7e42F292c6912E7710c838347Ae178B4a" as=learning
! INPUT_INVALID  the words hold a secret (github-token), and a seal would keep them to the letter
> claim.inherit records=[{"as":"learning","content":"The deploy key is ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]
! INPUT_INVALID  the words hold a secret (github-token), and a seal would keep them to the letter
> store_direct "The deploy key is in the vault" as=learning
= authority: approved
sql select count(*) from ledger where body like '%6C7e42F%'
| 0
sql select count(*) from claim where draft like '%6C7e42F%'
| 0
# The words beside a decision are kept to the letter as well: what an agent asks for, what a human says about it, what a refusal names.
as agent codex-a
> claim.retire d1 reason="it was ghp_16C7e42F292c6912E7710c838347Ae178B4a"
! INPUT_INVALID  the words hold a secret (github-token), and a seal would keep them to the letter
> claim.retire ghp_16C7e42F292c6912E7710c838347Ae178B4a reason="x"
! INPUT_INVALID  `claim`: `ghp_16C7e42F292c6912E7710c838347Ae178B4a` is not an id like `d_7h3k…`
> ghp_16C7e42F292c6912E7710c838347Ae178B4a password="hunter2-6C7e42F"
! TOOL_UNKNOWN  Unknown tool: ghp_16C7e42F292c6912E7710c838347Ae178B4a
> store "The vault rotates" as=learning
= proposalId: p3
as human ana
> reject p3 note="it was ghp_16C7e42F292c6912E7710c838347Ae178B4a"
! INPUT_INVALID  the words hold a secret (github-token), and a seal would keep them to the letter
sql select count(*) from ledger where body like '%6C7e42F%' or subject like '%6C7e42F%' or op like '%6C7e42F%'
| 0
sql select count(*) from proposal where input like '%6C7e42F%' or review_note like '%6C7e42F%'
| 0
