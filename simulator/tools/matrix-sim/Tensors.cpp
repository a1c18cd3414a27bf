//===- Tensors.cpp - a kernel's tensors in files --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"

using namespace matrix;
using namespace matrix::sim;

static std::string counted(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

bool sim::checkCounts(const Simulator &simulator, const CommandLine &line,
                      std::string &error) {
  size_t inputs = 0, outputs = 0;
  for (const Argument &a : simulator.arguments())
    ++(a.output ? outputs : inputs);
  if (line.inputs.size() == inputs && line.outputs.size() <= outputs)
    return true;
  error = "matrix-sim: error: " + line.program + " takes " +
          counted(inputs, "input") + " (--arg) and gives " +
          counted(outputs, "result") + " (--out), not " +
          std::to_string(line.inputs.size()) + " and " +
          std::to_string(line.outputs.size()) +
          "; options stand before the program";
  return false;
}

bool sim::readInputs(Simulator &simulator, const CommandLine &line,
                     std::string &error) {
  for (size_t i = 0; i < line.inputs.size(); ++i) {
    NpyArray array;
    if (!readNpy(line.inputs[i], array, error) ||
        !simulator.setInput(i, array, error))
      return false;
  }
  return true;
}

bool sim::writeOutputs(const Simulator &simulator, const CommandLine &line,
                       std::string &error) {
  for (size_t i = 0; i < line.outputs.size(); ++i) {
    NpyArray array;
    if (!simulator.getOutput(i, array, error) ||
        !writeNpy(line.outputs[i], array, error))
      return false;
  }
  return true;
}
