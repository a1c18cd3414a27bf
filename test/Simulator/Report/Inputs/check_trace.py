"""Checks Perfetto's requirements on a trace and the documented format.

    check_trace.py TRACE.json [--window=FROM:TO] [--sample=PERIOD:CYCLES]

With --window, slices are inside the window; with --sample, they start in the first
CYCLES of each PERIOD.
"""

import argparse
import collections
import json
from pathlib import Path


def pair(text):
    first, _, second = text.partition(":")
    return int(first), int(second)


parser = argparse.ArgumentParser()
parser.add_argument("trace", type=Path)
parser.add_argument("--window", type=pair, default=(0, 10**18))
parser.add_argument("--sample", type=pair, default=(1, 1))
args = parser.parse_args()

trace = json.loads(args.trace.read_text())
(first, last), (period, cycles) = args.window, args.sample
events = trace["traceEvents"]
names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events
         if e["ph"] == "M" and e["name"] == "thread_name"}
processes = {e["pid"]: e["args"]["name"] for e in events
             if e["ph"] == "M" and e["name"] == "process_name"}
assert "core 0" in processes.values() and "DRAM" in processes.values()
assert any(name.startswith("pipe ") for name in names.values())

tracks = collections.defaultdict(list)
for e in events:
    assert e["ph"] in "MXCstf", e
    if e["ph"] == "X":
        assert e["dur"] > 0 and e["name"] and (e["pid"], e["tid"]) in names, e
        assert e["ts"] + e["dur"] > first and e["ts"] < last, e
        assert e["ts"] % period < cycles, e
        tracks[e["pid"], e["tid"]].append((e["ts"], e["ts"] + e["dur"]))
    if e["ph"] == "C":
        assert 0 <= e["args"]["%"] <= 100, e

# Slices of a track do not overlap.
for track, slices in tracks.items():
    slices.sort()
    for (_, end), (start, _) in zip(slices, slices[1:]):
        assert end <= start, (names[track], end, start)
# Arrows start, pass and end in slices, in this order.
arrows = collections.defaultdict(dict)
for e in events:
    if e["ph"] in "stf":
        assert any(start <= e["ts"] < end for start, end in tracks[e["pid"], e["tid"]]), e
        assert e["ph"] not in arrows[e["id"]], e
        arrows[e["id"]][e["ph"]] = e
for arrow in arrows.values():
    times = [arrow[phase]["ts"] for phase in "stf" if phase in arrow]
    assert {"s", "f"} <= arrow.keys() and times == sorted(times), arrow
    assert arrow["f"]["bp"] == "e" and len({e["pid"] for e in arrow.values()}) == 1, arrow
kinds = {names[track].split()[0] for track in tracks}
print("tracks:", *sorted(kinds))
print("slices:", sum(map(len, tracks.values())))
print("arrows:", len(arrows))
print("counters:", sum(e["ph"] == "C" for e in events) > 0)
