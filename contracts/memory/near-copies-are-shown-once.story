# Two pieces that differ in a plain word are one row, and the answer counts the other; two that differ in a fact are two rows.
needs engine
as human ana
in repo://north
> source.keep documents=[{"path":"oven.md","kind":"markdown","parts":[{"text":"The old stone oven in the bakery needs a long and gentle warming before the first loaves of the morning go in, or else the crust cracks and the crumb stays wet inside until the evening."}]}]
= kept: 1
in repo://south
> source.keep documents=[{"path":"copy.md","kind":"markdown","parts":[{"text":"The old stone oven in the bakery needs a long and gentle warming before the first loaves of the morning go in, or else the crust cracks and the crumb stays wet inside until the nightfall."}]},{"path":"other.md","kind":"markdown","parts":[{"text":"The old stone oven in the bakery never needs a long and gentle warming before the first loaves of the morning go in, or else the crust cracks and the crumb stays wet inside until the evening."}]}]
= kept: 2
> recall "warming the stone oven" only=evidence anywhere=true
= seen: 2
= withheld.0.rule: near copies of what is shown
= withheld.0.count: 1
> recall "warming the stone oven" only=evidence
= seen: 2
= withheld: (nothing)
