# W28: whatever is woken, what was seen is searched once, by the same search as everybody's: both tell the same evidence in the
# same order.

as agent codex-a
> evidence.record "the tide table is in the drawer" source="a.log" origin=tool
= id: e1
> evidence.record "the tide was high on Monday" source="b.log" origin=tool
= id: e2
> evidence.record "nobody wrote down the tide" source="c.log" origin=tool
= id: e3
> claim.recall "where is the tide table" only=evidence
= seen: 3
= seen.0.id: e1
= seen.1.id: e2
= seen.2.id: e3
> memory.context "where is the tide table" includeEvidence=true
= sections.0.items: 3
= sections.0.items.0.drawerId: e1
= sections.0.items.1.drawerId: e2
= sections.0.items.2.drawerId: e3
> context.assemble "where is the tide table"
= items: e1, e2, e3
