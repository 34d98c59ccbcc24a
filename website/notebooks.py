"""The notebooks: executed, and shown as pages with what they gave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from website import ROOT
from website.pages import Site

FOLDER = ROOT / "notebooks"
NOTEBOOKS = {"play-and-draw": "Notebook: play and draw", "analyse-a-game": "Notebook: analyse a game"}
SECONDS = 300  # for a cell, on a slow machine


def executed(path: Path) -> Any:
    """A notebook with its outputs; an error in a cell is an error here."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call, unused-ignore]
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        startup_timeout=SECONDS,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=ERROR"],  # a warning that others on this machine could listen
        resources={"metadata": {"path": str(FOLDER)}},
    )
    return client.execute()


def add_notebooks(site: Site) -> None:
    for name in NOTEBOOKS:
        path = FOLDER / f"{name}.ipynb"
        address = f"notebooks/{name}.md"
        site.files[f"notebooks/{name}.ipynb"] = path
        title, _, rest = as_markdown(site, name, executed(path)).partition("\n")
        note = f"\nThis page is a notebook, run when the site was built: [{path.name}]({name}.ipynb).\n"
        site.pages[address] = f"{title}\n{note}{rest}"


def as_markdown(site: Site, name: str, notebook: Any) -> str:
    parts: list[str] = []
    pictures = 0
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for output in cell.outputs:
            data = output.get("data", {})
            if "image/svg+xml" in data:
                pictures += 1
                address = f"{name}-{pictures}.svg"
                site.files[f"notebooks/{address}"] = data["image/svg+xml"]
                parts.append(f'<img class="board" src="{address}" alt="What the cell above draws">')
            else:
                said = output.get("text") or data.get("text/plain", "")
                parts.append(f"```text\n{said.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"
