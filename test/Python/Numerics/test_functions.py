"""Errors of functions that tiles compute by formulas of other functions, and their values at
infinities, NaN and zeros, against NumPy in f64."""

import math
import subprocess

import numpy as np
import pytest

from torch_matrix.tools import tool

FUNCTIONS = {
    "log1p": np.log1p, "expm1": np.expm1, "sinh": np.sinh, "cosh": np.cosh,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh, "tan": np.tan,
    "atan": np.arctan, "asin": np.arcsin, "acos": np.arccos,
    "erfc": np.vectorize(math.erfc, otypes=[float]), "exp2": np.exp2, "log2": np.log2, "log10": np.log10,
    **{f"powf {y}": lambda x, y=y: np.where(np.isnan(x), x, np.power(x, float(np.float32(y))))
       for y in (1.7, -0.75, 1 / 3, 2.4, -3.9, 7.5, -6.25, 5, 8, -5, 13, 40, -101, 1e3)},
    **{f"remf {y}": lambda x, y=y: np.fmod(x, float(np.float32(y)))
       for y in (1, 0.25, 8, 3, -0.1, 6.2831855, 1e-30, 1e-45, 3e38, "inf", 0)},
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
}
# Of two operands.
PAIRS = {"powf": np.power, "remf": np.fmod, "atan2": np.arctan2}
SHAPE = (64, 704)
LARGEST_ERROR = {"erfc": 4, "powf 5": 4}  # units in the last place, others 3
EXACT = 1e-6
SMALLEST_NORMAL = np.float32(2.0 ** -126)

PROGRAM = """
#same = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<64x704xf32>, %y: tensor<64x704xf32>) -> tensor<64x704xf32> {
  %e = tensor.empty() : tensor<64x704xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<64x704xf32>, tensor<64x704xf32>) outs(%e : tensor<64x704xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    FUNCTION
    linalg.yield %s : f32
  } -> tensor<64x704xf32>
  return %r : tensor<64x704xf32>
}
"""


def arguments():
    """All magnitudes, neighborhoods of 0 and 1, integers and halves, powers of two, and the
    ends of the range of exponentials."""
    rng = np.random.default_rng(0)
    magnitudes = 10.0 ** rng.uniform(-40, 4, 16000) * rng.choice([-1, 1], 16000)
    powers = 2.0 ** np.arange(-149, 128)
    integers = np.arange(-160, 160)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 88.7, 88.73, 89.3, 89.5, -103.9,
               0.47, 10.05, 10.06, 10.1, 20, 3e38, -3e38, 0.49999997, -0.49999997, 8388607.5, 2.0 ** 24]
    values = np.concatenate([
        magnitudes, rng.uniform(-2, 2, 8000), rng.uniform(-1, 1, 4000), rng.uniform(0, 11, 4000), rng.uniform(-100, 100, 8000),
        np.linspace(-0.01, 0.01, 500), 1 + rng.uniform(-1e-4, 1e-4, 500), powers, -powers,
        integers, integers + 0.5, special])
    return np.resize(values.astype(np.float32), SHAPE)


def pairs():
    """Every pair of special values, numbers of all magnitudes, and results of all magnitudes."""
    rng = np.random.default_rng(1)
    special = np.array(
        [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, 0.1,
         1e-45, -1e-45, 1e-40, 1.1754944e-38, 3.4028235e38, -3.4028235e38, 0.99999994, -0.99999994,
         1.0000001, 8388607.5, 16777215, -16777216, 33554434, 2.5, -127, -149, 128],
        np.float32)
    x, y = np.meshgrid(special, special)
    bits = rng.integers(0, 1 << 32, (2, 12000), dtype=np.uint32).view(np.float32)
    near = np.exp2(rng.uniform(-0.6, 0.6, 12000)).astype(np.float32)
    moderate = rng.uniform(-9, 9, (2, 6000)).astype(np.float32)
    exponents = rng.uniform(-150, 150, 12000).astype(np.float32) / np.log2(near)
    multiples = moderate[0] * np.rint(100 * moderate[1])
    large = (bits[0].view(np.uint32) | 0x7E000000).view(np.float32)
    small = (bits[1].view(np.uint32) & 0x80000FFF).view(np.float32)
    a = np.concatenate([x.ravel(), bits[0], near, moderate[0], multiples, large[:6000]])
    b = np.concatenate([y.ravel(), bits[1], exponents, np.rint(4 * moderate[1]), moderate[0],
                        small[:6000]])
    return [np.resize(values, SHAPE) for values in (a, b)]


def spelled(operation):
    return f"arith.{operation}" if operation == "remf" else f"math.{operation}"


def largest_error(name):
    return EXACT if name.startswith("remf") else LARGEST_ERROR.get(name, 3)


def run(body, operands, path):
    """The result of a program on tiles."""
    (path / "model.mlir").write_text(PROGRAM.replace("FUNCTION", body))
    for name, values in zip("xy", operands, strict=True):
        np.save(path / f"{name}.npy", values)
    process = subprocess.run(
        [tool("matrix-run"), "model.mlir", "--input", "x.npy", "--input", "y.npy", "--output",
         "r.npy", "--functional"], cwd=path, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    assert "compiles to scalar code" not in process.stderr
    return np.load(path / "r.npy")


def check(result, exact, largest_error):
    with np.errstate(all="ignore"):
        rounded = exact.astype(np.float32)
        unit = np.spacing(np.maximum(np.abs(rounded), SMALLEST_NORMAL))
        error = np.abs(result - exact) / unit
    finite = np.isfinite(rounded) & np.isfinite(result)
    assert np.array_equal(result[~finite], rounded[~finite], equal_nan=True)
    assert error[finite].max(initial=0) < largest_error
    zero = rounded == 0
    assert np.array_equal(np.signbit(result[zero]), np.signbit(rounded[zero]))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_error(name, tmp_path):
    x = arguments()
    operation, _, number = name.partition(" ")
    bits = np.float32(number or 0).view(np.uint32)
    body = f"%s = {spelled(operation)} %a : f32" if not number else \
        f"%c = arith.constant {bits:#x} : f32\n    %s = {spelled(operation)} %a, %c : f32"
    result = run(body, [x, x], tmp_path)
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[name](x.astype(np.float64))
    check(result, exact, largest_error(name))


@pytest.mark.parametrize("name", PAIRS)
def test_pairs(name, tmp_path):
    x, y = pairs()
    result = run(f"%s = {spelled(name)} %a, %b : f32", [x, y], tmp_path)
    with np.errstate(all="ignore"):
        exact = PAIRS[name](x.astype(np.longdouble), y.astype(np.longdouble))
    check(result, exact, largest_error(name))
