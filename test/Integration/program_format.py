#===- test/Integration/program_format.py - one lit test per program ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lit test formats with one test per program and variant, or per program and all its
variants where matrix-run compares them with one CPU execution: the programs of Linalg/,
the generated cases, the models of test/Models. The report of a failure contains its
command; with several variants, it names the variant.

All variants of the description are tested, including those of utils/probe and
MATRIX_EXTRA_TD, or those selected by -Dvariants. The first one (by default the default
variant) runs all programs, and each program runs on one other variant, which its name
selects; of the generated cases each other variant runs one third, a different one each.
`lit -Dfull=1` runs all programs on all variants, as do -Dvariants and builds of another
description, -Dassignment=few all on the variants above, and -Dpart=N one of N parts of all
programs.
"""

import functools
import importlib.util
import os
import re
import shlex
import sys
import zlib
from pathlib import Path

import lit.formats
import lit.Test
import lit.util


HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "Generated"))
import generated_cases as cases  # noqa: E402

HAS_NUMPY = importlib.util.find_spec("numpy") is not None


class ProgramFormat(lit.formats.TestFormat):
    """Subclasses define `names()` and `commands(name, cpu, scratch folder, config)`,
    and optionally the subset that a variant runs. With ONE_REFERENCE, a test runs its
    program on a list of variants, and `cpu` is that list, with commas."""

    ONE_REFERENCE = False

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        for name in self.names_in(Path(testSuite.getSourcePath(path_in_suite))):
            cpus = [cpu for place, cpu in enumerate(localConfig.variants)
                    if self.runs(name, place, cpu, localConfig)
                    and is_in_part(name, place, localConfig.part)]
            for test in [",".join(cpus)] if cpus and self.ONE_REFERENCE else cpus:
                yield lit.Test.Test(testSuite, path_in_suite + (name, test), localConfig)

    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        """A path that names a program yields its tests on all variants."""
        *folder, name = path_in_suite
        for test in self.getTestsInDirectory(testSuite, tuple(folder), litConfig, localConfig):
            if test.path_in_suite[-2] == name:
                yield test

    def names_in(self, folder):
        """Programs of a folder of the suite; only Linalg/ has folders."""
        return self.names()

    def runs(self, name, place, cpu, config):
        return True

    def execute(self, test, litConfig):
        folder = test.getExecPath()
        for command in self.commands(*test.path_in_suite[-2:], folder, test.config):
            status, log = run(command, test.config.environment,
                              litConfig.maxIndividualTestTime)
            if status is not lit.Test.PASS:
                return status, log
        return lit.Test.PASS, ""


def on_all_variants(config):
    """Whether suites run all programs on all variants instead of shares."""
    return "full" in config.available_features and not config.on_few_variants


class OnTwoVariants(ProgramFormat):
    """By default, a program runs on the first variant and on one other."""

    def runs(self, name, place, cpu, config):
        others = len(config.variants) - 1
        return (config.has_all_programs and not config.on_few_variants or place == 0
                or place == 1 + zlib.crc32(name.encode()) % others)


def is_in_part(name, place, parts):
    """Whether the variant at this place runs the program with -Dpart. The hash differs
    from those of subclasses, whose shares would be contained in the part otherwise."""
    return zlib.crc32(f"part {name}".encode()) % parts == place % parts


class LinalgFormat(OnTwoVariants):
    """Handwritten programs; their RUN lines are for the default variant."""

    ONE_REFERENCE = True

    @staticmethod
    @functools.lru_cache
    def paths():
        """Maps names of files to the files of all folders."""
        return {path.name: path for path in sorted((HERE / "Linalg").rglob("*.mlir"))}

    def names(self):
        return list(self.paths())

    def names_in(self, folder):
        return [name for name, path in self.paths().items() if path.parent == folder.resolve()]

    def commands(self, name, cpu, folder, config):
        path = self.paths()[name]
        lines = re.findall(r"RUN: *(.*)", path.read_text())
        if not lines or not all(line.startswith("matrix-run %s") for line in lines):
            raise ValueError(f"{path}: each RUN line must be 'matrix-run %s ..', and there must be one")
        for line in lines:
            yield [*line.replace("%s", str(path)).split(), f"--mcpu={cpu}"]


class GeneratedFormat(ProgramFormat):
    """Cases of Generated/generated_cases.py against CPU execution of the same MLIR."""

    ONE_REFERENCE = True
    PART = 3     # denominator of the share, except on the default variant

    @staticmethod
    @functools.lru_cache
    def table():
        return {case.name: case for case in cases.cases()}

    def names(self):
        return list(self.table())

    def runs(self, name, place, cpu, config):
        return (place == 0 or on_all_variants(config)
                or zlib.crc32(name.encode()) % self.PART == place % self.PART)

    def commands(self, name, cpu, folder, config):
        if HAS_NUMPY:     # else lit runs in a different Python than the tests
            cases.write(self.table()[name], Path(folder))
        else:
            yield [config.python, str(HERE / "Generated" / "generated_cases.py"), name, folder]
        for mode in modes(config):
            yield ["matrix-run", os.path.join(folder, "model.mlir"), "--check", *mode,
                   f"--mcpu={cpu}", *numbered("--input", Path(folder), "arg")]


class RandomFormat(ProgramFormat):
    """Programs of Random/ against CPU execution of the same MLIR, also in f64. By default a
    fixed subset runs, each program on one variant; with -Dfull=1 all run on all, and with
    -Dassignment=few as well each on one."""

    ONE_REFERENCE = True
    FOLDER = HERE / "Random"

    @staticmethod
    @functools.lru_cache
    def programs():
        sys.path.insert(0, str(RandomFormat.FOLDER))
        import random_programs
        return random_programs

    def names(self):
        return self.programs().names()

    def runs(self, name, place, cpu, config):
        is_turn = place == self.programs().number(name) % len(config.variants)
        if "full" in config.available_features:
            return is_turn or on_all_variants(config)
        return is_turn and self.programs().is_fixed(name)

    def commands(self, name, cpu, folder, config):
        if HAS_NUMPY:     # else lit runs in a different Python than the tests
            self.programs().write(name, Path(folder))
        else:
            yield [config.python, str(self.FOLDER / "random_programs.py"), name, folder]
        yield ["matrix-run", os.path.join(folder, "model.mlir"),
               self.programs().check_of(name), "--functional", f"--mcpu={cpu}",
               *numbered("--input", Path(folder), "arg")]


class RowMemoryFormat(ProgramFormat):
    """Cases of RowMemories/row_memory_cases.py, each on its variant, against NumPy."""

    SCRIPT = HERE / "RowMemories" / "row_memory_cases.py"

    @staticmethod
    @functools.lru_cache
    def variants():
        table = imported(RowMemoryFormat.SCRIPT).CASES
        return {name: case.variant for name, case in table.items()}

    def names(self):
        return list(self.variants())

    def runs(self, name, place, cpu, config):
        return cpu == self.variants()[name]

    def commands(self, name, cpu, folder, config):
        result = os.path.join(folder, "result.npy")
        yield [config.python, str(self.SCRIPT), name, folder]
        yield ["matrix-run", os.path.join(folder, "model.mlir"), f"--mcpu={cpu}",
               "--output", result, *numbered("--input", Path(folder), "arg")]
        yield [config.python, str(self.SCRIPT), name, folder, "--compare", result]


class ControlFlowFormat(OnTwoVariants):
    """Cases of ControlFlow/control_flow_cases.py against NumPy."""

    SCRIPT = HERE / "ControlFlow" / "control_flow_cases.py"

    @staticmethod
    @functools.lru_cache
    def script():
        return imported(ControlFlowFormat.SCRIPT)

    def names(self):
        return list(self.script().CASES)

    def commands(self, name, cpu, folder, config):
        yield [config.python, str(self.SCRIPT), name, folder]
        yield ["matrix-run", os.path.join(folder, "model.mlir"), f"--mcpu={cpu}", "--timed",
               *numbered("--input", Path(folder), "arg"),
               *numbered("--expect", Path(folder), "result")]


class ModelFormat(OnTwoVariants):
    """Models of test/Models against PyTorch's results."""

    MODELS = HERE.parent / "Models"

    def names(self):
        return sorted(path.parent.name for path in self.MODELS.glob("*/model.mlir"))

    def commands(self, name, cpu, folder, config):
        model = self.MODELS / name
        yield ["matrix-run", str(model / "model.mlir"), f"--mcpu={cpu}",
               *numbered("--input", model, "arg"),
               *numbered("--expect", model, "result")]


def modes(config):
    """Functional runs; with full=1 also timed runs. The other suites always run
    timed. Hazard checks are enabled in both."""
    functional = ["--functional"]
    return [functional, []] if "full" in config.available_features else [functional]


def run(command, environment, timeout):
    program = lit.util.which(command[0], environment["PATH"])
    if not program:
        return lit.Test.UNRESOLVED, f"{command[0]} is not built"
    shown = shlex.join(command)
    try:
        out, err, status = lit.util.executeCommand(
            [program, *command[1:]], env=environment, timeout=timeout)
    except lit.util.ExecuteCommandTimeoutException as error:
        return lit.Test.TIMEOUT, f"{shown}\n{error.msg}"
    result = lit.Test.PASS if status == 0 else lit.Test.FAIL
    return result, f"{shown}\nexit status {status}\n{out}{err}"


def imported(script):
    """The module of a script in a folder that is not a package."""
    spec = importlib.util.spec_from_file_location(script.parent.name, script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def numbered(option, folder, stem):
    """Returns --option folder/stem0.npy --option folder/stem1.npy ... for existing files."""
    found = []
    while (path := folder / f"{stem}{len(found) // 2}.npy").exists():
        found += [option, str(path)]
    return found
