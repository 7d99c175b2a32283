# W10: five pieces of evidence in three projects suggest nothing to any of them.
needs engine

as agent codex-a
in repo://bakery
> evidence.record "loaf one" source="1.log" origin=tool
= id: e1
> evidence.record "loaf two" source="2.log" origin=tool
= id: e2
in repo://harbour
> evidence.record "boat one" source="3.log" origin=tool
= id: e3
> evidence.record "boat two" source="4.log" origin=tool
= id: e4
in global://default
> evidence.record "a word" source="5.log" origin=tool
= id: e5
> memory.context "anything"
= distillSuggestions: 0
in repo://bakery
> memory.context "anything"
= distillSuggestions: 0
in repo://harbour
> memory.context "anything"
= distillSuggestions: 0
