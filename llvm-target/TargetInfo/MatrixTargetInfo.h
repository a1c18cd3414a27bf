//===- TargetInfo/MatrixTargetInfo.h - the registered target ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target under which LLVM finds this back end, for triples whose
// architecture name is `matrix`. LLVM has no architecture of that name;
// MatrixTargetInfo.cpp describes the registration.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TARGETINFO_MATRIXTARGETINFO_H
#define MATRIX_TARGETINFO_MATRIXTARGETINFO_H

namespace llvm {
class Target;
Target &getTheMatrixTarget();
} // namespace llvm

#endif // MATRIX_TARGETINFO_MATRIXTARGETINFO_H
