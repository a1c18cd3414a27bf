#===- utils/bench/workloads/exported_models.py - models as Linalg -----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models in folders like those of test/Models: model.mlir, arg<i>.npy, result<i>.npy.
PyTorch computed the results, and `matrix-run --check` compares with them and with CPU
execution."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .workload import ALL

MODELS = "Models"
# Too large for the repository: test/Models/export.py --networks writes them.
NETWORKS = ("encoder-layer-f32", "decoder-prefill-bf16", "decoder-step-bf16", "inverted-residual-f32",
            "resnet-quarter-f32", "mobilenet-v2-f32")


@dataclass
class ExportedModel:
    folder: Path
    group: str = MODELS
    variant: str = "base"
    cores: tuple = (1, ALL)
    macs: int = 0  # that of the compiler
    label: str = ""  # default: the folder
    disabled: tuple = ()  # as of other workloads

    @property
    def name(self) -> str:
        return self.label or self.folder.name

    @property
    def compulsory(self) -> int:
        """Bytes of all arguments and results."""
        return sum(np.load(file, mmap_mode="r").nbytes for file in self.files())

    def mlir(self) -> str:
        return (self.folder / "model.mlir").read_text()

    def inputs(self) -> list:
        return [np.load(path) for path in numbered(self.folder, "arg")]

    def results(self) -> list:
        """The files of the results."""
        return numbered(self.folder, "result")

    def files(self) -> list:
        """Files besides the program that a measurement depends on."""
        return [*numbered(self.folder, "arg"), *self.results()]


def numbered(folder: Path, stem: str) -> list:
    files = []
    while (path := folder / f"{stem}{len(files)}.npy").exists():
        files.append(path)
    return files


def workloads(folders: list) -> list:
    """The models in the folders, and the networks, also those that are in none of them."""
    found = {path.parent.name: ExportedModel(path.parent)
             for folder in folders for path in sorted(Path(folder).glob("*/model.mlir"))}
    missing = {name: ExportedModel(Path(name)) for name in NETWORKS if name not in found}
    return list({**found, **missing}.values())
