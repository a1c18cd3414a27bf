"""cycles.py BUILD FILE.s TEMP [--mcpu=V] [OPTIONS of matrix-sim...]

Runs FILE.s with timing and compares the cycles with the number that the file gives
after `CYCLES:`, computed by hand. Some files also give the attribution of cycles:

    # CORE 1: issue=5 sync=15         all others are 0
    # PIPE 1 MM: occupied=16 other=4

Then replays the recorded run.
"""

import json
import re
import sys
from pathlib import Path

import runs


def charged(text):
    """((core, pipe or none), {what: cycles})."""
    for core, pipe, parts in re.findall(r"^# (?:CORE|PIPE) (\d+) ?(\w*): (.*)$", text, re.MULTILINE):
        yield (int(core), pipe), {k: int(v) for k, v in (p.split("=") for p in parts.split())}


def account(statistics, core, pipe):
    """Attribution in the simulator's format, without zeros."""
    facts = statistics["cores"][core]
    if pipe:
        facts = facts["pipes"][pipe]
        parts = {"occupied": facts["occupied"], "other": facts["other"], **facts["idle"]}
    else:
        parts = {"issue": facts["issued"], **facts["stalls"]}
    return {what: cycles for what, cycles in parts.items() if cycles}


def main():
    build, source, temp, *options = sys.argv[1:]
    text = Path(source).read_text()
    expected = int(re.search(r"^# CYCLES: (\d+)$", text, re.MULTILINE).group(1))
    cpu = next((o.partition("=")[2] for o in options if o.startswith("--mcpu=")), "base")
    elf, trace = runs.link(text, temp, cpu), f"{temp}.trace"
    cycles = runs.timed(elf, trace, options)
    if cycles != expected:
        sys.exit(f"{cycles} cycles, by the rules {expected}")
    statistics = json.loads(Path(f"{trace}.json").read_text())
    for place, parts in charged(text):
        assert sum(parts.values()) == expected, (place, parts)
        if account(statistics, *place) != parts:
            sys.exit(f"{place}: {account(statistics, *place)}, by the rules {parts}")
    runs.replay(build, trace)


if __name__ == "__main__":
    main()
