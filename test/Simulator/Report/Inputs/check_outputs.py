"""check_outputs.py FOLDER: what --stats=json (s.json), --trace (t.json), --report
(r.html) and --record (record) wrote in one run is valid and agrees, whole or cut.
Prints why it was cut, if it was.
"""

import json
import re
import sys
from pathlib import Path

CAUSES = ["operand", "pipe", "queue", "dma", "sync", "bubble", "drain"]
DRAIN = CAUSES.index("drain")

folder = Path(sys.argv[1])
text = (folder / "s.json").read_text()
run, _ = json.JSONDecoder().raw_decode(text[text.index("{\n"):])
trace = json.loads((folder / "t.json").read_text())
page = (folder / "r.html").read_text()
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page,
                            re.DOTALL)[1])
record = [json.loads(line) for line in (folder / "record").read_text().splitlines()]

# Every cycle has one cause, also those of a core that was cut off.
for core in run["cores"]:
    assert core["issued"] + sum(core["stalls"].values()) == run["cycles"]
    for pipe in core["pipes"].values():
        assert pipe["occupied"] + sum(pipe["idle"].values()) + pipe["other"] == run["cycles"]

# The page has the same figures; its operations have all cycles of each core, by cause.
shown = data["statistics"]
assert {**run, "host_seconds": 0} == {**shown, "host_seconds": 0}
for core, profile in zip(run["cores"], data["profile"]):
    sums = [sum(row[2][c] for row in profile["labels"]) for c in range(len(CAUSES))]
    sums[DRAIN] += profile["drain"]
    assert sum(row[1] for row in profile["labels"]) == core["issued"]
    assert sums == [core["stalls"][cause] for cause in CAUSES], (sums, core["stalls"])

# So has the trace, but for what is behind the last issue, and bubbles.
assert trace["traceEvents"]
for number, core in enumerate(run["cores"]):
    for cause in set(CAUSES) - {"drain", "bubble"}:
        slices = [e["dur"] for e in trace["traceEvents"] if e["ph"] == "X" and e["tid"] == 0
                  and e["pid"] == number and e["name"] == cause]
        assert sum(slices) == core["stalls"][cause], (number, cause)

# What is recorded is what has issued.
assert record[-1]["cycles"] == run["cycles"]
for number, core in enumerate(run["cores"]):
    assert sum(r["c"] == number and "i" in r for r in record[1:-1]) == core["issued"]

assert run.get("cut") == trace.get("cut")
assert ("cut" in record[-1]) == ("cut" in run)
print("cut:" if "cut" in run else "whole", run.get("cut", ""))
