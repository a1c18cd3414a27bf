#===- fibonacci.py - a large graph of shared values -------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a function of N additions, each of the two previous sums: its expression
tree has exponential size.

    fibonacci.py N"""

import sys

print("func.func @main(%0: vector<16x16xf32>, %1: vector<16x16xf32>) -> vector<16x16xf32> {")
count = int(sys.argv[1])
for i in range(2, count + 2):
    print(f"  %{i} = arith.addf %{i - 1}, %{i - 2} : vector<16x16xf32>")
print(f"  return %{count + 1} : vector<16x16xf32>\n}}")
