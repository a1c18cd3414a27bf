"""Compares two NumPy files: shape and type are equal, and the elements up to a tolerance.

    compare_npy.py FILE EXPECTED [--tolerance=X]
"""

import argparse

import numpy

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("expected")
parser.add_argument("--tolerance", type=float, default=0)
args = parser.parse_args()

actual, expected = numpy.load(args.file), numpy.load(args.expected)
assert (actual.shape, actual.dtype) == (expected.shape, expected.dtype), (
    actual.shape, actual.dtype, expected.shape, expected.dtype)
difference = abs(actual - expected).max()
assert difference <= args.tolerance, difference
