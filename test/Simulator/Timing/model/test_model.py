"""Unit tests of the model's parts. MATRIX_DESCRIPTION names the description."""

import json
import os
import random
from pathlib import Path

import pytest

from accounts import Accounts, gaps
from description import Decoder, Variant
from engine import Engines
from lines import cycles_by_banks, lines_of, occupancy
from transfers import Descriptor

DESCRIPTION = json.loads(Path(os.environ["MATRIX_DESCRIPTION"]).read_text())


def variant(cpu="base", **parameters):
    v = Variant(DESCRIPTION, cpu)
    v.parameters = {**v.parameters, **parameters}
    return v


# --- Decoder ----------------------------------------------------------------------

@pytest.mark.parametrize("cpu", [v["cpu"] for v in DESCRIPTION["variants"]])
def test_every_instruction_is_decoded_as_itself(cpu):
    v, any_bits = Variant(DESCRIPTION, cpu), random.Random(1)
    decoder = Decoder(v)
    for facts in v.instructions:
        word, mask = int(facts["encoding"]["value"], 16), int(facts["encoding"]["mask"], 16)
        for _ in range(5):
            noise = any_bits.randrange(1 << 32) & ~mask
            assert decoder.decode(word | noise).facts["record"] == facts["record"]


def test_a_word_that_is_none():
    with pytest.raises(ValueError, match="0xffffffff is not an instruction of base"):
        Decoder(variant()).decode(0xffffffff)


def test_operands():
    # add r5, r6, r7: op 1, rd 5, ra 6, rb 7
    insn = Decoder(variant()).decode(1 << 26 | 5 << 21 | 6 << 16 | 7 << 11)
    assert (insn.sources, insn.results) == ([("x", 6), ("x", 7)], [("x", 5)])
    # addi r0, r0, -1: r0 is neither a source nor a result
    insn = Decoder(variant()).decode(3 << 26 | 0xffff)
    assert (insn.sources, insn.results, insn.operands["imm"]) == ([], [], -1)


# --- Line rule --------------------------------------------------------------------

def test_lines_of_rows():
    assert lines_of([0, 64, 128], 64, 64) == [0, 1, 2]
    assert lines_of([32, 96], 64, 64) == [0, 1, 1, 2]
    assert lines_of([0, 16, 32, 48, 64], 16, 64) == [0, 1]
    assert lines_of([16, 48, 80], 32, 64) == [0, 0, 1]


@pytest.mark.parametrize("lines, at_once, cycles", [
    ([0, 1, 2, 3], 2, 2), ([0, 16, 32, 48], 2, 4), ([0, 16, 1, 2], 2, 3),
    ([0, 1, 2], 2, 2), ([0, 1, 2, 3], 1, 4), ([0, 1, 2, 3, 4], 3, 2),
    ([0, 1, 16, 2], 3, 2), ([], 2, 0)])
def test_banks(lines, at_once, cycles):
    # The last but one: 0 and 16 share a bank, so 0 is served alone; then 1, 16, 2.
    assert cycles_by_banks(lines, at_once, 16) == cycles


def test_stride_zero_writes_the_whole_register():
    v = variant()
    assert occupancy(v, True, 0, 0, 16, 64) == 8
    assert occupancy(v, False, 0, 0, 16, 64) == 16


def test_a_negative_pitch():
    v = variant()
    assert occupancy(v, True, v.map["own"] + 4096, -64, 16, 64) == 8


# --- Transfers --------------------------------------------------------------------

DEFAULTS = {"row_bytes": 64, "n1": 1, "n2": 1, "source": 0x80000, "destination": 1 << 45,
            "s1": 64, "d1": 64, "hi1": 0xffff, "hi2": 0xffff}


def descriptor(v, kind, **fields):
    code = next(k["code"] for k in v.dma["kinds"] if k["name"] == kind)
    raw = bytearray(v.dma["descriptor_size"])
    for f in v.dma["fields"]:
        value = {**DEFAULTS, "kind": code, **fields}.get(f["name"], 0)
        raw[f["offset"]:f["offset"] + f["bits"] // 8] = \
            (value & (1 << f["bits"]) - 1).to_bytes(f["bits"] // 8, "little")
    return Descriptor(v.dma, bytes(raw))


def finish(engines):
    """Runs all transfers in flight to completion."""
    while True:
        flight, cycle = engines.next_flight(), engines.next_cycle()
        if flight is not None and (cycle is None or flight <= cycle):
            engines.land()
        elif cycle is not None:
            engines.step(cycle)
        else:
            return engines.all


def start_all(v, *started, cores=4):
    posts = []
    engines = Engines(v, cores, lambda *post: posts.append(post))
    for handle, (core, d) in enumerate(started, 1):
        engines.start(core, d, None, handle, 0)
    return finish(engines), posts


def test_dram_of_three_lines_in_four_cycles():
    # A line every 64/48 = 4/3 cycles from 1 on: free = 7/3, 11/3, 15/3, 19/3.
    v = variant(DramBytes=48)
    (t,), _ = start_all(v, (0, descriptor(v, "load", n1=4)))
    assert (t.first, t.last, t.completed) == (1, 5, 125)


def test_more_lines_a_cycle_than_the_engine_moves():
    v = variant(DramBytes=256)
    (a, b), _ = start_all(v, (0, descriptor(v, "load", n1=4)), (1, descriptor(v, "load", n1=2)))
    assert (a.last, b.last) == (4, 2)


def test_cores_in_turn():
    v = variant()
    each, _ = start_all(v, *[(core, descriptor(v, "load", n1=2)) for core in (2, 0, 3)])
    assert [(t.core, t.first, t.last) for t in each] == [(2, 3, 9), (0, 1, 7), (3, 5, 11)]


def test_filled_rows_of_a_multicast_need_no_dram():
    v = variant()
    d = descriptor(v, "load", n1=3, lo1=1, hi1=2, flags=3, semaphore=9, cores=6)
    (t,), posts = start_all(v, (0, d))
    assert (t.first, t.last, t.completed) == (1, 3, 122)
    assert posts == [(1, 9, 122), (2, 9, 122)]


def test_a_put_to_oneself_is_a_copy():
    v = variant()
    (t,), _ = start_all(v, (0, descriptor(v, "put", n1=3, source=1 << 45, cores=1)))
    assert (t.first, t.last, t.completed) == (1, 3, 4)


def test_store_to_another_scratchpad():
    v = variant()
    d = descriptor(v, "store", n1=2, source=1 << 45, destination=(1 << 46) + (2 << 32))
    (t,), _ = start_all(v, (0, d))
    assert (t.first, t.last, t.completed) == (1, 2, 2 + 18)


def test_channels_complete_in_order():
    v = variant()
    far = descriptor(v, "put", source=1 << 45, cores=4)
    near = descriptor(v, "put", source=1 << 45, cores=2, flags=1, semaphore=5)
    (a, b), posts = start_all(v, (0, far), (0, near))
    assert (a.completed, b.completed) == (1 + 18, 19)
    assert posts == [(1, 5, 19)]


def test_room_comes_behind_the_last_line():
    v = variant()
    engines = Engines(v, 1, None)
    for handle in range(1, 9):
        assert engines.room(0, 0) == 0
        engines.start(0, descriptor(v, "load"), None, handle, 0)
    assert engines.room(0, 0) is None
    engines.step(engines.next_cycle())
    assert engines.room(0, 0) == 2


# --- Attribution of cycles ---------------------------------------------------------------

def test_a_pipe_idles_for_the_head_of_its_queue_and_then_for_the_core():
    # MM and EW share one queue: A in MM from 1, for 8 cycles; B for MM as well, at the head
    # from 2 on, starts at 9; C for EW waits for rows from 10 to 20. The core issues 0 .. 3,
    # then waits for a transfer up to 30.
    a = Accounts()
    a.spend("issue", 0, 4)
    a.spend("dma", 4, 30)
    a.wait(2, "operand", 1, 1)
    a.occupy("MM", 1, 9)
    a.wait(2, "pipe", 2, 9)
    a.occupy("MM", 9, 17)
    a.wait(2, "operand", 10, 20)
    a.occupy("EW", 20, 24)
    a.close(32)
    # 17 .. 19 rows of the head, 20 start in the other pipe, 21 .. 29 the core.
    assert a.of_pipe("MM", 2, 32) == {"occupied": 16, "other": 2, "operand": 3, "dma": 9,
                                      "drain": 2}
    # 0 and the starts at 1 and 9 are other; 2 .. 8 MM is busy; 10 .. 19 rows.
    assert a.of_pipe("EW", 2, 32) == {"occupied": 4, "other": 3, "pipe": 7, "operand": 10,
                                      "dma": 6, "drain": 2}
    assert a.of_core() == {"issue": 4, "dma": 26, "drain": 2}


def test_gaps():
    assert list(gaps([[2, 5, ""], [3, 4, ""], [6, 7, ""]], 9)) == [(0, 2), (5, 6), (7, 9)]
    assert list(gaps([], 0)) == []
