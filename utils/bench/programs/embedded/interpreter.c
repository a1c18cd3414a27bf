// A byte-code interpreter: a switch with a jump table, a stack.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { Push, Add, Sub, Mul, Dup, Swap, Over, JumpIf, Load, Store, Less, Drop, Xor, Shift, Halt };
static const short program[] = {
    Push, 0,  Store, 0, Push, 1,  Store, 1, Push, 0, Store, 2,
    // loop: sum = sum * 3 ^ i; i + 1
    Load, 2,  Push, 3, Mul, Load, 1, Xor, Dup, Shift, 3, Add, Store, 2,
    Load, 1,  Push, 1, Add, Dup, Store, 1, Push, 3000, Less, JumpIf, 12,
    Load, 0,  Push, 1, Add, Dup, Store, 0, Push, 1, Store, 1, Push, 12, Less,
    JumpIf, 12, Load, 2, Halt};
static long memory[8], stack[64];
static long run(const short *code) {
  long *top = stack;
  for (const short *at = code;;) {
    switch (*at++) {
    case Push: *++top = *at++; break;
    case Add: --top; *top += top[1]; break;
    case Sub: --top; *top -= top[1]; break;
    case Mul: --top; *top = (long)((unsigned long)*top * (unsigned long)top[1]); break;
    case Dup: ++top; *top = top[-1]; break;
    case Swap: { long t = *top; *top = top[-1]; top[-1] = t; break; }
    case Over: ++top; *top = top[-2]; break;
    case JumpIf: if (*top--) at = code + *at; else ++at; break;
    case Load: *++top = memory[*at++]; break;
    case Store: memory[*at++] = *top--; break;
    case Less: --top; *top = *top < top[1]; break;
    case Drop: --top; break;
    case Xor: --top; *top ^= top[1]; break;
    case Shift: *top = (long)((unsigned long)*top >> *at++ & 0xffffffff); break;
    default: return *top;
    }
  }
}
unsigned long work(void) { return (unsigned long)run(program); }
