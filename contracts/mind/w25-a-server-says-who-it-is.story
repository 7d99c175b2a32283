# A server says which program it is and which schema it knows, so that an old one that was left running is noticed.
as agent codex-a
> memory.doctor
= db.exists: true
= db.compatible: true
= mcp.requiredTools.0.name: mempal_context
> memory.doctor loud=true
! INPUT_INVALID  `loud`: unknown field `loud`, there are no fields
