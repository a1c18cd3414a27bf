"""Entries of the cache of AOTAutograd."""

from pathlib import Path

import pytest
import torch
from torch._dynamo.utils import counters

from torch_matrix import decisions, fallback

X = torch.linspace(-1, 1, 24).view(3, 8)


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MATRIX_CACHE", str(tmp_path / "programs"))
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "torch"))
    counters.clear()
    return tmp_path


def entries(folder: Path) -> list[Path]:
    return sorted((folder / "torch" / "aotautograd").glob("*/*"))


def found() -> dict:
    """The uses of the cache since the last call, by their result."""
    names = ("hit", "miss", "saved", "bypass")
    values = {name: counters["aot_autograd"][f"autograd_cache_{name}"] for name in names}
    counters.clear()
    return {name: value for name, value in values.items() if value}


MISSED, HIT = {"miss": 1, "saved": 1}, {"hit": 1}


def anew(function, *inputs, **options):
    """The result of the function, as in a process that has compiled nothing."""
    torch._dynamo.reset()
    fallback.FAILED.clear()
    decisions.KNOWN.clear()
    dynamic = options.pop("dynamic", False)
    return torch.compile(function, backend="matrix", dynamic=dynamic, options=options)(*inputs)
