"""Disassembles .text of a linked program, assembles the output again, and compares
the bytes.

    reassemble.py PROGRAM.elf SCRATCH VARIANT

Branch targets are printed as addresses; they are replaced by labels, so that the
assembler computes the offsets. The second instruction of a pair is a line of its own.
"""

import re
import subprocess
import sys
from pathlib import Path

LINE = re.compile(r"\s*([0-9a-f]+):((?: [0-9a-f]{2})+)\s+\t(.*)")


def main():
    program, scratch, cpu = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    listing = output("matrix-objdump", "-d", "--section=.text", program)
    rows = instructions(listing)
    if not rows:
        sys.exit(f"{program}: nothing to disassemble:\n{listing}")
    source = scratch / "again.s"
    source.write_text(assembly(rows))
    again = scratch / "again.o"
    output("matrix-mc", f"-mcpu={cpu}", "-filetype=obj", source, "-o", again)
    compare(rows, section(again, scratch / "again.bin"))
    print(f"{len(rows)} instructions, the same bytes")


def instructions(listing):
    """Returns the address, the bytes and the text of each word."""
    rows = []
    for line in listing.splitlines():
        if match := LINE.match(line):
            rows.append((int(match[1], 16), bytes.fromhex(match[2]), match[3]))
        elif rows and rows[-1][2].startswith("{") and "}" not in rows[-1][2]:
            address, code, text = rows.pop()
            rows.append((address, code, f"{text}; {line.strip()}"))
    return rows


def assembly(rows):
    addresses = {address for address, _, _ in rows}

    def label(match):
        target = int(match[1], 16)
        return f"L{target:x}" if target in addresses else match[0]

    lines = []
    for address, _, text in rows:
        text = re.sub(r"0x([0-9a-f]+) <[^>]*>", label, re.sub(r" #[^;]*", "", text))
        lines.append(f"L{address:x}:\n\t{text}\n")
    return "".join(lines)


def section(path, target):
    output("llvm-objcopy", "-O", "binary", "--only-section=.text", path, target)
    return target.read_bytes()


def compare(rows, again):
    want = b"".join(code for _, code, _ in rows)
    for i, (address, code, text) in enumerate(rows):
        got = again[4 * i:4 * i + 4]
        if got != code:
            sys.exit(f"{address:x}: {text}: {code.hex(' ')} became {got.hex(' ')}")
    if again != want:
        sys.exit(f"{len(want)} bytes became {len(again)}")


def output(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
