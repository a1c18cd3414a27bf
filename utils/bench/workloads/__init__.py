#===- utils/bench/workloads - programs of utils/bench/performance -----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The programs that utils/bench/performance measures, in the order of its page."""

from . import ablation, convolutions, data_movement, exported_models, matrix_products


def load(model_folders: list) -> list:
    found = [*matrix_products.workloads(), *convolutions.workloads(), *data_movement.workloads(),
             *exported_models.workloads(model_folders)]
    return [*found, *ablation.workloads(found)]
