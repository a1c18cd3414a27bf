"""DMA channels of all cores, the DRAM and the ring ports, cycle by cycle."""

import heapq
from collections import defaultdict, deque
from fractions import Fraction

from transfers import DRAM, LOCAL, RING, RING_READ, Transfer, lines_of_transfer

CHANNELS = (0, 1)


def needs_dram(transfer):
    return bool(transfer.runs) and transfer.runs[0][0] == DRAM


class Engines:
    def __init__(self, variant, cores, post):
        self.variant, self.cores, self.post = variant, cores, post
        self.moving = {(c, h): deque() for c in range(cores) for h in CHANNELS}
        self.incomplete = {key: deque() for key in self.moving}
        self.room_at = dict.fromkeys(self.moving, 0)
        self.complete_until = dict.fromkeys(self.moving, 0)
        self.order, self.served = list(self.moving), -1
        self.free, self.cycle = Fraction(0), 0
        self.handles, self.all = {}, []
        self.flights, self.flight = [], 0                 # lines before eject ports
        self.port = defaultdict(lambda: [0, 0])           # [cycle, lines in it]

    # --- Interface to cores ---------------------------------------------------

    def room(self, core, channel):
        """Earliest start of a transfer; None: not known yet."""
        key = core, channel
        full = len(self.moving[key]) >= self.variant.dma["queue_entries"]
        return None if full else self.room_at[key]

    def start(self, core, descriptor, indices, handle, time):
        runs = lines_of_transfer(self.variant, core, self.cores, descriptor, indices)
        transfer = Transfer(core, handle, descriptor, time,
                            descriptor.receivers(core, self.cores), runs)
        self.handles[core, handle] = transfer
        self.all.append(transfer)
        key = core, descriptor.channel
        self.incomplete[key].append(transfer)
        self.moving[key].append(transfer)

    # --- Line movement --------------------------------------------------------

    def next_cycle(self):
        """A lower bound of the next cycle in which lines move; None: there are no lines."""
        cycles = []
        for queue in self.moving.values():
            if queue:
                cycle = max(self.cycle, queue[0].started + 1)
                cycles.append(max(cycle, int(self.free)) if needs_dram(queue[0]) else cycle)
        return min(cycles, default=None)

    def step(self, cycle):
        self.cycle = cycle + 1
        self.moved = defaultdict(int)       # of each engine in this cycle
        self.ring_moved = defaultdict(int)
        for key in self.moving:
            self.drop_finished(key, cycle)
        for core in range(self.cores):
            self.move_free(core, 0, cycle)
        while self.free < cycle + 1 and self.serve(cycle):
            self.free = max(self.free, Fraction(cycle)) + \
                Fraction(self.variant["LineBytes"], self.variant["DramBytes"])
        for core in range(self.cores):
            for channel in CHANNELS:
                self.move_free(core, channel, cycle)

    def head(self, key, cycle):
        queue = self.moving[key]
        may = queue and queue[0].started < cycle and self.moved[key[0]] < self.variant["DmaLines"]
        return queue[0] if may else None

    def move_free(self, core, channel, cycle):
        key = core, channel
        while (transfer := self.head(key, cycle)) and not needs_dram(transfer):
            if transfer.runs[0][0] != LOCAL:
                if self.ring_moved[core] >= self.variant["RingLines"]:
                    return
                self.ring_moved[core] += 1
            self.move(key, transfer, cycle)

    def serve(self, cycle):
        for ahead in range(1, len(self.order) + 1):
            place = (self.served + ahead) % len(self.order)
            transfer = self.head(self.order[place], cycle)
            if transfer and needs_dram(transfer):
                self.served = place
                self.move(self.order[place], transfer, cycle)
                return True
        return False

    def move(self, key, transfer, cycle):
        kind, other, _ = transfer.runs[0]
        transfer.runs[0][2] -= 1
        if not transfer.runs[0][2]:
            del transfer.runs[0]
        self.moved[key[0]] += 1
        transfer.moved[RING if kind == RING_READ else kind] += 1
        transfer.first = cycle if transfer.first is None else transfer.first
        transfer.last = cycle
        if kind in (DRAM, LOCAL):
            delay = self.variant["DramLatency"] if kind == DRAM else 1
            for receiver in transfer.receivers:
                transfer.arrive(receiver, cycle + delay)
        else:
            self.send(transfer, kind, other, cycle)
        self.drop_finished(key, cycle)

    def drop_finished(self, key, cycle):
        """Transfers whose lines have all moved leave the queue and may complete; transfers
        without lines do so when they are first in their channel."""
        queue = self.moving[key]
        while queue and not queue[0].runs and queue[0].started < cycle:
            queue[0].turn = cycle
            queue.popleft()
            self.room_at[key] = cycle + 1
        self.settle(key)

    # --- Ring -----------------------------------------------------------------

    def send(self, transfer, kind, other, cycle):
        variant, core = self.variant, transfer.core
        transfer.together = other is not None
        if kind == RING_READ:
            transfer.ends.add(other)
            delay = 2 * variant["RingHop"] * variant.distance(core, other)
            return self.fly(transfer, core, cycle + delay, other)
        for receiver in [other] if transfer.together else transfer.receivers:
            transfer.ends.add(receiver)
            delay = variant["RingHop"] * variant.distance(core, receiver)
            if receiver == core:
                transfer.arrive(core, cycle + 1)
            else:
                self.fly(transfer, receiver, cycle + max(1, delay), core)

    def fly(self, transfer, receiver, time, sender):
        """`sender` holds the bytes, also where another engine reads them."""
        transfer.in_flight[receiver] = transfer.in_flight.get(receiver, 0) + 1
        self.flight += 1
        turn = time, sender, transfer.core, transfer.descriptor.channel, self.flight
        heapq.heappush(self.flights, (turn, transfer, receiver))

    def next_flight(self):
        return self.flights[0][0][0] if self.flights else None

    def land(self):
        """The next line arrives at an eject port."""
        (time, *_), transfer, receiver = heapq.heappop(self.flights)
        state = self.port[receiver]
        if state[0] < time:
            state[:] = [time, 0]
        if state[1] == self.variant["RingLines"]:
            state[:] = [state[0] + 1, 0]
        state[1] += 1
        transfer.arrive(receiver, state[0])
        transfer.in_flight[receiver] -= 1
        self.settle((transfer.core, transfer.descriptor.channel))

    # --- Completion -----------------------------------------------------------

    def settle(self, key):
        """Transfers of a channel complete in order."""
        queue = self.incomplete[key]
        while queue and queue[0].turn is not None:
            transfer = queue[0]
            for receiver in transfer.receivers:
                self.settle_at(key, transfer, receiver)
            if len(transfer.at) < len(transfer.receivers):
                return
            transfer.completed = self.complete_until[key] = max(transfer.at.values())
            queue.popleft()

    def settle_at(self, key, transfer, receiver):
        in_flight = transfer.in_flight
        if receiver in transfer.at or \
                (any(in_flight.values()) if transfer.together else in_flight.get(receiver)):
            return
        last = max(transfer.there.values(), default=0) if transfer.together \
            else transfer.there.get(receiver, 0)
        last = last or transfer.turn + 1
        transfer.at[receiver] = max(last, self.complete_until[key])
        if "post" in transfer.descriptor.options:
            self.post(receiver, transfer.descriptor.semaphore, transfer.at[receiver])
