"""status.py STATUS COMMAND...: runs the command; succeeds if its exit status is
STATUS."""

import subprocess
import sys

expected, *command = sys.argv[1:]
status = subprocess.run(command, check=False).returncode
if status != int(expected):
    sys.exit(f"status {status}, expected {expected}: {' '.join(command)}")
