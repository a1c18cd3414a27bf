# Configuration of the GoogleTest programs: all programs whose names end in
# "Tests" below the build folder's test/Unit.

import lit.formats

config.name = "Matrix-Unit"
config.suffixes = []
config.test_source_root = config.unit_dir
config.test_exec_root = config.unit_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")
