"""DMA descriptors and their lines."""

from collections import Counter
from dataclasses import dataclass, field

from lines import ceil_div

DRAM, LOCAL, RING, RING_READ = "dram", "local", "ring", "ring read"


class Descriptor:
    """Fields by their names in the description."""

    def __init__(self, dma, raw):
        for f in dma["fields"]:
            part = raw[f["offset"]:f["offset"] + f["bits"] // 8]
            setattr(self, f["name"], int.from_bytes(part, "little", signed=f["signed"]))
        kind = next(k for k in dma["kinds"] if k["code"] == self.kind)
        self.name, self.channel = kind["name"], kind["channel"]
        self.options = {f["name"] for f in dma["flags"] if self.flags >> f["bit"] & 1}
        self.way = "written" if self.name in ("store", "scatter") else "read"
        self.bytes = self.n1 * self.n2 * self.row_bytes

    def receivers(self, core, cores):
        """The cores of the mask if the field is one, else the core itself."""
        masked = self.name == "put" or "multicast" in self.options
        if self.name in ("gather", "scatter") or not masked or not self.cores:
            return [core]
        return [c for c in range(cores) if self.cores >> c & 1]

    def is_read(self, row, plane):
        return (self.name != "fill" and self.row_bytes > self.left + self.right
                and self.lo1 <= row < self.hi1 and self.lo2 <= plane < self.hi2)


@dataclass
class Transfer:
    core: int
    handle: int
    descriptor: Descriptor
    started: int
    receivers: list
    runs: list             # [kind, the other core of a ring line, count]
    first: int | None = None   # cycles in which lines move
    last: int | None = None
    turn: int | None = None    # cycle in which no lines are left
    there: dict = field(default_factory=dict)      # receiver: its last line so far
    in_flight: dict = field(default_factory=dict)  # receiver: lines before a port
    at: dict = field(default_factory=dict)         # receiver: arrival of the last line
    completed: int | None = None
    together: bool = False  # ring lines take one direction, then arrive at all receivers
    moved: Counter = field(default_factory=Counter)  # lines of each kind
    ends: set = field(default_factory=set)           # cores at the other end of ring lines

    def arrive(self, receiver, time):
        self.there[receiver] = max(self.there.get(receiver, 0), time)


def goes_to_others(variant, core, cores, d):
    """From the core's own scratchpad to that of each receiver, including other cores."""
    outside = {"load": d.source, "store": d.destination}.get(d.name, variant.map["own"])
    return (d.name in ("put", "copy", "load", "store")
            and variant.owner(core, outside) == core and d.receivers(core, cores) != [core])


def lines_of_transfer(variant, core, cores, d, indices):
    """Runs of lines, in order of movement."""
    size = variant["LineBytes"]
    runs = []

    def touched(address, count):
        return (address + count - 1) // size - address // size + 1

    def add(kind, count, other=None):
        if count > 0 and runs and runs[-1][:2] == [kind, other]:
            runs[-1][2] += count
        elif count > 0:
            runs.append([kind, other, count])

    def row_from_memory(source):
        owner = variant.owner(core, source)
        if owner is not None:
            return add(LOCAL if owner == core else RING_READ,
                       ceil_div(d.row_bytes, size), None if owner == core else owner)
        dram = touched(source + d.left, d.row_bytes - d.left - d.right)
        add(DRAM, dram)
        add(LOCAL, ceil_div(d.row_bytes, size) - dram)

    def row_to_memory(destination):
        owner = variant.owner(core, destination)
        if owner is None:
            return add(DRAM, touched(destination, d.row_bytes))
        add(LOCAL if owner == core else RING, ceil_div(d.row_bytes, size),
            None if owner == core else owner)

    for plane in range(d.n2 if d.row_bytes else 0):
        for row in range(d.n1):
            listed = indices[plane * d.n1 + row] if indices else row
            if goes_to_others(variant, core, cores, d):
                add(RING, ceil_div(d.row_bytes, size))
            elif d.name in ("store", "scatter"):
                at = listed if d.name == "scatter" else row
                row_to_memory(d.destination + at * d.d1 + plane * d.d2)
            elif d.name in ("load", "gather") and d.is_read(row, plane):
                at = listed if d.name == "gather" else row
                row_from_memory(d.source + at * d.s1 + plane * d.s2)
            else:
                add(LOCAL, ceil_div(d.row_bytes, size))
    return runs
