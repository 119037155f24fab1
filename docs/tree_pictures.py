"""Draw the pictures of docs/trees.md: a tree by Graphviz, and the page in a browser.

``python docs/tree_pictures.py`` writes them beside this file.  Needs an installed
``kozyr``, Graphviz and Chromium.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kozyr import tree

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

SMALL = "podkidnoy h 6s7sAh/Kh9d - 1"
LARGE = "podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1"


def main() -> None:
    """Write every picture."""
    from browser import browser

    tree.write(tree.build(SMALL, distance=True), HERE / "tree_graph.png")
    with TemporaryDirectory() as folder, browser() as page:
        path = Path(folder, "tree.html")
        tree.write(tree.build(LARGE, distance=True), path)
        page.open(path, 1280, 800)
        page.press("b", "b", "b")
        (HERE / "tree_page.png").write_bytes(page.screenshot())


if __name__ == "__main__":
    main()
