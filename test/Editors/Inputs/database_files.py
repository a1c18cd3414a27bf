"""Succeeds if the database of the TableGen language server contains every file of the
description, and no other file of its folder.

    database_files.py DATABASE.yml FOLDER
"""

import argparse
import re
import sys
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("database", type=Path)
parser.add_argument("folder", type=Path)
args = parser.parse_args()

paths = map(Path, re.findall(r'^  filepath: "(.*)"$', args.database.read_text(), re.M))
known = {path for path in paths if args.folder in path.parents}
files = set(args.folder.rglob("*.td"))
if not files or known != files:
    sys.exit(f"in one of both only: {sorted(map(str, known ^ files))}")
