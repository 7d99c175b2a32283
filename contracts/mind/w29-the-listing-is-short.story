# W29: a client that connects with the contract's names is given twenty-two tools and how to use them, in less than half of what
# its ancestor sent (88,674 bytes of tools and 21,915 of instructions), and is told whom it talks to.
needs program

as agent codex-a
$ { echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"codex","version":"1"}}}'; echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'; echo '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'; } > asked; palace serve --profile mind < asked > said; grep '"id":1' said > hello; grep '"id":2' said > tools; echo "{\"tools\": $(grep -o '"name":"mempal_[a-z0-9_]*"' tools | sort -u | wc -l), \"under40000\": $(test $(wc -c < tools) -lt 40000 && echo true), \"helloUnder8000\": $(test $(wc -c < hello) -lt 8000 && echo true), \"palace\": $(grep -c '"serverInfo":{"name":"palace"' hello)}"
= tools: 22
= under40000: true
= helloUnder8000: true
= palace: 1
> mempal_status
= ok
