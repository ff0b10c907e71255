"""Reads labels with the pydantic models of the official SDK: one JSON object a line, as `Label` records. Prints what fails."""

import json
import sys

from segments.typing import Label


def main(path):
    read = 0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            try:
                Label.model_validate(record)
            except Exception as error:  # Whatever it is, a client could not go on.
                print(json.dumps({"attributes": record["attributes"], "error": str(error)[:500]}))
                return 1
            read += 1
    print(f"{read} labels read")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
