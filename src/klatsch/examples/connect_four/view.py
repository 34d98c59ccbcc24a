"""What a viewer may see of Connect Four: everything."""

from __future__ import annotations

from klatsch.core.definition import View
from klatsch.examples.connect_four.rules import COLUMNS, ROWS, ConnectFour


def view(state: ConnectFour, viewer: int) -> View:
    columns = [[state.disc(column, row) for row in range(ROWS)] for column in range(COLUMNS)]
    return {"actor": int(state.actor), "columns": columns}
