#!/usr/bin/env bash
# polars 1.44.2 and 2.1.0 write Arrow IPC files (Feather 2) whose first message is no message: behind the word ARROW1 stands the flatbuffer of
# the schema without the marker and length of an encapsulated message. The format document says that a file contains a stream from there on.
# Readers that use the footer work (pyarrow's open_file, Arrow for JavaScript); whoever reads the stream inside of the file, such as a check of all
# messages or `open_stream` on the bytes behind the first 8, fails with "Invalid flatbuffers message". pyarrow's own files can be read both ways.
# Exits non-zero if that changes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install polars==2.1.0 pyarrow==25.0.1
"$work/venv/bin/python" - <<'PYTHON'
import io
import polars, pyarrow, pyarrow.feather
import pyarrow.ipc as ipc

def stream_rows(data):
    try:
        return ipc.open_stream(io.BytesIO(data[8:])).read_all().num_rows
    except Exception as error:
        return str(error)

ours, theirs = io.BytesIO(), io.BytesIO()
polars.DataFrame({"a": [1, 2]}).write_ipc(ours)
pyarrow.feather.write_feather(pyarrow.table({"a": [1, 2]}), theirs)
assert ipc.open_file(io.BytesIO(ours.getvalue())).read_all().num_rows == 2
print("pyarrow's file as a stream:", stream_rows(theirs.getvalue()), "- polars' file:", stream_rows(ours.getvalue()))
assert stream_rows(theirs.getvalue()) == 2
assert stream_rows(ours.getvalue()) != 2
PYTHON
