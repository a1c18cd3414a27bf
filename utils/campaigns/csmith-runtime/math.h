//===- math.h - guarded arithmetic ------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of math.h that csmith's guarded arithmetic calls. The programs
// are freestanding: this header replaces that of a C library, for the host and
// for matrix-cc alike.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CAMPAIGNS_MATH_H
#define MATRIX_CAMPAIGNS_MATH_H

double fabs(double);
float fabsf(float);
double ldexp(double, int);
float ldexpf(float, int);

#endif // MATRIX_CAMPAIGNS_MATH_H
