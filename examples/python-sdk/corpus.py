"""Reads label records, one JSON object per line, with the pydantic models of the official SDK, and prints those that fail."""

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
            except Exception as error:  # Any exception would stop a client.
                print(json.dumps({"attributes": record["attributes"], "error": str(error)[:500]}))
                return 1
            read += 1
    print(f"{read} labels read")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
