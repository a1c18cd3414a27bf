"""Parses each .td file below a folder on its own: TOOL FOLDER FLAGS..."""

import pathlib
import subprocess
import sys


def main(tool, folder, *flags):
    files = sorted(pathlib.Path(folder).rglob("*.td"))
    # Target.td closes a description: it has a meaning after all others only.
    files = [f for f in files if f.name != "Target.td"]
    for file in files:
        run = subprocess.run([tool, "-null-backend", *flags, file],
                             capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"{file} does not parse alone:\n{run.stderr}")
    if not files:
        sys.exit(f"no .td file in {folder}")
    print(len(files), "files parse alone")


main(*sys.argv[1:])
