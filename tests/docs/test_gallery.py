"""docs/gallery.md shows the drawings as they are: every game, wide and tall, light and dark."""

from __future__ import annotations

from website.gallery import FOLDER, PAGE, draw


def test_the_gallery_is_up_to_date() -> None:
    files = draw()
    assert len(files) >= 5 * 2 * 2 + 1
    for name, text in files.items():
        path = PAGE if name == PAGE.name else FOLDER / name
        assert path.read_text(encoding="utf-8") == text, "draw it anew: make pictures"
    assert {path.name for path in FOLDER.iterdir()} == set(files) - {PAGE.name}
