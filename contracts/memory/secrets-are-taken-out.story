# Secrets are taken out before anything is written, counted, and named by kind; keeping them takes a human's seal.
as agent codex-a
> source.keep documents=[{"path":".env","kind":"text","parts":[{"text":"DATABASE_URL=postgres://app:hunter2hunter2@db.internal/orders\nGITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}]
= redacted: {"connection-password":1,"github-token":1}
> recall "database url orders" only=evidence
= seen.0.line: DATABASE_URL=postgres://app:[redacted: connection-password]@db.internal/orders GITHUB_TOKEN=[redacted: github-token]
> evidence.record "The deploy key is ghp_16C7e42F292c6912E7710c838347Ae178B4a, do not lose it" source="a chat"
= redacted: {"github-token":1}
sql select count(*) from evidence where content like '%ghp_16C7%' or content like '%hunter2%'
| 0
sql select count(*) from ledger where body like '%ghp_16C7%' or body like '%hunter2%'
| 0
# Not even a refusal remembers one.
> evidence.record "ghp_16C7e42F292c6912E7710c838347Ae178B4a" source="a chat" origin=human
! INPUT_INVALID  only a human records what a human said
sql select count(*) from ledger where body like '%ghp_16C7%'
| 0
> source.entrust documents=[{"path":"x.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}]
! MODE_HUMAN_ONLY  Tool "source.entrust" not available in agent mode
as human ana
> source.entrust documents=[{"path":"x.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}]
= kept: 1
