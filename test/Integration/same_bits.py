#===- test/Integration/same_bits.py - programs executed in two ways ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lit test formats as in program_format.py for programs that are executed in several
ways, with bit-identical results."""

import functools
import json
import os
import re
import zlib
from functools import partial
from pathlib import Path

from program_format import (ControlFlowFormat, GeneratedFormat, LinalgFormat,
                            ProgramFormat, on_all_variants)


class SameBitsFormat(ProgramFormat):
    """Programs of the other suites, executed in several ways: the results are
    bit-identical. Subclasses define `ways(program, cpu, folder, config)`: maps names to
    commands, the last of which runs the program."""

    PART = 12    # each variant runs one share, all on all with on_all_variants

    def runs(self, name, place, cpu, config):
        return (on_all_variants(config)
                or zlib.crc32(name.encode()) % self.PART == place % self.PART)

    @staticmethod
    @functools.lru_cache
    def programs():
        """Maps names to functions that write the program's text to a folder."""
        found = {f"Linalg-{Path(name).stem}": path.read_text
                 for name, path in LinalgFormat.paths().items()}
        for name, case in GeneratedFormat.table().items():
            found[f"Generated-{name}"] = case.mlir
        for name in ControlFlowFormat().names():
            found[f"ControlFlow-{name}"] = partial(ControlFlowFormat.script().text_of, name)
        return found

    def names(self):
        return sorted(self.programs())

    def commands(self, name, cpu, folder, config):
        text = self.programs()[name]()
        program = os.path.join(folder, "model.mlir")
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(program).write_text(text)
        ways = self.ways(program, cpu, folder, config)
        results = {way: [os.path.join(folder, f"{way}-{i}.npy")
                         for i in range(count_results(text))] for way in ways}
        for way, (*first, run) in ways.items():
            yield from first
            yield [*run, "--random=3",
                   *(part for path in results[way] for part in ("--output", path))]
        if self.same_bits(text, cpu, config):
            for paths in zip(*results.values()):
                yield ["cmp", *paths]
        else:
            yield [*ways[list(ways)[-1]][-1], "--random=3",
                   *(part for path in results[list(ways)[0]] for part in ("--expect", path))]

    def same_bits(self, text, cpu, config):
        """Returns whether results are bit-identical, not only within the tolerance."""
        return True


class SharingFormat(SameBitsFormat):
    """With and without shared buffers."""

    def ways(self, program, cpu, folder, config):
        ways = {}
        for share in "10":
            elf = os.path.join(folder, f"share{share}.elf")
            ways[f"share{share}"] = [
                ["matrix-compile", program, f"--mcpu={cpu}", f"--share-buffers={share}",
                 "-o", elf], ["matrix-run", elf]]
        return ways


class AdditionsFormat(SameBitsFormat):
    """With and without the tile instructions that this build's description has in
    addition to that of another build (lit -Dbefore=BUILD)."""

    PART = 2
    # Their order depends on the selected instructions (contracts.md, Numerics).
    FLOAT_REDUCTION = re.compile(r'linalg[.]softmax|linalg[.]reduce { *arith[.](add|mul)f|"reduction".*?arith[.](add|mul)f', re.S)

    def same_bits(self, text, cpu, config):
        if self.FLOAT_REDUCTION.search(text):
            return False
        # Products on tiles instead of scalar code are not rounded before the addition.
        return (not CONTRACTION.search(text)
                or contractions(config.before, cpu) == contractions(own_build(config), cpu))

    def runs(self, name, place, cpu, config):
        return (bool(config.before and config.variants[cpu].get("tiles"))
                and super().runs(name, place, cpu, config))

    def ways(self, program, cpu, folder, config):
        ways = {}
        for way, tools in ("before", os.path.join(config.before, "bin")), ("after", config.tools_dir):
            elf = os.path.join(folder, f"{way}.elf")
            ways[way] = [[os.path.join(tools, "matrix-compile"), program, f"--mcpu={cpu}",
                          "-o", elf],
                         [os.path.join(tools, "matrix-run"), elf, "--functional"]]
        return ways


# Operations with sums of products; a generic one has both operations in its body.
CONTRACTION = re.compile(r"linalg[.]\w*(matmul|conv|matvec|vecmat|dot|mmt4d|contract)"
                         r"|arith[.]mulf.*?arith[.]addf", re.S)


@functools.lru_cache
def contractions(build, cpu):
    """The contraction instructions of a variant in the description of a build."""
    facts = json.loads(Path(build, "description.json").read_text())
    return {instruction["mnemonic"] for instruction in facts["instructions"]
            if cpu in instruction.get("timing", {})
            and '"op": "Contract"' in json.dumps(instruction.get("semantics"))}


def own_build(config):
    return Path(config.tools_dir).parent


def count_results(text):
    """Counts the tensors among the results of @main, whose body begins after its last
    type; a type is written out or an alias."""
    results = re.search(r"func\.func (?:private )?@main\(.*?\)\s*->\s*(.*?)\{\n", text, re.S)
    return len(re.findall(r"tensor<|!\w", results[1]))
