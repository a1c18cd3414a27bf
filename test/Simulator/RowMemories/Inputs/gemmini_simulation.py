"""Assembles a sequence of Gemmini's commands to a kernel and simulates it."""

import json
import subprocess

import numpy as np

SIZE = 1 << 16     # bytes of memory


def tensor(name, dtype, count, direction):
    return {"name": name, "type": dtype, "shape": [count], "dir": direction}


def assembly(commands) -> str:
    signature = json.dumps({"mode": "spmd", "cores": 1, "args": [
        tensor("words", "i64", 2 * len(commands), "in"),
        tensor("memory", "i64", SIZE // 8, "in"),
        tensor("result", "i64", SIZE // 8, "out")]})
    quoted = signature.replace('"', '\\"')
    lines = [f'  .section  .matrix.kernel,"",@progbits\n  .ascii  "{quoted}"',
             "  .text\n  .globl  main\nmain:",
             "  ld  r5, 0(r4)\n  ld  r6, 8(r4)\n  ld  r7, 16(r4)",
             f"  addi  r8, r7, 0\n  addi  r9, r0, {SIZE // 64}\n  shli  r9, r9, 3",
             "copy:\n  ld  r10, 0(r6)\n  sd  r10, 0(r8)\n  addi  r6, r6, 8",
             "  addi  r8, r8, 8\n  addi  r9, r9, -1\n  bne  r9, r0, copy"]
    for name, _, _, dram in commands:
        lines.append("  ld  r10, 0(r5)\n  ld  r11, 8(r5)\n  addi  r5, r5, 16")
        if dram:
            lines.append("  add  r10, r10, r7")
        lines.append(f"  gemmini.{name}  r10, r11")
    return "\n".join(lines + ["  jalr  r0, 0(r1)\n"])


def simulate(folder, name, commands, memory):
    """Returns the memory after the program, or the message if it traps."""
    path = {kind: folder / f"{name}.{kind}" for kind in ("s", "o", "elf", "words.npy",
                                                         "memory.npy", "result.npy")}
    path["s"].write_text(assembly(commands))
    words = np.array([w for c in commands for w in c[1:3]], np.uint64)
    np.save(path["words.npy"], words.view(np.int64))
    np.save(path["memory.npy"], memory.view(np.int64))
    for command in (["matrix-mc", "-mcpu=gemmini", "-filetype=obj", path["s"], "-o", path["o"]],
                    ["matrix-ld", path["o"], "-o", path["elf"]]):
        subprocess.run(list(map(str, command)), check=True)
    done = subprocess.run(["matrix-sim", "--input", str(path["words.npy"]), "--input",
                           str(path["memory.npy"]), "--output", str(path["result.npy"]),
                           str(path["elf"])], capture_output=True, text=True)
    if done.returncode:
        return done.stderr
    return np.load(path["result.npy"]).view(np.uint8)
