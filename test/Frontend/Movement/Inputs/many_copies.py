#===- many_copies.py - a function with equal copies ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a function with N copies of 64 elements, from different offsets.

    many_copies.py N
"""

import sys

count = int(sys.argv[1])
print(f"func.func @main(%a: memref<{64 * count}xf32>, %b: memref<64xf32>) {{")
for i in range(count):
    view = f"memref<64xf32, strided<[1], offset: {64 * i}>>"
    print(f"  %v{i} = memref.subview %a[{64 * i}] [64] [1]"
          f" : memref<{64 * count}xf32> to {view}")
    print(f"  matrix.copy %v{i} to %b : {view} to memref<64xf32>")
print("  return\n}")
