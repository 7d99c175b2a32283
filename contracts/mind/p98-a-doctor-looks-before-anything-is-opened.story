# P98: the doctor says which program this is, which schema it knows, where the database lies and whether it can be used; it looks
# before anything is opened, so where there is no palace it makes none.
needs program

as agent codex-a
$ palace mind doctor
= db.exists: true
= db.compatible: true
$ palace mind doctor | python3 -c 'import json, sys; told = json.load(sys.stdin); print(json.dumps({"newest": told["supported_schema_version"] == told["db"]["schema_version"] > 18}))'
= newest: true
> memory.doctor
= db.compatible: true
$ PALACE_HOME="$PWD/nowhere" PALACE_DATABASE_URL= palace doctor || test -e nowhere || echo '{"made": "nothing"}'
= made: nothing
$ PALACE_HOME="$PWD/nowhere" PALACE_DATABASE_URL= palace mind doctor
= db.exists: false
= db.compatible: true
= warnings.0: there is no palace here yet
$ test -e nowhere || echo '{"made": "nothing"}'
= made: nothing
