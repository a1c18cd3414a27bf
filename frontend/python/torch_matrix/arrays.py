#===- arrays.py - tensors and .npy files ---------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Conversion of tensors to .npy files. NumPy has no bfloat16: such tensors are stored
as uint16, and the argument table of the program contains the element type."""

from pathlib import Path

import numpy as np
import torch


def save(path: Path, tensor: torch.Tensor) -> None:
    np.save(path, to_array(tensor))


def load(path: Path, dtype: torch.dtype) -> torch.Tensor:
    return to_tensor(np.load(path), dtype)


def to_array(tensor: torch.Tensor) -> np.ndarray:
    tensor = tensor.detach().cpu().contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.uint16).numpy()
    return tensor.numpy()


def to_tensor(array: np.ndarray, dtype: torch.dtype) -> torch.Tensor:
    if dtype == torch.bfloat16:
        return torch.from_numpy(array.view(np.uint16)).view(torch.bfloat16)
    return torch.from_numpy(array).to(dtype)
