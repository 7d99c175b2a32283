# A link to lines of code takes their digest from the working tree, and is compared with it whenever it is read.
# It says whether they still read the same, where they moved to, or that their file is gone; another tree is not asked.
needs program

as human ana
$ git init -q -b main bakery && printf 'one\ntwo\nthree\nfour\n' > bakery/oven.rs && git -C bakery add -A && git -C bakery commit -q -m 'First loaf'
> store_direct "The oven counts to four" as=decision
= id: d1
$ cd bakery && palace recall-link d1 implements oven.rs:2-3
= result.id: k1
= result.targetId: oven.rs:2-3
$ cd bakery && palace recall-link d1 implements oven.rs:2-9
! INPUT_INVALID  `oven.rs` has 4 lines; name lines that are there, or give their digest as textDigest
$ cd bakery && palace recall-link d1 implements stove.rs:1
! INPUT_INVALID  there is no file `stove.rs` in this tree; name lines that are there, or give their digest as textDigest

as agent codex-a
$ cd bakery && palace recall-links d1
= result.links.0.targetId: oven.rs:2-3
= result.links.0.state: fresh
$ cd bakery && palace recall --id d1
= result.items.0.links.0.state: fresh
# Lines above them: the same text, further down.
$ cd bakery && printf 'zero\nhalf\none\ntwo\nthree\nfour\n' > oven.rs && palace recall-links d1
= result.links.0.state: stale
= result.links.0.movedTo: oven.rs:4-5
# Edited.
$ cd bakery && printf 'one\nTWO\nthree\nfour\n' > oven.rs && palace recall-links d1
= result.links.0.state: stale
= result.links.0.movedTo: (nothing)
# Another branch is another text; back on the first it is what it was.
$ cd bakery && git checkout -q -b rye && git commit -q -a -m Rye && palace recall-links d1
= result.links.0.state: stale
$ cd bakery && git checkout -q main && palace recall-links d1
= result.links.0.state: fresh
# Renamed: the file is gone, and the index knows where the lines are.
$ cd bakery && git mv oven.rs stove.rs && palace recall-links d1
= result.links.0.state: gone
= result.links.0.movedTo: (nothing)
$ cd bakery && palace index && palace recall-links d1
= result.links.0.state: gone
= result.links.0.movedTo: stove.rs:2-3
# Deleted.
$ cd bakery && rm stove.rs && palace index && palace recall-links d1
= result.links.0.state: gone
= result.links.0.movedTo: (nothing)
# A worktree is the same project with a text of its own.
$ git -C bakery worktree add -q -b annex ../annex main && cd annex && palace recall-links d1
= result.links.0.targetId: oven.rs:2-3
= result.links.0.state: fresh
# In another project nobody can say, even where a file is called the same.
$ git init -q -b main library && printf 'one\n' > library/oven.rs && git -C library add -A && git -C library commit -q -m 'First book' && cd library && palace recall-links d1
= result.links.0.state: unverified
> recall_links d1
= links.0.state: unverified
as human ana
> ledger.verify
= valid: true
