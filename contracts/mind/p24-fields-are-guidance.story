# P24: eight fields are known by name, as guidance that anyone reads and nobody writes; a field that is not among them is taken.

as agent codex-a
> mempal_field_taxonomy
= entries: 8
= entries.0.field: general
= entries.1.field: epistemics
= entries.1.domains: global
= entries.2.field: software-engineering
= entries.3.field: debugging
= entries.4.field: tooling
= entries.5.field: research
= entries.6.field: writing
= entries.7.field: diary
= entries.7.domains: agent
> drawer.ingest "The sourdough doubles in four hours" field=bread
= drawerId: e1
> drawer.show e1
= drawer.field: bread
> knowledge.distill "Wait four hours" content="It doubles." tier=qi supportingRefs=["e1"] domain=global field=bread
= drawerId: kn1
> knowledge.show kn1
= field: bread
> taxonomy.fields
= entries: 8
> taxonomy.fields field=bread
! INPUT_INVALID  `field`: unknown field `field`, there are no fields
