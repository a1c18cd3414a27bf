// A structure argument of 12 bytes in registers of 8.

// RUN: %hazard --status=0 --correct --clang=-O0 %s %t

struct S {
  int a, b, c;
};
__attribute__((noinline)) int f(struct S s) { return s.a + s.b + s.c; }
int main(void) {
  struct S s = {1, 2, -3};
  return f(s);
}
