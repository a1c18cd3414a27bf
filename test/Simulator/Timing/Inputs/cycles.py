"""cycles.py BUILD FILE.s TEMP [--mcpu=V] [OPTIONS of matrix-sim...]

Runs FILE.s in time, and compares the cycles with the number that the file gives
behind `CYCLES:`, computed by hand. Then replays what was recorded.
"""

import re
import sys
from pathlib import Path

import runs


def main():
    build, source, temp, *options = sys.argv[1:]
    text = Path(source).read_text()
    expected = int(re.search(r"^# CYCLES: (\d+)$", text, re.MULTILINE).group(1))
    cpu = next((o.partition("=")[2] for o in options if o.startswith("--mcpu=")), "base")
    elf, trace = runs.link(text, temp, cpu), f"{temp}.trace"
    cycles = runs.timed(elf, trace, options)
    if cycles != expected:
        sys.exit(f"{cycles} cycles, by the rules {expected}")
    runs.replay(build, trace)


if __name__ == "__main__":
    main()
