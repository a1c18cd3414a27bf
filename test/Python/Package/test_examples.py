"""Every example runs and compares itself with eager mode."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


# Packages that `utils/setup --models` installs.
REQUIRED = {"generate": "transformers", "quantized": "torchao"}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.stem)
def test_example(path, monkeypatch):
    if path.stem in REQUIRED:
        pytest.importorskip(REQUIRED[path.stem])
    monkeypatch.setattr(sys, "argv", [str(path)])
    runpy.run_path(str(path), run_name="__main__")


# A name in sys.modules without a module cannot be imported.
WITHOUT_PACKAGE = """
import runpy, sys
sys.modules[sys.argv[2]] = None
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def run_without(package: str, path: Path) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", WITHOUT_PACKAGE, path, package],
                          capture_output=True, text=True)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.stem)
def test_example_without_pytorch(path):
    done = run_without("torch", path)
    assert done.returncode == 1
    assert done.stderr == "PyTorch is not installed in this Python; run utils/setup\n"


@pytest.mark.parametrize("name", REQUIRED)
def test_example_without_its_package(name):
    done = run_without(REQUIRED[name], EXAMPLES / f"{name}.py")
    assert done.returncode == 1
    assert done.stderr == \
        f"{REQUIRED[name]} is not installed in this Python; run utils/setup --models\n"
