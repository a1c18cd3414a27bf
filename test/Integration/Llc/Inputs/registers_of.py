"""Checks that the scratch register is the only general register in a thunk's disassembly.

    registers_of.py MatrixAll.td -I FOLDER.. DISASSEMBLY
"""

import json
import re
import subprocess
import sys


def main():
    *description, path = sys.argv[1:]
    scratch = json.loads(subprocess.run(
        ["matrix-tblgen", "-dump-description", *description],
        check=True, capture_output=True, text=True).stdout)["registers"]["scratch"]
    with open(path) as text:
        found = set(re.findall(r"\br\d+\b", text.read()))
    if found != {scratch}:
        sys.exit(f"the thunk names {sorted(found)}; the scratch register is {scratch}")


if __name__ == "__main__":
    main()
