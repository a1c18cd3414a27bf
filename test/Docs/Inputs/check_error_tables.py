"""Makes each error in the tables "| record | error |" of a guide, and checks that
the tools report it.

    check_error_tables.py GUIDE.md FOLDER MATRIX-TBLGEN OPTION..
"""

import re
import subprocess
import sys
from pathlib import Path

ROW = re.compile(r"^\| `(def .*)` \| (.*) \|$")


def main() -> int:
    guide, folder, command = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    mistakes = [row.groups() for line in guide.read_text().splitlines()
                if (row := ROW.match(line))]
    failures = 0
    for record, error in mistakes:
        source = folder / "mistake.td"
        source.write_text(f'include "Matrix.td"\n{record}\n')
        done = subprocess.run([*command, "-check-description", source],
                              capture_output=True, text=True)
        if done.returncode != 1 or f"error: {error}" not in done.stderr:
            failures += 1
            print(f"{record}\n  should say: {error}\n  says: {done.stderr.splitlines()[:3]}")
    print(f"{guide.name}: {len(mistakes)} mistakes, {failures} with another error")
    return 1 if failures or not mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
