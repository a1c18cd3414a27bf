#===- test/Inputs/host_lowering.py - expanded instructions on the host -------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Options of matrix-opt that replace instructions by what they mean and lower that
to LLVM for the host, by upstream's passes."""


def lowering(unroll: bool) -> list[str]:
    """Loops over vectors, or straight code."""
    return [
        "--matrix-expand", "--lower-vector-multi-reduction",
        f"--convert-vector-to-scf=full-unroll={str(unroll).lower()} target-rank=1",
        # Arithmetic in bf16 itself is left to LLVM otherwise, and conversion
        # instructions of some hosts flush subnormal numbers.
        # Expansion of the conversions follows directly: folding removes pairs of
        # them, and with them the roundings in between.
        "--arith-emulate-unsupported-floats=source-types=bf16 target-type=f32",
        "--matrix-expand-small-floats",
        "--arith-expand=include-bf16=true", "--canonicalize",
        "--math-expand-ops=ops=rsqrt", "--convert-math-to-libm",
        "--convert-math-to-llvm", "--convert-vector-to-llvm", "--convert-scf-to-cf",
        "--expand-strided-metadata", "--lower-affine", "--finalize-memref-to-llvm",
        "--convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
        "--convert-arith-to-llvm", "--convert-cf-to-llvm", "--convert-index-to-llvm",
        "--convert-ub-to-llvm", "--reconcile-unrealized-casts"]
