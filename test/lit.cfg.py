# Configuration of the lit suites.
#
# Tools are looked up by name: first in the build (so `llc` is Matrix's), then in LLVM's
# tools (FileCheck, not, split-file, mlir-opt ...).
#
# Substitutions
#   %td         the description's folder
#   %td_all     the file read by every generator (with MATRIX_EXTRA_TD)
#   %td_flags   -I options for tblgen runs
#   %libs       the build's lib folder
#   %src        the project's root;  %build  the build folder;  %models  the model folder
#   %python     Python with NumPy;  %lit  the program that runs the suites
#   %mcpu       the variant of tests that run on one variant: the first with tile registers
#   %cpus       the variants and the part of check_*.py, as options
#
# Parameters
#   full        -Dfull=1: includes long-running tests
#   variants    -Dvariants=NAME,..: only suites that support every variant, on these
#   part        -Dpart=N: one of N parts of the programs and instructions of suites that
#               support every variant, another one on each variant
#   assignment  -Dassignment=few: with -Dfull=1, all programs, but each on the few variants
#               that it is assigned to without
#   before      -Dbefore=BUILD: results are bit-identical to those of that build, whose
#               description has fewer instructions
#
# Features
#   reference-description   the build uses the project's own td/ unchanged; tests
#                           that quote assembly or parameters require it
#   variant-<name>          the description has that variant
#   default-variant         the default variant is among the tested ones
#   tile-registers, row-memories   a tested variant has them
#   record-<name>           the description has that instruction
#   torch                   %python has PyTorch and torch_matrix
#   chromium                a headless browser
#   ray                     %python has Ray
#   sphinx                  %python has Sphinx with MyST and the theme of the site
#   graphviz                installed
#   debian                  the tools that make and check Debian packages
#   newlib                  utils/newlib has built the C library of the default variant,
#                           from the description of the build
#   default-build-folder    the build is in build/, as the docs' commands assume
#   csmith                  installed, a generator of C programs
#   c-collections           installed: what test/Campaigns compares collections of C programs with
#   gdb-multiarch           installed; a test attaches it to the simulator
#   full                    -Dfull=1
#   all-programs            -Dfull=1, -Dvariants or another description: programs run on
#                           every variant, and tests of instructions have all of them;
#                           -Dpart selects a part

import json
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "Matrix"
config.test_source_root = os.path.dirname(__file__)
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".ll", ".mlir", ".s", ".td", ".test"]
config.excludes = ["Inputs", "Models", "Python", "CMakeLists.txt",
                   "README.md", "__pycache__"]
sys.dont_write_bytecode = True  # suites import modules of their folders

# Suites that support any description and variant: they run programs and
# compare numbers. All others quote assembly, and are excluded from a build with
# another description.
EXECUTED_SUITES = ["Instructions", "Integration"]

full = bool(lit_config.params.get("full"))
chosen_variants = lit_config.params.get("variants")

if config.reference_description:
    config.available_features.add("reference-description")
if chosen_variants or not config.reference_description:
    config.excludes += [
        entry for entry in os.listdir(config.test_source_root)
        if entry not in EXECUTED_SUITES]
if chosen_variants or config.reference_description or "before" in lit_config.params:
    # Programs for the default variant, and instructions added by utils/probe.
    config.excludes += ["Probe"]


# --- Environment --------------------------------------------------------------

path = [config.tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
config.environment["PATH"] = os.pathsep.join(path)
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --dump-input-filter=all"
config.environment["MATRIX_BIN"] = config.tools_dir
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["MATRIX_ASSERT_BOUNDS"] = "1"  # no timed run is below a bound
config.environment["MATRIX_VERIFY_EACH"] = "1"  # verifies the MLIR after each pass
config.environment["MATRIX_CACHE"] = "off"  # programs of torch_matrix are compiled
for name in ("HOME", "CCACHE_DIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# A timeout is a failure of the test, not of the run. Requires psutil (utils/setup). Some
# tests that require `full` build all tools.
try:
    import psutil  # noqa: F401
    lit_config.maxIndividualTestTime = (
        lit_config.maxIndividualTestTime or (7200 if full else 300))
except ImportError:
    lit_config.note("no time limit per test: this Python lacks psutil")


# --- The description ----------------------------------------------------------

td_all = os.path.join(config.build_dir, "td", "MatrixAll.td")


def description():
    """The description as JSON of matrix-tblgen, or None before it is built."""
    tool = os.path.join(config.tools_dir, "matrix-tblgen")
    command = [tool, "-dump-description", "-I", config.td_dir,
               "-I", config.llvm_include_dir, td_all]
    try:
        return json.loads(subprocess.run(command, check=True, timeout=60,
                                         capture_output=True).stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return {}


def tested(variants):
    """The variants selected by -Dvariants, or all."""
    names = chosen_variants.split(",") if chosen_variants else list(variants)
    for name in names:
        if name not in variants:
            lit_config.fatal(f"-Dvariants: '{name}' is none of {', '.join(variants)}")
    return {name: variants[name] for name in names}


def default_tested(variants):
    """The first variant that the most suites support: one with tile registers."""
    return next((cpu for cpu, variant in variants.items() if variant.get("tiles")),
                next(iter(variants)))


facts = description()
# The default one first; the only information available before a build.
all_variants = {variant["cpu"]: variant for variant in
                facts.get("variants", [{"cpu": "generic", "default": True}])}
config.variants = tested(all_variants)
config.before = lit_config.params.get("before")
config.part = int(lit_config.params.get("part", 1))


# --- Substitutions ------------------------------------------------------------

config.substitutions += [
    ("%td_all", td_all),
    ("%td_flags", f"-I {config.td_dir} -I {config.llvm_include_dir}"),
    ("%td", config.td_dir),
    ("%llvm_include", config.llvm_include_dir),
    ("%libs", config.libs_dir),
    ("%models", os.path.join(config.test_source_root, "Models")),
    ("%build", config.build_dir),
    ("%src", config.source_dir),
    ("%python", config.python),
    ("%lit", config.lit),
    ("%mcpu", default_tested(config.variants)),
    ("%cpus", " ".join([f"--part={config.part}", *(
        f"--cpu={cpu}" for cpu in config.variants if chosen_variants)])),
]


# --- Features -----------------------------------------------------------------

config.available_features.update("variant-" + cpu for cpu in all_variants)
config.available_features.update(
    "record-" + instruction["record"] for instruction in facts.get("instructions", []))
for variant in config.variants.values():
    if variant["default"]:
        config.available_features.add("default-variant")
    config.available_features.add(
        "tile-registers" if variant.get("tiles") else "row-memories")

if os.path.realpath(config.build_dir) == os.path.realpath(
        os.path.join(config.source_dir, "build")):
    config.available_features.add("default-build-folder")

if shutil.which("pkg-config"):
    config.available_features.add("pkg-config")
if all(map(shutil.which, ("dpkg-shlibdeps", "file", "groff"))):
    config.available_features.add("debian")
if shutil.which("dot"):
    config.available_features.add("graphviz")
if shutil.which("gdb-multiarch"):
    config.available_features.add("gdb-multiarch")

if shutil.which("csmith") and os.path.exists("/usr/include/csmith/safe_math.h"):
    config.available_features.add("csmith")
if shutil.which("qemu-riscv64") and os.path.exists("/usr/riscv64-linux-gnu/lib/libc.a"):
    config.available_features.add("c-collections")

if full:
    config.available_features.add("full")
config.has_all_programs = bool(full or chosen_variants or not config.reference_description)
if config.has_all_programs:
    config.available_features.add("all-programs")
config.on_few_variants = lit_config.params.get("assignment") == "few"


def newlib_problem():
    """Why tests of the C library cannot run, or None."""
    default = next((v["cpu"] for v in all_variants.values() if v["default"]), "")
    sysroot = os.path.join(config.libs_dir, "matrix", "sysroot", default)
    if not os.path.exists(os.path.join(sysroot, "lib", "libc.a")):
        return "there is no C library"
    with open(os.path.join(sysroot, "description")) as stamp:
        if stamp.read().strip() != str(facts.get("hash")):
            return "the C library is of another description"
    return None


if newlib_problem() is None:
    config.available_features.add("newlib")
else:
    lit_config.note(f"test/Newlib does not run: {newlib_problem()}; "
                    "build it with utils/newlib")

if any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
    config.available_features.add("chromium")



def python_finds(*modules) -> bool:
    code = ("import importlib.util as u, sys; "
            "sys.exit(not all(map(u.find_spec, sys.argv[1:])))")
    return subprocess.run([config.python, "-c", code, *modules]).returncode == 0


if python_finds("torch", "torch_matrix"):
    config.available_features.add("torch")
if python_finds("ray"):
    config.available_features.add("ray")
if python_finds("sphinx", "myst_parser", "furo"):
    config.available_features.add("sphinx")
