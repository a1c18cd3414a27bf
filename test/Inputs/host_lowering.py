#===- test/Inputs/host_lowering.py - expanded instructions on the host -------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Options of matrix-opt that expand instructions and lower them to LLVM for the host by
upstream's passes. Upstream's convert-math-to-libm fails at operations without a function
of libm, which convert-math-to-llvm lowers."""

# The types that LLVM does not have, and bf16: LLVM would evaluate its arithmetic itself,
# and conversion instructions of some hosts flush subnormal numbers.
EMULATED = ["bf16", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN",
            "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU"]


def lowering(unroll: bool) -> list[str]:
    """With loops over vectors, or unrolled."""
    return [
        "--matrix-expand", "--lower-vector-multi-reduction",
        f"--convert-vector-to-scf=full-unroll={str(unroll).lower()} target-rank=1",
        # Conversions are expanded directly afterwards: folding would remove pairs of
        # them, and the roundings with them.
        f"--arith-emulate-unsupported-floats=source-types={','.join(EMULATED)} target-type=f32",
        "--matrix-expand-small-floats",
        "--arith-expand=include-bf16=true", "--canonicalize",
        "--math-expand-ops=ops=rsqrt", "--matrix-lower-math",
        "--convert-math-to-llvm", "--convert-vector-to-llvm", "--convert-scf-to-cf",
        "--expand-strided-metadata", "--lower-affine", "--finalize-memref-to-llvm",
        "--convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
        "--convert-arith-to-llvm", "--convert-cf-to-llvm", "--convert-index-to-llvm",
        "--convert-ub-to-llvm", "--reconcile-unrealized-casts"]
