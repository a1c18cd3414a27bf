#===- recurrence.py - recurrent models ---------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Recurrent models."""

import torch
from torch import nn

from . import architecture


@architecture("LSTM", "width 32, 2 layers, 8 steps, batch 2")
def lstm():
    return nn.LSTM(16, 32, 2, batch_first=True), (torch.randn(2, 8, 16),)


@architecture("GRU", "width 32, both directions, 8 steps, batch 2")
def gru():
    return nn.GRU(16, 32, batch_first=True, bidirectional=True), (torch.randn(2, 8, 16),)
