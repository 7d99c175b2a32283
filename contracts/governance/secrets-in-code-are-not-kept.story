# A key that somebody wrote into a file is no word of the index, and is not shown with the symbol it stands in.
as agent codex-a
> code.keep files=[{"path":"a.py","text":"# deploys\ndef deploy():\n    return 1\n\nAPI_KEY = \"ghp_0123456789abcdefghijABCDEFGHIJ012345\"\n","size":90,"mtime":1}]
= read: 1
> explore deploy
= results.0.symbol: deploy
> explore ghp_0123456789abcdefghijABCDEFGHIJ012345
= results: 0
> explore_symbol API_KEY
= definitions.0.signature: API_KEY = "[redacted: github-token]"
