// A plugin for qemu-user that counts executed instructions.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debian's qemu-user supports plugins, but has neither their header nor ready
// ones: the declarations below are the part of its interface that is used here.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { AddU64 = 0 };
struct qemu_plugin_tb;
typedef uint64_t Id;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_trans_cb(Id id, void (*call)(Id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation,
                                              void *counter, uint64_t amount);
void qemu_plugin_register_atexit_cb(Id id, void (*call)(Id, void *), void *data);
void qemu_plugin_outs(const char *text);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t executed;

static void translated(Id id, struct qemu_plugin_tb *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, AddU64, &executed,
                                           qemu_plugin_tb_n_insns(block));
}

static void finished(Id id, void *data) {
  (void)id, (void)data;
  char text[40];
  snprintf(text, sizeof text, "instructions %llu\n", (unsigned long long)executed);
  qemu_plugin_outs(text);
}

__attribute__((visibility("default"))) int qemu_plugin_install(Id id, const void *info, int count,
                                                               char **arguments) {
  (void)info, (void)count, (void)arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, finished, NULL);
  return 0;
}
