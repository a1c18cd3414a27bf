"""ctypes_sim.py LIBRARY CALLS SCALE WORDS: uses the C library through ctypes as a
Python package does: run, statistics, NumPy tensors, arguments, interruption."""

import ctypes
import json
import sys
import threading
import time

import numpy as np

sim = ctypes.CDLL(sys.argv[1])
sim.matrix_sim_create.restype = ctypes.c_void_p
for name in ("message", "variant"):
    getattr(sim, f"matrix_sim_{name}").restype = ctypes.c_char_p
ENDED, INTERRUPTED = 0, 5


class CoreStatistics(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t)] + [
        (name, ctypes.c_uint64)
        for name in ("instructions", "dma_transfers", "dma_bytes", "barriers", "cycles", "issued")]


handle = ctypes.c_void_p(sim.matrix_sim_create())


def call(name, *arguments, gives=0):
    got = getattr(sim, f"matrix_sim_{name}")(handle, *arguments)
    assert got == gives, (name, got, sim.matrix_sim_message(handle))


def address(array):
    return array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes)


call("set_option", b"cores", b"2")
call("load", sys.argv[2].encode())
call("run", gives=ENDED)
counts = []
for core in range(sim.matrix_sim_cores(handle)):
    statistics = CoreStatistics(size=ctypes.sizeof(CoreStatistics))
    call("statistics", core, ctypes.byref(statistics))
    counts.append(statistics.instructions)
print(sim.matrix_sim_variant(handle).decode(), len(counts), counts)

call("set_option", b"cores", b"0")
call("load", sys.argv[3].encode())
x = np.arange(6, dtype=np.float32).reshape(2, 3)
y = np.empty_like(x)
call("write_tensor", ctypes.c_size_t(0), *address(x))
call("write_tensor", ctypes.c_size_t(1), *address(np.array(0.5, np.float32)))
call("run", gives=ENDED)
call("read_tensor", ctypes.c_size_t(2), *address(y))
assert (y == 0.5 * x).all(), y

words = [b"words", b"7", b"x"]
call("set_arguments", len(words), (ctypes.c_char_p * len(words))(*words))
call("load", sys.argv[4].encode())
call("run", gives=ENDED)
assert sim.matrix_sim_status(handle) == 10 * len(words) + 7
call("set_arguments", 0, None)

# An endless loop: another thread interrupts the run, which can be resumed.
call("load", sys.argv[2].encode())
forever = ctypes.c_uint64()
call("symbol", b"forever", ctypes.byref(forever))
for core in range(sim.matrix_sim_cores(handle)):
    call("write_register", core, b"pc", forever)
for _ in range(2):
    timer = threading.Timer(0.1, sim.matrix_sim_interrupt, (handle,))
    timer.start()
    start = time.monotonic()
    call("run", gives=INTERRUPTED)
    assert time.monotonic() - start > 0.05
    timer.join()
print("interrupted after some time")

# A Python progress callback ends the run.
Progress = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
calls = []


@Progress
def show(_progress, _data):
    calls.append(1)
    if len(calls) == 3:
        sim.matrix_sim_interrupt(handle)


call("on_progress", ctypes.c_double(0), show, None)
call("run", gives=INTERRUPTED)
assert len(calls) == 3, calls
sim.matrix_sim_statistics_text.restype = ctypes.c_char_p
statistics = json.loads(sim.matrix_sim_statistics_text(handle, b"json"))
print("statistics of schema", statistics["schema"])
sim.matrix_sim_destroy(handle)
