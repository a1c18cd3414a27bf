"""Runs the indented commands of one section of a Markdown file, in order.

    run_commands.py FILE HEADING [--from FOLDER]

Commands run in FOLDER, by default that of the file. The first failure ends the test.
A here-document belongs to its command.
"""

import re
import subprocess
import sys
from pathlib import Path


def commands(text: str, heading: str):
    inside = False
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("#"):
            inside = line.lstrip("# ") == heading
        elif inside and line.startswith("    "):
            command = line.strip()
            if document := re.search(r"<<'(\w+)'", command):
                for line in lines:
                    command += "\n" + line[4:]
                    if line.strip() == document[1]:
                        break
            yield command


def main() -> int:
    path, heading = Path(sys.argv[1]), sys.argv[2]
    folder = Path(sys.argv[4]) if sys.argv[3:4] == ["--from"] else path.parent
    found = list(commands(path.read_text(), heading))
    if not found:
        sys.exit(f"{path}: no commands under '{heading}'")
    for command in found:
        print("$", command, flush=True)
        status = subprocess.run(command, shell=True, cwd=folder).returncode
        if status:
            return status
    print(f"{len(found)} commands ran")
    return 0


if __name__ == "__main__":
    sys.exit(main())
