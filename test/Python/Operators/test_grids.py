"""Samples of images and volumes at coordinates, and their gradients."""

import pytest
import torch
from torch.nn import functional as F

from conftest import check_gradients as check

MODES = [("bilinear", "zeros"), ("bilinear", "border"), ("bilinear", "reflection"),
         ("nearest", "border")]
INFINITY, NAN = float("inf"), float("nan")


# The first of three runs without --full.
@pytest.mark.parametrize("mode, padding, corners", [
    ("bilinear", "border", True), ("bilinear", "zeros", False), ("bilinear", "reflection", True),
    ("bicubic", "reflection", False), ("bicubic", "zeros", True), ("bicubic", "border", False),
    ("nearest", "zeros", True), ("nearest", "border", False), ("nearest", "reflection", True),
    ("bilinear", "reflection", False), ("bilinear", "border", False),
    ("bicubic", "reflection", True)])
def test_images(mode, padding, corners):
    """At coordinates of which some are outside."""
    check(lambda x, grid: F.grid_sample(x, grid, mode, padding, corners),
          torch.randn(2, 3, 4, 5), torch.randn(2, 2, 3, 2) * 1.5)


@pytest.mark.parametrize("mode, padding, corners", [
    ("bilinear", "reflection", False), ("bilinear", "zeros", True), ("bilinear", "border", False),
    ("nearest", "border", True), ("nearest", "zeros", False), ("nearest", "reflection", True),
    ("bilinear", "reflection", True), ("bilinear", "border", True)])
def test_volumes(mode, padding, corners):
    check(lambda x, grid: F.grid_sample(x, grid, mode, padding, corners),
          torch.randn(2, 3, 3, 4, 5), torch.randn(2, 2, 3, 4, 3) * 1.5)


def coordinates(rank, numbers):
    """Each number in one coordinate, and in all."""
    places = [place for number in numbers for place in (
        [number] + [0.1] * (rank - 1), [0.1] * (rank - 1) + [number], [number] * rank)]
    return torch.tensor(places).reshape(*[1] * rank, -1, rank)


def test_undefined_coordinates_in_images(assert_accelerated):
    grid = coordinates(2, [NAN, INFINITY, -INFINITY, 1e30, -3e9])
    assert_accelerated(
        lambda x: [F.grid_sample(x, grid, *mode, False) for mode in MODES],
        torch.randn(1, 2, 4, 5))


def test_undefined_coordinates_in_volumes(assert_accelerated):
    grid = coordinates(3, [NAN, INFINITY, -INFINITY, 1e6, -3e4])
    assert_accelerated(
        lambda x: [F.grid_sample(x, grid, *mode, True) for mode in MODES],
        torch.randn(1, 2, 3, 4, 5))


def test_gradients_at_undefined_coordinates():
    """Eager mode reads foreign memory for images with another padding."""
    numbers = [NAN, INFINITY, -INFINITY]
    check(lambda x, grid: F.grid_sample(x, grid, align_corners=False),
          torch.randn(1, 2, 4, 5), coordinates(2, numbers))
    check(lambda x, grid: F.grid_sample(x, grid, padding_mode="border", align_corners=False),
          torch.randn(1, 2, 3, 4, 5), coordinates(3, numbers))
