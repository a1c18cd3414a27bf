"""A minimal LSP client.

    lsp.py SERVER [OPTION..] -- FILE REQUEST..

Opens FILE and sends the requests; prints each response on one line.

    definition:TEXT   definition of the symbol at the first occurrence of TEXT
    hover:TEXT        hover text of it
    diagnostics       diagnostics of the file
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.number = 0
        self.diagnostics = None

    def send(self, method, parameters, **more):
        message = {"jsonrpc": "2.0", "method": method, "params": parameters, **more}
        data = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name == b"Content-Length":
                length = int(value)
        if not length:
            sys.exit("the server has ended")
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics = message["params"]["diagnostics"]
        return message

    def ask(self, method, parameters):
        self.number += 1
        self.send(method, parameters, id=self.number)
        while (message := self.receive()).get("id") != self.number:
            pass
        return message.get("result")


def position(text: str, what: str):
    before = text[:text.index(what)]
    return {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}


def definition(server, document, text, what):
    for place in server.ask("textDocument/definition",
                            {"textDocument": document, "position": position(text, what)}):
        path = Path(unquote(place["uri"].removeprefix("file://")))
        line = place["range"]["start"]["line"]
        yield f"{what}: {path}:{line + 1}: {path.read_text().splitlines()[line].strip()}"


def hover(server, document, text, what):
    answer = server.ask("textDocument/hover",
                        {"textDocument": document, "position": position(text, what)})
    yield f"{what}: " + " ".join((answer or {"contents": {"value": "nothing"}})
                                 ["contents"]["value"].split())


def diagnostics(server, *_):
    end = time.monotonic() + 60
    while server.diagnostics is None and time.monotonic() < end:
        server.receive()
    for problem in server.diagnostics or []:
        start = problem["range"]["start"]
        yield f"{start['line'] + 1}:{start['character'] + 1}: {problem['message']}"
    yield f"{len(server.diagnostics or [])} problems"


QUESTIONS = {"definition": definition, "hover": hover, "diagnostics": diagnostics}


def main() -> int:
    at = sys.argv.index("--")
    path = Path(sys.argv[at + 1]).resolve()
    text = path.read_text()
    server = Server(sys.argv[1:at])
    server.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    language = "mlir" if path.suffix == ".mlir" else "tablegen"
    server.send("textDocument/didOpen", {"textDocument": {
        "uri": f"file://{path}", "languageId": language, "version": 1, "text": text}})
    for question in sys.argv[at + 2:]:
        kind, _, what = question.partition(":")
        for line in QUESTIONS[kind](server, {"uri": f"file://{path}"}, text, what):
            print(line)
    server.ask("shutdown", None)
    server.send("exit", None)
    server.process.wait(timeout=30)
    return 0


if __name__ == "__main__":
    sys.exit(main())
