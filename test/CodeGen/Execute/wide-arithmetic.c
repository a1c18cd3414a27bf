// Functions that compilers call for long double, __int128, and complex numbers:
// the same program on the host, where binary128 is __float128.

// RUN: clang -O1 -ffp-contract=off -w %s -o %t.host && %t.host > %t.expected
// RUN: matrix-cc -O1 -ffp-contract=off -w %s -o %t.elf && matrix-sim %t.elf > %t.found
// RUN: cmp %t.found %t.expected
// RUN: matrix-cc -O0 -ffp-contract=off -w %s -o %t.elf && matrix-sim %t.elf > %t.found
// RUN: cmp %t.found %t.expected
// RUN: FileCheck %s --input-file=%t.expected
// CHECK:      3ffd5555555555555555555555555555
// CHECK-COUNT-300: {{^[0-9a-f]{32}$}}

#if __LDBL_MANT_DIG__ == 113
typedef long double Quad;
#else
typedef __float128 Quad;
#endif
typedef unsigned __int128 Wide;

int puts(const char *);

static void show(Wide bits) {
  char text[33] = {0};
  for (int i = 0; i < 32; ++i)
    text[i] = "0123456789abcdef"[(unsigned)(bits >> (124 - 4 * i)) & 15];
  puts(text);
}
static void showQuad(Quad x) {
  Wide bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  show(x == x ? bits : 0);
}
static void showDouble(double x) {
  unsigned long bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  show(x == x ? bits : 0);
}
static void showFloat(float x) { showDouble(x); }

static unsigned long state = 88172645463325252ul;
static unsigned long random64(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static Wide random128(void) { return (Wide)random64() << 64 | random64(); }

static void quads(Quad a, Quad b) {
  showQuad(a + b);
  showQuad(a - b);
  showQuad(a * b);
  showQuad(a / b);
  showDouble((double)a);
  showFloat((float)b);
  showQuad((Quad)(double)b);
  show((Wide)(__int128)(b * 0x1p60));
  show((unsigned long)(long)(a - a == 0 ? a : 0) ^ (unsigned)(int)b);
  show(a < b | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 |
       (a != b) << 5 | __builtin_isunordered(a, b) << 6);
}

static void integers(Wide a, Wide b) {
  b |= !b;
  show(a / b);
  show(a % b);
  show((__int128)a / (__int128)b);
  show((__int128)a % (__int128)b);
  show(a * b);
  show(a << (b & 127));
  show((__int128)a >> (b & 127));
  showQuad(a);
  showQuad((__int128)a);
  showDouble(a);
  showFloat((__int128)a);
  __int128 product;
  show(__builtin_mul_overflow((__int128)a, (__int128)b, &product));
}

static void complexes(double a, double b, double c, double d) {
  _Complex double x = __builtin_complex(a, b), y = __builtin_complex(c, d);
  _Complex double product = x * y, quotient = x / y;
  showDouble(__real__ product);
  showDouble(__imag__ product);
  showDouble(__real__ quotient);
  showDouble(__imag__ quotient);
}

int main(void) {
  volatile Quad one = 1, three = 3;
  showQuad(one / three);
  quads(one / three, 0.1);
  quads(-one / 0.0, 5);
  quads(0.0 * (one / 0.0), 2);
  for (int i = 0; i < 12; ++i) {
    Quad a = (Quad)(__int128)random128() * 0x1p-90, b = (long)random64();
    quads(a, b * 0x1p-60);
    integers(random128() >> i * 7, random128() >> i * 9);
  }
  complexes(1, 2, 3, 4);
  complexes(__builtin_inf(), 1, 2, 3);
  complexes(1, 2, 0, 0);
  complexes(0x1.8p1000, 0x1p998, 0x1p1000, 0x1p1000);
  return 0;
}
