"""Installing the package writes nothing beside its sources."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[3] / "frontend" / "python"
IGNORED = shutil.ignore_patterns("__pycache__", "*.egg-info")


def files(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*"))


def pip(command, *arguments):
    subprocess.run(
        [sys.executable, "-m", "pip", command, "-q", "--disable-pip-version-check",
         "--no-deps", "--no-build-isolation", *arguments], check=True)


@pytest.fixture
def sources(tmp_path):
    return Path(shutil.copytree(SOURCES, tmp_path / "python", ignore=IGNORED))


def test_editable_installation(sources, tmp_path):
    before = files(sources)
    pip("install", "--editable", sources, "--target", tmp_path / "site")
    assert files(sources) == before
    names = [path.name for path in files(tmp_path / "site")]
    assert "entry_points.txt" in names


def test_wheel_holds_every_module(sources, tmp_path):
    before = files(sources)
    pip("wheel", sources, "-w", tmp_path)
    assert files(sources) == before
    wheel, = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {str(path.relative_to(sources))
            for path in sources.rglob("torch_matrix/**/*.py")} <= held
