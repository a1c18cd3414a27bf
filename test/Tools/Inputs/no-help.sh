#!/bin/sh
# A tool without help.
echo "usage: nothing"
