# A postmortem is evidence: anyone may write one, a human says that it is resolved, and its lessons only wait for a human.
# Seed 000: agents change nothing that is believed, and silence no warning.
needs engine

as agent codex-a
> session_start codex goal="ship it"
= sessionId: s1
> store_postmortem title="The night build broke" what_happened="The cache was full and nobody saw it" root_cause="No alarm on the disk of the build host" lessons_learned=["Watch the disk of the build host","Clean the cache every week"] prevention_steps=["Add an alarm at 80 percent"] severity=high affected_files=["ci/build.yml"] related_session=s1
= id: pm1
= status: open
= severity: high
= evidence: e1
> store_postmortem title="A typo in the manual" what_happened="The port was wrong, the key AKIAIOSFODNN7EXAMPLE was shown"
= id: pm2
= severity: medium
= redacted: {"aws-access-key":1}
> store_postmortem title="x" what_happened="y" affected_files=["../etc"]
! PATH_OUTSIDE  the path has an empty, `.` or `..` step
> store_postmortem title="x" what_happened="y" related_session=ses_0
! NOT_FOUND  session `ses_0` does not exist
> store_postmortem title="x" what_happened="y" related_decision=d_0
! NOT_FOUND  decision `d_0` does not exist
> store_postmortem title="x" what_happened="y" severity=awful
! INPUT_INVALID  `severity`: unknown variant `awful`, expected one of `low`, `medium`, `high`, `critical`
sql select count(*) from postmortem where what_happened like '%AKIA%'
| 0

> get_postmortems
= total: 2
= postmortems.0.id: pm2
= postmortems.1.title: The night build broke
> get_postmortems severity=high limit=1
= postmortems.0.id: pm1
= postmortems.0.lessons: 2
> get_postmortem pm1
= postmortem.status: open
= postmortem.affectedFiles: ci/build.yml
= whatHappened: The cache was full and nobody saw it
= preventionSteps: Add an alarm at 80 percent
= relatedSession: s1
> get_postmortem pm_0
! NOT_FOUND  postmortem `pm_0` does not exist
> recall "why did the night build break" only=evidence limit=1
= seen.0.id: e1

# Its lessons are proposed, one each, and cite it. Once.
> postmortem_to_learnings pm1
= filed: 2
= filed.0.proposalId: p1
= filed.0.content: Watch the disk of the build host
= known: 0
> postmortem_to_learnings pm1
= filed: 0
= known: 2
> postmortem_to_learnings pm2
= filed: 0
> recall
= total: 0
> proposal.show p1
= proposal.evidence: e1
= proposal.evidenceRefs.postmortem_id: pm1
= proposal.input.scopePath: ci/build.yml

# That it is over is a human's word.
> resolve_postmortem pm1
= proposalId: p3
= status: pending
> resolve_postmortem pm_0
! NOT_FOUND  postmortem `pm_0` does not exist
> get_postmortems status=open
= total: 2
as human ana
> proposal.show p3
= shown.title: The night build broke
= shown.root cause: No alarm on the disk of the build host
> approve p3
= result.status: resolved
> approve p1
= promotedTo: l1
> resolve_postmortem pm1
! LIFECYCLE_NO_SUCH_MOVE  postmortem pm1 is already resolved
> get_postmortems status=resolved
= postmortems.0.id: pm1

# A row that somebody edits by hand resolves nothing.
tamper update postmortem set resolved_at = '2027-01-01T00:00:00.000Z', seal = '0000000000000000000000000000000000000000000000000000000000000000' where id = 'pm2'
> get_postmortem pm2
= postmortem.status: open
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `pm2 resolved` stands in the file, but no entry made it
tamper update postmortem set resolved_at = '', seal = '' where id = 'pm2'

# What happens again after it was resolved recurs, because it does and not because anyone says so.
advance 2d
as agent codex-a
> store_postmortem title="The night build broke again" what_happened="The cache was full" root_cause="no alarm on the disk of the build host"
= id: pm3
> get_postmortem pm1
= postmortem.status: recurring
= postmortem.recurredIn: pm3
> get_postmortem pm3
= postmortem.status: open
> postmortem_stats
= total: 3
= open: 2
= resolved: 0
= recurring: 1
= bySeverity: {"high":1,"medium":2}
= lessons: 2
= files.0.path: ci/build.yml

# An erasure of its evidence takes the postmortem, and what was proposed from it.
as human ana
> evidence.erase id=["e1"]
= fell: l1
> get_postmortem pm1
! NOT_FOUND  postmortem `pm1` does not exist
sql select count(*) from postmortem where title like '%night build broke'
| 0
sql select count(*) from proposal where input like '%Watch the disk%' or input like '%Clean the cache%'
| 0
sql select count(*) from ledger where body like '%Watch the disk%' or body like '%Clean the cache%' or body like '%nobody saw it%'
| 0
ledger
   1 codex-a  session.start       done                            s1
   2 codex-a  postmortem.store    done                            pm1
   3 codex-a  postmortem.store    done                            pm2
   4 codex-a  postmortem.store    refused PATH_OUTSIDE            `../etc` is not a project path
   5 codex-a  postmortem.store    refused NOT_FOUND               ses_0
   6 codex-a  postmortem.store    refused NOT_FOUND               d_0
   7 codex-a  postmortem.store    refused INPUT_INVALID           severity
   8 codex-a  postmortem.show     refused NOT_FOUND               pm_0
   9 codex-a  postmortem.learn    proposed                        pm1
  10 codex-a  postmortem.learn    done                            pm1
  11 codex-a  postmortem.learn    done                            pm2
  12 codex-a  postmortem.resolve  proposed                        p3
  13 codex-a  postmortem.resolve  refused NOT_FOUND               pm_0
  14 ana      proposal.approve    done                            p3
  15 ana      proposal.approve    done                            p1
  16 ana      postmortem.resolve  refused LIFECYCLE_NO_SUCH_MOVE  pm1
  17 ana      ledger.verify       refused STORE_DAMAGED           ledger
  18 codex-a  postmortem.store    done                            pm3
  19 ana      evidence.erase      done                            e1
  20 ana      palace.scrub        done                            0 copies
  21 ana      postmortem.show     refused NOT_FOUND               pm1
  chain ok
