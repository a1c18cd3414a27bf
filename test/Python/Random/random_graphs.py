"""Random programs of PyTorch: source text of a function, with the inputs of its calls.

A graph grows by calls of operators on earlier values. Each call is evaluated in eager
mode when it is drawn, so that shapes and types are those of PyTorch; calls that raise,
whose results are large, or whose values leave the range in which rounding errors stay
small, are discarded.
"""

import random
import re

import torch
from torch.nn import functional as F

FLOATS = (torch.float32, torch.float32, torch.float32, torch.float64, torch.bfloat16,
          torch.float16)
INTEGERS = (torch.int64, torch.int32, torch.int8, torch.uint8, torch.int16, torch.bool)
LARGEST = 6000  # elements of a value
EXTENTS = (1, 1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 19, 32, 33)


class Graph:
    """Source text and values. `names` maps the values' names to tensors."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names, self.inputs, self.lines = {}, {}, []

    # --- Numbers ---

    def one_of(self, choices):
        return self.random.choice(list(choices))

    def chance(self, probability):
        return self.random.random() < probability

    def dim(self, x):
        """A dimension, from either end."""
        return self.random.randrange(-x.dim(), x.dim())

    def shape(self, rank=None):
        rank = self.random.randint(0, 4) if rank is None else rank
        shape = [self.one_of(EXTENTS) for _ in range(rank)]
        while torch.Size(shape).numel() > LARGEST // 2:
            shape[shape.index(max(shape))] //= 2
        return shape

    # --- Values ---

    def add_input(self, shape, dtype):
        """Returns the name of a new input, sometimes a view of a larger tensor."""
        name = f"x{len(self.inputs)}"
        padded = list(shape)
        view = self.one_of(["", "", "", "transposed", "sliced", "stepped"])
        if view == "sliced" and shape:
            padded[0] += 2
        if view == "stepped" and shape:
            padded[-1] *= 2
        if view == "transposed":
            padded.reverse()
        if dtype == torch.bool:
            value = torch.rand(padded) < 0.5
        elif dtype.is_floating_point:
            value = torch.randn(padded, dtype=torch.float64).to(dtype)
        else:
            value = torch.randint(0 if dtype == torch.uint8 else -9, 10, padded, dtype=dtype)
        if view == "transposed" and shape:
            value = value.permute(*reversed(range(value.dim())))
        if view == "sliced" and shape:
            value = value[1:-1]
        if view == "stepped" and shape:
            value = value[..., ::2]
        self.names[name] = self.inputs[name] = value
        return name

    def add(self, source):
        """Appends `name = source`, unless PyTorch refuses it; returns the name."""
        try:
            value = eval(source, {"torch": torch, "F": F}, dict(self.names))
        except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError):
            return None
        if not isinstance(value, torch.Tensor) or not is_tame(value):
            return None
        name = f"v{len(self.lines)}"
        self.names[name] = value
        self.lines.append(f"{name} = {source}")
        return name

    def pick(self, condition=lambda value: True):
        """Returns the name of a value that meets a condition, mostly a late one."""
        found = [name for name, value in self.names.items() if condition(value)]
        if not found:
            return None
        late = found[-4:]
        return self.one_of(late if self.chance(0.7) else found)

    def operand(self, shape, dtype):
        """Returns a value of the shape: an earlier one, or a new input."""
        name = self.pick(lambda v: list(v.shape) == list(shape) and v.dtype == dtype)
        return name if name and self.chance(0.5) else self.add_input(shape, dtype)

    def drop_unused(self):
        """Removes inputs that no call reads, but the first."""
        words = set(re.findall(r"\bx\d+\b", "\n".join(self.lines))) | {"x0"}
        self.inputs = {name: x for name, x in self.inputs.items() if name in words}

    # --- Text ---

    def source(self, results):
        return "\n    ".join([f"def program({', '.join(self.inputs)}):", *self.lines,
                              f"return {', '.join(results)},"]) + "\n"


def is_tame(value):
    if value.numel() > LARGEST or value.is_complex():
        return False
    if not value.is_floating_point() or not value.numel():
        return True
    return bool(value.isfinite().all()) and value.double().abs().max() < 200


def random_graph(seed, operators, length=None):
    """Returns the graph and its function's source text."""
    torch.manual_seed(seed)
    graph = Graph(seed)
    kind = FLOATS if graph.chance(0.85) else INTEGERS
    graph.add_input(graph.shape(), graph.one_of(kind))
    graph.add_input(graph.shape(), graph.one_of(FLOATS))
    length = length or graph.random.randint(3, 14)
    for _ in range(length * 6):
        if len(graph.lines) >= length:
            break
        name = graph.pick()
        source = graph.one_of(operators)(graph, name, graph.names[name])
        if source:
            graph.add(source)
    used = [name for name in graph.names if name.startswith("v")]
    graph.drop_unused()
    results = used[-1:] + [n for n in used[:-1] if graph.chance(0.15)] or list(graph.inputs)
    return graph, graph.source(results)
