// Bit-fields of several sizes in uninitialized words, and their copies.

// RUN: %hazard --status=0 --correct --clang=-O0 %s %t

struct B {
  unsigned a : 3, b : 11;
  unsigned long c : 40;
  signed char d : 2;
} global;
int main(void) {
  struct B x;
  x.c = 77;
  x.b = 5;
  global = x;
  struct B *copy = &global;
  x.d = -1;
  return copy->b + (copy->c != 77) - 5 + x.d + 1;
}
