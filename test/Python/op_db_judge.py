"""What one entry of the operator database does on the backend."""

import math
import signal
import warnings
from collections import Counter
from contextlib import contextmanager

import torch
from torch._dynamo.exc import BackendCompilerFailed
from torch._dynamo.utils import counters
from torch.utils._pytree import tree_leaves, tree_map

from conftest import TOLERANCE
from torch_matrix.errors import EagerWarning, MatrixError, UnsupportedGraph
from torch_matrix.program import Program

TYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16,
         "float16": torch.float16, "int32": torch.int32, "int64": torch.int64,
         "bool": torch.bool, "int8": torch.int8, "uint8": torch.uint8,
         "int16": torch.int16, "float64": torch.float64, "complex64": torch.complex64}
NARROW = (torch.bfloat16, torch.float16)
UNINITIALIZED = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty",
                 "new_empty_strided"}
LIMIT = 90  # seconds of one sample
LARGEST = 4096  # elements of a tensor, if there are samples without larger ones
GRAVITY = ["no sample", "outside", "nothing", "accelerated", "fallback", "idle",
           "refused", "slow", "wrong", "died"]
# Of two verdicts on one entry, the worse one is later.
ORDER = ["accelerated", *(each for each in GRAVITY if each != "accelerated")]


class TooSlow(BaseException):
    """Not an Exception: nothing between here and the alarm catches it."""


def judge(op, dtype: torch.dtype, samples: int = 1, before=lambda: None) -> dict:
    """The worst verdict over the samples, and the number of samples with each. samples:
    how many of them, spread evenly; 0 for all. before() is called before each."""
    found = []
    for sample in small_samples(op, dtype, samples):
        before()
        found.append(judge_sample(op, sample))
    verdict, reason = max(found, key=lambda one: GRAVITY.index(one[0]),
                          default=("no sample", ""))
    return {"verdict": verdict, "reason": reason,
            "samples": Counter(verdict for verdict, _ in found)}


def is_worse(verdict: str, before: str) -> bool:
    return ORDER.index(verdict) > ORDER.index(before)


def small_samples(op, dtype: torch.dtype, count: int) -> list:
    torch.manual_seed(0)
    try:
        every = list(op.sample_inputs("cpu", dtype, requires_grad=False))
    except Exception:  # of the database: an optional package is missing
        return []
    sizes = {id(sample): size for sample in every if (size := size_of(sample)) is not None}
    largest = max(LARGEST, min(sizes.values(), default=0))
    fitting = [sample for sample in every if sizes.get(id(sample), math.inf) <= largest]
    if not count:
        return fitting
    fitting = [sample for sample in fitting if has_elements(op, sample)] or fitting
    if count >= len(fitting):
        return fitting
    return [fitting[i * len(fitting) // count] for i in range(count)]


def size_of(sample) -> int | None:
    """Elements of the largest tensor; None if there are tensors, but all are empty."""
    sizes = [leaf.numel() for leaf in tree_leaves((sample.input, sample.args, sample.kwargs))
             if isinstance(leaf, torch.Tensor)]
    return max(sizes) if any(sizes) else None if sizes else 0


def has_elements(op, sample) -> bool:
    """Whether results have, or eager mode fails."""
    try:
        with warned(), torch.no_grad():
            found = op.op(*copied((sample.input, *sample.args)), **copied(sample.kwargs))
    except Exception:
        return True
    sizes = [leaf.numel() for leaf in tree_leaves(found) if isinstance(leaf, torch.Tensor)]
    return any(sizes) or not sizes


def copied(operands):
    return tree_map(lambda leaf: leaf.clone() if isinstance(leaf, torch.Tensor) else leaf,
                    operands)


def judge_sample(op, sample) -> tuple[str, str]:
    if op.name in UNINITIALIZED:
        return "outside", "eager mode leaves elements uninitialized"
    try:
        with warned():
            want, again = run(op, sample), run(op, sample)
    except Exception as error:
        return "outside", f"eager mode: {error}"[:200]
    if difference(again, want):
        return "outside", "eager mode differs from itself"
    with counted_runs() as runs, warned() as messages:
        verdict, reason = compare(op, sample, want)
    if verdict in ("wrong", "died") and fails_without_us(op, sample, want):
        return "outside", reason
    return (verdict, reason) if verdict != "right" else kind_of_run(runs, messages)


def kind_of_run(runs: list, warned: list) -> tuple[str, str]:
    messages = [str(warning.message) for warning in warned
                if warning.category is EagerWarning]
    reason = "; ".join(messages)
    if "was terminated by" in reason:
        return "died", reason
    if not runs:
        broken = "; ".join(counters["graph_break"])
        return ("idle", reason or broken) if messages or broken else ("nothing", "")
    return "fallback" if messages else "accelerated", reason


def compare(op, sample, want) -> tuple[str, str]:
    try:
        with limited(LIMIT):
            got = run(op, sample, backend="matrix")
            reason = difference(got, want) and not_another_order(op, sample, got, want) \
                and less_exact(op, sample, got, want)
    except TooSlow:
        return "slow", f"more than {LIMIT} s"
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return kind_of_error(error)
    return ("wrong", reason) if reason else ("right", "")


def less_exact(op, sample, got: list, want: list) -> str:
    """The difference; none if eager mode, which rounds each step of some operators to a
    narrow type, is as far from the result in f64."""
    reason = difference(got, want)
    if not any(isinstance(x, torch.Tensor) and x.dtype in NARROW for x in want):
        return reason
    try:
        exact = run(op, sample.transform(
            lambda x: x.double() if isinstance(x, torch.Tensor) and x.dtype in NARROW else x))
        errors = [[distance(*pair) for pair in zip(found, exact, strict=True)]
                  for found in (got, want)]
    except Exception:    # no f64, or integers and shapes that differ
        return reason
    return "" if all(ours <= theirs for ours, theirs in zip(*errors)) else reason


def distance(found, exact) -> float:
    if not isinstance(exact, torch.Tensor) or not exact.is_floating_point():
        return 0.0 if not difference_of_one(found, exact) else math.inf
    if not torch.equal(found.isnan(), exact.isnan()):
        return math.inf
    found = found.double()
    return float(torch.where(found == exact, 0.0, (found - exact).abs()).nan_to_num().max()) \
        if exact.numel() else 0.0


def not_another_order(op, sample, got: list, want: list) -> str:
    """The difference; none if topk or kthvalue found equal elements elsewhere."""
    if op.name not in {"topk", "kthvalue"} or not sample.input.dim():
        return difference(got, want)
    dim = sample.args[1] if len(sample.args) > 1 else sample.kwargs.get("dim", -1)
    value, index = (x.unsqueeze(dim) if x.dim() < sample.input.dim() else x for x in got[:2])
    return difference(got[:1], want[:1]) or difference(
        [sample.input.gather(dim, index)], [value])


def fails_without_us(op, sample, want) -> bool:
    try:
        with warned():
            return bool(difference(run(op, sample, backend="aot_eager"), want))
    except Exception:
        return True


def run(op, sample, backend: str | None = None) -> list:
    """Results, and the operands afterwards."""
    operands = copied((sample.input, sample.args, sample.kwargs))
    torch._dynamo.reset()
    counters.clear()
    torch.manual_seed(0)

    # Dynamo leaves calls without tensors to eager mode.
    def call(tensor, input, args, kwargs):
        return op.op(input, *args, **kwargs)
    options = {"hazards": True} if backend == "matrix" else None
    function = torch.compile(call, backend=backend, dynamic=False, options=options) \
        if backend else call
    with torch.no_grad():
        return [*tree_leaves(function(torch.empty(0), *operands)), *tree_leaves(operands)]


@contextmanager
def warned():
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield found


@contextmanager
def counted_runs():
    runs, original = [], Program.__call__

    def counting(program, inputs):
        runs.append(program)
        return original(program, inputs)
    Program.__call__ = counting
    try:
        yield runs
    finally:
        Program.__call__ = original


@contextmanager
def limited(seconds: int):
    def stop(*_):
        raise TooSlow
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def kind_of_error(error: BaseException) -> tuple[str, str]:
    if isinstance(error, BackendCompilerFailed):
        error = error.inner_exception
    message = str(error).partition("\n\nSet TORCHDYNAMO")[0]
    status = getattr(error.__cause__, "status", getattr(error, "status", 0))
    named = isinstance(error, UnsupportedGraph) and "operator " in message
    if named and 0 <= status < 128 and "Stack dump" not in message:
        return "refused", message[:300]
    kind = "" if isinstance(error, MatrixError) else type(error).__name__ + ": "
    return "died", f"{kind}{message}"[:600]


def difference(got: list, want: list) -> str:
    """Empty if there is none."""
    if len(got) != len(want):
        return f"{len(got)} results instead of {len(want)}"
    return next(filter(None, map(difference_of_one, got, want)), "")


def difference_of_one(got, want) -> str:
    if not isinstance(want, torch.Tensor):
        return "" if got == want or got != got and want != want else \
            f"{got!r} instead of {want!r}"
    if want.layout != torch.strided:
        got, want = got.to_dense(), want.to_dense()
    for what in ("dtype", "shape"):
        if getattr(got, what) != getattr(want, what):
            return f"{what} {getattr(got, what)} instead of {getattr(want, what)}"
    if significant_strides(got) != significant_strides(want):
        return f"strides {got.stride()} instead of {want.stride()}, shape {want.shape}"
    return difference_of_elements(got, want)


def significant_strides(x: torch.Tensor) -> list[int]:
    """Strides of dimensions with more than one element; others address nothing."""
    return [stride for stride, extent in zip(x.stride(), x.shape) if extent > 1]


def difference_of_elements(got: torch.Tensor, want: torch.Tensor) -> str:
    if want.is_complex():
        got, want = torch.view_as_real(got.resolve_conj()), \
            torch.view_as_real(want.resolve_conj())
    if not want.is_floating_point():
        count = int((got != want).sum())
        return f"{count} of {want.numel()} elements differ" if count else ""
    if not torch.equal(got.isnan(), want.isnan()):
        return "NaN in other places"
    tolerance = TOLERANCE.get(want.dtype, 1e-5)
    got, want = got.double(), want.double()
    error = torch.where(got == want, 0.0, (got - want).abs()).nan_to_num(0).max() \
        if want.numel() else 0
    largest = want[want.isfinite()].abs().max() if want.isfinite().any() else 1
    return "" if error <= tolerance * largest else \
        f"error {float(error):.2e}, largest value {float(largest):.2e}"
