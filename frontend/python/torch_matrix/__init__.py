#===- torch_matrix - torch.compile backend for matrix accelerators -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""``torch.compile(model, backend="matrix")`` runs a model on the simulated
accelerator.

    backend.py         entry point of Dynamo: compiles a graph to a callable
    importing.py       import of graphs to Linalg text (torch-mlir)
    decompositions.py  decomposition table of ATen operators, with arithmetic.py,
                       extrema.py and narrow.py
    elementwise.py     operators lowered to Linalg by this package
    checks.py          assertions on indices and divisors
    stages.py          partitioning of a graph into programs and host operators
    host.py            operators computed by PyTorch: random numbers, as_strided, ...
    layout.py          strides and shared storage of results
    strides.py         strides of decomposed operators
    program.py         compilation of Linalg text and execution of programs
    tools.py           lookup and invocation of the command-line tools
    arrays.py          conversion between tensors and .npy files
    diagnosis.py       search for the operator that causes a compile error
    errors.py          exceptions

Environment: MATRIX_BIN names the folder of the tools, MATRIX_CPU the variant.
"""

from torch._dynamo.backends.registry import list_backends, register_backend

from .backend import matrix
from .errors import MatrixError, UnsupportedGraph
from .importing import export_linalg

__all__ = ["MatrixError", "UnsupportedGraph", "export_linalg", "matrix"]

# An installed package is registered by its entry point; a package on PYTHONPATH
# registers itself.
if "matrix" not in list_backends(exclude_tags=None):
    register_backend(matrix, name="matrix")
