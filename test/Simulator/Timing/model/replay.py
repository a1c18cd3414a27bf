"""replay.py DESCRIPTION.json TRACE [STATISTICS.json]

Recomputes every issue, line and completion of a recorded run and compares them with
the simulator's recording; likewise every number of its statistics. Fails at the first
differences."""

import json
import sys
from pathlib import Path

from description import Variant
from run_statistics import compare, expected_statistics
from machine import Machine
from recording import Trace

SHOWN = 5


def differences(machine, trace, cycles):
    for core, stream in enumerate(trace.streams):
        yield from issues(machine, trace, core, stream)
    transfers = machine.engines.all
    if len(transfers) != len(trace.transfers):
        yield f"{len(transfers)} transfers were started, {len(trace.transfers)} are recorded"
    for t in transfers:
        recorded = trace.transfers.get((t.core, t.handle), {})
        first, last = (t.first, t.last) if t.first is not None else (t.turn, t.turn)
        want = {"first": first, "last": last, "done": t.completed}
        got = {key: recorded.get(key) for key in want}
        if got != want:
            yield f"core {t.core}, transfer {t.handle}: recorded {got}, by the rules {want}"
    if trace.cycles != cycles:
        yield f"recorded {trace.cycles} cycles, by the rules {cycles}"


def issues(machine, trace, core, stream):
    computed = machine.issues[core]
    if len(computed) != len(stream):
        yield f"core {core}: {len(stream)} instructions recorded, " \
              f"{len(computed)} can issue by the rules"
    for place, (record, times) in enumerate(zip(stream, computed)):
        if (record.issue, record.start) != times:
            insn = machine.cores[core].decoder.decode(trace.word(record.index))
            yield f"core {core}, instruction {place} ({insn.facts['mnemonic']} at index " \
                  f"{record.index}): recorded {record.issue}, {record.start}; " \
                  f"by the rules {times[0]}, {times[1]}"


def main():
    description = json.loads(Path(sys.argv[1]).read_text())
    with open(sys.argv[2]) as lines:
        trace = Trace(lines, description["pairs"])
    machine = Machine(Variant(description, trace.variant), trace)
    cycles = machine.run()
    found = list(differences(machine, trace, cycles))
    for path in sys.argv[3:]:
        found += compare(expected_statistics(machine, cycles), json.loads(Path(path).read_text()))
    if found:
        sys.exit("\n".join(found[:SHOWN] + [f"{len(found)} differences"]))
    count = sum(len(s) for s in trace.streams)
    print(f"{count} instructions, {len(trace.transfers)} transfers, {cycles} cycles: as recorded")


if __name__ == "__main__":
    main()
