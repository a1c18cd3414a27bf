#!/usr/bin/env python3
#===- utils/site/report_picture.py - picture of the report page ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes docs/images/report.png: the top of the report page of a model of test/Models,
from a headless browser. A picture above the limit of its size is an error.

    build/venv/bin/python utils/site/report_picture.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "test/Models/mlp-784-f32"
PICTURE = ROOT / "docs/images/report.png"
SIZE = "1240,1000"
LIMIT = 200_000  # bytes


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        inputs = [part for path in sorted(MODEL.glob("arg*.npy"))
                  for part in ("--input", path)]
        run(ROOT / "build/bin/matrix-run", MODEL / "model.mlir", *inputs, f"--report={page}")
        run("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile",
            f"--window-size={SIZE}", f"--screenshot={PICTURE}", page.as_uri())
    size = PICTURE.stat().st_size
    print(f"{PICTURE.relative_to(ROOT)}: {size} bytes")
    return 1 if size > LIMIT else 0


def run(*command) -> None:
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=200)


if __name__ == "__main__":
    sys.exit(main())
