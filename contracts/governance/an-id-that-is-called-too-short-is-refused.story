# Where several records begin as a caller says, nothing is guessed: the refusal names them.
needs engine
as agent codex-a
> evidence.record "one" source=a
= id: e1
> evidence.record "two" source=b
= id: e2
tamper update evidence set id = 'e_aaaaaaaabbbbbbbb' where id = 'e1'
tamper update evidence set id = 'e_aaaaaaaacccccccc' where id = 'e2'
> get e_aaaaaaaa
! INPUT_INVALID  `e_aaaaaaaa` is the beginning of several ids: `e3`, `e4`
! details.candidates: e3, e4
! next: Call again with one of them
> get e_aaaaaaaac
= pieces.0.content: two
# Fewer than eight characters are no beginning.
> get e_aaaaaaa
! NOT_FOUND  evidence `e_aaaaaaa` does not exist
