"""Every example runs and compares itself with eager mode."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.stem)
def test_example(path):
    runpy.run_path(str(path), run_name="__main__")


# A name in sys.modules without a module cannot be imported.
WITHOUT_TORCH = """
import runpy, sys
sys.modules["torch"] = None
runpy.run_path(sys.argv[1], run_name="__main__")
"""


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.stem)
def test_example_without_pytorch(path):
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH, path],
                          capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "PyTorch is not installed in this Python; run utils/setup\n"
