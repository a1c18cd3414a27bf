"""make_object.py IN.yaml OUT.o [--abi=N] [--note=JSON] [-DNAME=VALUE...]

Runs yaml2obj and sets what it does not support for an unknown machine: e_flags (1
by default). NOTE in the input becomes the hexadecimal text of --note."""

import argparse
import struct
import subprocess

E_FLAGS_OFFSET = 48

parser = argparse.ArgumentParser()
parser.add_argument("source")
parser.add_argument("output")
parser.add_argument("--abi", type=int, default=1)
parser.add_argument("--note", default="")
parser.add_argument("-D", action="append", default=[])
args = parser.parse_args()

defines = [f"-D{define}" for define in args.D]
if args.note:
    defines.append(f"-DNOTE={args.note.encode().hex()}")
subprocess.run(["yaml2obj", args.source, "-o", args.output, *defines], check=True)
with open(args.output, "r+b") as file:
    file.seek(E_FLAGS_OFFSET)
    file.write(struct.pack("<I", args.abi))
