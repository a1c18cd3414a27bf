// Conversions from half and bfloat depend on 16 bits of a register only.

// RUN: %hazard --status=0 --correct --clang=-O0 %s %t
// RUN: %hazard --status=0 --correct --clang=-O2 %s %t

typedef _Float16 Vector __attribute__((ext_vector_type(3)));
typedef __bf16 Brain __attribute__((ext_vector_type(3)));

__attribute__((noinline)) static void set(volatile _Float16 *x,
                                          volatile __bf16 *y) {
  for (int i = 0; i < 3; ++i)
    x[i] = y[i] = i + 1.5f;
}

int main(void) {
  Vector x; // of three elements, in the place of four
  Brain y;
  set((_Float16 *)&x, (__bf16 *)&y);
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += (float)x[i] * (float)y[i];
  return sum == 1.5f * 1.5f + 2.5f * 2.5f + 3.5f * 3.5f ? 0 : 1;
}
