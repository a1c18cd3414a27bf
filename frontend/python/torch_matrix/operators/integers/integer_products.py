#===- integer_products.py - products of 8-bit integers ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The custom operators int_matmul and int_convolution: products of i8 with sums of i32.
PyTorch has none that torch-mlir lowers: its integer products sum in i64, or in the
type of the operands. Here PyTorch computes them; write lowers them to Linalg."""

import torch

PREFIX = "torch.torch_matrix.int_"


@torch.library.custom_op("torch_matrix::int_matmul", mutates_args=())
def int_matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """a @ b of (m, k) and (k, n)."""
    return a.int() @ b.int()


@int_matmul.register_fake
def _(a, b):
    return a.new_empty((a.shape[0], b.shape[1]), dtype=torch.int32)


@torch.library.custom_op("torch_matrix::int_convolution", mutates_args=())
def int_convolution(x: torch.Tensor, weight: torch.Tensor, stride_y: int, stride_x: int,
                    dilation_y: int, dilation_x: int) -> torch.Tensor:
    """A two-dimensional convolution without padding. Sums of fewer than 2^37 products are
    exact in f64."""
    return torch.nn.functional.conv2d(
        x.double(), weight.double(), stride=(stride_y, stride_x),
        dilation=(dilation_y, dilation_x)).int()


@int_convolution.register_fake
def _(x, weight, stride_y, stride_x, dilation_y, dilation_x):
    def extent(size, kernel, stride, dilation):
        return (size - dilation * (kernel - 1) - 1) // stride + 1
    return x.new_empty(
        (x.shape[0], weight.shape[0],
         extent(x.shape[2], weight.shape[2], stride_y, dilation_y),
         extent(x.shape[3], weight.shape[3], stride_x, dilation_x)), dtype=torch.int32)


def write(operation) -> None:
    from iree.compiler import ir
    from iree.compiler.dialects import arith, linalg, tensor
    from ..elementwise import builtin_type, to_builtin
    name = ir.StringAttr(operation.attributes["name"]).value.removeprefix(PREFIX)
    with operation.location, ir.InsertionPoint(operation):
        a, b = map(to_builtin, list(operation.operands)[:2])
        type = builtin_type(operation.results[0].type)
        empty = tensor.EmptyOp(type.shape, type.element_type).result
        zero = arith.constant(type.element_type, 0)
        start = linalg.fill(zero, outs=[empty])
        if name == "matmul":
            product = linalg.matmul(a, b, outs=[start])
        else:
            stride, dilation = numbers(list(operation.operands)[2:])
            product = linalg.conv_2d_nchw_fchw(a, b, outs=[start], strides=stride,
                                               dilations=dilation)
        back = ir.Operation.create("torch_c.from_builtin_tensor",
                                   [operation.results[0].type], [product])
    operation.results[0].replace_all_uses_with(back.results[0])
    operation.erase()


def numbers(constants: list) -> tuple[list[int], list[int]]:
    """Strides and dilations, which are constants of the torch dialect."""
    values = [constant.owner.attributes["value"].value for constant in constants]
    return values[:2], values[2:]
