"""repeat_text.py TEXT COUNT [TEXT COUNT]...: prints each text that many times, in a
line."""

import sys

texts, counts = sys.argv[1::2], sys.argv[2::2]
print("".join(text * int(count) for text, count in zip(texts, counts, strict=True)))
