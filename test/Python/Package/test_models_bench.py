"""utils/bench/models: comparison of results, and the page."""

import sys
from pathlib import Path

import pytest
import torch

BENCH = Path(__file__).resolve().parents[3] / "utils" / "bench"
sys.path.append(str(BENCH))

from architectures import Architecture, load, measure, page  # noqa: E402


def test_architectures():
    groups = [each.group for each in load().values()]
    assert groups.count("held aside") == groups.count("held aside, second set") == 24


X = torch.tensor([1.0, -4.0])


@pytest.mark.parametrize("got, error", [
    (X, 0), (X + torch.tensor([0.0, 1.0]), 0.25), (X.double(), float("inf")),
    (X[:1], float("inf")), (X / torch.tensor([0.0, 1.0]) * 0, float("inf"))])
def test_difference(got, error):
    assert measure.difference({"a": (got,)}, {"a": (X,)}) == error


def test_page_of_an_operator_in_eager_mode():
    found = {"error": 0.0, "graphs": 1, "programs": 2, "cycles": 1234567, "scalar": 1.0,
             "roof": 2.0, "eager": ["aten.x (/a/b/model.py:3) draws"], "divisions": [],
             "seconds": {**dict.fromkeys(page.SECONDS, 1.0), "iree-compile": None},
             "dram": 2 << 20}
    text = page.page([("base", Architecture("A", "full", None), found)])
    assert ("| A | full | 0.0e+00 | 1 | 2 | 1 | 1 234 567 | 1.0 | 2.0 | 2 048 | "
            "1.0 | 1.0 | 1.0 | 1.0 | fails |") in text
    assert "* A, in eager mode: aten.x (model.py:3) draws\n" in text
