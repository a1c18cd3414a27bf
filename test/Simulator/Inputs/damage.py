"""damage.py PROGRAM.elf N: runs N damaged copies of the program.

Bytes of headers, tables, notes and code are changed, or the file is cut. The
simulator may run it, trap, or refuse it with one line; it may not crash or hang.
"""

import random
import subprocess
import sys
from pathlib import Path

program, count = Path(sys.argv[1]), int(sys.argv[2])
whole = program.read_bytes()
damaged = program.with_suffix(".damaged.elf")
random.seed(1)


def damage(data):
    if random.random() < 0.2:
        return data[:random.randrange(len(data))]
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        # Most of it where the structure is: the first and the last bytes.
        at = random.choice([random.randrange(64),
                            random.randrange(len(data)),
                            len(data) - 1 - random.randrange(len(data) // 4)])
        data[at] = random.choice([0, 255, random.randrange(256),
                                  data[at] ^ 1 << random.randrange(8)])
    return data


for number in range(count):
    damaged.write_bytes(damage(whole))
    run = subprocess.run(["matrix-sim", "--max-instructions=100000", damaged],
                         check=False, capture_output=True, timeout=60)
    lines = run.stderr.decode(errors="replace").splitlines()
    if run.returncode < 0 or run.returncode == 1 and len(lines) > 1:
        print(*lines, sep="\n")
        sys.exit(f"copy {number}: status {run.returncode}; see {damaged}")
