#===- recurrent.py - recurrent layers -----------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Recurrent layers. Dynamo leaves them to eager mode unless allow_rnn is set, and
PyTorch takes LSTM layers apart into layers of oneDNN, which become steps here: the
products with the inputs are one contraction, the others one for each step."""

import torch
from torch.nn import functional

aten = torch.ops.aten


def lstm_layer(x, w_input, w_hidden, b_input, b_hidden, hidden, cell, reverse, *rest):
    *_, has_biases, _, _, _ = rest
    ahead = functional.linear(x, w_input, b_input if has_biases else None)
    hidden, cell, steps = hidden[0], cell[0], []
    places = range(x.shape[0])
    for place in reversed(places) if reverse else places:
        gates = ahead[place] + functional.linear(
            hidden, w_hidden, b_hidden if has_biases else None)
        entry, forget, candidate, exit = gates.chunk(4, 1)
        cell = torch.sigmoid(forget) * cell \
            + torch.sigmoid(entry) * torch.tanh(candidate)
        hidden = torch.sigmoid(exit) * torch.tanh(cell)
        steps.append(hidden)
    output = torch.stack(steps[::-1] if reverse else steps)
    workspace = x.new_empty(0, dtype=torch.uint8)
    return output, hidden.unsqueeze(0), cell.unsqueeze(0), workspace


RECURRENT = {aten.mkldnn_rnn_layer.default: lstm_layer}


def trace_recurrent_layers() -> None:
    torch._dynamo.config.allow_rnn = True
