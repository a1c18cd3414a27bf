"""Checks descriptions with an error in each line that ends with a comment "// ! text":
the error must be at that line and contain the text, and be the only one there
unless another "! text" follows. Other lines must not have errors.

    check_errors.py FILE FOLDER MATRIX-TBLGEN OPTION..

The file is placed in an external folder: it is read after td/ and before
Isa/Target.td, as in a build. "warning:" before a text denotes a warning.
"""

import re
import subprocess
import sys
from pathlib import Path

TOLD = re.compile(r"^(.*?):(\d+):(\d+): (error|warning): (.*)$")


def expected(lines):
    return {number: [text.strip() for text in line.split("// !")[1].split(" ! ")]
            for number, line in enumerate(lines, 1) if "// !" in line}


def told(output, file):
    found, elsewhere = {}, []
    for line in output.splitlines():
        if match := TOLD.match(line):
            path, number, _, kind, text = match.groups()
            if path == str(file):
                found.setdefault(int(number), []).append(
                    ("warning: " if kind == "warning" else "") + text)
            else:
                elsewhere.append(line)
    return found, elsewhere


def main() -> int:
    file, folder, command = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    door = folder / "All.td"
    door.write_text(f'include "Matrix.td"\ninclude "{file}"\ninclude "Isa/Target.td"\n')
    done = subprocess.run([*command, "-check-description", door], capture_output=True, text=True)
    want = expected(file.read_text().splitlines())
    found, problems = told(done.stderr, file)
    for number in sorted(want.keys() | found.keys()):
        texts, says = want.get(number, []), found.get(number, [])
        if len(texts) != len(says) or any(t not in s for t, s in zip(texts, says)):
            problems.append(f"line {number}: wanted {texts}, it says {says}")
    errors = any(not t.startswith("warning") for texts in want.values() for t in texts)
    if done.returncode != int(errors) or "Stack dump" in done.stderr:
        problems.append(f"exit status {done.returncode}")
    print(*problems, sep="\n")
    print(f"{file.name}: {len(want)} mistakes, {len(problems)} with another answer")
    return 1 if problems or not want else 0


if __name__ == "__main__":
    sys.exit(main())
