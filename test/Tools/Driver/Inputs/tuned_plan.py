"""Prints a database of plans with the first candidate of each contraction.

usage: tuned_plan.py CANDIDATES.json
"""

import json
import sys
from pathlib import Path

candidates = json.loads(Path(sys.argv[1]).read_text())
entries = [{"key": group["key"], "variant": candidates["variant"],
            "description": candidates["description"], "cores": candidates["cores"],
            "plan": group["candidates"][0]["plan"]}
           for group in candidates["groups"] if group["names"][0].startswith("contraction")]
print(json.dumps({"format": "matrix-tuned-plans", "version": 1, "entries": entries}))
