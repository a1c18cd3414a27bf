//===- Atomic.c - atomic objects of any size ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compilers call for atomic objects that no instruction accesses: of 16
// bytes, of odd sizes, without alignment. All of them share one lock. An object
// of a word that is aligned after all is accessed by instructions, as other code
// may do. The lock is released after a fence, because DMA transfers observe an
// atomic store without one.
//
//===----------------------------------------------------------------------===//

#include "SoftFloat.h"

void *memcpy(void *target, const void *source, size_t size);
int memcmp(const void *a, const void *b, size_t size);

static int lock;

static void acquire(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
  }
}

static void release(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

/// Executes ACTION(T) for the unsigned integer T of an object that instructions
/// access.
#define FOR_WORD(SIZE, OBJECT, ACTION)                                         \
  switch ((uintptr_t)(OBJECT) & ((SIZE)-1) ? 0 : (SIZE)) {                     \
  case 1:                                                                      \
    ACTION(uint8_t);                                                           \
  case 2:                                                                      \
    ACTION(uint16_t);                                                          \
  case 4:                                                                      \
    ACTION(uint32_t);                                                          \
  case 8:                                                                      \
    ACTION(uint64_t);                                                          \
  }

//===----------------------------------------------------------------------===//
// Objects of any size
//===----------------------------------------------------------------------===//

// The names are those of clang's builtins, which it does not let programs define.
EXPORT void load(size_t size, const void *object, void *result,
                 int order) __asm__("__atomic_load");
EXPORT void store(size_t size, void *object, const void *value,
                  int order) __asm__("__atomic_store");
EXPORT void exchange(size_t size, void *object, const void *value, void *result,
                     int order) __asm__("__atomic_exchange");
EXPORT bool
compareExchange(size_t size, void *object, void *expected, const void *value,
                int success,
                int failure) __asm__("__atomic_compare_exchange");
EXPORT bool isLockFree(size_t size,
                       const void *object) __asm__("__atomic_is_lock_free");

void load(size_t size, const void *object, void *result, int order) {
  (void)order;
#define LOAD(T)                                                                \
  {                                                                            \
    T word = __atomic_load_n((const T *)object, __ATOMIC_SEQ_CST);             \
    memcpy(result, &word, sizeof(T));                                          \
    return;                                                                    \
  }
  FOR_WORD(size, object, LOAD)
  acquire();
  memcpy(result, object, size);
  release();
}

void store(size_t size, void *object, const void *value, int order) {
  (void)order;
#define STORE(T)                                                               \
  {                                                                            \
    T word;                                                                    \
    memcpy(&word, value, sizeof(T));                                           \
    __atomic_store_n((T *)object, word, __ATOMIC_SEQ_CST);                     \
    return;                                                                    \
  }
  FOR_WORD(size, object, STORE)
  acquire();
  memcpy(object, value, size);
  release();
}

void exchange(size_t size, void *object, const void *value, void *result,
              int order) {
  (void)order;
#define EXCHANGE(T)                                                            \
  {                                                                            \
    T word;                                                                    \
    memcpy(&word, value, sizeof(T));                                           \
    word = __atomic_exchange_n((T *)object, word, __ATOMIC_SEQ_CST);           \
    memcpy(result, &word, sizeof(T));                                          \
    return;                                                                    \
  }
  FOR_WORD(size, object, EXCHANGE)
  acquire();
  memcpy(result, object, size);
  memcpy(object, value, size);
  release();
}

bool compareExchange(size_t size, void *object, void *expected,
                     const void *value, int success, int failure) {
  (void)success, (void)failure;
#define COMPARE_EXCHANGE(T)                                                    \
  {                                                                            \
    T old, word;                                                               \
    memcpy(&old, expected, sizeof(T));                                         \
    memcpy(&word, value, sizeof(T));                                           \
    bool equal =                                                               \
        __atomic_compare_exchange_n((T *)object, &old, word, /*weak=*/false,   \
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
    memcpy(expected, &old, sizeof(T));                                         \
    return equal;                                                              \
  }
  FOR_WORD(size, object, COMPARE_EXCHANGE)
  acquire();
  bool equal = memcmp(object, expected, size) == 0;
  memcpy(equal ? object : expected, equal ? value : object, size);
  release();
  return equal;
}

bool isLockFree(size_t size, const void *object) {
#define IS_WORD(T) return true
  FOR_WORD(size, object, IS_WORD)
  return false;
}

//===----------------------------------------------------------------------===//
// Integers of 16 bytes
//===----------------------------------------------------------------------===//

EXPORT Wide load16(const Wide *object, int order) __asm__("__atomic_load_16");
EXPORT void store16(Wide *object, Wide value,
                    int order) __asm__("__atomic_store_16");
EXPORT bool
compareExchange16(Wide *object, Wide *expected, Wide value, int success,
                  int failure) __asm__("__atomic_compare_exchange_16");

Wide load16(const Wide *object, int order) {
  Wide result;
  load(sizeof(Wide), object, &result, order);
  return result;
}

void store16(Wide *object, Wide value, int order) {
  store(sizeof(Wide), object, &value, order);
}

bool compareExchange16(Wide *object, Wide *expected, Wide value, int success,
                       int failure) {
  return compareExchange(sizeof(Wide), object, expected, &value, success,
                         failure);
}

/// Defines the function that replaces the object by RESULT, and returns it.
#define EXPORT_UPDATE(FUNCTION, NAME, RESULT)                                  \
  EXPORT Wide FUNCTION(Wide *object, Wide value, int order) __asm__(NAME);     \
  Wide FUNCTION(Wide *object, Wide value, int order) {                         \
    (void)order;                                                               \
    acquire();                                                                 \
    Wide old = *object;                                                        \
    *object = RESULT;                                                          \
    release();                                                                 \
    return old;                                                                \
  }
EXPORT_UPDATE(exchange16, "__atomic_exchange_16", value)
EXPORT_UPDATE(fetchAdd16, "__atomic_fetch_add_16", old + value)
EXPORT_UPDATE(fetchSub16, "__atomic_fetch_sub_16", old - value)
EXPORT_UPDATE(fetchAnd16, "__atomic_fetch_and_16", old &value)
EXPORT_UPDATE(fetchOr16, "__atomic_fetch_or_16", old | value)
EXPORT_UPDATE(fetchXor16, "__atomic_fetch_xor_16", old ^ value)
EXPORT_UPDATE(fetchNand16, "__atomic_fetch_nand_16", ~(old & value))
