#===- utils/bench/workloads/matrix_products.py - matrix products ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Square products, products of other extents, which are not a multiple of a tile, and
products of other variants. They accumulate in the type of exact sums (SUMS) and round
once if the result is narrower.
"""

from .workload import ALL, SUMS, Tensor, Workload, rounded, zeros

SQUARE = "Matrix products, n x n x n"
ODD = "Matrix products of other shapes"
OTHERS = "Matrix products of other variants"

SIZES = (64, 128, 256, 512, 1024, 2048)
TYPES = ("f32", "bf16", "i8")
ODD_SHAPES = ((1000, 1000, 1000), (197, 768, 3072), (33, 17, 47), (1, 4096, 4096))  # m, n, k
# Variant, n, factors, result, cores.
OF_VARIANTS = [("ring32", 2048, "bf16", "bf16", ALL), ("edge", 512, "i8", "i32", ALL),
               ("amx-like", 1024, "bf16", "f32", 1),
               *(("gemmini", size, "i8", "i32", 1) for size in SIZES if size <= 512)]


def product(group: str, name: str, shape: tuple, element: str, result: str = "",
            **options) -> Workload:
    m, n, k = shape
    a, b, c = Tensor((m, k), element), Tensor((k, n), element), Tensor((m, n), SUMS[element])
    body = zeros("init", c) + f"  %c = linalg.matmul ins(%a0, %a1 : {a}, {b}) outs(%init : {c}) -> {c}\n"
    end, out = "c", c
    if result and result != c.element:
        end, out = "r", Tensor((m, n), result)
        body += rounded("r", "c", c, out)
    return Workload(group, name, [a, b], [out], body + f"  return %{end} : {out}",
                    lambda x, y: [x @ y], macs=m * n * k, element=element, **options)


def workloads() -> list:
    found = [product(SQUARE, f"{size} {element}", (size,) * 3, element)
             for element in TYPES for size in SIZES]
    found += [product(ODD, f"{'x'.join(map(str, shape))} bf16", shape, "bf16") for shape in ODD_SHAPES]
    found += [product(OTHERS, f"{size} {element}" + ("" if result == SUMS[element] else f" to {result}"),
                      (size,) * 3, element, result, variant=variant, cores=(cores,))
              for variant, size, element, result, cores in OF_VARIANTS]
    return found
