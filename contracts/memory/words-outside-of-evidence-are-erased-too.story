# A text is erased wherever it stands: in a session's goal no less than in evidence.
as agent codex-a
> session_start codex goal="the lagoon is called quince"
= agentType: codex
as human ana
> evidence.erase matching="called quince" reason="a name"
= erased: 0
= payloads: 1
> evidence.erase matching="called quince" reason="a name"
! NOT_FOUND  nothing was found by this text, so nothing is erased
! next: Check the spelling; letters are compared as they are
