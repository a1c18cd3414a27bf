"""gdb_session.py SCRIPT PROGRAM [OPTIONS...]: runs gdb-multiarch with the script,
attached to matrix-sim --gdb; prints the output of gdb, then that of the simulator
and its exit status."""

import re
import subprocess
import sys

script, program, *options = sys.argv[1:]
simulator = subprocess.Popen(["matrix-sim", *options, "--gdb=0", program],
                             stderr=subprocess.PIPE, text=True)
place = re.search(r"target remote (\S+)", simulator.stderr.readline())[1]
gdb = subprocess.run(["gdb-multiarch", "-nx", "-q", "-batch",
                      "-iex", "set architecture riscv:rv64",
                      "-ex", f"target remote {place}", "-x", script, program],
                     check=False, timeout=120, stdout=subprocess.PIPE,
                     stderr=subprocess.STDOUT, text=True)
print(gdb.stdout)
print(simulator.communicate(timeout=60)[1], end="")
print("status", simulator.returncode)
