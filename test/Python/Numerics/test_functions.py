"""Errors of functions that tiles compute by formulas of other functions, and their values at
infinities, NaN and zeros, against NumPy in f64."""

import subprocess

import numpy as np
import pytest

from torch_matrix.tools import tool

FUNCTIONS = {
    "log1p": np.log1p, "expm1": np.expm1, "sinh": np.sinh, "cosh": np.cosh,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh, "tan": np.tan,
    "exp2": np.exp2, "log2": np.log2, "log10": np.log10,
    **{f"powf {y}": lambda x, y=y: np.where(np.isnan(x), x, np.power(x, float(np.float32(y))))
       for y in (1.7, -0.75, 1 / 3, 2.4, -3.9)},
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
}
SHAPE = (64, 704)
LARGEST_ERROR = 3  # units in the last place
SMALLEST_NORMAL = np.float32(2.0 ** -126)

PROGRAM = """
#same = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<64x704xf32>) -> tensor<64x704xf32> {
  %e = tensor.empty() : tensor<64x704xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x704xf32>) outs(%e : tensor<64x704xf32>) {
  ^bb0(%a: f32, %o: f32):
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
               3e38, -3e38, 0.49999997, -0.49999997, 8388607.5, 2.0 ** 24]
    values = np.concatenate([
        magnitudes, rng.uniform(-2, 2, 8000), rng.uniform(-100, 100, 8000),
        np.linspace(-0.01, 0.01, 500), 1 + rng.uniform(-1e-4, 1e-4, 500), powers, -powers,
        integers, integers + 0.5, special])
    return np.resize(values.astype(np.float32), SHAPE)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_error(name, tmp_path):
    x = arguments()
    np.save(tmp_path / "x.npy", x)
    operation, _, exponent = name.partition(" ")
    body = f"%s = math.{operation} %a : f32" if not exponent else \
        f"%y = arith.constant {exponent} : f32\n    %s = math.powf %a, %y : f32"
    (tmp_path / "model.mlir").write_text(PROGRAM.replace("FUNCTION", body))
    run = subprocess.run(
        [tool("matrix-run"), "model.mlir", "--input", "x.npy", "--output", "y.npy",
         "--functional"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "compiles to scalar code" not in run.stderr
    y = np.load(tmp_path / "y.npy")
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[name](x.astype(np.float64))
        rounded = exact.astype(np.float32)
        unit = np.spacing(np.maximum(np.abs(rounded), SMALLEST_NORMAL))
        error = np.abs(y - exact) / unit
    finite = np.isfinite(rounded) & np.isfinite(y)
    assert np.array_equal(y[~finite], rounded[~finite], equal_nan=True)
    assert error[finite].max() < LARGEST_ERROR
    zero = rounded == 0
    assert np.array_equal(np.signbit(y[zero]), np.signbit(rounded[zero]))
