"""Prints the operations of a dialect that have slices in a trace, with their source lines.

    print_operations.py TRACE.json DIALECT

A slice `linalg.matmul (model.mlir:14)` is printed as `linalg.matmul 14`.
"""

import argparse
import json
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("trace", type=Path)
parser.add_argument("dialect")
args = parser.parse_args()

events = json.loads(args.trace.read_text())["traceEvents"]
names = {event["name"] for event in events if event["ph"] == "X"}
for name in sorted(names):
    operation, _, place = name.partition(" (")
    if operation.startswith(args.dialect + "."):
        print(operation, place.rpartition(":")[2].rstrip(")"))
