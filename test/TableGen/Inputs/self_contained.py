"""Parses .td files in a folder, one in EVERY, separately: EVERY TOOL FOLDER FLAGS..."""

import pathlib
import subprocess
import sys


def main(every, tool, folder, *flags):
    files = sorted(pathlib.Path(folder).rglob("*.td"))
    # Target.td completes a description: it is valid only after all others.
    files = [f for f in files if f.name != "Target.td"]
    files = files[::int(every)]
    for file in files:
        run = subprocess.run([tool, "-null-backend", *flags, file],
                             capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"{file} does not parse alone:\n{run.stderr}")
    if not files:
        sys.exit(f"no .td file in {folder}")
    print(len(files), "files parse alone")


main(*sys.argv[1:])
