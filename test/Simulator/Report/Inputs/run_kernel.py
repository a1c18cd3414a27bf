"""run_kernel.py PROGRAM.elf [option..]: runs a kernel on random inputs."""
import pathlib
import re
import subprocess
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1]).parent
rng = np.random.default_rng(1)
inputs = []
for i, shape in enumerate(re.findall(r"--input=(\S+)", " ".join(sys.argv[2:]))):
    path = folder / f"input{i}.npy"
    extents = [int(x) for x in shape.split("x")]
    np.save(path, rng.integers(0x3f00, 0x3fff, extents).astype(np.uint16))
    inputs += ["--input", str(path)]
options = [word for word in sys.argv[2:] if not word.startswith("--input=")]
sys.exit(subprocess.run(["matrix-sim", *inputs, *options, sys.argv[1]]).returncode)
