# A question that somebody asks in every session is kept each time, with its answer, and shown once: the answers have the other places.
as agent codex-a
> source.keep documents=[{"path":"chat/1","kind":"conversation","parts":[{"text":"Which oven is cracked?","author":"ana"},{"text":"The north one, since Monday.","author":"bot"}]},{"path":"chat/2","kind":"conversation","parts":[{"text":"Which oven is cracked?","author":"ana"},{"text":"None; the mason sealed it.","author":"bot"}]},{"path":"chat/3","kind":"conversation","parts":[{"text":"Which oven is cracked?","author":"ana"},{"text":"The south one now.","author":"bot"}]}]
= kept: 6
> recall "which oven is cracked" only=evidence
= seen: 4
> recall "which oven is cracked" only=evidence source=src3
= seen: 2
