#===- row_elements.py - bfloat16 words, elementwise MLIR --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Parts of the programs for row memories: bfloat16 numbers stored as words, sums in the
order of the machine, and MLIR of elementwise operations."""

try:
    import numpy as np
except ImportError:     # lit's Python only needs the names
    np = None

# --- bfloat16 as words ----------------------------------------------------------


def narrow(values):
    values = np.asarray(values, np.float32)
    bits = values.view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded)


def widen(words):
    return (words.astype(np.uint32) << 16).view(np.float32)


def products(a, b):
    """a @ b as a chain of fused multiply-adds in f32, first element first."""
    sums = np.zeros((*a.shape[:-1], b.shape[-1]), np.float32)
    for k in range(a.shape[-1]):
        product = a[..., :, k, None].astype(np.float64) * b[..., k, None, :]
        sums = (sums + product).astype(np.float32)
    return sums


def exponential(x):
    return np.exp(x.astype(np.float64)).astype(np.float32)


# --- MLIR -------------------------------------------------------------------------

IDENTITY = "affine_map<({0}) -> ({0})>"


def elementwise(name, source, from_type, to_type, dims, body) -> str:
    """Defines %name: body applied to every element of source."""
    map_ = IDENTITY.format(dims)
    kinds = ", ".join('"parallel"' for _ in dims.split(","))
    element = [t.rstrip(">").split("x")[-1] for t in (from_type, to_type)]
    return (f"  %{name}_e = tensor.empty() : {to_type}\n"
            f"  %{name} = linalg.generic {{indexing_maps = [{map_}, {map_}], "
            f"iterator_types = [{kinds}]}} ins(%{source} : {from_type}) "
            f"outs(%{name}_e : {to_type}) {{\n"
            f"  ^bb0(%x: {element[0]}, %o: {element[1]}):\n{body}"
            f"    linalg.yield %y : {element[1]}\n  }} -> {to_type}\n")


def zeros(name, type_) -> str:
    element = type_.rstrip(">").split("x")[-1]
    return (f"  %{name}_c = arith.constant {'0' if element[0] == 'i' else '0.0'} : {element}\n"
            f"  %{name}_e = tensor.empty() : {type_}\n"
            f"  %{name} = linalg.fill ins(%{name}_c : {element}) outs(%{name}_e : {type_}) -> {type_}\n")


NARROW = "    %y = arith.truncf %x : f32 to bf16\n"
WIDEN = "    %y = arith.extf %x : bf16 to f32\n"
