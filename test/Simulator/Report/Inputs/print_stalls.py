"""Prints the cycles of a run, and for each core its stalls by cause, from the output of
matrix-sim --stats=json. Messages may precede the statistics.

    print_stalls.py STATISTICS.json
"""

import argparse
import json
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("statistics", type=Path)
args = parser.parse_args()

text = args.statistics.read_text()
run = json.loads(text[text.index("{\n"):])
stalls = [{cause: cycles for cause, cycles in core["stalls"].items() if cycles}
          for core in run["cores"]]
print(run["cycles"], *stalls)
