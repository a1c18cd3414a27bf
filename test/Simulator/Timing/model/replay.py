"""replay.py DESCRIPTION.json TRACE [STATISTICS.json]

Computes every issue, line and completion of a recorded run anew and compares them
with what the simulator recorded, and with the sums in its statistics. Fails at the
first differences."""

import json
import sys
from pathlib import Path

from description import Variant
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
        recorded = trace.transfers.get((t.core, t.ticket), {})
        first, last = (t.first, t.last) if t.first is not None else (t.turn, t.turn)
        want = {"first": first, "last": last, "done": t.completed}
        got = {key: recorded.get(key) for key in want}
        if got != want:
            yield f"core {t.core}, transfer {t.ticket}: recorded {got}, by the rules {want}"
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


def sums(machine, statistics, cycles):
    """Statistics that follow from the rules: counts, occupancies, bytes moved."""
    if statistics["cycles"] != cycles:
        yield f"{statistics['cycles']} cycles in the statistics, by the rules {cycles}"
    for core, of_core in zip(machine.cores, statistics["cores"]):
        spent = of_core["issued"] + sum(of_core["stalls"].values())
        if spent != cycles or of_core["issued"] != len(core.stream):
            yield f"core {core.number}: {of_core['issued']} of {len(core.stream)} issued, " \
                  f"with stalls {spent} of {cycles} cycles"
        for pipe, (count, occupied) in core.used.items():
            got = of_core["pipes"].get(pipe, {"instructions": 0, "occupied": 0})
            if (got["instructions"], got["occupied"]) != (count, occupied):
                yield f"core {core.number}, {pipe}: {got['instructions']} instructions in " \
                      f"{got['occupied']} cycles, by the rules {count} in {occupied}"
    yield from moved(machine, statistics.get("transfers", {}))


def moved(machine, got):
    size = machine.variant["LineBytes"]
    want = {kind: count * size for kind, count in machine.engines.lines.items()}
    shown = {"dram": got.get("dram_read", 0) + got.get("dram_written", 0),
             "local": got.get("local", 0), "ring": got.get("ring", 0)}
    if shown != want:
        yield f"bytes moved: {shown}, by the rules {want}"


def main():
    description = json.loads(Path(sys.argv[1]).read_text())
    with open(sys.argv[2]) as lines:
        trace = Trace(lines)
    machine = Machine(Variant(description, trace.variant), trace)
    cycles = machine.run()
    found = list(differences(machine, trace, cycles))
    for path in sys.argv[3:]:
        found += sums(machine, json.loads(Path(path).read_text()), cycles)
    if found:
        sys.exit("\n".join(found[:SHOWN] + [f"{len(found)} differences"]))
    count = sum(len(s) for s in trace.streams)
    print(f"{count} instructions, {len(trace.transfers)} transfers, {cycles} cycles: as recorded")


if __name__ == "__main__":
    main()
