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
    run("matrix-sim", "--no-check", f"--record={trace}", *options, elf)
    return json.loads(trace_end(trace))["cycles"]


def trace_end(trace):
    return Path(trace).read_text().splitlines()[-1]


def replay(build, trace):
    run(sys.executable, REPLAY, Path(build) / "description.json", trace)
