"""What the tests of this folder share: programs from assembly to the recorded run
and its replay by the second implementation (../model)."""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPLAY = HERE.parent / "model" / "replay.py"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def link(text, temp, cpu):
    """The ELF file of a program behind prelude.s; `temp` begins its name."""
    source, obj, elf = (Path(f"{temp}.{kind}") for kind in ("asm", "o", "elf"))
    source.write_text((HERE / "prelude.s").read_text() + text)
    run("matrix-mc", f"-mcpu={cpu}", "-filetype=obj", source, "-o", obj)
    run("matrix-ld", "--no-start-files", obj, "-o", elf)
    return elf


def timed(elf, trace, options=()):
    """The cycles of a run in time, which is recorded. Programs here read what
    nobody has written, and race: neither takes part in time."""
    statistics = f"{trace}.json"
    with open(statistics, "w") as out:
        run("matrix-sim", "--no-check", "--stats=json", f"--record={trace}", *options, elf,
            stderr=out)
    return json.loads(Path(statistics).read_text())["cycles"]


def replay(build, trace):
    """With the statistics, if the run has written some."""
    statistics = [s for s in [Path(f"{trace}.json")] if s.exists()]
    run(sys.executable, REPLAY, Path(build) / "description.json", trace, *statistics)
