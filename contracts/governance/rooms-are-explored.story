# A room is what its people say belongs to it, several places wherever they lie, less what a more exact room has.
# Where nobody described a room, the folder of that name is it. Files that a room begins at come first.
room oven "Baking" src/oven src/heat.rs
room bell "Telling" src/oven/bell.rs

as agent codex-a
> code.keep files=[{"path":"src/oven/door.rs","text":"pub fn open_door() {}\n"},{"path":"src/oven/bell.rs","text":"pub fn door_bell() {}\n"},{"path":"src/heat.rs","text":"pub fn heat_door() {}\n"},{"path":"src/oven.rs","text":"pub fn door_frame() {}\n"},{"path":"shop/front.rs","text":"pub fn shop_door() {}\n"}]
= files: 5
> explore "door" room=oven
= results: 2
= results.0.path: src/heat.rs
= results.1.path: src/oven/door.rs
> explore "door" room=bell
= results: 1
= results.0.path: src/oven/bell.rs
> explore "door" room=oven path=src/oven/
= results: 1
> explore "door" room=shop
= results: 1
= results.0.path: shop/front.rs
> explore "door" room=attic
! NOT_FOUND  there is no room and no folder `attic`; there are bell, oven
> explore "door" room=../attic
! PATH_OUTSIDE  the path has an empty, `.` or `..` step
# Without a room, what a room begins at is told before what only holds the word.
> explore "door" limit=2
= results.0.path: src/heat.rs
= results.1.path: src/oven/bell.rs
