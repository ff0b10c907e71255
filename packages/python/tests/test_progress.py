import pytest

from annotary import show_progress


def test_shows_what_is_done_and_the_total_where_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    show = show_progress("v1", "B")
    show(500, None)
    show(2000, 2000)
    printed = capsys.readouterr().err
    assert "v1: " in printed
    assert "2.00k/2.00k" in printed
