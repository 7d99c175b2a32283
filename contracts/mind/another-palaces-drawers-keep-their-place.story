# What another palace kept comes in where it stood there: in its wing and room, about its field, mattering as much; a file's pieces
# where the file stood, a single remark where it stood for itself.
needs program

as agent codex-a
$ mkdir notes && echo 'The deck oven runs at 230 degrees.' > notes/oven.txt && palace ingest notes --wing bakery --room ovens
= pieces.kept: 1
> drawer.ingest "Flour comes on Mondays" wing=bakery room=store importance=4 field=supplies
= drawerId: e1
$ palace export out.jsonl && export PALACE_HOME="$PWD/other" && unset PALACE_DATABASE_URL && palace init --unsealed > /dev/null && palace import out.jsonl
= evidence.recorded: 2
$ export PALACE_HOME="$PWD/other"; unset PALACE_DATABASE_URL; palace mind search 'when does the flour come' --wing bakery --top-k 1
= results.0.content: Flour comes on Mondays
= results.0.wing: bakery
= results.0.room: store
= results.0.field: supplies
$ export PALACE_HOME="$PWD/other"; unset PALACE_DATABASE_URL; palace mind search 'how hot is the oven' --wing bakery --room ovens
= results.0.content: The deck oven runs at 230 degrees.
= results.1: (nothing)
$ export PALACE_HOME="$PWD/other"; unset PALACE_DATABASE_URL; palace import out.jsonl
= evidence.recorded: 0
$ export PALACE_HOME="$PWD/other"; unset PALACE_DATABASE_URL; palace ledger verify
= result.valid: true
