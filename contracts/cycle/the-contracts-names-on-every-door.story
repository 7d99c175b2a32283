# The cycle contract's own names and spelling work wherever ours do; the ledger only ever writes ours.
# Seed 004: fields in snake case, both ways.

as agent codex-a
> record_experience type=effective domain=Tools situation="Logs are long" approach="Fold them" outcome="They are short" reasoning="Most lines repeat" confidence=0.7 tags=["logs"]
= recorded: true
= experience_id: x1
= message: Experience recorded successfully (ID: x1)
> record_experience type=effective domain=Tools situation="Logs are long" approach="Fold them" outcome="They are short" reasoning="Most lines repeat"
= duplicate_id: x1
= similarity: 1.0
> search_experiences query="long logs" min_confidence=0.5
= count: 1
= results.0.id: x1
= results.0.created_at: day-0
= filters.min_confidence: 0.5
> update_experience id=x1 changes={"confidence": 0.9} reason="seen again"
= original_id: x1
= new_id: x2
> get_experience id=x2
= revision_of: x1
= previous_version.id: x1
> tag_experience id=x2 tags=["logs","fold"]
= experience_id: x2
> export_experiences format=json
= count: 1
> import_experiences content="[]"
= imported: 0
> import_data content="{\"experiences\": []}"
= total_records: 0
> run_consolidation scope=project threshold=1
= processed: 1
= cells_created: 0
> get_experience
! INPUT_INVALID  Missing required parameter: id
> record_experience type=effective domain=Tools situation=a approach=b outcome=c reasoning=d revision_of=x_0
! NOT_FOUND  experience `x_0` does not exist
ledger
  1 codex-a  experience.record  done                   x1
  2 codex-a  experience.record  done                   x1
  3 codex-a  experience.update  done                   x2
  4 codex-a  experience.tag     done                   x2
  5 codex-a  experience.import  done                   0 experiences
  6 codex-a  experience.import  done                   0 experiences
  7 codex-a  cycle.consolidate  done                   global://default
  8 codex-a  experience.show    refused INPUT_INVALID  id
  9 codex-a  experience.record  refused NOT_FOUND      x_0
  chain ok
