//===- TensorFiles.cpp - tensors of a kernel in files ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the number of files against the kernel's arguments, then reads and
// writes them. The header of an input is read first and compared with type and
// shape: a file of the wrong shape is rejected before its data take host
// memory.
//
//===----------------------------------------------------------------------===//

#include "TensorFiles.h"
#include "matrix/Sim/Npy.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

static std::string counted(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

Error sim::checkCounts(const Simulator &simulator, const CommandLine &line) {
  size_t inputs = 0, outputs = 0;
  for (const Argument &a : simulator.arguments())
    ++(a.output ? outputs : inputs);
  if (line.inputs.size() == inputs && line.outputs.size() <= outputs)
    return Error::success();
  return createStringError("matrix-sim: error: " + line.program + " takes " +
                           counted(inputs, "input") + " (--input) and gives " +
                           counted(outputs, "result") + " (--output), not " +
                           std::to_string(line.inputs.size()) + " and " +
                           std::to_string(line.outputs.size()) +
                           "; options stand before the program");
}

static bool isExpected(const Argument &input, const NpyArray &header) {
  return npyAccepts(input.type, header.descr) && header.shape == input.shape;
}

/// A shape mismatch is reported before the data are read.
static Error readInput(Simulator &simulator, size_t index,
                       const Argument &input, const std::string &path) {
  Expected<NpyArray> array = readNpyHeader(path);
  if (array && (array->descr.empty() || isExpected(input, *array)))
    array = readNpy(path);
  if (!array)
    return array.takeError();
  if (isExpected(input, *array))
    if (Error error = checkNpyElements(path, input.type, *array))
      return error;
  return simulator.setInput(index, *array);
}

/// checkCounts() has compared the number of files with that of the inputs.
Error sim::readInputs(Simulator &simulator, const CommandLine &line) {
  size_t next = 0;
  for (const Argument &a : simulator.arguments()) {
    if (a.output)
      continue;
    if (Error error = readInput(simulator, next, a, line.inputs[next]))
      return error;
    ++next;
  }
  return Error::success();
}

Error sim::writeOutputs(const Simulator &simulator, const CommandLine &line) {
  for (size_t i = 0; i < line.outputs.size(); ++i) {
    Expected<NpyArray> array = simulator.getOutput(i);
    if (!array)
      return array.takeError();
    if (Error error = writeNpy(line.outputs[i], *array))
      return error;
  }
  return Error::success();
}
