"""Compares random graphs with eager mode, and with eager mode in f64.

    build/venv/bin/python test/Python/Random/run_graphs.py FIRST LAST [--mcpu CPU] [--train]

prints the source of each graph of these seeds that differs, fails, or has operators in
eager mode. --train also compares gradients of the inputs."""

import argparse
import sys
import warnings

import torch
from graph_operators import OPERATORS
from random_graphs import random_graph
from torch.nn import functional as F

TOLERANCE = {torch.float64: 1e-11, torch.float32: 1e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}


def function(source):
    names = {"torch": torch, "F": F}
    exec(compile(source, "<random graph>", "exec"), names)
    return names["program"]


def wider(value):
    return value.double() if value.is_floating_point() else value


def compare(got, want, exact):
    """Returns how `got` differs from `want`, or "". `exact` is the result in f64, or None:
    a difference of four times that of eager mode is accepted."""
    if got.dtype != want.dtype or got.shape != want.shape:
        return f"{got.dtype} {list(got.shape)}, not {want.dtype} {list(want.shape)}"
    if not want.is_floating_point():
        return "" if torch.equal(got, want) else "other integers"
    if not want.numel():
        return ""
    if not torch.equal(got.isnan(), want.isnan()):
        return "other NaN"
    scale = want.double().abs().max().item() or 1e-30
    error = (got.double() - want.double()).abs().max().item() / scale
    own = 0 if exact is None else (exact.double() - want.double()).abs().max().item() / scale
    if error <= max(TOLERANCE[want.dtype], 4 * own):
        return ""
    return f"error {error:.1e} of the largest magnitude; that of eager mode {own:.1e}"


def results(program, inputs, train):
    """The results; those of training are followed by the gradients of a sum of squares."""
    if not train:
        with torch.no_grad():
            return list(program(*inputs))
    inputs = [x.detach().requires_grad_(x.is_floating_point()) for x in inputs]
    found = program(*inputs)
    loss = sum(y.double().square().sum() for y in found if y.requires_grad)
    leaves = [x for x in inputs if x.requires_grad]
    gradients = torch.autograd.grad(loss, leaves, allow_unused=True) if isinstance(loss, torch.Tensor) else []
    return [y.detach() for y in (*found, *gradients) if y is not None]


def in_double(program, inputs, train):
    """The results in f64; None for programs that name other types."""
    try:
        return results(program, list(map(wider, inputs)), train)
    except RuntimeError:
        return None


def check(seed, train=False, **options):
    """Returns the source, problems, and the operators in eager mode."""
    graph, source = random_graph(seed, OPERATORS)
    program, inputs = function(source), list(graph.inputs.values())
    copies = [x.clone() for x in inputs]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            want = results(program, inputs, train)
        except RuntimeError:    # an operand was changed in place before its gradient
            assert train
            return source, [], []
        exact = in_double(program, inputs, train) or [None] * len(want)
        torch._dynamo.reset()
        compiled = torch.compile(program, backend="matrix", dynamic=False, options=options)
        try:
            got = results(compiled, inputs, train)
        except Exception as error:
            return source, [f"{type(error).__name__}: {str(error)[:1500]}"], []
    problems = [f"result {i}: {text}" for i, (g, w, e) in enumerate(zip(got, want, exact, strict=True))
                if (text := compare(g, w, e))]
    problems += [f"input {i} changed" for i, (x, y) in enumerate(zip(inputs, copies))
                 if not x.equal(y)]
    return source, problems, [str(w.message)[:300] for w in caught if "eager" in str(w.message)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--mcpu", default="base")
    parser.add_argument("--train", action="store_true")
    arguments = parser.parse_args()
    failed = 0
    for seed in range(arguments.first, arguments.last):
        source, problems, notes = check(seed, arguments.train, mcpu=arguments.mcpu)
        failed += bool(problems)
        if problems or notes:
            print(f"--- seed {seed}\n{source}", *problems, *notes, sep="\n", flush=True)
    print(f"{arguments.last - arguments.first - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
