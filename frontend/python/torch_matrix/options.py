#===- options.py - options of the backend ---------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The options of the backend: ``torch.compile(..., backend="matrix", options={...})``.
docs/pytorch.md describes them."""

import difflib
import os
from dataclasses import dataclass, fields
from pathlib import Path

from .errors import InvalidOption

# Outputs, and the names of matrix-compile for those that are files.
OUTPUTS = ("simulate", "check", "cpu", "mlir", "assembly", "elf")
FILES = {"mlir": (None, ".mlir"), "assembly": ("asm", ".s"), "elf": ("elf", ".elf")}
# The options that each mode of torch.compile sets.
MODES = {"default": {}, "max-autotune": {"tune": True}}


@dataclass(frozen=True)
class Options:
    """Checked options. Equal options have equal hashes: they are part of the keys of
    caches."""
    mcpu: str = ""  # "": the default variant
    cores: int = 0  # 0: all
    output: str = "simulate"
    output_dir: str | None = None
    hazards: bool = False
    cycles: bool = False
    cache: bool = True
    strict: bool = False
    tune: bool = False

    @classmethod
    def of(cls, given: dict | None, mode: str | None = None) -> "Options":
        """Checks names and values."""
        if mode is not None and mode not in MODES:
            raise InvalidOption(f"mode '{mode}' is not supported; the modes of backend "
                                f"'matrix' are: {', '.join(MODES)}")
        if not isinstance(given or {}, dict):
            raise InvalidOption(f"options are a dict, not {type(given).__name__}")
        for name in given or {}:
            require_known("option", name, [field.name for field in fields(cls)])
        options = cls(**{"mcpu": os.environ.get("MATRIX_CPU", ""),
                         **MODES[mode or "default"], **(given or {})})
        options.check()
        if options.cores < ("cores" in (given or {})):
            raise InvalidOption(f"option 'cores' is at least 1, not {options.cores}; "
                                "leave it out for all cores")
        return options

    def check(self) -> None:
        for name, kind in TYPES.items():
            value = getattr(self, name)
            if not isinstance(value, kind) or isinstance(value, bool) and kind is not bool:
                raise InvalidOption(f"option '{name}' is {ARTICLES[kind]}, not {value!r}")
        require_known("output", self.output, OUTPUTS)
        if (self.output in FILES) != (self.output_dir is not None):
            raise InvalidOption(f"output '{self.output}' " + (
                "needs option 'output_dir', the folder of its files"
                if self.output in FILES else "writes no files; leave 'output_dir' out"))

    def arguments(self) -> list[str]:
        """The options of matrix-compile that select the target."""
        return [f"--{name}={value}" for name, value in
                (("mcpu", self.mcpu), ("cores", self.cores)) if value]


TYPES = {"mcpu": str, "cores": int, "output": str,
         "output_dir": str | os.PathLike | None, "hazards": bool, "cycles": bool, "cache": bool,
         "strict": bool, "tune": bool}
ARTICLES = {str: "a string", int: "a number", bool: "True or False",
            TYPES["output_dir"]: "a path"}


def require_known(what: str, name, known) -> None:
    if name in known:
        return
    near = difflib.get_close_matches(str(name), known, 1)
    meant = f"; did you mean '{near[0]}'?" if near else ""
    raise InvalidOption(f"unknown {what} '{name}'{meant} (known: {', '.join(known)})")


def path_in(folder: str, stem: str, suffix: str) -> Path:
    """The first free name in the folder, which is created."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        number = 0
        while True:
            path = Path(folder) / f"{stem}{number}{suffix}"
            try:
                path.touch(exist_ok=False)
                return path
            except FileExistsError:
                number += 1
    except OSError as error:
        raise InvalidOption(f"output_dir '{folder}' cannot be written: "
                            f"{error.strerror}") from error
