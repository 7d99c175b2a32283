# A secret is taken out before anything is written, whichever way it comes; and nobody else can read the palace's files.
needs program

as agent codex-a
$ mkdir -p shop && printf 'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n' > shop/.env && palace ingest shop/.env --wing shop
= redacted: {"aws-access-key":1,"aws-secret-key":1}
> drawer.ingest "Deploy with ghp_16C7e42F292c6912E7710c838347Ae178B4a" wing=shop
= redacted: {"github-token":1}
> drawer.search "deploy with" wing=shop topK=1
= results.0.content: Deploy with [redacted: github-token]
sql select count(*) from drawers where content like '%wJalrXUtn%' or content like '%ghp_16C7%'
| 0
sql select count(*) from ledger where body like '%wJalrXUtn%' or body like '%ghp_16C7%'
| 0
