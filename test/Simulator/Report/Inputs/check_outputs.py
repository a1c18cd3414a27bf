"""check_outputs.py FOLDER: checks that --stats=json (s.json), --trace (t.json), --report
(r.html) and --record (record) of one run are valid and consistent, also for incomplete
runs. Prints the reason if the run is incomplete.
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

# Every cycle has one cause, also on a core that did not run to completion.
for core in run["cores"]:
    assert core["issued"] + sum(core["stalls"].values()) == run["cycles"]
    for pipe in core["pipes"].values():
        assert pipe["occupied"] + sum(pipe["idle"].values()) + pipe["other"] == run["cycles"]

# The page has the same numbers; its operations account for all cycles of each core by cause.
shown = data["statistics"]
assert {**run, "host_seconds": 0} == {**shown, "host_seconds": 0}
for core, profile in zip(run["cores"], data["profile"]):
    sums = [sum(row[2][c] for row in profile["labels"]) for c in range(len(CAUSES))]
    sums[DRAIN] += profile["drain"]
    assert sum(row[1] for row in profile["labels"]) == core["issued"]
    assert sums == [core["stalls"][cause] for cause in CAUSES], (sums, core["stalls"])

# The trace agrees, except for cycles after the last issue and for bubbles.
assert trace["traceEvents"]
for number, core in enumerate(run["cores"]):
    for cause in set(CAUSES) - {"drain", "bubble"}:
        slices = [e["dur"] for e in trace["traceEvents"] if e["ph"] == "X" and e["tid"] == 0
                  and e["pid"] == number and e["name"] == cause]
        assert sum(slices) == core["stalls"][cause], (number, cause)

# The recording contains the issued instructions.
assert record[-1]["cycles"] == run["cycles"]
for number, core in enumerate(run["cores"]):
    assert sum(r["c"] == number and "i" in r for r in record[1:-1]) == core["issued"]

assert run.get("cut") == trace.get("cut")
assert ("cut" in record[-1]) == ("cut" in run)
print("cut:" if "cut" in run else "whole", run.get("cut", ""))
