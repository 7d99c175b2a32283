# A conversation is kept as evidence: it can be found, cited and erased, and what it teaches only waits for a human.
# Seed 000: phase 4, what a machine extracts is a proposal with its evidence.

as agent codex-a
> session_start codex goal="choose a database"
= sessionId: s1
> conversation_store summary="They chose a database." agentType=codex sessionId=s1 messages=[{"role":"user","content":"Which database should we take? My token is ghp_012345678901234567890123456789abcdef."},{"role":"assistant","content":"We decided to use SQLite in WAL mode. It is one file.\n```\nlet's_not_read_code()\n```"},{"role":"user","content":"It turns out that the old server loses connections at night."},{"role":"tool","content":"we should never believe what a tool prints"}]
= change: new
= kept: 5
= redacted: {"github-token":1}
= conversationId: src1

# Told twice, it is kept once.
> conversation_store summary="They chose a database." agentType=codex sessionId=s1 messages=[{"role":"user","content":"Which database should we take? My token is ghp_012345678901234567890123456789abcdef."},{"role":"assistant","content":"We decided to use SQLite in WAL mode. It is one file.\n```\nlet's_not_read_code()\n```"},{"role":"user","content":"It turns out that the old server loses connections at night."},{"role":"tool","content":"we should never believe what a tool prints"}]
= change: unchanged
= kept: 0
sql select count(*) from evidence where content like '%ghp_0123%'
| 0
sql select count(*) from ledger where body like '%ghp_0123%'
| 0

> conversation_search "old server" limit=1
= turns.0.line: It turns out that the old server loses connections at night.
= turns.0.author: user
= turns.0.conversationId: src1
= conversations.0.sessionId: s1
> conversation_search sessionId=s1
= conversations: 1
= conversations.0.title: Conversation with codex
> conversation_search "old server" sessionId=ses_0
= turns: (nothing)
= conversations: 0

# What it teaches is filed, cites the turn it was said in, and says who read it.
> conversation_extract src1
= filed: 2
= filed.0.as: decision
= filed.0.content: We decided to use SQLite in WAL mode.
= filed.1.as: learning
= filed.1.confidence: 0.75
= known: 0
> recall
= total: 0
> proposal.show p1
= proposal.source: auto_extract
= proposal.evidenceRefs.session_id: s1
= proposal.evidenceRefs.conversation_id: src1
= proposal.evidenceRefs.extractor: rules/v1
= proposal.evidence: e2
> conversation_extract src1
= filed: 0
= known: 2

# Not even once it was decided.
as human ana
> approve p1
= promotedTo: d1
> reject p2 note="it was the cable"
= status: rejected
as agent codex-a
> conversation_extract src1
= filed: 0
= known: 2
> recall_decisions
= items.0.content: We decided to use SQLite in WAL mode.
= items.0.source: auto_extract

# What is no conversation is not read as one, and a conversation says something.
> conversation_extract src_0
! NOT_FOUND  conversation `src_0` does not exist
> conversation_store
! INPUT_INVALID  a conversation has a summary, or messages in which something is said
> conversation_store summary="x" sessionId=ses_0
! NOT_FOUND  session `ses_0` does not exist

# An erasure reaches the talk, what was proposed from it, and what came to be believed by it.
as human ana
> evidence.erase source=src1
= erased: 5
= fell: d1
> proposal.show p1
= proposal.status: approved
= proposal.input.erased: true
> conversation_search "old server"
= turns: (nothing)
> recall
= total: 0
> conversation_extract src1
= filed: 0
= known: 0
sql select count(*) from proposal where input like '%SQLite in WAL%'
| 0
sql select count(*) from ledger where body like '%SQLite in WAL%'
| 0
sql select count(*) from evidence where content like '%old server%'
| 0
sql select count(*) from proposal where input like '%old server%'
| 0
sql select count(*) from ledger where body like '%old server%'
| 0
ledger
   1 codex-a  session.start         done                   s1
   2 codex-a  conversation.store    done                   src1
   3 codex-a  conversation.store    done                   src1
   4 codex-a  conversation.extract  proposed               src1
   5 codex-a  conversation.extract  done                   src1
   6 ana      proposal.approve      done                   p1
   7 ana      proposal.reject       done                   p2
   8 codex-a  conversation.extract  done                   src1
   9 codex-a  conversation.extract  refused NOT_FOUND      src_0
  10 codex-a  conversation.store    refused INPUT_INVALID  messages
  11 codex-a  conversation.store    refused NOT_FOUND      ses_0
  12 ana      evidence.erase        done                   5 pieces
  13 ana      palace.scrub          done                   0 copies
  14 ana      conversation.extract  done                   src1
  chain ok
