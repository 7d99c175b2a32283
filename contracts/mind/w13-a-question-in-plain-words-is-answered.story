# A question needs none of the words of its answer, and every answer says by one measure from 0 to 1 how sure it is.
as agent codex-a
> drawer.ingest "The deck oven runs at 230 degrees" wing=bakery
= drawerId: e1
> drawer.ingest "Kim buys the flour on Mondays" wing=bakery
= drawerId: e2
> drawer.search "what temperature do we bake at" wing=bakery topK=1
= results.0.drawerId: e1
> drawer.search "who gets us flour and when does that happen every week please" wing=bakery topK=1
= results.0.drawerId: e2
> drawer.search "\"deck\" AND NOT (oven* NEAR/3 degrees)" wing=bakery topK=1
= results.0.drawerId: e1
