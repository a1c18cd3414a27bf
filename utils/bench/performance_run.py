#===- utils/bench/performance_run.py - measurement of one workload ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles a workload, runs it in the timed simulator, and verifies its results. The key
of a kept measurement is a hash of the compiled program, the simulator and the
arguments: cycles depend on nothing else, so that a change of the compiler which leaves
the program as it is needs no new run.
"""

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from performance_roofs import Roofs, combined, disagreement
from workloads.exported_models import ExportedModel

TOOLS_TIMEOUT = 7200  # seconds


class Failure(Exception):
    """A tool fails, or a result is wrong."""


class Runner:
    """`keep`: a file of measurements, or None. A measurement applies as long as the
    compiler writes the same program and the simulator is the same."""

    def __init__(self, build: Path, keep: Path | None):
        self.bin = build / "bin"
        self.roofs = Roofs(build / "description.json")
        self.keep = keep
        self.known = {}
        if keep and keep.exists():
            self.known = dict(json.loads(line) for line in keep.read_text().splitlines())

    def measure(self, workload, cores: int) -> dict:
        """The statistics of a verified run."""
        if isinstance(workload, ExportedModel) and not workload.folder.is_dir():
            raise Failure(f"{title(workload, cores)}: the model is in no folder of models; "
                          "'test/Models/export.py --networks' writes it")
        with self.folder(workload, cores) as name:
            run = self.measured(Program(self, workload, cores, Path(name)))
        own = self.roofs.of(workload, len(run["cores"]))
        reported = run.get("bounds", {})  # none for programs that only copy
        if problem := disagreement(own, reported):
            raise Failure(f"{title(workload, cores)}: {problem}")
        run["bounds"] = combined(own, reported)
        if workload.disabled:
            run["predicted"] = None  # the cost function assumes all techniques
        return run

    @contextmanager
    def folder(self, workload, cores: int):
        """Programs contain the path of their source. It is the same every time if
        measurements are kept."""
        if not self.keep:
            with tempfile.TemporaryDirectory() as name:
                yield name
            return
        path = self.keep.parent / "performance" / slug(f"{workload.variant} {workload.name} {cores}")
        path.mkdir(parents=True, exist_ok=True)
        yield path
        shutil.rmtree(path)

    def measured(self, program) -> dict:
        key = self.key(program)
        if key not in self.known:
            self.known[key] = {**program.run(), "predicted": program.predict()}
            if self.keep:
                self.keep.parent.mkdir(parents=True, exist_ok=True)
                with self.keep.open("a") as file:
                    file.write(json.dumps([key, self.known[key]]) + "\n")
        return json.loads(json.dumps(self.known[key]))

    def key(self, program) -> str:
        parts = [program.compile(), self.bin / "matrix-sim", *program.workload.files()]
        return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in parts)).hexdigest()


def slug(text: str) -> str:
    return re.sub(r"[^\w-]+", "-", text)


def title(workload, cores: int) -> str:
    return f"{workload.variant}, {workload.name}, cores: {cores or 'all'}"


class Program:
    """A workload in a folder."""

    def __init__(self, runner: Runner, workload, cores: int, folder: Path):
        self.runner, self.workload, self.cores, self.folder = runner, workload, cores, folder
        self.target = [f"--mcpu={workload.variant}", *([f"--cores={cores}"] if cores else []),
                       *([f"--disable={','.join(workload.disabled)}"] if workload.disabled else [])]
        self.source = slug(workload.name) + ".mlir"  # messages name it
        (folder / self.source).write_text(workload.mlir())

    def tool(self, name: str, *arguments) -> str:
        done = subprocess.run([str(self.runner.bin / name), *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, timeout=TOOLS_TIMEOUT)
        if done.returncode:
            raise Failure(f"{title(self.workload, self.cores)}: {name}: {done.stderr.strip() or done.returncode}")
        return done.stderr

    def compile(self) -> Path:
        self.tool("matrix-compile", self.source, *self.target, "-o", "program.elf")
        return self.folder / "program.elf"

    def predict(self) -> int | None:
        """The predicted cycles of the program, if all of it has a cost."""
        self.tool("matrix-compile", self.source, *self.target, "--emit=plan", "-o", "plan.mlir")
        found = re.search(r"matrix\.predicted = (\d+)", (self.folder / "plan.mlir").read_text())
        return int(found[1]) if found else None

    def run(self) -> dict:
        inputs = self.save("in", self.workload.inputs())
        wanted = self.wanted(inputs)
        files = [f"out{i}.npy" for i in range(len(wanted))]
        text = self.tool("matrix-sim", "--no-hazard-checks", "--stats=json", *(f"--input={i}" for i in inputs),
                         *(f"--output={file}" for file in files), "program.elf")
        self.check(files, wanted)
        return json.loads(text[text.index("{\n"):])

    def save(self, stem: str, arrays: list) -> list:
        for i, values in enumerate(arrays):
            np.save(self.folder / f"{stem}{i}.npy", values)
        return [f"{stem}{i}.npy" for i in range(len(arrays))]

    def wanted(self, inputs: list) -> list:
        """Those that NumPy computes exactly; those of a model by a functional run, which
        matrix-run verifies within its tolerance. The timed run must equal them bit by bit."""
        if not isinstance(self.workload, ExportedModel):
            return self.workload.expected()
        results = self.workload.results()
        if not results:
            raise Failure(f"{self.workload.folder}/result0.npy is missing: nothing to compare with; "
                          "see test/Models/README.md")
        files = [f"reference{i}.npy" for i in range(len(results))]
        self.tool("matrix-run", self.source, *self.target, "--check", "--functional",
                  *(f"--input={i}" for i in inputs), *(f"--expect={result.resolve()}" for result in results),
                  *(f"--output={file}" for file in files))
        return [np.load(self.folder / file) for file in files]

    def check(self, files: list, wanted: list):
        for i, (file, want) in enumerate(zip(files, wanted)):
            result = np.load(self.folder / file)
            if (result.dtype, result.shape, result.tobytes()) != (want.dtype, want.shape, want.tobytes()):
                raise Failure(f"{title(self.workload, self.cores)}: result {i} is wrong; 'matrix-run --bisect' "
                              "finds the operation")
