"""spoil_statistics.py BUILD FILE.s TEMP VARIANT

Records a program, and changes every number of its statistics, one after the other:
the second implementation must compute a different one. Prints the numbers that it
does not compute.
"""

import json
import sys
from pathlib import Path

import runs

sys.path.insert(0, str(runs.REPLAY.parent))
from description import Variant  # noqa: E402
from run_statistics import compare, expected_statistics  # noqa: E402
from machine import Machine  # noqa: E402
from recording import Trace  # noqa: E402


def numbers(value, path=()):
    """Returns the paths of all integers."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, (*path, key))
    elif isinstance(value, list):
        for key, inner in enumerate(value):
            yield from numbers(inner, (*path, key))
    elif isinstance(value, int):
        yield path


def changed(statistics, path):
    spoiled = json.loads(json.dumps(statistics))
    inner = spoiled
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] += 1
    return spoiled


def main():
    build, source, temp, cpu = sys.argv[1:]
    trace = f"{temp}.trace"
    runs.timed(runs.link(Path(source).read_text(), temp, cpu), trace)
    statistics = json.loads(Path(f"{trace}.json").read_text())
    statistics.pop("advice")  # a function of the other numbers, which has tests of its own
    description = json.loads((Path(build) / "description.json").read_text())
    with open(trace) as lines:
        recorded = Trace(lines, description["pairs"])
    machine = Machine(Variant(description, cpu), recorded)
    want = expected_statistics(machine, machine.run())
    assert not list(compare(want, statistics))
    known, unknown = 0, set()
    for path in numbers(statistics):
        noticed = list(compare(want, changed(statistics, path)))
        known += len(noticed) == 1
        if not noticed:
            unknown.add(str(path[-1]) if path[0] != "cores" else ".".join(map(str, path[2:])))
    print("numbers:", known)
    print("without:", *sorted(unknown))


if __name__ == "__main__":
    main()
