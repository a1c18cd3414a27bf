#===- host.py - operators computed by PyTorch itself --------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators that PyTorch computes on the host, between programs, and the reason for
each. Reasons are found once and kept in the metadata of nodes; an operator that fails
to compile gets its reason later (`reject`). Views of inputs, and operators without
elements, have nothing to compute. Random numbers are drawn on the host: results equal
those of eager mode for the same seed, each call draws new numbers, and programs remain
functions of their inputs."""

import operator

import torch
from torch import fx
from torch.utils._pytree import tree_leaves

from ..compiler.sizes import is_symbolic

aten = torch.ops.aten

# In the metadata of nodes: why PyTorch computes the node, or None.
REASON = "host_reason"
SCALED = "has_scales"  # whether the result is a quantized tensor
# The same, of operators that cannot be compiled; and why a program starts at the node.
REJECTED, DIVIDED = "rejected", "divided"
# There is nothing to compute.
NO_ELEMENTS = "computes no elements"
VIEW = "is a view of an input, or has elements that programs do not have"
RAISES_ERROR = "raises an error of eager mode"
CALLS = "calls subgraphs, which are compiled"
UNSIGNED = "has unsigned operands, which torch-mlir treats as signed"
NOTHING_TO_COMPUTE = {NO_ELEMENTS, VIEW, RAISES_ERROR, CALLS}

# No value depends on them.
ASSERTIONS = {aten._assert_async.default, aten._assert_async.msg,
              aten._linalg_check_errors.default}

# Operators that call subgraphs on values, whose calls parts.py compiles.
higher_order = torch.ops.higher_order
CALLERS = {higher_order.cond, higher_order.map_impl, higher_order.scan,
           higher_order.while_loop}

# Both address the storage of their operand. Operands of programs are dense and start
# at offset 0, independent of their strides in PyTorch (rewriting.py replaces them).
STORAGE_OPERATORS = {aten.as_strided.default, aten.as_strided_scatter.default}

# Element types of programs. PyTorch computes operators on other types.
ELEMENT_TYPES = {
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
    torch.bfloat16, torch.float16, torch.float32, torch.float64}

# Types of tensors with scales and zero points, for which PyTorch infers floating-point
# types; and operators on them that return other tensors.
QUANTIZED = {torch.qint8, torch.qint32, torch.quint8}
DEQUANTIZE = {aten.dequantize.self, aten.int_repr.default}

# Where only values are used, they have been replaced.
VECTORS = {aten._linalg_eigh.default, aten._linalg_svd.default}

OWN = "torch_matrix"    # the library of operators that this package lowers

# Random operators that take shape, strides and type from their first operand and
# ignore its elements.
SHAPED_BY_OPERAND = {
    aten.bernoulli.p, aten.cauchy.default, aten.exponential.default,
    aten.geometric.default, aten.log_normal.default,
    aten.normal_functional.default, aten.rand_like.default,
    aten.randint_like.default, aten.randint_like.low_dtype,
    aten.randn_like.default, aten.uniform.default}


# Operators whose results do not depend on the signedness of 8-bit integers, unless they
# convert them, and those of elementwise.py. In other operators, such as sums, quotients
# and absolute values, torch-mlir treats unsigned numbers as signed.
SIGN_DOES_NOT_MATTER = {
    aten.add.Scalar, aten.add.Tensor, aten.bitwise_and.Scalar,
    aten.bitwise_and.Tensor, aten.bitwise_left_shift.Tensor, aten.bitwise_not.default,
    aten.bitwise_or.Scalar, aten.bitwise_or.Tensor, aten.bitwise_right_shift.Tensor,
    aten.bitwise_xor.Scalar, aten.bitwise_xor.Tensor, aten.cat.default,
    aten.clone.default, aten.embedding.default, aten.eq.Tensor, aten.flip.default,
    aten.fmod.Tensor, aten.full.default, aten.ge.Tensor, aten.gt.Tensor,
    aten.index.Tensor, aten.le.Tensor, aten.lt.Tensor, aten.maximum.default,
    aten.minimum.default, aten.mul.Scalar, aten.mul.Tensor, aten.ne.Tensor,
    aten.neg.default, aten.remainder.Tensor, aten.sub.Scalar, aten.sub.Tensor,
    aten.where.self}


def is_random(node: fx.Node) -> bool:
    return (isinstance(node.target, torch._ops.OpOverload)
            and torch.Tag.nondeterministic_seeded in node.target.tags)


def runs_on_host(node: fx.Node) -> bool:
    """Whether PyTorch computes the node."""
    return reason(node) is not None


def reason(node: fx.Node) -> str | None:
    """Why PyTorch computes the node. Tuple elements follow their tuple."""
    if node.op != "call_function":
        return None
    if node.target is operator.getitem:
        return reason(node.args[0])
    if REASON not in node.meta:
        node.meta[REASON] = find_reason(node)
    return node.meta[REASON]


def reject(node: fx.Node, reason: str) -> None:
    """PyTorch computes the node because it cannot be compiled."""
    node.meta[REJECTED] = reason
    node.meta[REASON] = find_reason(node)


def find_reason(node: fx.Node) -> str | None:
    """Why PyTorch computes the node, or None. The first of several reasons is
    returned."""
    if REJECTED in node.meta and not calls_parts(node):
        return node.meta[REJECTED]
    if is_assertion(node):
        return RAISES_ERROR
    if calls_parts(node):
        return CALLS
    if isinstance(node.target, torch._ops.HigherOrderOperator) and not is_loop(node):
        return "calls subgraphs"
    if has_symbols(node):
        return "has sizes or numbers that depend on data"
    if any(map(is_quantized, [*node.all_input_nodes, node])):
        return "has operands or results with scales and zero points"
    if is_random(node):
        return "draws random numbers"
    if views_input(node) or foreign_types(node) and is_view(node.target):
        return VIEW
    if node.target in STORAGE_OPERATORS:
        return "addresses the storage of its operand"
    if foreign_types(node):
        types = ", ".join(map(str, foreign_types(node))).replace("torch.", "")
        return f"has operands or results of type {types}"
    if has_empty(node):
        return NO_ELEMENTS
    if node.target in VECTORS:
        return "returns vectors, whose signs are not unique"
    if mistakes_sign(node):
        return UNSIGNED
    return "returns indices, or pools integers" if fails_to_pool(node) else None


def is_assertion(node: fx.Node) -> bool:
    """Whether the operator has no result, and raises an error for some data."""
    ordered = node.target is higher_order.with_effects
    return (node.args[1] if ordered else node.target) in ASSERTIONS


def calls_parts(node: fx.Node) -> bool:
    return node.target in CALLERS and not has_symbols(node) \
        and (REJECTED in node.meta or not is_loop(node))


def is_loop(node: fx.Node) -> bool:
    """Whether the node is a loop without operators that PyTorch computes. The importer of
    torch-mlir expects that the loop carries all values that it uses, and more than one."""
    if node.target is not torch.ops.higher_order.while_loop or node.args[3] \
            or len(node.args[2]) < 2:
        return False
    parts = [getattr(node.graph.owning_module, part.target) for part in node.args[:2]]
    return not any(runs_on_host(inner) for part in parts for inner in part.graph.nodes)


def mistakes_sign(node: fx.Node) -> bool:
    if getattr(node.target, "namespace", "") == OWN or is_view(node.target):
        return False
    if node.target is aten._to_copy.default:
        return node.meta["val"].dtype == torch.uint8 \
            and node.args[0].meta["val"].is_floating_point()
    if node.target in SIGN_DOES_NOT_MATTER and not converts(node):
        return False
    return any(value.dtype == torch.uint8 for value in values_at(node))


def converts(node: fx.Node) -> bool:
    """Whether the result has more bits than one of 8 bits among the operands."""
    return node.meta["val"].dtype not in {torch.uint8, torch.bool}


def is_view(target) -> bool:
    return isinstance(target, torch._ops.OpOverload) and any(
        value.alias_info is not None for value in target._schema.returns)


def views_input(node: fx.Node) -> bool:
    """Whether the node is as_strided of an input, or of a view of one."""
    if node.target is not aten.as_strided.default:
        return False
    base = node.args[0]
    while base.op == "call_function" and is_view(base.target):
        base = base.args[0]
    return base.op == "placeholder"


def values_at(node: fx.Node) -> list[torch.Tensor]:
    """Fake tensors of the operands and of the results."""
    values = [other.meta.get("val") for other in [*node.all_input_nodes, node]]
    return [value for value in tree_leaves(values) if isinstance(value, torch.Tensor)]


def has_symbols(node: fx.Node) -> bool:
    values = [other.meta.get("val") for other in [*node.all_input_nodes, node]]
    return any(map(is_symbolic, tree_leaves(values)))


def is_quantized(node: fx.Node) -> bool:
    if node.op != "call_function" or node.target in DEQUANTIZE:
        return False
    if SCALED not in node.meta:
        node.meta[SCALED] = any(
            isinstance(value, torch.dtype) and value in QUANTIZED
            for value in (*node.args, *node.kwargs.values())) \
            or any(map(is_quantized, node.all_input_nodes))
    return node.meta[SCALED]


def foreign_types(node: fx.Node) -> list[torch.dtype]:
    """Element types that programs do not support, such as complex numbers."""
    found = dict.fromkeys(value.dtype for value in values_at(node))
    return [dtype for dtype in found if dtype not in ELEMENT_TYPES]


def has_empty(node: fx.Node) -> bool:
    """Tensors without elements, whose shapes torch-mlir infers differently. Some of those
    that are concatenated may have none."""
    values = [node.meta["val"]] if node.target is aten.cat.default else values_at(node)
    return any(value.numel() == 0 for value in values)


POOLING = {aten.max_pool2d_with_indices.default, aten.max_pool3d_with_indices.default}


def fails_to_pool(node: fx.Node) -> bool:
    """In torch-mlir, the index of a NaN in a window is -1, and three-dimensional
    pooling of integers crashes."""
    if node.target not in POOLING:
        return False
    uses_indices = any(user.target is operator.getitem and user.args[1] == 1
                      and user.users for user in node.users)
    return uses_indices or (node.target is aten.max_pool3d_with_indices.default
                           and not node.args[0].meta["val"].is_floating_point())


def detach_shapes(graph: fx.Graph) -> None:
    """Replaces computed operands whose elements random operators ignore by
    uninitialized tensors, so that these operators do not depend on a program."""
    for node in list(graph.nodes):
        if node.target not in SHAPED_BY_OPERAND or node.args[0].op == "placeholder":
            continue
        value = node.args[0].meta["val"]
        with graph.inserting_before(node):
            shape = graph.call_function(
                aten.empty_strided.default,
                (list(value.shape), list(value.stride())), {"dtype": value.dtype})
        shape.meta = {"val": value, REASON: NO_ELEMENTS}
        node.replace_input_with(node.args[0], shape)
