#===- docs/conf.py - configuration of the documentation site ---------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Sphinx with MyST. utils/docs runs it on the pages that utils/site prepares: the
Markdown files of the repository at their paths, and generated reference pages.
"""

project = "Matrix"
copyright = "the authors of Matrix, Apache License v2.0 with LLVM Exceptions"
html_title = "Matrix"

extensions = ["myst_parser"]
root_doc = "docs/index"
myst_heading_anchors = 4
highlight_language = "none"
# Lexers of Pygments are older than the syntax of some quoted files; mlir-tblgen skips
# levels of headings.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
