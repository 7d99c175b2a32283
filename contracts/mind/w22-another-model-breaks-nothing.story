# W22: another embedding model, with other dimensions, is named while a palace is in use. Searching, keeping, distilling and the
# documented reindexing work before it has read anything, and even where it never answers; nothing is kept without a vector.
needs program

as agent codex-a
> evidence.record "The kiln reaches twelve hundred degrees" source="a manual" origin=tool
= id: e1
$ printf '[embedding]\nkind = "endpoint"\nurl = "http://127.0.0.1:9/v1/embeddings"\nmodel = "other"\ndims = 128\n' > "$PALACE_HOME/config.toml" && chmod 600 "$PALACE_HOME/config.toml"
$ palace mind search 'how hot does the kiln get'
= results.0.drawer_id: e1
$ palace mind reindex
= ok
$ palace evidence record 'The roof was mended in the spring' --source 'a letter'
= result.id: e2
$ palace mind search 'who mended the roof'
= results.0.drawer_id: e2
$ palace embed
= result.configured: other/128
= result.unread: 2
= result.models.0.state: serving
= result.models.1: (nothing)
sql select count(*) from item i left join vector v on v.item = i.n where v.item is null
| 0
> knowledge.distill "Kilns are hot" content="Very." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
# And when somebody thinks better of it, everything is as it was.
$ rm "$PALACE_HOME/config.toml" && palace mind search 'who mended the roof'
= results.0.drawer_id: e2
