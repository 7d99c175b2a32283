# Tunnels join places of the palace: rooms that wings share are found, others are dug, and both can be followed.
# Seed 001: one tunnel for both directions, followed two steps at most.
needs engine

as agent codex-a
> tunnel.discover
= tunnels: 0
> tunnel.add left=shop:auth right={"wing":"blog","room":"login"} label="the same cookie"
= tunnels.0.tunnelId: way1
= tunnels.0.kind: explicit
= tunnels.0.left.wing: blog
= tunnels.0.left.room: login
= tunnels.0.right.wing: shop
= tunnels.0.label: the same cookie
= tunnels.0.createdBy: codex-a
as agent codex-b
> tunnel.add left=blog:login right=shop:auth label="the same session"
= tunnels.0.tunnelId: way1
= tunnels.0.label: the same session
= tunnels.0.createdBy: codex-a
> tunnel.add left=blog:login right=wiki label="who may write"
= tunnels.0.tunnelId: way2
> tunnel.add left=wiki:people right=chat label="names"
= tunnels.0.tunnelId: way3
> tunnel.follow shop:auth
= tunnels: 1
= tunnels.0.tunnelId: way1
= tunnels.0.hop: 1
= tunnels.0.viaTunnelId: (nothing)
> tunnel.follow shop maxHops=2
= tunnels: 2
= tunnels.1.tunnelId: way2
= tunnels.1.hop: 2
= tunnels.1.viaTunnelId: way1
> tunnel.follow from={"wing":"wiki"} maxHops=2
= tunnels: 3
> tunnel.follow nowhere
= tunnels: 0
> tunnel.follow shop maxHops=3
! INPUT_INVALID  1 or 2 steps can be gone; 3 were asked for
> tunnel.follow from={"room":"auth"}
! INPUT_INVALID  `from`: a place has a `wing`, perhaps a `room`, and nothing else
> tunnel.add left=shop right=shop label=x
! INPUT_INVALID  a tunnel needs two different places
> tunnel.add left=":auth" right=shop label=x
! INPUT_INVALID  `left`: `` is not text: it is blank; name a place as WING or WING:ROOM

# A room that two wings have is a way that nobody dug.
> taxonomy.edit shop room=deploy keywords=["rollout"]
= ok
> taxonomy.edit blog room=deploy keywords=["publish"]
= ok
> tunnel.discover
= tunnels.0.tunnelId: passive_deploy
= tunnels.0.kind: passive
= tunnels.0.room: deploy
= tunnels.0.wings: blog, shop
> tunnel.list
= tunnels: 4
> tunnel.list wing=chat
= tunnels.0.tunnelId: way3
> tunnel.list kind=explicit
= tunnels: 3
> tunnel.list kind=passive wing=wiki
= tunnels: 0
> tunnel.list kind=secret
! INPUT_INVALID  `kind`: unknown variant `secret`, expected one of `all`, `passive`, `explicit`

# One that is filled in leads nowhere, and can be dug again.
> tunnel.delete way1
= tunnels.0.tunnelId: way1
> tunnel.follow shop:auth
= tunnels: 0
> tunnel.delete way1
! NOT_FOUND  tunnel `way1` does not exist
> tunnel.delete passive_deploy
! INPUT_INVALID  nobody dug this one: several wings have a room of that name
> tunnel.delete ../x
! INPUT_INVALID  `tunnelId`: `../x` is not an id like `tunnel_7h3k…`
> tunnel.add left=shop:auth right=blog:login label="again"
= tunnels.0.tunnelId: way1
> tunnel.follow shop:auth
= tunnels: 1
ledger
   1 codex-a  tunnel.add     done                   way1
   2 codex-b  tunnel.add     done                   way1
   3 codex-b  tunnel.add     done                   way2
   4 codex-b  tunnel.add     done                   way3
   5 codex-b  tunnel.follow  refused INPUT_INVALID  maxHops
   6 codex-b  tunnel.follow  refused INPUT_INVALID  from
   7 codex-b  tunnel.add     refused INPUT_INVALID  right
   8 codex-b  tunnel.add     refused INPUT_INVALID  left
   9 codex-b  taxonomy.edit  done                   taxonomy
  10 codex-b  taxonomy.edit  done                   taxonomy
  11 codex-b  tunnel.list    refused INPUT_INVALID  kind
  12 codex-b  tunnel.delete  done                   way1
  13 codex-b  tunnel.delete  refused NOT_FOUND      way1
  14 codex-b  tunnel.delete  refused INPUT_INVALID  tunnelId
  15 codex-b  tunnel.delete  refused INPUT_INVALID  tunnelId
  16 codex-b  tunnel.add     done                   way1
  chain ok
