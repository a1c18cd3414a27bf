"""Event loop over all cores: issue order, semaphores, barriers, handles."""

from collections import defaultdict
from functools import lru_cache, partial

from core import Core
from description import Decoder
from engine import Engines
from transfers import Descriptor

ARRIVALS, ISSUE, LINES = 0, 1, 2  # order within a cycle
SHARED = {"dma_start", "dma_wait", "sem_post", "sem_wait", "barrier"}


class Machine:
    def __init__(self, variant, trace):
        decoder = Decoder(variant)
        self.variant, self.trace = variant, trace
        self.cores = [Core(variant, decoder, trace, n, trace.registers[n], stream)
                      for n, stream in enumerate(trace.streams)]
        self.engines = Engines(variant, trace.cores, self.post)
        self.posts = defaultdict(list)  # (core, semaphore): times of arrival
        self.candidates = [None] * trace.cores
        self.last_handle = [0] * trace.cores
        self.issues = [[] for _ in self.cores]   # (issue, start)
        self.descriptor = lru_cache(None)(partial(Descriptor, variant.dma))

    def post(self, core, semaphore, time):
        self.posts[core, semaphore].append(time)
        self.posts[core, semaphore].sort()

    # --- Event order ----------------------------------------------------------

    def run(self):
        while (event := self.next_event()):
            time, phase, core = event
            if phase == ARRIVALS:
                self.engines.land()
            elif phase == LINES:
                self.engines.step(time)
            else:
                self.issue(self.cores[core], time)
        return max([core.end for core in self.cores] +
                   [t.completed or 0 for t in self.engines.all])

    def next_event(self):
        events = [(self.candidate(core), ISSUE, core.number) for core in self.cores]
        events += [(self.engines.next_flight(), ARRIVALS, 0),
                   (self.engines.next_cycle(), LINES, 0)]
        return min((e for e in events if e[0] is not None), default=None)

    def candidate(self, core):
        """Issue cycle of its next instruction, if known; None: it waits."""
        if core.record is None or core.at_barrier:
            return None
        if self.candidates[core.number] is None:
            self.candidates[core.number] = core.earliest()
        own = self.candidates[core.number]
        insn = core.instruction
        condition = getattr(self, "wait_" + insn.role, None) if insn.role else None
        other = condition(core, insn) if condition else 0
        return None if other is None else max(own, other)

    # --- Conditions -----------------------------------------------------------

    def values(self, core, insn):
        return [core.x[insn.operands[name]] for name in insn.role_operands()]

    def wait_dma_wait(self, core, insn):
        handle, = self.values(core, insn)
        return self.engines.handles[core.number, handle].completed if handle else 0

    def wait_dma_start(self, core, insn):
        return self.engines.room(core.number, self.descriptor(core.record.descriptor).channel)

    def wait_sem_wait(self, core, insn):
        count, semaphore = self.values(core, insn)
        posts = self.posts[core.number, semaphore]
        if count > len(posts):
            return None
        return posts[count - 1] if count > 0 else 0

    # --- Effects --------------------------------------------------------------

    def issue(self, core, time):
        """Also issues following instructions that no other core or transfer affects."""
        self.issue_one(core, time)
        while core.record and not core.at_barrier and core.instruction.role not in SHARED:
            self.issue_one(core, core.earliest())

    def issue_one(self, core, time):
        self.candidates[core.number] = None
        insn = core.instruction
        effect = getattr(self, "do_" + insn.role, None) if insn.role else None
        if effect:
            effect(core, insn, core.record, time)
        self.issues[core.number].append((time, core.issue(time)))
        if insn.role == "barrier":
            self.arrive(core)

    def do_dma_start(self, core, insn, record, time):
        self.last_handle[core.number] += 1
        self.engines.start(core.number, self.descriptor(record.descriptor), record.indices,
                           self.last_handle[core.number], time)

    def do_sem_wait(self, core, insn, record, time):
        count, semaphore = self.values(core, insn)
        del self.posts[core.number, semaphore][:count]

    def do_sem_post(self, core, insn, record, time):
        receiver, semaphore = self.values(core, insn)
        hops = self.variant.distance(core.number, receiver)
        delay = self.variant["RingHop"] * hops if hops else 0
        self.post(receiver, semaphore, time + delay + self.variant["PostLatency"])

    def arrive(self, core):
        core.at_barrier = True
        core.barriers += 1
        if all(c.at_barrier for c in self.cores):
            release = max(c.last for c in self.cores) + self.variant["BarrierLatency"]
            for other in self.cores:
                other.at_barrier = False
                other.released = release
                self.candidates[other.number] = None
