# An export is JSON or Markdown, and either comes back as it was: what is known is left out, what is not is new.
# Seed 004, defect 6: the ancestor could not export Markdown once anything had been updated.
needs engine

as agent codex-a
in repo://one
> experience.record type=effective domain=Tools situation="A table is too wide" approach="Turn it around" outcome="It fits\n## on one page" reasoning="Rows are cheap" confidence=0.85 tags=["table","width"]
= experienceId: x1
> experience.record type=ineffective domain=Decision situation="Nobody decides" approach="Wait" outcome="Nobody decided" reasoning="Waiting decides nothing" confidence=0
= experienceId: x2
> experience.update x1 changes={"reasoning": "Rows are cheap, columns are not", "tags": ["table", "pages"]} reason="said better"
= newId: x3
> experience.export markdown
= exported: true
= count: 2
= format: markdown
keep output as m1
> experience.export json
= count: 2
keep output as j1
> experience.import m1
= imported: 0
= skipped: 2
= total: 2
in repo://two
> experience.import m1
= imported: 2
= skipped: 0
= totalRecords: 2
= errors: (nothing)
> experience.search "a table that is too wide"
= results.0.outcome: It fits⏎## on one page
= results.0.reasoning: Rows are cheap, columns are not
= results.0.confidence: 0.85
= results.0.tags.0: table
= results.0.tags.1: pages
> experience.search "nobody decides"
= results.0.confidence: 0.0
> experience.import j1
= imported: 0
= skipped: 2
> experience.export json filter={"domain": "Tools"}
= count: 1
> experience.export json filter={"type": "effective", "domain": "Decision"}
= count: 0
in repo://three
> experience.import j1
= imported: 2
# A file of the contract's other import, with one that cannot be read.
> experience.import "{\"experiences\": [{\"type\": \"effective\", \"domain\": \"Tools\", \"situation\": \"s\", \"approach\": \"a\", \"outcome\": \"o\", \"reasoning\": \"r\"}, {\"type\": \"effective\"}, 7]}"
= imported: 1
= errors.0: experience 2: missing field `domain`
= errors.1: experience 3: it is not an object
> experience.import "nothing of ours"
! INPUT_INVALID  `content` holds no experiences
> experience.import "[{"
! INPUT_INVALID  `content` is not JSON that can be read: EOF while parsing an object at line 1 column 2
> experience.import "{\"experiences\": 7}"
! INPUT_INVALID  `content` has no list of experiences
> experience.export pdf
! INPUT_INVALID  `as`: unknown variant `pdf`, expected `json` or `markdown`
ledger
   1 codex-a  experience.record  done                   x1
   2 codex-a  experience.record  done                   x2
   3 codex-a  experience.update  done                   x3
   4 codex-a  experience.import  done                   0 experiences
   5 codex-a  experience.import  done                   2 experiences
   6 codex-a  experience.import  done                   0 experiences
   7 codex-a  experience.import  done                   2 experiences
   8 codex-a  experience.import  done                   1 experiences
   9 codex-a  experience.import  refused INPUT_INVALID  content
  10 codex-a  experience.import  refused INPUT_INVALID  content
  11 codex-a  experience.import  refused INPUT_INVALID  content
  12 codex-a  experience.export  refused INPUT_INVALID  as
  chain ok
