"""The wheel with tools and libraries (utils/wheel), in a fresh environment."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
import torch

from torch_matrix.tools import tool

ROOT = Path(__file__).resolve().parents[3]
WRITER = ROOT / "utils" / "packaging" / "wheel.py"
BUILD = Path(tool("matrix-compile")).resolve().parents[1]

MODEL = """
import matrix_accelerator, torch, torch_matrix
from pathlib import Path
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(20, 30), torch.nn.ReLU(), torch.nn.Linear(30, 5))
x = torch.randn(7, 20)
with torch.no_grad():
    want, got = model(x), torch.compile(model, backend="matrix")(x)
torch.testing.assert_close(got, want)
package = Path(matrix_accelerator.__file__).parent
maps = Path("/proc/self/maps").read_text()
assert Path(torch_matrix.__file__).parents[1] == package.parent
assert f"{package}/lib/libmatrix_sim.so" in maps
print(*sorted({line.split()[-1] for line in maps.splitlines() if "libLLVM" in line}))
"""


def run(*command, **variables):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MATRIX_BIN", "PYTHONPATH", "LD_LIBRARY_PATH")}
    done = subprocess.run([*map(str, command)], capture_output=True, text=True,
                          env={**environment, **variables}, cwd=variables.get("HOME"))
    assert not done.returncode, done.stderr
    return done.stdout


def write_wheel(folder, *options):
    run(sys.executable, WRITER, "--build", BUILD, "--output", folder, *options)
    wheel, = Path(folder).glob("*.whl")
    return wheel


def environment(folder):
    """A fresh environment in which the packages of this one are visible, apart from
    this project's."""
    venv.create(folder, with_pip=False)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = folder / "lib" / version / "site-packages"
    others = folder / "others"
    others.mkdir()
    places = [Path(torch.__file__).parents[1], *map(Path, sys.path)]
    for place in places:
        if place.name in ("site-packages", "dist-packages") and place.is_dir():
            for entry in place.iterdir():
                if not re.search("torch_matrix|matrix_accelerator|\\.pth$", entry.name) \
                        and not (others / entry.name).exists():
                    (others / entry.name).symlink_to(entry)
    (site / "others.pth").write_text(f"{others}\n")
    return folder / "bin" / "python"


def tools(wheel):
    text = zipfile.ZipFile(wheel)
    points = next(name for name in text.namelist() if name.endswith("entry_points.txt"))
    return re.findall(r"^(matrix-\S+) = matrix_accelerator:main$",
                      text.read(points).decode(), re.M)


@pytest.fixture
def full(request):
    if not request.config.getoption("--full"):
        pytest.skip("--full only")


def test_wheel_in_a_fresh_environment(full, tmp_path):
    wheel = write_wheel(tmp_path / "dist")
    assert re.fullmatch(r"matrix_accelerator-[\d.]+-py3-none-manylinux_2_\d+_\w+\.whl",
                        wheel.name)
    python = environment(tmp_path / "venv")
    run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", wheel)
    home = {"HOME": str(tmp_path)}
    libraries = run(python, "-c", MODEL, **home).split()
    assert any("matrix_accelerator/lib/libLLVM.so" in path for path in libraries)
    assert not any(path.startswith("/usr/lib") for path in libraries)
    assert len(tools(wheel)) >= 14
    for name in tools(wheel):
        help = run(python.parent / name, "--help", **home)
        assert "OVERVIEW" in help or help.startswith(f"usage: {name}")
    source = ROOT / "test" / "Models" / "linear-4x3" / "model.mlir"
    assert "ok" in run(python.parent / "matrix-run", source, "--check", "--random", **home)
    missing = subprocess.run([python.parent / "matrix-run", "nothing.mlir"],
                             capture_output=True, text=True)
    assert missing.returncode and "Traceback" not in missing.stderr
    run(python, "-m", "pip", "uninstall", "-y", "matrix-accelerator")
    assert not list((tmp_path / "venv").rglob("matrix_accelerator"))


def test_wheel_without_llvm(full, tmp_path):
    wheel = write_wheel(tmp_path, "--system-llvm")
    assert wheel.name.endswith("-py3-none-linux_x86_64.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not any("libLLVM.so" in name or "libMLIR.so" in name for name in names)
    assert "matrix_accelerator/bin/matrix-compile" in names


def test_wheel_without_build_is_an_error(tmp_path):
    done = subprocess.run([sys.executable, WRITER, "--build", tmp_path],
                          capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"wheel: error: {tmp_path} has no matrix-compile; run utils/build\n"
