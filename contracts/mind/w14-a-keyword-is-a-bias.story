# W14: a keyword leads only as a whole word, and a route is advice; nothing is ever left out for lying elsewhere.
as agent codex-a
> taxonomy.route "who is the author of the roadmap"
= route: (nothing)
> taxonomy.edit app room=auth keywords=["auth","login,single sign on","Login","令牌"] displayName="Who may come in"
= entries.0.wing: app
= entries.0.room: auth
= entries.0.displayName: Who may come in
= entries.0.keywords: auth, login, single sign on, 令牌
> taxonomy.edit app deploy keywords=["deploy","rollout"]
= ok
> taxonomy.edit lib keywords=["parser"]
= entries.0.room: 

# `author` does not lead to `auth`; `auth` does, and the more keywords a question says the surer it is.
> taxonomy.route "who is the author of the roadmap"
= route: (nothing)
> taxonomy.route "is auth broken"
= route.wing: app
= route.room: auth
= route.confidence: 0.6
= route.reason: it says auth
> taxonomy.route "why does login by auth fail"
= route.confidence: 0.8
> taxonomy.route "login, auth and single sign-on"
= route.confidence: 1.0
> taxonomy.route "when was it deployed"
= route.room: deploy
> taxonomy.route "刷新令牌失败"
= route.room: auth
> taxonomy.route "two parsers"
= route.wing: lib
= route.room: (nothing)

# What was said last counts, and a place without words is led to by none.
> taxonomy.edit app room=auth keywords=[]
= entries.0.displayName: Who may come in
= entries.0.keywords: 0
> taxonomy.route "is auth broken"
= route: (nothing)
> taxonomy.list
= entries: 3
= entries.0.room: auth
= entries.2.wing: lib
> taxonomy.edit app room=x keywords=["..."]
! INPUT_INVALID  `keywords`: `...` is no word that anyone could say
> taxonomy.edit "two\nlines"
! INPUT_INVALID  `wing`: `two⏎lines` is not plain text: it hides the character U+000A
> taxonomy.fields
= entries: 8
= entries.0.field: general
= entries.0.domains: project, agent, skill, global
= entries.7.field: diary
= entries.7.domains: agent
ledger
  1 codex-a  taxonomy.edit  done                   taxonomy
  2 codex-a  taxonomy.edit  done                   taxonomy
  3 codex-a  taxonomy.edit  done                   taxonomy
  4 codex-a  taxonomy.edit  done                   taxonomy
  5 codex-a  taxonomy.edit  refused INPUT_INVALID  keywords
  6 codex-a  taxonomy.edit  refused INPUT_INVALID  wing
  chain ok
