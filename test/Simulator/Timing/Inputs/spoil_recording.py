"""spoil_recording.py BUILD FILE.s TEMP VARIANT

Records a program and replays it with one number incremented, for each kind of
number: prints the first line of the replay's output.
"""

import json
import subprocess
import sys
from pathlib import Path

import runs

KINDS = {"issue": "t", "start": "s", "first": "first", "done": "done", "cycles": "cycles"}


def spoiled(lines, key):
    """Increments the first number of that kind; None if there is none."""
    for place, line in enumerate(lines):
        entry = json.loads(line)
        if place and key in entry:
            entry[key] += 1
            return [*lines[:place], json.dumps(entry), *lines[place + 1:]]
    return None


def main():
    build, source, temp, cpu = sys.argv[1:]
    trace = Path(f"{temp}.trace")
    runs.timed(runs.link(Path(source).read_text(), temp, cpu), trace)
    lines = trace.read_text().splitlines()
    for kind, key in KINDS.items():
        changed = spoiled(lines, key)
        if not changed:
            continue
        trace.write_text("\n".join(changed) + "\n")
        replay = subprocess.run([sys.executable, runs.REPLAY, f"{build}/description.json", trace],
                                capture_output=True, text=True, check=False)
        if not replay.returncode:
            sys.exit(f"{kind}: not noticed")
        print(f"{kind}: {replay.stderr.splitlines()[0]}")


if __name__ == "__main__":
    main()
