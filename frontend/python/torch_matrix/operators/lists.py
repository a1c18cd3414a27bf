#===- lists.py - operators on lists of tensors -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The operators _foreach_<name> of optimizers become one operator for each tensor, as does
the fused multiply-add that Dynamo writes where optimizers scale by a tensor."""

import torch
from torch._inductor import inductor_prims

from .narrow import rounded_once

aten = torch.ops.aten
PREFIX = "aten::_foreach_"


def copy(x, source, non_blocking=False):
    return source.to(x.dtype).expand_as(x).clone()


def power_sum(x, ord=2, dtype=None):
    return x.to(dtype or x.dtype).abs().pow(ord).sum()


def norm(x, ord=2, dtype=None):
    return torch.linalg.vector_norm(x, ord, dtype=dtype)


def scaled(operator):
    return lambda x, a, b, factor=1: operator(x, a, b, value=factor)


# Those that differ from the function of PyTorch with the same name.
FUNCTIONS = {
    "addcdiv": scaled(torch.addcdiv), "addcmul": scaled(torch.addcmul),
    "copy": copy, "maximum.Scalar": torch.clamp_min, "maximum.ScalarList": torch.clamp_min,
    "minimum.Scalar": torch.clamp_max, "minimum.ScalarList": torch.clamp_max,
    "norm": norm, "powsum": power_sum, "zero": torch.zeros_like}


def for_each(function):
    def decomposition(*args, **kwargs):
        count = next(len(arg) for arg in args if isinstance(arg, (list, tuple)))
        return [function(*(arg[i] if isinstance(arg, (list, tuple)) else arg for arg in args),
                         **kwargs) for i in range(count)]
    return decomposition


def on_lists() -> dict:
    """Those without a function, and those that change operands, are not decomposed."""
    found = {}
    for schema in torch._C._jit_get_all_schemas():
        if not schema.name.startswith(PREFIX) or "!" in str(schema):
            continue
        name, overload = schema.name.removeprefix(PREFIX), schema.overload_name or "default"
        function = FUNCTIONS.get(f"{name}.{overload}") or FUNCTIONS.get(name) \
            or getattr(torch, name, None)
        if function:
            operator = getattr(getattr(aten, f"_foreach_{name}"), overload)
            found[operator] = for_each(function)
    return found


LISTS = {**on_lists(),
         inductor_prims.fma: rounded_once(lambda a, b, c: a * b + c,
                                          lambda a, b, c: a * b + c)}
