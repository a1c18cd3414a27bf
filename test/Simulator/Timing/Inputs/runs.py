"""Shared by the tests of this folder: runs an assembly program, records the run
and replays it with the second implementation (../model)."""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPLAY = HERE.parent / "model" / "replay.py"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def link(text, temp, cpu):
    """Returns the ELF file of a program after prelude.s; `temp` is its name prefix."""
    source, obj, elf = (Path(f"{temp}.{kind}") for kind in ("asm", "o", "elf"))
    source.write_text((HERE / "prelude.s").read_text() + text)
    run("matrix-mc", f"-mcpu={cpu}", "-filetype=obj", source, "-o", obj)
    run("matrix-ld", "--no-start-files", obj, "-o", elf)
    return elf


def timed(elf, trace, options=()):
    """Returns the cycles of a timed, recorded run. Programs read uninitialized
    memory and race; neither affects timing."""
    statistics = f"{trace}.json"
    with open(statistics, "w") as out:
        run("matrix-sim", "--no-hazard-checks", "--stats=json", f"--record={trace}", *options, elf,
            stderr=out)
    return json.loads(Path(statistics).read_text())["cycles"]


def replay(build, trace):
    """Replays with the statistics, if the run has written any."""
    statistics = [s for s in [Path(f"{trace}.json")] if s.exists()]
    run(sys.executable, REPLAY, Path(build) / "description.json", trace, *statistics)
