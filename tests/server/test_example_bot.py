"""The example bot plays a whole game against a real server, with a token as a person gets it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

from serving import serving

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_example_bot_plays_to_the_end(tmp_path: Path) -> None:
    with serving(tmp_path, "--bot-pause", "0") as address:
        asked = Request(f"{address}/api/me/tokens", b'{"label": "example"}', {"Content-Type": "application/json"})
        token = json.load(urlopen(asked, timeout=30))["token"]
        done = subprocess.run(
            [sys.executable, str(BOT), address, token, "coin-age"],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        link, ending = done.stdout.splitlines()[:2]
        assert link.startswith(f"{address}/table/")
        assert ending
        table = json.load(urlopen(link.replace("/table/", "/api/tables/"), timeout=30))
        assert table["status"] == "over"


def test_it_is_as_short_as_it_says() -> None:
    code = [line for line in BOT.read_text("utf-8").partition("async def")[2].splitlines() if line.strip()]
    assert len(code) <= 30
