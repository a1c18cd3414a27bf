"""Attribution of each cycle of a core and of its pipes: causes are recorded
as spans, which are overlaid when the run has ended."""

from collections import Counter, defaultdict

from work import traffic_of


class Accounts:
    def __init__(self):
        self.spans = []                  # of the core: [from, to, cause], in order
        self.busy = defaultdict(list)    # of each pipe
        self.queued = defaultdict(list)  # of each queue: its head waits, or starts
        self.instructions = Counter()    # of each pipe
        self.bytes = Counter()           # (memory, "read" or "written")
        self.macs = self.conflicts = 0

    # --- Recording ------------------------------------------------------------

    def spend(self, what, start, end):
        join(self.spans, what, start, end)

    def occupy(self, pipe, start, end):
        self.instructions[pipe] += 1
        join(self.busy[pipe], "occupied", start, end)

    def wait(self, queue, cause, head, start):
        join(self.queued[queue], cause, head, start)
        join(self.queued[queue], "other", start, start + 1)

    def count(self, core, insn, occupancy):
        self.macs += insn.macs
        self.bytes.update(traffic_of(core, insn))
        if insn.tile:
            self.conflicts += max(0, occupancy - insn.occupancy)

    # --- Evaluation -----------------------------------------------------------

    def close(self, cycles):
        self.spend("drain", self.spans[-1][1] if self.spans else 0, cycles)

    def of_core(self):
        return tally(self.spans)

    def of_pipe(self, pipe, queue, cycles):
        """An instruction in the pipe has priority, then one at the head of its queue,
        then the core; instructions that the core issues are for other pipes."""
        busy, queued = self.busy[pipe], self.queued[queue]
        sums = tally(busy)
        sums += tally(common(gaps(busy, cycles), queued))
        sums += tally(common(gaps(sorted(busy + queued), cycles), self.spans))
        sums["other"] += sums.pop("issue", 0)
        return sums


# --- Sorted spans --------------------------------------------------------------

def join(spans, what, start, end):
    if start >= end:
        return
    if spans and spans[-1][1:] == [start, what]:
        spans[-1][1] = end
    else:
        spans.append([start, end, what])


def tally(spans):
    sums = Counter()
    for start, end, what in spans:
        sums[what] += end - start
    return sums


def gaps(spans, cycles):
    """The gaps between spans, up to the end of the run."""
    at = 0
    for start, end, _ in spans:
        if start > at:
            yield at, start
        at = max(at, end)
    if at < cycles:
        yield at, cycles


def common(free, spans):
    """The parts of spans inside a gap."""
    place = 0
    for start, end in free:
        while place < len(spans) and spans[place][0] < end:
            span = spans[place]
            if span[1] > start:
                yield max(start, span[0]), min(end, span[1]), span[2]
            if span[1] > end:
                break
            place += 1
