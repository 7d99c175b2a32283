# A folder is read as git would read it: code along its syntax, markdown along its headings, each piece cited by its file and where in it.
needs program

as agent codex-a
$ mkdir -p bakery/src bakery/target && { printf '# Ovens\n\nThe deck oven runs at 230 degrees.\n\n'; seq -f 'Shelf %g holds rye.' 80; printf '\n## Cleaning\n\nClean the stone on Fridays.\n\n'; seq -f 'Brush %g is for flour.' 80; } > bakery/notes.md
$ printf '/// Rings when the bread is done.\nfn ring() {\n    println!("done");\n}\n' > bakery/src/timer.rs
$ printf 'made by a program\n' > bakery/target/out.txt && printf 'Signature: 8a477f597d28d172789f06886806bc55\n' > bakery/target/CACHEDIR.TAG && printf '*.log\n' > bakery/.gitignore && printf 'noise\n' > bakery/a.log
$ palace ingest bakery
= sources.new: 3
= pieces.kept: 6
> recall "how hot is the deck oven" only=evidence anywhere=true limit=1
= seen.0.line: # Ovens The deck oven runs at 230 degrees. Shelf 1 holds rye. Shelf 2 holds rye. Shelf 3 holds rye. Shelf 4 holds rye. Shelf 5 holds rye. Shelf 6 holds rye. She...
= seen.0.kind: markdown
= seen.0.source: notes.md
> recall "when is the stone cleaned" only=evidence anywhere=true limit=1
= seen.0.line: ## Cleaning Clean the stone on Fridays. Brush 1 is for flour. Brush 2 is for flour. Brush 3 is for flour. Brush 4 is for flour. Brush 5 is for flour. Brush 6 is...
= seen.0.source: notes.md
= seen.0.heading: Ovens > Cleaning
> recall "what rings when the bread is done" only=evidence anywhere=true limit=1
= seen.0.line: /// Rings when the bread is done. fn ring() { println!("done"); }
= seen.0.kind: code
= seen.0.source: src/timer.rs
# What is ignored and what programs made is left out.
sql select path from source order by path
| .gitignore
| notes.md
| src/timer.rs
# The same again writes nothing; an edit replaces; what is deleted is gone.
$ palace ingest bakery
= sources.unchanged: 3
= sources.new: 0
sql select count(*) from ledger where op like 'source.%'
| 1
$ printf '# Ovens\n\nThe deck oven runs at 245 degrees.\n' > bakery/notes.md && rm bakery/src/timer.rs && palace ingest bakery
= sources.edited: 1
= sources.gone: 1
= pieces.replaced: 5
> recall "how hot is the deck oven" only=evidence anywhere=true limit=1
= seen.0.line: # Ovens The deck oven runs at 245 degrees.
