# A name, a number or a word that only one thing holds is what was asked for, however much others look like it.
as agent codex-a
> source.keep documents=[{"path":"4010.md","kind":"markdown","parts":[{"text":"# Error E4010\n\nE4010 means that the oven door was open too long."}]},{"path":"4011.md","kind":"markdown","parts":[{"text":"# Error E4011\n\nE4011 means that the oven light was on too long."}]},{"path":"4012.md","kind":"markdown","parts":[{"text":"# Error E4012\n\nE4012 means that the oven fan was off too long."}]},{"path":"4013.md","kind":"markdown","parts":[{"text":"# Error E4013\n\nE4013 means that the oven tray was out too long."}]},{"path":"4014.md","kind":"markdown","parts":[{"text":"# Error E4014\n\nE4014 means that the oven bell rang for too long."}]}]
= kept: 5
> recall E4013 only=evidence
= seen.0.source: 4013.md
> recall "what does E4011 mean" only=evidence
= seen.0.source: 4011.md
> source.keep documents=[{"path":"src/like.rs","kind":"code","parts":[{"text":"/// Words that are alike, cut to their roots.\nfn alike(words: &[Word]) -> Vec<Root> { words.iter().map(root).collect() }"}]},{"path":"src/porter.rs","kind":"code","parts":[{"text":"/// The stemmer.\nstruct Stemmer { ending: Option<Ending> }\n\nimpl Stemmer {\n    fn cut(&mut self) -> &str { self.ending.take(); &self.word }\n}"}]},{"path":"src/root.rs","kind":"code","parts":[{"text":"fn root_of_word(word: &Word) -> Root { Root::of(word.letters()) }\n\nfn with_neighbours(word: &Word) -> Near { word.near(2) }"}]}]
= kept: 3
> recall stemmer only=evidence
= seen.0.source: src/porter.rs
> recall with_neighbours only=evidence
= seen.0.source: src/root.rs
# Versions differ in a digit.
> source.keep documents=[{"path":"r1.md","kind":"markdown","parts":[{"text":"Release 2.1.0 shipped in sprint 1."}]},{"path":"r7.md","kind":"markdown","parts":[{"text":"Release 2.7.0 shipped in sprint 7."}]},{"path":"r2.md","kind":"markdown","parts":[{"text":"Release 2.2.0 shipped in sprint 2."}]}]
= kept: 3
> recall "v2.7.0" only=evidence
= seen.0.source: r7.md
> recall "sprint 7" only=evidence
= seen.0.source: r7.md
# Who names a file wants that file.
> recall "r1.md" only=evidence
= seen.0.source: r1.md
> recall "src/like.rs" only=evidence explain=true
= seen.0.source: src/like.rs
= seen.0.score: 1.0
