"""One core: scoreboard, pipes, branches, queues."""

import operator
from collections import defaultdict

from accounts import Accounts
from lines import tile_occupancy
from semantics import evaluate, find

ALL = (1 << 64) - 1
CONDITIONS = {
    "seteq": operator.eq, "setne": operator.ne, "setlt": operator.lt, "setge": operator.ge,
    "setult": lambda a, b: a & ALL < b & ALL, "setuge": lambda a, b: a & ALL >= b & ALL}
LOAD, STORE, EXECUTE = range(3)


def queue_of(pipe):
    """The queue before a pipe, on machines with queues."""
    if pipe in ("S", "SYS"):
        return None
    return {"LD": LOAD, "ST": STORE}.get(pipe, EXECUTE)


class Core:
    def __init__(self, variant, decoder, program, number, registers, stream):
        self.variant, self.decoder, self.program = variant, decoder, program
        self.number, self.x, self.stream = number, list(registers), stream
        self.last, self.bubble, self.released, self.end = -1, 0, 0, 0
        self.pipe_free = defaultdict(int)
        self.ready = defaultdict(int)      # registers, states, ("r", memory, row)
        self.last_read = defaultdict(int)  # states and rows: start of the last reader
        self.starts = defaultdict(list)    # of each queue
        self.rows_end = 0                  # of all instructions on rows
        self.accounts = Accounts()
        self.at_barrier, self.barriers = False, 0
        self.advance(0)

    def advance(self, position):
        """Advances to the next instruction; `record` is None after the last one."""
        self.position = position
        self.record = self.stream[position] if position < len(self.stream) else None
        self.instruction = self.decoder.decode(self.program.word(self.record.index)) \
            if self.record else None

    def on_rows(self, insn):
        return insn.facts["class"] == "rows"

    # --- Conditions of issue --------------------------------------------------

    def earliest(self):
        """Earliest issue by the core's own state, without that of other cores."""
        waits = self.waits(self.instruction)
        self.begin = max(self.last + 1, self.bubble, self.released)
        self.own = max(self.begin, *waits.values())
        self.cause = next((c for c in waits if waits[c] == self.own), None)
        return self.own

    def waits(self, insn):
        """(end, cause) of the stall; of causes that end together the first is charged."""
        if self.variant.queued and self.on_rows(insn):
            return {"operand": self.registers_ready(insn), "queue": self.room(insn)}
        waits = {"operand": self.registers_ready(insn), "pipe": self.pipe_free[insn.pipe]}
        if self.on_rows(insn):
            waits["operand"] = max(waits["operand"], self.rows_ready(insn))
        if insn.role == "dma_start":
            waits["pipe"] = max(waits["pipe"], self.pipe_free["ST"])
        if insn.role == "fence" and self.variant.queued:
            waits["operand"] = max(waits["operand"], self.rows_end)
        return waits

    def registers_ready(self, insn):
        names = [r for r in insn.sources + insn.results if r[0] != "s"]
        return max((self.ready[r] for r in names), default=0)

    def room(self, insn):
        queue = queue_of(insn.pipe)
        before = self.starts[queue][-self.variant.depths[queue]:]
        return before[0] if len(before) == self.variant.depths[queue] else 0

    def rows_touched(self, insn):
        """Rows and states that it reads and writes."""
        reads = [r for r in insn.sources if r[0] == "s"]
        writes = [r for r in insn.results if r[0] == "s"]
        for start, pitch, rows, _, memory, is_write in self.record.accesses:
            if memory:  # 0: DRAM
                to = writes if is_write else reads
                to += [("r", memory, start + pitch * i) for i in range(rows)]
        return reads, writes

    def rows_ready(self, insn):
        reads, writes = self.rows_touched(insn)
        times = [self.ready[r] for r in reads + writes] + [self.last_read[r] for r in writes]
        return max(times, default=0)

    # --- Issue ----------------------------------------------------------------

    def issue(self, t):
        """Issues at t; returns the start in its pipe."""
        insn, start = self.instruction, t
        occupancy, latency = self.times(insn)
        if self.on_rows(insn):
            start = self.start_on_rows(insn, t, latency)
        self.pipe_free[insn.pipe] = start + occupancy
        self.charge(insn, t)
        self.accounts.occupy(insn.pipe, start, start + occupancy)
        self.accounts.count(self, insn, occupancy)
        for result in insn.results:
            if result[0] != "s":
                self.ready[result] = start + latency
        self.end = max(self.end, start + max(occupancy, latency))
        self.jump(insn, t)
        self.last = t
        self.finish_record()
        return start

    def charge(self, insn, t):
        """Attributes the cycles since the last issue."""
        lost = "sync" if self.released > self.bubble else "bubble"
        others = "sync" if insn.role == "sem_wait" else "dma"
        self.accounts.spend(lost, self.last + 1, self.begin)
        self.accounts.spend(self.cause, self.begin, self.own)
        self.accounts.spend(others, self.own, t)
        self.accounts.spend("issue", t, t + 1)

    def times(self, insn):
        if insn.tile:
            occupancy = tile_occupancy(self.variant, insn, self.x)
            extra = self.variant["LdExtraLatency"] if insn.pipe == "LD" else 0
            return occupancy, occupancy + extra
        if not insn.load:
            return insn.occupancy, insn.latency
        owner = self.variant.owner(self.number, evaluate(insn.load["args"][0], insn, self.x))
        if owner is None:
            return insn.occupancy, self.variant["DramLatency"]
        hops = self.variant.distance(self.number, owner)
        return insn.occupancy, insn.latency + (2 * self.variant["RingHop"] * hops if hops else 0)

    def start_on_rows(self, insn, t, latency):
        start = t
        if self.variant.queued:
            queue = self.starts[queue_of(insn.pipe)]
            head = max(t, queue[-1] + 1 if queue else 0)
            rows = self.rows_ready(insn)
            start = max(head, self.pipe_free[insn.pipe], rows)
            queue.append(start)
            self.accounts.wait(queue_of(insn.pipe), "operand" if rows == start else "pipe", head, start)
        reads, writes = self.rows_touched(insn)
        for place in reads:
            self.last_read[place] = max(self.last_read[place], start)
        for place in writes:
            self.ready[place] = start + latency
        self.rows_end = max(self.rows_end, start + max(insn.occupancy, latency))
        return start

    def jump(self, insn, t):
        wrong = insn.branch and self.is_taken(insn) != (insn.operands["imm"] <= 0)
        if wrong or insn.indirect:
            self.bubble = t + 1 + self.variant["BranchCycles"]

    def is_taken(self, insn):
        """Evaluates the condition of the branch's pattern."""
        condition = find(insn.facts["patterns"], "brcond")["args"][0]["args"][0]
        a, b = (evaluate(arg, insn, self.x) for arg in condition["args"])
        return CONDITIONS[condition["op"]](a, b)

    def finish_record(self):
        for number, value in self.record.registers:
            self.x[number] = value
        self.advance(self.position + 1)
