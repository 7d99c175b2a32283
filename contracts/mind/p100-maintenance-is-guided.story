# Maintenance is a list of steps with how much there is to look at; none of them is run.

as agent codex-a
> evidence.record "12 passed" source="cargo test"
= id: e1
> adoption.record track=runtime_adoption signal=used feature=context_pack
= id: a1
> maintenance.guide
= writes: false
= drawerCount: 1
= runtimeAdoptionEventCount: 1
= cardCount: 0
= steps: 13
= steps.0.order: 1
= steps.0.phase: research
= steps.0.command: palace research validate report.json
= steps.2.command: palace research ingest report.json --execute
= steps.2.writes: true
= steps.5.command: palace card backfill-plan
= steps.8.command: palace adoption analytics
> palace.status
= evidence: 1
