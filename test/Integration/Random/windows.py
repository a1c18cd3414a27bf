#===- test/Integration/Random/windows.py - random convolutions and pools ------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random convolutions and pools in every layout of Linalg, with strides,
dilations, padding, and extents of 1 in every dimension.

A layout is a string of letters for each operand. Capital letters are dimensions of the
image, which are derived from those of the result (o) and of the window (k):
n batch, c input channels, f output channels, g groups, m multiplier.
"""

import random
from dataclasses import dataclass

from builder import MAX_ELEMENTS, NARROW, Builder, is_float, tensor


@dataclass
class Operation:
    name: str
    image: str       # x: an extent of the image
    kernel: str      # k: of the window
    result: str      # o: of the result
    pool: str = ""   # combiner: sum, max, min; with _unsigned
    plain: bool = False   # neither strides nor dilations are attributes
    zero_points: bool = False


OPERATIONS = [
    Operation("conv_1d", "x", "k", "o", plain=True),
    Operation("conv_2d", "xx", "kk", "oo", plain=True),
    Operation("conv_3d", "xxx", "kkk", "ooo", plain=True),
    Operation("conv_1d_nwc_wcf", "nxc", "kcf", "nof"),
    Operation("conv_1d_ncw_fcw", "ncx", "fck", "nfo"),
    Operation("conv_2d_nhwc_hwcf", "nxxc", "kkcf", "noof"),
    Operation("conv_2d_nhwc_hwcf", "nxxc", "kkcf", "noof"),
    Operation("conv_2d_nhwc_fhwc", "nxxc", "fkkc", "noof"),
    Operation("conv_2d_nchw_fchw", "ncxx", "fckk", "nfoo"),
    Operation("conv_2d_nchw_fchw", "ncxx", "fckk", "nfoo"),
    Operation("conv_3d_ndhwc_dhwcf", "nxxxc", "kkkcf", "nooof"),
    Operation("conv_3d_ncdhw_fcdhw", "ncxxx", "fckkk", "nfooo"),
    Operation("conv_2d_nhwgc_gfhwc", "nxxgc", "gfkkc", "noogf"),
    Operation("conv_2d_ngchw_fgchw", "ngcxx", "fgckk", "ngfoo"),
    Operation("conv_2d_ngchw_gfchw", "ngcxx", "gfckk", "ngfoo"),
    Operation("conv_2d_nhwc_hwcf_q", "nxxc", "kkcf", "noof", zero_points=True),
    Operation("conv_2d_nchw_fchw_q", "ncxx", "fckk", "nfoo", zero_points=True),
    Operation("depthwise_conv_1d_nwc_wc", "nxc", "kc", "noc"),
    Operation("depthwise_conv_1d_ncw_cw", "ncx", "ck", "nco"),
    Operation("depthwise_conv_1d_nwc_wcm", "nxc", "kcm", "nocm"),
    Operation("depthwise_conv_2d_nhwc_hwc", "nxxc", "kkc", "nooc"),
    Operation("depthwise_conv_2d_nchw_chw", "ncxx", "ckk", "ncoo"),
    Operation("depthwise_conv_2d_nhwc_hwcm", "nxxc", "kkcm", "noocm"),
    Operation("depthwise_conv_3d_ndhwc_dhwc", "nxxxc", "kkkc", "noooc"),
    *(Operation(f"pooling_nhwc_{pool}", "nxxc", "kk", "nooc", pool)
      for pool in ("sum", "max", "min", "max_unsigned", "min_unsigned")),
    *(Operation(f"pooling_nchw_{pool}", "ncxx", "kk", "ncoo", pool)
      for pool in ("sum", "max")),
    *(Operation(f"pooling_nwc_{pool}", "nxc", "k", "noc", pool)
      for pool in ("sum", "max", "min")),
    *(Operation(f"pooling_ncw_{pool}", "ncx", "k", "nco", pool)
      for pool in ("sum", "max")),
    *(Operation(f"pooling_ndhwc_{pool}", "nxxxc", "kkk", "noooc", pool)
      for pool in ("sum", "max")),
]

ACCUMULATORS = {"f32": "f32", "f64": "f64", "bf16": "f32", "f16": "f32", "i8": "i32",
                "i16": "i32", "i32": "i32"}
CHANNELS = [1, 1, 2, 3, 4, 8, 16, 17, 20, 32]


class Extents:
    """Extents of one operation, by letter; spatial ones are lists."""

    def __init__(self, rng, operation):
        spatial = operation.kernel.count("k")
        self.named = {"n": rng.choice([1, 1, 2, 3]), "c": rng.choice(CHANNELS),
                      "f": rng.choice(CHANNELS), "g": rng.choice([1, 2, 3]),
                      "m": rng.choice([1, 2, 3])}
        several = [1] * spatial if operation.plain else None
        self.strides = several or [rng.choice([1, 1, 2, 3]) for _ in range(spatial)]
        self.dilations = several or [rng.choice([1, 1, 1, 2, 3]) for _ in range(spatial)]
        self.windows = [rng.choice([1, 2, 3, 3, 4, 5]) for _ in range(spatial)]
        self.results = [rng.choice([1, 1, 2, 3, 4, 7, 8, 16, 17]) for _ in range(spatial)]
        # Elements that no window covers.
        slack = [0 if operation.plain else rng.randrange(s) for s in self.strides]
        self.images = [(o - 1) * s + (k - 1) * d + 1 + rest for o, s, k, d, rest in zip(
            self.results, self.strides, self.windows, self.dilations, slack)]

    def shape(self, letters):
        spatial = {"x": iter(self.images), "k": iter(self.windows), "o": iter(self.results)}
        return [next(spatial[c]) if c in spatial else self.named[c] for c in letters]

    def products(self, operation) -> int:
        """Number of summands of one result."""
        total = 1
        for letter, extent in zip(operation.kernel, self.shape(operation.kernel)):
            if letter == "k" or letter == "c" and "c" not in operation.result:
                total *= extent
        return total

    def fits(self, operation) -> bool:
        sizes = [1, 1, 1]
        for i, letters in enumerate((operation.image, operation.kernel, operation.result)):
            for extent in self.shape(letters):
                sizes[i] *= extent
        return max(sizes) <= 2 * MAX_ELEMENTS and \
            sizes[2] * self.products(operation) <= 400_000


def choose_extents(rng, operation):
    while True:
        extents = Extents(rng, operation)
        if extents.fits(operation):
            return extents


def padded(b: Builder, shape, letters, kind, filler):
    """An argument, sometimes a smaller one with padding."""
    low = [b.rng.choice([0, 0, 1, 2]) if c == "x" else 0 for c in letters]
    high = [b.rng.choice([0, 1, 2]) if c == "x" else 0 for c in letters]
    inner = [s - p - q for s, p, q in zip(shape, low, high)]
    if b.rng.random() < 0.5 or min(inner) < 1 or inner == list(shape):
        return b.argument(shape, kind)
    x = b.argument(inner, kind)
    value = b.scalar(filler, kind)
    arguments = ", ".join(f"{b.fresh()}: index" for _ in shape)
    return b.define(shape, kind, x.bound, True,
                    f"tensor.pad {x.name} low{low} high{high} {{\n"
                    f"^bb0({arguments}):\n  tensor.yield {value} : {kind}\n"
                    f"}} : {x.type} to {tensor(shape, kind)}")


def kinds_of(rng, operation):
    """Types of the operands and of the result."""
    if operation.zero_points:
        return "i8", "i32"
    if "unsigned" in operation.pool:
        kind = rng.choice(["i8", "i32", "i16"])
        return kind, kind
    kind = rng.choice(["f32", "f32", "f32", "bf16", "f16", "i8", "i32", "f64", "i16"])
    narrow = operation.pool in ("max", "min") or kind in NARROW and rng.random() < 0.1
    return kind, kind if narrow else ACCUMULATORS[kind]


def start(b: Builder, operation, shape, kind):
    number = 0
    if operation.pool.startswith("max") and operation.pool != "max_unsigned":
        number = -100
    elif operation.pool == "min_unsigned":
        number = -1
    elif operation.pool == "min":
        number = 100
    elif b.rng.random() < 0.3:
        return b.argument(shape, kind)
    return b.filled(shape, kind, number)


# Types of residuals that are narrower than the result, and their extensions.
RESIDUALS = {"f32": {"bf16": "arith.extf", "f16": "arith.extf", "i8": "arith.sitofp"},
             "i32": {"i8": "arith.extsi", "i16": "arith.extsi"}}


def epilogue(b: Builder, x):
    """Often appends a bias, a narrow residual, or a clamp."""
    choice = b.rng.random()
    if choice < 0.4 or x.kind == "i1":
        return x
    rank = len(x.shape)
    same = [f"d{d}" for d in range(rank)]
    init = b.empty(x.shape, x.kind)
    operands, maps, extension = [x], [same], None
    if choice < 0.6:
        place = b.rng.randrange(rank)
        operands.append(b.argument((x.shape[place],), x.kind))
        maps.append([f"d{place}"])
    elif choice < 0.8 and x.kind in RESIDUALS:
        kind, extension = b.rng.choice(list(RESIDUALS[x.kind].items()))
        operands.append(b.argument(x.shape, kind))
        maps.append(same)
    floating = "f" if is_float(x.kind) else "i"

    def body(names):
        if extension:
            wide = b.scalar_op(extension, [names[1]], operands[1].kind, x.kind)
            return b.scalar_op(f"arith.add{floating}", [names[0], wide], x.kind)
        if len(operands) == 2:
            return b.scalar_op(f"arith.add{floating}", names[:2], x.kind)
        zero = b.scalar(0, x.kind)
        return b.scalar_op("arith.maximumf" if floating == "f" else "arith.maxsi",
                           [names[0], zero], x.kind)

    return b.generic(operands, init, [*maps, same], ["parallel"] * rank, body, 0, False)


def attributes(extents) -> str:
    count = len(extents.strides)
    return (f" {{dilations = dense<{extents.dilations}> : tensor<{count}xi64>, "
            f"strides = dense<{extents.strides}> : tensor<{count}xi64>}}")


def generate(seed: int):
    rng = random.Random(f"window {seed}")
    b = Builder(rng)
    operation = OPERATIONS[seed % len(OPERATIONS)] if seed % 2 else rng.choice(OPERATIONS)
    extents = choose_extents(rng, operation)
    kind, result_kind = kinds_of(rng, operation)
    # With a narrow result type the CPU rounds every partial sum.
    if result_kind in NARROW and not operation.pool and extents.products(operation) > 16:
        result_kind = "f32"
    filler = -50 if operation.pool == "max" else 0
    image = padded(b, extents.shape(operation.image), operation.image, kind, filler)
    kernel_shape = extents.shape(operation.kernel)
    kernel = b.empty(kernel_shape, kind) if operation.pool else b.argument(kernel_shape, kind)
    init = start(b, operation, extents.shape(operation.result), result_kind)
    inputs, types = [image.name, kernel.name], [image.type, kernel.type]
    if operation.zero_points:
        inputs += [b.scalar(rng.randint(-5, 5), "i32") for _ in range(2)]
        types += ["i32", "i32"]
    result = b.define(init.shape, result_kind, 0, False,
                      f"linalg.{operation.name}"
                      f"{'' if operation.plain else attributes(extents)} "
                      f"ins({', '.join(inputs)} : {', '.join(types)}) "
                      f"outs({init.name} : {init.type}) -> {init.type}")
    return b.program([epilogue(b, result)], seed)
