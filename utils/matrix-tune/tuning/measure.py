#===- measure.py - one simulation ------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs one plan in the timed simulator. Requests and outcomes are plain values, which
pools pass to other processes and machines.
"""

import json
import re
import subprocess
import tempfile
from pathlib import Path

SEED = 1
STATISTICS = re.compile(r"^\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)


def measure(request: dict) -> dict:
    """Compiles `program` with `plan`, runs it on random numbers, and compares the results
    with `expected`, the files of another run, if there are any, otherwise returns them.

    Returns `cycles`, or `error` and whether results are `wrong`.
    """
    try:
        return measured(request)
    except OSError as failed:  # also of the temporary files
        return {"error": f"{failed.filename or request['tool']}: {failed.strerror}", "wrong": False}


def measured(request: dict) -> dict:
    with tempfile.TemporaryDirectory(prefix="matrix-tune-") as name:
        folder = Path(name)
        (folder / "group.mlir").write_text(request["program"], encoding="utf-8")
        (folder / "plan.mlir").write_text(request["plan"], encoding="utf-8")
        command = [request["tool"], "group.mlir", f"--mcpu={request['variant']}", f"--cores={request['cores']}",
                   "--plan=plan.mlir", f"--random={SEED}", "--timed", "--stats=json"]
        command += comparison(request, folder)
        done = run(command, folder)
        if done.returncode:
            message = STATISTICS.sub("", done.stderr).strip()
            return {"error": message or f"status {done.returncode}", "wrong": ": error: against expected: " in message}
        outputs = [path.read_bytes() for path in output_files(request, folder)]
        return {"cycles": json.loads(STATISTICS.search(done.stderr)[0])["cycles"], "outputs": outputs}


def comparison(request: dict, folder: Path) -> list:
    if request["expected"] is None:
        return [f"--output={path.name}" for path in output_files(request, folder)]
    for i, contents in enumerate(request["expected"]):
        (folder / f"expected{i}.npy").write_bytes(contents)
    return [f"--expect=expected{i}.npy" for i in range(len(request["expected"]))]


def output_files(request: dict, folder: Path) -> list:
    return [folder / f"result{i}.npy" for i in range(request["results"])] if request["expected"] is None else []


def run(command: list, folder: Path):
    """Ends the process when this one is interrupted."""
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="backslashreplace",
                          start_new_session=True) as process:
        RUNNING.add(process)
        try:
            _, errors = process.communicate()
        finally:
            RUNNING.discard(process)
            process.kill()
        return subprocess.CompletedProcess(command, process.returncode, "", errors)


RUNNING = set()


def stop_all() -> None:
    for process in list(RUNNING):
        process.kill()
