# P106: a field with much evidence and nothing believed is named, and nothing more: no drawer is made, no section changes.
# W10: only the caller's own project counts, all its checkouts together.
needs engine

as agent codex-a
in worktree://bakery/main
> evidence.record "loaf one" source="1.log" origin=tool
= id: e1
> evidence.record "loaf two" source="2.log" origin=tool
= id: e2
> evidence.record "loaf three" source="3.log" origin=tool
= id: e3
in worktree://bakery/annex
> evidence.record "loaf four" source="4.log" origin=tool
= id: e4
> memory.context "loaves"
= distillSuggestions: 0
> evidence.record "loaf five" source="5.log" origin=tool
= id: e5
> memory.context "loaves"
= sections: 0
= distillSuggestions: 1
= distillSuggestions.0.field: general
= distillSuggestions.0.evidenceCount: 5
= distillSuggestions.0.sampleEvidenceDrawerIds: e1, e2, e3
= distillSuggestions.0.suggestedTier: dao_ren
> memory.context "loaves" includeDistillSuggestions=false
= distillSuggestions: 0
# Another project has none of it; its own name may begin the same.
in repo://bake
> memory.context "loaves"
= distillSuggestions: 0
in global://default
> memory.context "loaves"
= distillSuggestions: 0
# What is believed elsewhere settles nothing here; what is believed here does.
as human ana
> knowledge.distill "Loaves are counted" content="Everywhere." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
in repo://bakery
> memory.context "loaves"
= distillSuggestions: 1
> knowledge.distill "Loaves are counted at dawn" content="Here." tier=qi supportingRefs=["e1"]
= drawerId: kn2
> memory.context "loaves"
= distillSuggestions: 1
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> memory.context "loaves"
= distillSuggestions: 0
ledger
  1 codex-a  evidence.record    done  e1
  2 codex-a  evidence.record    done  e2
  3 codex-a  evidence.record    done  e3
  4 codex-a  evidence.record    done  e4
  5 codex-a  evidence.record    done  e5
  6 ana      knowledge.distill  done  kn1
  7 ana      knowledge.promote  done  kn1
  8 ana      knowledge.distill  done  kn2
  9 ana      knowledge.promote  done  kn2
  chain ok
