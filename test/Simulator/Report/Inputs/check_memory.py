"""check_memory.py PAGE STATISTICS.json: checks the traffic of regions and buffers on a page
against the totals of the run, and prints it."""
import base64
import json
import re
import sys
from pathlib import Path

page = json.loads(re.search(r'id="data">(.*?)</script>', Path(sys.argv[1]).read_text(), re.S)[1])
run = json.loads(Path(sys.argv[2]).read_text())
moved = run["transfers"]
for table in (page["regions"], page["buffers"]):
    assert sum(row["read"] for row in table) == moved["dram_read"], (table, moved)
    assert sum(row["written"] for row in table) == moved["dram_written"], (table, moved)
assert sum(row["multicasts"] for row in page["regions"]) == moved["multicasts"]
assert sum(row["transfers"] for row in page["regions"]) == sum(core["dma_transfers"] for core in run["cores"])

timeline, full = page["timeline"], page["scratchpad"]
cores = [base64.b64decode(core["scratchpad"]) for core in timeline["cores"]]
assert all(len(bins) == timeline["bins"] for bins in cores)
for row in page["regions"]:
    assert 0 <= row["first"] < row["last"] <= run["cycles"], row
    first, last = row["first"] // timeline["width"], (row["last"] - 1) // timeline["width"]
    most = max(max(bins[first:last + 1]) for bins in cores)
    # A byte per bin, rounded, but never to 0.
    assert abs(most / 255 - row["scratchpad"] / full) <= 1 / 255, (most, row)
    print("read", row["read"], "written", row["written"], "multicasts", row["multicasts"])
    print("scratchpad, at most:", row["scratchpad"])
for row in page["buffers"]:
    print(f"buffer {row['name']}: read {row['read']} written {row['written']}")
print("occupied:", ", ".join(f"core {i} {'yes' if any(bins) else 'no'}" for i, bins in enumerate(cores)))
