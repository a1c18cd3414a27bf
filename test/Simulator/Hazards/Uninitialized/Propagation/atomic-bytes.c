// Atomic operations on bytes and halves compare and exchange a word, whose other
// bytes were never written.

// RUN: %hazard --status=0 --correct --clang=-O0 %s %t
// RUN: %hazard --status=0 --correct --clang=-O2 %s %t

struct Flags {
  _Atomic char byte;
  char unset[5];
  _Atomic short half;
};

__attribute__((noinline)) static int use(volatile struct Flags *flags) {
  flags->byte = 1;
  flags->half = -5;
  flags->byte |= 6;
  flags->byte ^= 2;
  flags->half += 3;
  short expected = -3;
  if (!__c11_atomic_compare_exchange_strong(&flags->half, &expected, 9, 5, 5))
    flags->half *= 7;
  return __c11_atomic_exchange(&flags->byte, 0, 5) * 100 + flags->half;
}

int main(void) {
  struct Flags flags;
  return use(&flags) - (5 * 100 - 14);
}
