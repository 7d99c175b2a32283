# Yesterday is a time, not a word: what was said then is asked for, not who says it.
needs engine
as agent codex-a
> source.keep documents=[{"path":"chat/1","kind":"conversation","parts":[{"text":"The dentist moved me to the spring, so I walked home.","author":"Mel","at":"2025-03-11T10:00:00Z"}]},{"path":"chat/3","kind":"conversation","parts":[{"text":"Why did the rollback happen yesterday?","author":"Ann","at":"2025-10-06T10:00:00Z"}]},{"path":"chat/2","kind":"conversation","parts":[{"text":"I picked up the car from the garage.","author":"Mel","at":"2025-12-31T10:00:00Z"}]}]
= kept: 3
> recall "what did I do yesterday" only=evidence
= seen.0.line: I picked up the car from the garage.
> recall "what happened in March 2025" only=evidence
= seen.0.line: The dentist moved me to the spring, so I walked home.
> recall "what happened since December 2025" only=evidence
= seen.0.line: I picked up the car from the garage.
