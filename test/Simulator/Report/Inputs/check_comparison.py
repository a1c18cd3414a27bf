"""check_comparison.py PAGE BEFORE.json NOW.json BEFORE.html: checks the comparison of a page
with the statistics of both runs, and with the cycles of operations on the earlier page."""
import json
import re
import sys
from pathlib import Path


def data_of(path):
    text = Path(path).read_text()
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])


def operations(page):
    cycles = {}
    for core in page["profile"]:
        for label, issued, stalls, *_ in core["labels"]:
            name = page["labels"][label]["name"]
            cycles[name] = cycles.get(name, 0) + issued + sum(stalls)
    return {name: count for name, count in cycles.items() if count}


page = data_of(sys.argv[1])
before, now = (json.loads(Path(path).read_text()) for path in sys.argv[2:4])
rows = {row["what"]: (row.get("before"), row.get("now")) for row in page["comparison"]["rows"]}
assert rows["cycles"] == (before["cycles"], now["cycles"])
for cause, cycles in now["stalls"].items():
    both = (before["stalls"][cause], cycles)
    assert rows.get(f"cycles, {cause}", (0, 0)) == both, (cause, both)
for name, pipe in now["pipes"].items():
    assert rows.get(f"cycles of pipe {name}", (0, 0)) == (before["pipes"][name]["occupied"], pipe["occupied"])
for what, key in (("bytes read from DRAM", "dram_read"), ("bytes written to DRAM", "dram_written")):
    assert rows[what] == (before["transfers"][key], now["transfers"][key])
print("cycles of the run:", *rows["cycles"])

earlier, own = operations(data_of(sys.argv[4])), operations(page)
compared = {row["what"]: (row.get("before"), row.get("now")) for row in page["comparison"]["operations"]}
assert compared == {name: (earlier.get(name), own.get(name)) for name in {*earlier, *own}}
for name, cycles in compared.items():
    print("operation", name, *cycles)
