"""damage.py PROGRAM.elf N: runs N mutated copies of the program.

Bytes of headers, tables, notes, debug information and code are changed, or the file
is truncated. The simulator may run it, trap, or reject it with one line. It must not
crash or hang, in a plain run, in the debugger, or while it writes a report.
"""

import random
import struct
import subprocess
import sys
from pathlib import Path

program, count = Path(sys.argv[1]), int(sys.argv[2])
whole = program.read_bytes()
damaged, report = program.with_suffix(".damaged.elf"), program.with_suffix(".html")
commands = program.with_suffix(".commands")
commands.write_text("continue\nbt\ninfo cores\n")
random.seed(1)


def sections(data):
    """Returns offset and size of each section of the file."""
    start, = struct.unpack_from("<Q", data, 40)
    size, number = struct.unpack_from("<HH", data, 58)
    for header in range(start, start + size * number, size):
        kind, = struct.unpack_from("<I", data, header + 4)
        place = struct.unpack_from("<QQ", data, header + 24)
        if kind not in (0, 8) and place[1]:
            yield place


def place(data):
    """Chooses an offset, mostly in structured parts: file start, file end, a section."""
    start, size = random.choice([(0, 64), (0, len(data)),
                                 (len(data) * 3 // 4, len(data) // 4),
                                 random.choice(list(sections(whole)))])
    return start + random.randrange(size)


def damage(data):
    if random.random() < 0.1:
        return data[:random.randrange(len(data))]
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        at = place(data)
        data[at] = random.choice([0, 255, random.randrange(256),
                                  data[at] ^ 1 << random.randrange(8)])
    return data


for number in range(count):
    damaged.write_bytes(damage(whole))
    options = random.choice([["--functional"], [f"--report={report}"],
                             ["-g", f"--commands={commands}"]])
    run = subprocess.run(["matrix-sim", "--max-instructions=100000", *options, damaged],
                         check=False, capture_output=True, timeout=60)
    lines = run.stderr.decode(errors="replace").splitlines()
    if run.returncode < 0 or run.returncode == 1 and len(lines) > 1:
        print(*lines, sep="\n")
        sys.exit(f"copy {number}: status {run.returncode}; see {damaged}")
