# A thought does not have to say what kind it is: the words give it away, by whole words, the same way every time.
# Seed 000: phase 2, classification confidence and signals.

as agent codex-a
> store "Let's use SQLite in WAL mode"
= as: decision
= classificationConfidence: 0.95
= signals: let's, use
> store "Turns out the cache is cold after a restart"
= as: learning
= signals: turns out
> store "What if we cached the seal checks?"
= as: idea
= signals: what if
> store "Wait until the utility exits"
= as: idea
= classificationConfidence: 0.3
= signals: 0
> store "Wait until the utility ends" as=decision
= as: decision
= classificationConfidence: 1.0
= signals: explicit

# Where phrases overlap the longest is meant: "we use" is one sign, and "perhaps" stands before it.
> store "Perhaps we use one file"
= as: idea
= classificationConfidence: 0.85
= signals: perhaps

# Labels stay, those that were given and those inside the words; a kind that nobody knows is refused.
> store "Use one folder for #Backups" tags=["store"]
= proposalId: p7
> proposal.show p7
= proposal.input.tags: backups, store
> store "Use one folder" as=opinion
! INPUT_INVALID  `as`: unknown variant `opinion`, expected one of `decision`, `learning`, `idea`
# "re-use" is no decision to use.
> store "The re-use of buffers"
= as: idea
= classificationConfidence: 0.3
