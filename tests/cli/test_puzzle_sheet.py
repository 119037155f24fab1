"""``kozyr puzzle sheet``: puzzles on paper."""

from pathlib import Path

import pytest

from kozyr.cli.main import main
from kozyr.puzzles import sheet_pdf

PUZZLES = """
podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1 id "trumps"; theme "keep the trump";
kryt h KsAh/7d8c 7cQc8d 1 id "kryt";
podkidnoy h Kc7d/Kd - 1 id "short";
"""

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "puzzles.txt"
    path.write_text(PUZZLES, encoding="utf-8")
    return str(path)


def test_a_page_of_html(file: str, tmp_path: Path, capsys: Captured) -> None:
    output = tmp_path / "sheet.html"
    assert main(["puzzle", "sheet", file, "-o", str(output), "--title", "Mine"]) == 0
    page = output.read_text(encoding="utf-8")
    assert "<h1>Mine</h1>" in page
    assert page.count('<section class="puzzle">') == 3
    assert capsys.readouterr() == ("", "")


def test_a_pdf_file(file: str, tmp_path: Path, capsys: Captured) -> None:
    output = tmp_path / "sheet.PDF"
    assert main(["puzzle", "sheet", file, "-o", str(output)]) == 0
    assert output.read_bytes().startswith(b"%PDF-")
    assert capsys.readouterr() == ("", "")


def test_a_choice_on_standard_output(file: str, capsys: Captured) -> None:
    assert main(["puzzle", "sheet", file, "-o", "-", "--id", "kryt"]) == 0
    page = capsys.readouterr().out
    assert page.count('<section class="puzzle">') == 1
    assert "Kryt" in page


def test_the_first_so_many(file: str, capsys: Captured) -> None:
    assert main(["puzzle", "sheet", file, "-o", "-", "--most", "2"]) == 0
    assert capsys.readouterr().out.count('<section class="puzzle">') == 2


def test_what_is_not_solved_is_named(file: str, capsys: Captured) -> None:
    hard = "podkidnoy h 6s7s8s9sTsJs/6h7h8h9hThJh/6d7d8d9dTdJd/6c7c8c9cTcJc - 1"
    Path(file).write_text(f"{hard} id hard;", encoding="utf-8")
    assert main(["puzzle", "sheet", file, "-o", "-", "--time", "0.1"]) == 0
    assert capsys.readouterr().err == "kozyr: hard: not solved; printed as claimed\n"


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["-o", "sheet.doc"], "output"),
        (["-o", "-", "--most", "0"], "most"),
        (["-o", "-", "--time", "-1"], "time"),
        (["-o", "-", "--theme", "nothing"], "theme"),
        (["-o", "/no/such/folder/sheet.html"], "output"),
        ([], "output"),
    ],
)
def test_what_is_refused(
    file: str, capsys: Captured, arguments: list[str], field: str
) -> None:
    assert main(["puzzle", "sheet", file, *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"kozyr: {field}: ")
    assert error.count("\n") == 1


def test_where_nothing_can_be_written_no_search_begins(
    file: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.cli.puzzle_sheet.entries", None)
    assert main(["puzzle", "sheet", file, "-o", "nowhere/sheet.html"]) == 2
    message = "output: nowhere/sheet.html: No such file or directory"
    assert capsys.readouterr().err == f"kozyr: {message}\n"


def test_without_what_writes_pdf(
    file: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(sheet_pdf, "import_module", missing)
    output = tmp_path / "sheet.pdf"
    assert main(["puzzle", "sheet", file, "-o", str(output)]) == 2
    assert capsys.readouterr().err.startswith("kozyr: pdf: fpdf2 is not installed; ")
    assert not output.exists()
