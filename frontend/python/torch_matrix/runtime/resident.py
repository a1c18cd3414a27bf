#===- resident.py - arguments that stay in simulated DRAM -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Detects whether an argument is still in simulated DRAM, as parameters are: it is the
same tensor with the same storage and the same version. PyTorch counts versions for
changes in place, but not for those through ``.data`` or NumPy: some elements are
compared as well, and short tensors are always sent."""

import weakref

import torch

SHORT = 1 << 16  # bytes that cost less to copy than to examine
SAMPLES = 61     # elements that are compared


class Resident:
    """The argument that was sent last."""

    def __init__(self):
        self.forget()

    def forget(self, _=None) -> None:
        self.tensor = lambda: None
        self.state = self.sample = self.copy = None

    def holds(self, tensor: torch.Tensor) -> bool:
        return (self.tensor() is tensor and self.state == state_of(tensor)
                and torch.equal(self.sample, self.copy))

    def remember(self, tensor: torch.Tensor) -> None:
        if tensor.nbytes <= SHORT or tensor.is_inference():
            self.forget()
            return
        # Bits are compared, because NaN differs from itself.
        self.sample = sample_of(tensor.detach())
        self.copy = self.sample.clone()
        self.state = state_of(tensor)
        # The sample keeps the storage alive: until the tensor dies.
        self.tensor = weakref.ref(tensor, self.forget)


def state_of(tensor: torch.Tensor) -> tuple:
    return (tensor.data_ptr(), tensor._version, tensor.shape, tensor.stride(),
            tensor.is_neg())


def sample_of(tensor: torch.Tensor) -> torch.Tensor:
    """A view of elements, as bytes, that is spread over the first to last one."""
    extent = 1 + sum((size - 1) * stride
                     for size, stride in zip(tensor.shape, tensor.stride()))
    step = max(1, extent // SAMPLES)
    sample = tensor.as_strided(((extent - 1) // step + 1,), (step,))
    return sample.unsqueeze(-1).view(torch.uint8)
