"""check_long_trace.py FOLDER PROGRAM.elf: checks that traces of a run of more than 10^7 cycles
stay within size limits for every option; prints their sizes and the time in seconds."""

import json
import resource
import subprocess
import sys
from pathlib import Path

WAYS = {"plain": [], "all": ["--trace-limit=300000"], "window": ["--trace-window=5000000:5020000"],
        "sample": ["--trace-sample=100000:500"]}
MAXIMUM = {"all": 60, "window": 4, "sample": 20}  # MB


def main():
    folder, elf = Path(sys.argv[1]), sys.argv[2]
    for way, options in WAYS.items():
        path = folder / f"{way}.json"
        words = [f"--trace={path}", *options] if options else []
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run = subprocess.run(["matrix-sim", "--cores=1", "--stats=json", *words, elf], check=True,
                             capture_output=True, text=True)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        cycles = json.JSONDecoder().raw_decode(run.stderr[run.stderr.index("{\n"):])[0]["cycles"]
        assert cycles > 10 ** 7
        print(f"{way}: {cycles} cycles in {seconds:.2f} s", end="")
        print(f", {check(path, way, cycles):.2f} MB" if options else "")


def check(path, way, cycles):
    events = json.loads(path.read_text())["traceEvents"]
    slices = [e for e in events if e["ph"] == "X"]
    assert 0 < len(slices) <= 300000
    counters = [e["ts"] for e in events if e["ph"] == "C"]
    assert max(counters) > 0.9 * cycles  # counters cover the whole run
    if way == "window":
        assert all(e["ts"] < 5020000 and e["ts"] + e["dur"] > 5000000 for e in slices)
    if way == "sample":
        assert all(e["ts"] % 100000 < 500 for e in slices)
        assert max(e["ts"] for e in slices) > 0.9 * cycles
    size = path.stat().st_size / 1e6
    assert size < MAXIMUM[way], size
    return size


if __name__ == "__main__":
    main()
