"""Writes the parts of the package that follow from others: models, groups, errors, and all of `_sync`.

`--check` writes nothing, and fails if a file is not what would be written.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import unasync

from document import load_document, name_inline, resolve
from modeling import find_references, write_models
from operations import read_operations
from problems import write_errors
from rendering import render_groups

PACKAGE = Path(__file__).parents[1]

# Classes that responses do not name, but the hand-written parts do.
EXTRA_MODELS = {"ImportSums", "ImportedLine", "NewSampleLine"}

# Written for both, because they wait and run beside the caller in different ways.
PLATFORM = "platform.py"

NAMES = {
    "AsyncClient": "Client",
    "AsyncGroup": "Group",
    "_async": "_sync",
    "aclose": "close",
    "aclosing": "closing",
    "aiter_bytes": "iter_bytes",
    "aiter_lines": "iter_lines",
    "aread": "read",
    "anext": "next",
}


def generate(source: Path) -> None:
    """Write all generated files below a folder `src/annotary`."""
    document = load_document()
    raw = dict(document["components"]["schemas"])
    raw["ImportedLine"], raw["ImportSums"] = raw["ImportLine"]["anyOf"]
    schemas = {name: resolve(schema, raw) for name, schema in raw.items()}
    operations = read_operations(document, schemas)
    used = {
        name
        for operation in operations
        for part in (operation.results, operation.list_body, [member.schema for member in operation.body])
        for name in find_references(list(part) if isinstance(part, tuple) else part)
    }
    write_models(name_inline(schemas), used | EXTRA_MODELS, source / "models.py")
    groups = source / "_async/groups.py"
    groups.write_text(render_groups(operations), "utf8")
    write_errors(source / "errors.py")
    made = [source / "models.py", groups, source / "errors.py"]
    format_files(made)
    format_files(write_sync(source))


def write_sync(source: Path) -> list[Path]:
    """Write `_sync` from `_async`."""
    files = [file for file in sorted((source / "_async").glob("*.py")) if file.name != PLATFORM]
    words = {word for file in files for word in find_async_names(file.read_text("utf8"))}
    names = {word: word.removeprefix("Async") for word in words} | NAMES
    rule = unasync.Rule(f"{source}/_async/", f"{source}/_sync/", additional_replacements=names)
    unasync.unasync_files([str(file) for file in files], [rule])  # pyright: ignore[reportUnknownMemberType]
    return [source / "_sync" / file.name for file in files]


def find_async_names(text: str) -> set[str]:
    """Return the names of our classes that begin with `Async`."""
    return set(re.findall(r"\bclass (Async\w+)", text))


def format_files(files: list[Path]) -> None:
    """Format files as the rest of the package."""
    names = [str(file) for file in files]
    settings = ["--config", str(PACKAGE / "pyproject.toml"), "--quiet"]
    subprocess.run(
        [sys.executable, "-m", "ruff", "check", *settings, "--fix", "--select", "I,F401", *names], check=True
    )
    subprocess.run([sys.executable, "-m", "ruff", "format", *settings, *names], check=True)


def list_outdated() -> list[str]:
    """Return the files that differ from what would be written."""
    source = PACKAGE / "src/annotary"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src/annotary"
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for file in (copy / "_sync").glob("*.py"):
            if file.name != PLATFORM:
                file.unlink()
        generate(copy)
        names = {file.relative_to(root) for root in (source, copy) for file in root.rglob("*.py")}
        return sorted(str(name) for name in names if read(source / name) != read(copy / name))


def read(file: Path) -> bytes | None:
    """Return the bytes of a file, or None where it is missing."""
    return file.read_bytes() if file.exists() else None


if __name__ == "__main__":
    if "--check" in sys.argv:
        outdated = list_outdated()
        for name in outdated:
            print(f"{name} is not what scripts/generate.py writes")
        sys.exit(1 if outdated else 0)
    generate(PACKAGE / "src/annotary")
