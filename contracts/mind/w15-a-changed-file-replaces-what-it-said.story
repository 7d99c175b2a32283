# A file that changed says what it says now; what it said before is its past. Where it was read from does not matter.
needs program

as agent codex-a
$ mkdir -p site/conf && printf 'The server listens on port 8080.\n' > site/conf/port.txt && palace ingest site
= sources.new: 1
$ printf 'The server listens on port 9090.\n' > site/conf/port.txt && cd site/conf && palace ingest ..
= sources.edited: 1
= pieces.replaced: 1
> drawer.search "which port does the server listen on" wing=site
= results.0.content: The server listens on port 9090.
= results.1: (nothing)
sql select content, case when deleted_at is null then 'in sight' else 'past' end from drawers order by content
| The server listens on port 8080. | past
| The server listens on port 9090. | in sight
$ rm site/conf/port.txt && palace ingest site
= sources.gone: 1
> drawer.search "which port does the server listen on" wing=site
= results: 0
