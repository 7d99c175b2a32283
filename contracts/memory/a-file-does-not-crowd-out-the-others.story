# Of one file two pieces are among the first rows; its others follow, and none is left out. Turns of a talk are no pieces of a file.
as agent codex-a
> source.keep documents=[{"path":"ovens.md","kind":"markdown","parts":[{"text":"The north oven is fired with birch, and the north oven bakes rye."},{"text":"The south oven is fired with beech, and the south oven bakes wheat."},{"text":"The east oven is fired with gas, and the east oven bakes cakes."},{"text":"The west oven is fired with oil, and the west oven bakes pies."}]},{"path":"birch.md","kind":"markdown","parts":[{"text":"The small oven of the guest house, which is behind the mill, is sometimes fired with old crates."}]},{"path":"hall.md","kind":"markdown","parts":[{"text":"An oven stands in the hall, beside the stairs, and as far as is known nobody has ever fired it."}]}]
= kept: 6
> recall "which oven is fired" only=evidence
= seen: 6
= seen.0.source: ovens.md
= seen.1.source: ovens.md
= seen.2.source: birch.md
= seen.3.source: hall.md
= seen.4.source: ovens.md
= seen.5.source: ovens.md
# The same holds of fewer rows: what takes their place comes from further down.
> recall "which oven is fired" only=evidence limit=3
= seen: 3
= seen.1.source: ovens.md
= seen.2.source: birch.md
