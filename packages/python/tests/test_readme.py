import doctest
from pathlib import Path

from .support.server import KEY, Server

README = Path(__file__).parents[1] / "README.md"


def test_the_readme_does_what_it_says(server: Server, tmp_path: Path) -> None:
    failed, tried = doctest.testfile(
        str(README),
        module_relative=False,
        globs={"URL": server.url, "KEY": KEY, "FOLDER": tmp_path},
        optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF,
    )
    assert tried > 10
    assert failed == 0
