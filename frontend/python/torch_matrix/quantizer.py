#===- quantizer.py - quantization to 8-bit integers -------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Int8Quantizer, for prepare_pt2e of torchao: linear layers, convolutions and sums of i8.
Activations have a scale and a zero point for each tensor, weights a scale for each
output channel. This module requires the package torchao."""

import torch
from torch import fx
from torchao.quantization.pt2e import HistogramObserver, PerChannelMinMaxObserver
from torchao.quantization.pt2e.quantizer import (
    QuantizationAnnotation, QuantizationSpec, Quantizer)

aten = torch.ops.aten
PRODUCTS = {aten.linear.default, aten.conv2d.default}
SUMS = {aten.add.Tensor, aten.add_.Tensor}
RELU = {aten.relu.default, aten.relu_.default}

ACTIVATION = QuantizationSpec(
    dtype=torch.int8, quant_min=-128, quant_max=127, qscheme=torch.per_tensor_affine,
    observer_or_fake_quant_ctr=HistogramObserver.with_args(eps=2**-12))
WEIGHT = QuantizationSpec(
    dtype=torch.int8, quant_min=-127, quant_max=127, ch_axis=0,
    qscheme=torch.per_channel_symmetric,
    observer_or_fake_quant_ctr=PerChannelMinMaxObserver.with_args(eps=2**-12))


class Int8Quantizer(Quantizer):
    """Quantizes the operands of linear layers, convolutions and sums of tensors, and
    their results, after a ReLU if there is one."""

    def annotate(self, model: fx.GraphModule) -> fx.GraphModule:
        for node in model.graph.nodes:
            if node.target in PRODUCTS:
                annotate(node, {node.args[0]: ACTIVATION, node.args[1]: WEIGHT})
            elif node.target in SUMS and all(map(is_float, node.args[:2])):
                annotate(node, dict.fromkeys(node.args[:2], ACTIVATION))
        return model

    def validate(self, model: fx.GraphModule) -> None:
        """Any annotation of this class is valid."""


def annotate(node: fx.Node, operands: dict) -> None:
    users = list(node.users)
    relu = users[0] if len(users) == 1 and users[0].target in RELU else None
    note(node, operands, None if relu else ACTIVATION)
    if relu:
        note(relu, {}, ACTIVATION)


def note(node: fx.Node, operands: dict, result: QuantizationSpec | None) -> None:
    node.meta["quantization_annotation"] = QuantizationAnnotation(
        input_qspec_map=operands, output_qspec=result, _annotated=True)


def is_float(operand) -> bool:
    return isinstance(operand, fx.Node) and operand.meta["val"].is_floating_point()
