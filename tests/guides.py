"""The commands of README.md, CONTRIBUTING.md and docs/: which there are, and the short form in which a test runs each.

A command is a line of a block marked `sh`, or words in the running text that begin with `uv run` or `klatsch`. Every
one is run, with the numbers of SHORTER, unless ELSEWHERE says which test runs it or NOT_HERE says why it can't run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GUIDES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))

# What a guide says, and what a test runs instead: the same command with less work, in this order.
SHORTER = (
    (r"\bGAME\b", "coffee-chess"),
    (r"\bFILE\b", "game.replay"),
    (r"--(games|rounds) \d+", r"--\1 2"),
    (r"--tables \d+", "--tables 1"),
    (r"--workers \d+", "--workers 1"),
    (r"--sims \d+", "--sims 10"),
    (r"\bsims=(\d)\d*", r"sims=\1"),  # bots that differ still differ
    (r"^(klatsch (?:fuzz|load|abuse) .*)--seconds \d+", r"\1--seconds 1"),
    (r"^(klatsch bench)(?: connect-four)? --peers(?: --seconds \d+)?", r"\1 connect-four --peers --seconds 0.05"),
    (r"^(klatsch yardstick) --seconds [\d.]+", r"\1 --games coin-age --sims 2"),
    (r"^(klatsch levels) (?:four-armies|chocolate-coin|choco)(?: --seats \d)?", r"\1 connect-four"),  # minutes a round
    (r"^(klatsch lab (?!.*--bots).*)$", r"\1 --bots search:sims=2"),
    (r"^(klatsch lab (?!.*--games).*)$", r"\1 --games 2"),
    (r"^(klatsch lab .*)$", r"\1 --rounds 0"),
    (r"--host 0\.0\.0\.0 --port 8000", "--host 127.0.0.1"),  # on a free port
    (r"h3kd82jfmq", "TABLE"),  # which must exist
    (r"postgresql://klatsch:PASSWORD@localhost/klatsch", "DATABASE"),
)

# Run by a test of its own, as written or nearly so.
ELSEWHERE = {
    r"--ray": "tests/arena/test_ray.py",
    r"^python examples/bot\.py": "tests/server/test_example_bot.py",
    r"^python examples/train_coin_age\.py": "tests/docs/test_learning.py",
    r"^python -m website": "tests/docs/test_site.py",
    r"^python -m klatsch\.adapters\.write_layout_docs": "tests/docs/test_learning.py",
    r"^pytest -m long -k agree_over": "tests/contract/test_compiled.py",
    r"^pytest -m long (\S+)": "tests/games/four_armies/test_four_armies_agreement.py",
}

# Not run, for a reason.
NOT_HERE = {
    r"^python -m benchmarks\.coin_balance": "takes many minutes; tests/benchmarks/test_coin_balance.py plays some",
    r"^python -m benchmarks\.mutations": "takes many minutes; tests/benchmarks/test_mutations.py breaks a few lines",
    r"^(KLATSCH_PURE=1 uv run )?pytest": "this is it",
    r"^pip install uv$": "fetches a program; .ci/run does it where uv is missing",
    r"^pip install \S*\.": "changes the installation too; tests/docs/test_installation.py installs it elsewhere",
    r"^uv sync": "changes the installation in which the tests run; .ci/run does it",
    r"^podman": "needs podman and builds an image for minutes",
    r"^jupyter": "fetches JupyterLab; tests/docs/test_site.py executes the notebooks",
    r"^klatsch$": "starts a server on the usual port: test_klatsch_alone_serves_this_machine starts it on another",
}


@dataclass(frozen=True)
class Command:
    guide: str
    written: str

    @property
    def plain(self) -> str:
        """Without what only chooses the installation: `uv run --extra rl python x` is `python x`."""
        return re.sub(r"^uv run(?: --(?:extra|group|with) \S+| --no-dev)* ", "", self.written)

    @property
    def short(self) -> str:
        text = self.plain
        for pattern, instead in SHORTER:
            text = re.sub(pattern, instead, text)
        return text

    @property
    def elsewhere(self) -> str | None:
        return first(ELSEWHERE, self.plain)

    @property
    def reason(self) -> str | None:
        """Why it isn't run."""
        return first(NOT_HERE, self.plain)

    @property
    def is_mention(self) -> bool:
        """`klatsch train` in a sentence is no command but its name."""
        return bool(re.fullmatch(r"klatsch [a-z]+", self.written))


def first(table: dict[str, str], text: str) -> str | None:
    return next((value for pattern, value in table.items() if re.search(pattern, text)), None)


def commands() -> list[Command]:
    found = [command for guide in GUIDES for command in commands_in(guide)]
    return list(dict.fromkeys(found))


def commands_in(guide: Path) -> Iterator[Command]:
    name, text = str(guide.relative_to(ROOT)), guide.read_text("utf-8")
    for language, block in blocks(text):
        if language == "sh":
            for line in block.splitlines():
                for part in line.split("#")[0].split("&&"):
                    if part.strip():
                        yield Command(name, part.strip())
    prose = re.sub(r"(?ms)^```.*?^```$", "", text)
    for span in re.findall(r"`((?:uv run|klatsch) [^`]+)`", prose):
        yield Command(name, " ".join(span.split()))


def blocks(text: str) -> list[tuple[str, str]]:
    """Language and content of every fenced block."""
    return re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", text)
