"""Succeeds if a file has at most the given number of lines.

    check_length.py FILE LINES
"""

import argparse
import sys
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("file", type=Path)
parser.add_argument("lines", type=int)
args = parser.parse_args()

count = len(args.file.read_text().splitlines())
if count > args.lines:
    sys.exit(f"{args.file}: {count} lines, more than {args.lines}")
