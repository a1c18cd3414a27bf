#===- recurrent.py - recurrent layers -----------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Recurrent layers. Dynamo leaves them to eager mode unless allow_rnn is set, and
PyTorch takes LSTM layers apart into layers of oneDNN, which become steps here: the
products with the inputs are one contraction, the others one for each step. The stack of
layers that PyTorch traces has no dropout between them, and is replaced."""

import torch
from torch._decomp import decompositions
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


def stack_of_layers(x, hidden, params, has_biases, num_layers, dropout, train, bidirectional,
                    batch_first, layer):
    x, last = x.transpose(0, 1) if batch_first else x, []
    for number in range(num_layers):
        forward, first, backward, second = decompositions.params_hiddens(
            params, hidden, number, bidirectional)
        ways = [(forward, first, False), (backward, second, True)][:1 + bidirectional]
        outputs, ends = zip(*(layer(x, start, weights, has_biases, reverse=reverse)
                              for weights, start, reverse in ways))
        x, last = torch.cat(outputs, -1) if bidirectional else outputs[0], [*last, *ends]
        if train and dropout and number < num_layers - 1:
            x = torch.dropout(x, dropout, train=True)
    return x.transpose(0, 1) if batch_first else x, last


def trace_recurrent_layers() -> None:
    """Replaces PyTorch's function for all backends of the process: it leaves dropout out."""
    torch._dynamo.config.allow_rnn = True
    decompositions._rnn_helper = stack_of_layers
