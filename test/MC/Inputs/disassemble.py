"""Prints the instructions of an object file as assembly, without addresses and headings.

    disassemble.py OBJECT
"""

import argparse
import re
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("object")
args = parser.parse_args()

text = subprocess.run(["matrix-objdump", "-d", "--no-show-raw-insn", "--no-leading-addr",
                       args.object], check=True, stdout=subprocess.PIPE, text=True).stdout
_, instructions = re.split(r"^<\.text>:\n", text, maxsplit=1, flags=re.M)
print(instructions, end="")
