"""Succeeds if two files of matrix-sim --stats=json agree, except for the time of the host.

    same_statistics.py FIRST.json SECOND.json
"""

import argparse
import json
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("first", type=Path)
parser.add_argument("second", type=Path)
args = parser.parse_args()

first, second = ({**json.loads(path.read_text()), "host_seconds": 0}
                 for path in (args.first, args.second))
assert first == second, [key for key in first if first[key] != second.get(key)]
