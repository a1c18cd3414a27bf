"""same_status.py COMMAND COMMAND: succeeds if both have the same exit status."""

import shlex
import subprocess
import sys

statuses = [subprocess.run(shlex.split(command), check=False).returncode
            for command in sys.argv[1:]]
if len(set(statuses)) != 1:
    sys.exit(f"statuses differ: {statuses}")
