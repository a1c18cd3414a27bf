#===- layout.py - strides of tensors ------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Strides and storage. Results of programs are dense and row-major; they are copied to
the strides of eager mode, and their views share storage."""

import torch


def with_strides(tensor: torch.Tensor, stride: tuple[int, ...]) -> torch.Tensor:
    """A copy with these strides."""
    if tensor.stride() == stride:
        return tensor
    shape = tensor.shape
    # Elements of a dimension with stride 0 share one address: one of them is written.
    for dim, step in enumerate(stride):
        if step == 0:
            tensor = tensor.narrow(dim, 0, 1)
    result = torch.empty_strided(tensor.shape, stride, dtype=tensor.dtype)
    return result.copy_(tensor).expand(shape)


def view_of(base: torch.Tensor, base_like: torch.Tensor,
            like: torch.Tensor) -> torch.Tensor:
    """The view of `base` that `like` is of `base_like`."""
    offset = like.storage_offset() - base_like.storage_offset()
    return base.as_strided(like.shape, like.stride(),
                           base.storage_offset() + offset)


def storage_of(value) -> tuple | None:
    """A key that is equal for tensors of one type that share storage."""
    if not isinstance(value, torch.Tensor) or value.layout != torch.strided:
        return None
    return value.untyped_storage()._cdata, value.dtype


def covers(base: torch.Tensor, view: torch.Tensor) -> bool:
    """Whether a copy of `base` with its strides contains every element of `view`."""
    start = view.storage_offset() - base.storage_offset()
    return (is_dense(base) and start >= 0
            and start + extent(view) <= extent(base))


def extent(tensor: torch.Tensor) -> int:
    """Number of elements between the first and the last one, both included."""
    return 1 + sum((size - 1) * stride
                   for size, stride in zip(tensor.shape, tensor.stride()))


def is_dense(tensor: torch.Tensor) -> bool:
    """Whether the elements fill their extent without overlap."""
    expected = 1
    for stride, size in sorted(zip(tensor.stride(), tensor.shape)):
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True
