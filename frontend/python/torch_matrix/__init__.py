#===- torch_matrix - torch.compile backend for matrix accelerators -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""``torch.compile(model, backend="matrix")`` runs a model on the simulated
accelerator.

    backend.py         the function that Dynamo calls: a graph in, a callable out
    importing.py       graph -> Linalg text (torch-mlir)
    decompositions.py  what ATen operators are taken apart before that, with
                       arithmetic.py, extrema.py and narrow.py
    elementwise.py     operators written as Linalg here
    checks.py          assertions on indices and divisors
    stages.py          a graph -> programs, and what PyTorch computes between them
    host.py            what PyTorch computes: random numbers, as_strided, ...
    layout.py          strides and shared storage of results
    strides.py         strides of what is taken apart
    program.py         Linalg text -> compiled program -> results
    tools.py           where the command-line tools are, how they are run
    arrays.py          tensors <-> .npy
    diagnosis.py       the operator that stops a graph
    errors.py          what is raised

Environment: MATRIX_BIN names the folder of the tools, MATRIX_CPU the variant.
"""

from torch._dynamo.backends.registry import list_backends, register_backend

from .backend import matrix
from .errors import MatrixError, UnsupportedGraph
from .importing import export_linalg

__all__ = ["MatrixError", "UnsupportedGraph", "export_linalg", "matrix"]

# An installed package is known by its entry point; one that is only on
# PYTHONPATH registers here.
if "matrix" not in list_backends(exclude_tags=None):
    register_backend(matrix, name="matrix")
