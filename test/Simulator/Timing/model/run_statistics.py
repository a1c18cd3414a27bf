"""Recomputes every number of --stats=json that follows from the rules."""

from collections import Counter

from core import queue_of
from transfers import DRAM, LOCAL, RING

CAUSES = ("operand", "pipe", "queue", "dma", "sync", "bubble", "drain")
# docs/reference/statistics.md: the DRAM sides of instructions on rows are not recorded.
UNKNOWN = object()


def expected_statistics(machine, cycles):
    """In the format of the statistics; entries that a run does not use are absent."""
    cores = [of_core(machine, core, cycles) for core in machine.cores]
    return {"cycles": cycles, "cores": cores, "transfers": transfers(machine),
            "pipes": {pipe: sum_of_pipes(machine, pipe, cycles) for pipe in machine.variant.pipes},
            "executed_macs": sum(core["macs"] for core in cores),
            "issued": sum(core["issued"] for core in cores),
            "stalls": {c: sum(core["stalls"][c] for core in cores) for c in CAUSES}}


# --- Cores ----------------------------------------------------------------------

def of_core(machine, core, cycles):
    accounts = core.accounts
    accounts.close(cycles)
    sums = accounts.of_core()
    return {"issued": sums["issue"], "instructions": sums["issue"],
            "stalls": {cause: sums[cause] for cause in CAUSES},
            "pipes": {pipe: of_pipe(core, pipe, cycles) for pipe in accounts.instructions},
            "dma_transfers": len(own_transfers(machine, core.number)),
            "dma_bytes": sum(t.descriptor.bytes * len(t.receivers)
                             for t in own_transfers(machine, core.number)),
            "barriers": core.barriers,
            "macs": accounts.macs, "conflict_cycles": accounts.conflicts,
            "bytes": {memory: of_memory(core, memory)
                      for memory in ("scratchpad", "dram", "remote")},
            "channels": [of_channel(machine, core.number, channel) for channel in (0, 1)]
            if machine.variant.dma else []}


def of_pipe(core, pipe, cycles):
    sums = core.accounts.of_pipe(pipe, queue_of(pipe), cycles)
    return {"instructions": core.accounts.instructions[pipe], "occupied": sums["occupied"],
            "idle": {cause: sums[cause] for cause in CAUSES}, "other": sums["other"]}


def sum_of_pipes(machine, pipe, cycles):
    """Sums over all cores, including those that do not use it."""
    each = [of_pipe(core, pipe, cycles) for core in machine.cores]
    return {what: {cause: sum(one[what][cause] for one in each) for cause in CAUSES}
            if what == "idle" else sum(one[what] for one in each) for what in each[0]}


def of_memory(core, memory):
    if memory != "scratchpad" and any(core.on_rows(core.decoder.decode(core.program.word(i)))
                                      for i in {record.index for record in core.stream}):
        return UNKNOWN
    return {way: core.accounts.bytes[memory, way] for way in ("read", "written")}


# --- Transfers ------------------------------------------------------------------

def own_transfers(machine, core):
    return [t for t in machine.engines.all if t.core == core]


def of_channel(machine, core, channel):
    """Cycles in which it has a transfer whose lines have not all moved."""
    own = [t for t in own_transfers(machine, core) if t.descriptor.channel == channel]
    busy = at = 0
    for t in own:
        end = max(t.last or 0, t.turn) + 1
        busy += end - max(at, t.started + 1)
        at = end
    return {"transfers": len(own), "bytes": sum(t.descriptor.bytes for t in own), "busy": busy}


def transfers(machine):
    size, moved = machine.variant["LineBytes"] if machine.variant.dma else 0, Counter()
    for t in machine.engines.all:
        for kind, count in t.moved.items():
            moved[kind if kind != DRAM else t.descriptor.way] += count * size
        moved["hops"] += t.moved[RING] * size * links(machine, t)
        moved["used"] += min(t.moved[DRAM] * size, t.descriptor.bytes)
        moved["multicasts"] += t.moved[DRAM] > 0 and len(t.receivers) > 1
    return {"dram_read": moved["read"], "dram_written": moved["written"],
            "local": moved[LOCAL], "ring": moved[RING], "ring_byte_hops": moved["hops"],
            "dram_used": moved["used"], "multicasts": moved["multicasts"]}


def links(machine, transfer):
    """Hops of a ring line: the farthest receiver in each direction; if both are as
    far as a receiver opposite on the ring, it is one of them."""
    cores, farthest = machine.variant.cores, [0, 0]
    for other in transfer.ends:
        up = (other - transfer.core) % cores
        hops = min(up, cores - up)
        farthest[up == hops] = max(farthest[up == hops], hops)
    return sum(farthest)


# --- Comparison -----------------------------------------------------------------

def compare(want, got, place="statistics"):
    """Returns the differences."""
    if want is UNKNOWN:
        return
    if isinstance(want, dict):
        for key, value in want.items():
            yield from compare(value, got.get(key, {} if isinstance(value, dict) else 0),
                               f"{place}, {key}")
    elif isinstance(want, list):
        if len(want) != len(got):
            yield f"{place}: {len(got)}, by the rules {len(want)}"
        for number, pair in enumerate(zip(want, got)):
            yield from compare(*pair, f"{place} {number}")
    elif want != got:
        yield f"{place}: {got}, by the rules {want}"
