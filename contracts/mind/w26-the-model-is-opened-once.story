# W26: a server that is asked a hundred questions opens its model once: all of them together take less than ten seconds of the
# processor, where its ancestor took four and a half for each. No model is fetched or read from anywhere.
needs program

as agent codex-a
> evidence.record "The kiln reaches twelve hundred degrees" source="a manual" origin=tool
= id: e1
$ { echo '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"codex","version":"1"}}}'; echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'; for i in $(seq 100); do echo '{"jsonrpc":"2.0","id":'$i',"method":"tools/call","params":{"name":"mempal_search","arguments":{"query":"how hot does kiln '$i' get"}}}'; done; } > asked; (ulimit -t 10; palace serve --profile mind < asked > said); echo "{\"answers\": $(grep -c '"results":\[{' said), \"found\": $(grep -c 'twelve hundred' said)}"
= answers: 100
= found: 100
