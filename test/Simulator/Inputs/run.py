"""run.py [--status=N] [--mc=OPTIONS] [--ld=OPTIONS] [--damage=KIND:X[:Y]]
          FILE.s [OPTIONS...] [-- ARGUMENTS...]

Assembles and links FILE.s and runs it in matrix-sim with the options and, after
the program, the arguments. Prints the output of both streams. Succeeds if the
exit status equals N.

--damage changes the linked program first: truncate:N keeps N bytes, byte:N:V
writes value V at offset N, text:A:B replaces A by B.
"""

import argparse
import subprocess
import sys
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("--status", type=int, default=0)
parser.add_argument("--mc", default="")
parser.add_argument("--ld", default="--no-start-files")
parser.add_argument("--damage", default="")
parser.add_argument("source", type=Path)
parser.add_argument("options", nargs=argparse.REMAINDER)
words = sys.argv[1:]
split = words.index("--") if "--" in words else len(words)
args = parser.parse_args(words[:split])

obj, elf = args.source.with_suffix(".o"), args.source.with_suffix(".elf")
subprocess.run(["matrix-mc", "-filetype=obj", *args.mc.split(),
                args.source, "-o", obj], check=True)
subprocess.run(["matrix-ld", *args.ld.split(), obj, "-o", elf], check=True)

if args.damage:
    kind, *change = args.damage.split(":")
    data = bytearray(elf.read_bytes())
    if kind == "truncate":
        del data[int(change[0]):]
    elif kind == "text":
        old, new = (word.encode() for word in change)
        assert old in data and len(old) == len(new), args.damage
        data = data.replace(old, new)
    else:
        data[int(change[0])] = int(change[1])
    elf.write_bytes(data)

command = ["matrix-sim", *args.options, elf, *words[split + 1:]]
run = subprocess.run(command, check=False, stdout=subprocess.PIPE,
                     stderr=subprocess.STDOUT, text=True)
sys.stdout.write(run.stdout)
if run.returncode != args.status:
    sys.exit(f"status {run.returncode}, expected {args.status}")
