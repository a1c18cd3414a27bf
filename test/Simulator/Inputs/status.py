"""status.py N COMMAND...: runs COMMAND and succeeds if its exit status is N."""

import subprocess
import sys

code = subprocess.run(sys.argv[2:], check=False).returncode
if code != int(sys.argv[1]):
    sys.exit(f"status {code}, expected {sys.argv[1]}")
