"""Types and shapes of decompositions are those of the operators, for entries of PyTorch's
operator database and for operands of other types and of rank 0."""

from contextlib import suppress
from itertools import islice

import op_db
import pytest
import torch
from op_db_judge import TYPES
from torch._subclasses import FakeTensorMode
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode, ShapeEnv
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

from conftest import assert_close
from torch_matrix import explain
from torch_matrix.operators import strides
from torch_matrix.operators.decompositions import decompositions

EVERY, SAMPLES = 12, 4
WITHOUT_DATA = (DataDependentOutputException, DynamicOutputShapeException,
                GuardOnDataDependentSymNode, RuntimeError)


# Fakes of the one have other statistics than eager mode, if operands have several types;
# those of the other lack the bag of each index, which gradients need.
OTHER_FAKES = {"_native_batch_norm_legit", "nn.functional.embedding_bag"}


def parameters(every: int) -> list[tuple[str, str]]:
    return op_db.pairs(every, ["float32", "bfloat16", "int64"])


def pytest_generate_tests(metafunc):
    if "name" in metafunc.fixturenames:
        every = 1 if metafunc.config.getoption("full") else EVERY
        metafunc.parametrize("name, dtype", parameters(every))


def signature(value):
    return (value.dtype, tuple(value.shape)) if isinstance(value, torch.Tensor) else None


@pytest.fixture
def differing(monkeypatch):
    """Signatures of decompositions and of their operators that are not equal."""
    found, original = [], strides.like

    def comparing(result, expected):
        result = original(result, expected)
        found.extend(pair for pair in zip(*(map(signature, tree_leaves(leaves))
                                            for leaves in (result, expected)))
                     if None not in pair and pair[0] != pair[1])
        return result
    monkeypatch.setattr(strides, "like", comparing)
    return found


def variants(sample):
    """The sample, and operands after the first one of rank 0 and of other types."""
    args = [sample.input, *sample.args]
    yield args
    places = [place for place, arg in enumerate(args) if place and is_number(arg)]
    for dtype in (torch.float64, torch.float16, torch.int32) if places else ():
        yield [arg.to(dtype) if place in places else arg for place, arg in enumerate(args)]
        yield [torch.ones((), dtype=dtype) if place in places else arg
               for place, arg in enumerate(args)]
    if is_number(sample.input):
        yield [torch.ones((), dtype=sample.input.dtype), *sample.args]


def is_number(value) -> bool:
    return isinstance(value, torch.Tensor) and value.is_floating_point()


class Decomposing(TorchDispatchMode):
    """Also applies the decomposition of each operator that is called."""

    def __init__(self):
        super().__init__()
        self.errors = []

    def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
        result = operator(*args, **(kwargs or {}))
        try:
            if operator in decompositions():
                decompositions()[operator](*args, **(kwargs or {}))
        except Exception as error:  # of various types
            self.errors.append((operator, error))
        return result


def apply(function, args, kwargs) -> list:
    """Errors of decompositions. Fakes have no data for functions that depend on it."""
    fakes, decomposing = FakeTensorMode(
        allow_non_fake_inputs=True, shape_env=ShapeEnv()), Decomposing()
    args, kwargs = tree_map(lambda leaf: fakes.from_tensor(
        leaf, static_shapes=True) if isinstance(leaf, torch.Tensor) else leaf, (args, kwargs))
    with fakes, decomposing, torch.no_grad(), suppress(*WITHOUT_DATA):
        function(*args, **kwargs)
    return decomposing.errors


def accepts(function, args, kwargs) -> bool:
    """Functions on fakes accept more operands."""
    try:
        function(*args, **kwargs)
    except Exception:  # of various types
        return False
    return True


def test_entry(name, dtype, differing):
    entry = op_db.database()[name]
    for sample in islice(entry.sample_inputs("cpu", TYPES[dtype]), SAMPLES):
        for args in variants(sample):
            if accepts(entry.op, args, sample.kwargs):
                assert not apply(entry.op, args, sample.kwargs), (args, sample.kwargs)
                assert name in OTHER_FAKES or not differing, (args, sample.kwargs)


@pytest.mark.parametrize("function", [torch.cov, torch.corrcoef, lambda x: torch.cov(x[0]),
                                      lambda x: torch.cov(x.T, correction=0),
                                      lambda x: torch.cov((9 * x).long())])
def test_covariances(function):
    """Without a graph break."""
    x = torch.linspace(-1, 1, 60).view(5, 12) ** 3
    found = explain(function, x, options={"strict": True}, cycles=False)
    assert not found.breaks
    assert_close(found.results, function(x))
