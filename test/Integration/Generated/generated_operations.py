#===- generated_operations.py - programs of one operation -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Linalg programs of one operation, or of a product with its epilogue, by shape and
element type."""

from dataclasses import dataclass


@dataclass
class Case:
    name: str
    arguments: list[str]          # MLIR types: tensor<2x3xf32>
    result: str
    body: str                     # over %0, %1, ... (arguments); ends in %r
    positive: bool = False        # arguments in [0.1, 2) instead of N(0, 1)

    def mlir(self) -> str:
        parameters = ", ".join(f"%{i}: {t}" for i, t in enumerate(self.arguments))
        return (f"func.func @main({parameters}) -> {self.result} {{\n{self.body}"
                f"  return %r : {self.result}\n}}\n")


# --- Text ---------------------------------------------------------------------

def tensor(*shape_and_type) -> str:
    return f"tensor<{'x'.join(map(str, shape_and_type))}>"


def zero(kind: str) -> str:
    return "0" if kind.startswith("i") else "0.0"


def filled(name: str, type_: str, value: str) -> str:
    """Defines %name: a tensor with `value` in every element."""
    kind = type_.rstrip(">").split("<")[1].split("x")[-1]
    return (f"  %{name}_value = arith.constant {value} : {kind}\n"
            f"  %{name}_empty = tensor.empty() : {type_}\n"
            f"  %{name} = linalg.fill ins(%{name}_value : {kind}) "
            f"outs(%{name}_empty : {type_}) -> {type_}\n")


def generic(name, inputs, output, maps, iterators, block) -> str:
    """inputs: [(value, type)]; output: (value, type); maps: one per operand.
    block: text over %a, %b, ... and %out that ends in the yielded %y."""
    kinds = [t.rstrip(">").split("<")[1].split("x")[-1] for _, t in [*inputs, output]]
    names = [f"%{chr(97 + i)}" for i in range(len(inputs))] + ["%out"]
    arguments = ", ".join(f"{n}: {k}" for n, k in zip(names, kinds))
    dims = ", ".join(f"d{i}" for i in range(len(iterators)))
    maps = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
    iterators = ", ".join(f'"{i}"' for i in iterators)
    ins = ", ".join(v for v, _ in inputs)
    types = ", ".join(t for _, t in inputs)
    ins = f"ins({ins} : {types}) " if inputs else ""
    return (f"  %{name} = linalg.generic {{indexing_maps = [{maps}], "
            f"iterator_types = [{iterators}]}}\n"
            f"      {ins}outs({output[0]} : {output[1]}) {{\n"
            f"  ^bb0({arguments}):\n{block}"
            f"    linalg.yield %y : {kinds[-1]}\n  }} -> {output[1]}\n")


def elementwise(name, inputs, type_, block) -> str:
    """Elementwise operation on tensors of one shape."""
    rank = type_.count("x")
    same = ", ".join(f"d{i}" for i in range(rank))
    return (f"  %{name}_empty = tensor.empty() : {type_}\n" +
            generic(name, inputs, (f"%{name}_empty", type_),
                    [same] * (len(inputs) + 1), ["parallel"] * rank, block))


# --- Kinds of program ---------------------------------------------------------

ACCUMULATOR = {"f32": "f32", "f16": "f32", "bf16": "f32", "i8": "i32"}


def matmul_text(name, form, a, b, c, kind, batch=()):
    """form: n or t (transposed) for each of the two arguments."""
    dims = "b, m, n, k" if batch else "m, n, k"
    lead = "b, " if batch else ""
    maps = [f"{lead}{'m, k' if form[0] == 'n' else 'k, m'}",
            f"{lead}{'k, n' if form[1] == 'n' else 'n, k'}", f"{lead}m, n"]
    maps = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
    how = "" if form == "nn" else f" indexing_maps = [{maps}]"
    op = "batch_matmul" if batch else "matmul"
    return (filled(f"{name}_init", c, zero(ACCUMULATOR[kind])) +
            f"  %{name} = linalg.{op}{how} ins(%0, %1 : {a}, {b}) "
            f"outs(%{name}_init : {c}) -> {c}\n")


def matmul_types(form, m, n, k, kind, batch=()):
    a = (m, k) if form[0] == "n" else (k, m)
    b = (k, n) if form[1] == "n" else (n, k)
    return (tensor(*batch, *a, kind), tensor(*batch, *b, kind),
            tensor(*batch, m, n, ACCUMULATOR[kind]))


def matmul(form, m, n, k, kind, batch=()):
    a, b, c = matmul_types(form, m, n, k, kind, batch)
    shape = "x".join(map(str, (*batch, m, n, k)))
    op = "batch-matmul" if batch else "matmul"
    return Case(f"{op}-{form}-{kind}-{shape}", [a, b], c,
                matmul_text("r", form, a, b, c, kind, batch))


# Activations over %y0 of type f32; the result is %y.
ACTIVATIONS = {
    "relu": "    %z = arith.constant 0.0 : f32\n"
            "    %y = arith.maximumf %y0, %z : f32\n",
    "silu": "    %one = arith.constant 1.0 : f32\n"
            "    %neg = arith.negf %y0 : f32\n"
            "    %e = math.exp %neg : f32\n"
            "    %d = arith.addf %e, %one : f32\n"
            "    %y = arith.divf %y0, %d : f32\n",
    "gelu": "    %half = arith.constant 0.5 : f32\n"
            "    %one = arith.constant 1.0 : f32\n"
            "    %s = arith.constant 0.70710678 : f32\n"
            "    %x = arith.mulf %y0, %s : f32\n"
            "    %e = math.erf %x : f32\n"
            "    %e1 = arith.addf %e, %one : f32\n"
            "    %h = arith.mulf %y0, %half : f32\n"
            "    %y = arith.mulf %h, %e1 : f32\n",
}


def linear(activation, m, n, k, kind):
    """act(x @ w + bias), rounded back to `kind`."""
    a, b, c = matmul_types("nn", m, n, k, kind)
    bias, result = tensor(n, "f32"), tensor(m, n, kind)
    body = matmul_text("mm", "nn", a, b, c, kind)
    block = "    %y0 = arith.addf %a, %b : f32\n" + ACTIVATIONS[activation]
    body += f"  %act_empty = tensor.empty() : {c}\n"
    body += generic("act" if kind != "f32" else "r", [("%mm", c), ("%2", bias)],
                    ("%act_empty", c), ["d0, d1", "d1", "d0, d1"],
                    ["parallel"] * 2, block)
    if kind != "f32":
        body += elementwise("r", [("%act", c)], result,
                            f"    %y = arith.truncf %a : f32 to {kind}\n")
    return Case(f"linear-{activation}-{kind}-{m}x{n}x{k}", [a, b, bias], result, body)


def matmul_relu(m, n, k):
    """max(x @ w, 0): the activation uses the product directly."""
    a, b, c = matmul_types("nn", m, n, k, "f32")
    body = matmul_text("mm", "nn", a, b, c, "f32")
    body += elementwise("r", [("%mm", c)], c,
                        "    %z = arith.constant 0.0 : f32\n"
                        "    %y = arith.maximumf %a, %z : f32\n")
    return Case(f"matmul-relu-{m}x{n}x{k}", [a, b], c, body)


def fill(kind, value, *shape):
    type_ = tensor(*shape, kind)
    return Case(f"fill-{kind}-{'x'.join(map(str, shape))}", [], type_,
                filled("r", type_, value))


def binary(op, kind, *shape):
    type_ = tensor(*shape, kind)
    name = op.split(".")[1]
    return Case(f"{name}-{kind}-{'x'.join(map(str, shape))}", [type_, type_], type_,
                elementwise("r", [("%0", type_), ("%1", type_)], type_,
                            f"    %y = {op} %a, %b : {kind}\n"))


def unary(op, kind, *shape, positive=False):
    type_ = tensor(*shape, kind)
    name = op.split(".")[1]
    return Case(f"{name}-{kind}-{'x'.join(map(str, shape))}", [type_], type_,
                elementwise("r", [("%0", type_)], type_,
                            f"    %y = {op} %a : {kind}\n"), positive)


def convert(op, source, target, *shape):
    a, r = tensor(*shape, source), tensor(*shape, target)
    return Case(f"{op.split('.')[1]}-{source}-{target}-{'x'.join(map(str, shape))}",
                [a], r, elementwise("r", [("%0", a)], r,
                                    f"    %y = {op} %a : {source} to {target}\n"))


def broadcast(along, kind, m, n):
    """matrix + row vector, column vector or 0-d scalar."""
    matrix = tensor(m, n, kind)
    vector = {"row": tensor(n, kind), "column": tensor(m, kind),
              "scalar": f"tensor<{kind}>"}[along]
    vector_map = {"row": "d1", "column": "d0", "scalar": ""}[along]
    body = (f"  %r_empty = tensor.empty() : {matrix}\n" +
            generic("r", [("%0", matrix), ("%1", vector)], ("%r_empty", matrix),
                    ["d0, d1", vector_map, "d0, d1"], ["parallel"] * 2,
                    f"    %y = arith.addf %a, %b : {kind}\n"))
    return Case(f"broadcast-{along}-{kind}-{m}x{n}", [matrix, vector], matrix, body)


# Combining operation and neutral element.
REDUCTIONS = {"sum": ("arith.addf", "0.0"), "max": ("arith.maximumf", "0xFF800000"),
              "isum": ("arith.addi", "0"), "imax": ("arith.maxsi", "-2147483648")}


def reduction(which, dimension, kind, m, n):
    matrix = tensor(m, n, kind)
    vector = tensor(n if dimension == 0 else m, kind)
    op, neutral = REDUCTIONS[which]
    iterators = ["reduction", "parallel"] if dimension == 0 else ["parallel", "reduction"]
    body = (filled("init", vector, neutral) +
            generic("r", [("%0", matrix)], ("%init", vector),
                    ["d0, d1", "d1" if dimension == 0 else "d0"], iterators,
                    f"    %y = {op} %a, %out : {kind}\n"))
    return Case(f"{which}-dim{dimension}-{kind}-{m}x{n}", [matrix], vector, body)


def softmax(kind, *shape):
    type_ = tensor(*shape, kind)
    body = (f"  %e = tensor.empty() : {type_}\n"
            f"  %r = linalg.softmax dimension({len(shape) - 1}) ins(%0 : {type_}) "
            f"outs(%e : {type_}) -> {type_}\n")
    return Case(f"softmax-{kind}-{'x'.join(map(str, shape))}", [type_], type_, body)
