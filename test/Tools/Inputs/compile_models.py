"""compile_models.py FOLDER OUTPUT: compiles each model.mlir below the folder for the
variant base, and prints the diagnostics and the number of models."""

import subprocess
import sys
from pathlib import Path

models = sorted(Path(sys.argv[1]).glob("*/model.mlir"))
for model in models:
    run = subprocess.run(["matrix-compile", "--mcpu=base", model, "-o", sys.argv[2]],
                         check=True, stderr=subprocess.PIPE, text=True)
    print(run.stderr, end="")
print(f"{len(models)} models")
