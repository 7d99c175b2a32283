# What is written has line breaks where lines break, never a backslash and an n.
# Seed 004, defect 7: messages and Markdown of the ancestor held the two characters instead.
needs engine

as agent codex-a
> experience.record type=effective domain=Tools situation="first line\nsecond line" approach=b outcome=c reasoning=d
= experienceId: x1
> experience.export markdown
= output: # Experiences⏎⏎## x1 · Tools · effective⏎⏎### Situation⏎⏎first line⏎second line⏎⏎### Approach⏎⏎b⏎⏎### Outcome⏎⏎c⏎⏎### Reasoning⏎⏎d⏎
