#===- check_small_floats.py - conversions of 8-bit floats, end to end ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Converts f32 to narrow floats (arith.truncf) and back (arith.extf) in Linalg programs
on every variant, by tile instructions where they exist and by scalar code elsewhere,
and compares the bits with formats.py. Formats without a record are included, because no
code lists formats."""

import numpy as np

from driver import drive
from semantics.formats import Format
from toolchain import run

OTHERS = [("f8E3M4", 3, 4, False), ("f8E4M3", 4, 3, False)]

PROGRAM = """
#map = affine_map<(i) -> (i)>
func.func @main(%a: tensor<{n}xf32>) -> (tensor<{n}x{f}>, tensor<{n}xf32>) {{
  %e = tensor.empty() : tensor<{n}x{f}>
  %narrow = linalg.generic {{indexing_maps = [#map, #map],
      iterator_types = ["parallel"]}}
      ins(%a : tensor<{n}xf32>) outs(%e : tensor<{n}x{f}>) {{
  ^bb0(%x: f32, %o: {f}):
    %y = arith.truncf %x : f32 to {f}
    linalg.yield %y : {f}
  }} -> tensor<{n}x{f}>
  %w = tensor.empty() : tensor<{n}xf32>
  %wide = linalg.generic {{indexing_maps = [#map, #map],
      iterator_types = ["parallel"]}}
      ins(%narrow : tensor<{n}x{f}>) outs(%w : tensor<{n}xf32>) {{
  ^bb0(%x: {f}, %o: f32):
    %y = arith.extf %x : {f} to f32
    linalg.yield %y : f32
  }} -> tensor<{n}xf32>
  return %narrow, %wide : tensor<{n}x{f}>, tensor<{n}xf32>
}}
"""


def check(description, cpu, options) -> list:
    formats = [f for f in description.formats.values() if f.float and f.bits == 8]
    known = {f.mlir for f in formats}
    formats += [other(*o) for o in OTHERS if o[0] not in known]
    failures = [text for fmt in formats
                for text in differences(description, cpu, fmt, options.work)]
    print(f"{cpu}: {len(formats)} formats of 8 bits, {len(failures)} wrong")
    return failures


def other(mlir, exponent, mantissa, finite_only) -> Format:
    return Format({"record": mlir, "bits": 8, "mlir": mlir, "float": True,
                   "any": False, "unsigned": False, "exponent": exponent,
                   "mantissa": mantissa, "finite_only": finite_only})


def numbers(fmt: Format):
    """All numbers of the format, what lies halfway between neighbors, the
    neighbors of both in f32, and what is far outside."""
    codes = np.arange(256, dtype=np.uint8)
    exact = fmt.decode(codes)
    finite = np.unique(exact[np.isfinite(exact)])
    halves = (finite[1:] + finite[:-1]) / 2
    largest = fmt.largest * np.array([1.03, 1.06, 1.13, 1.3, 2, 1e30])
    tiny = finite[finite > 0][0] * np.array([0.49, 0.5, 0.51, 1e-30])
    points = np.concatenate([finite, halves, largest, -largest, tiny, -tiny])
    points = np.concatenate([points.astype(np.float32),
                             np.float32([np.inf, -np.inf, np.nan, -0.0])])
    with np.errstate(all="ignore"):
        return np.concatenate([points, np.nextafter(points, np.float32(9e37)),
                               np.nextafter(points, np.float32(-9e37))])


def differences(description, cpu, fmt, work):
    source, given, narrow, wide = (work / f"{cpu}.{fmt.mlir}{suffix}" for suffix in (
        ".mlir", ".in.npy", ".narrow.npy", ".wide.npy"))
    values = numbers(fmt)
    np.save(given, values)
    source.write_text(PROGRAM.format(n=len(values), f=fmt.mlir))
    run("matrix-run", source, f"--mcpu={cpu}", f"--input={given}",
        f"--output={narrow}", f"--output={wide}")
    want = fmt.encode(values.astype(np.float64))
    back = description.formats["FmtF32"].encode(fmt.decode(want))
    yield from differing(f"{cpu}: {fmt.mlir}", values, np.load(narrow), want)
    yield from differing(f"{cpu}: {fmt.mlir} to f32", values,
                         np.load(wide).view(np.uint32), back)


def differing(what, values, got, want):
    for value, is_, should in zip(values, got, want, strict=True):
        if is_ != should:
            yield f"{what}: {value!r} is {is_:#x}, expected {should:#x}"


if __name__ == "__main__":
    drive(__doc__, check)
