"""Generates TypeScript types of the frames from their Structs, for the checks of the pages' scripts.

    uv run python -m klatsch.server.typescript

writes them to static/lib/frames.d.ts; a test fails while that file tells something else.
"""

from __future__ import annotations

import enum
from dataclasses import is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, Unpack, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType

from klatsch.drawing import Piece
from klatsch.server.commands import COMMANDS
from klatsch.server.screens import frames
from klatsch.server.screens.frames import Answer, Screen

FILE = Path(__file__).parent / "static/lib/frames.d.ts"
HEAD = """\
// What the socket of a match sends and answers. Made by klatsch/server/typescript.py from the Structs of
// screens/frames.py and commands/: change those.
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"}
ALIASES = {
    "Action": frames.Action,
    "Draw": frames.Draw,
    "Line": frames.Line,
    "News": frames.News,
    "Piece": tuple[str, str],
}
ANSWERS = """\
export type Command = keyof Answers;
export type Nothing = object;
export type Done<C extends Command> = Answers[C] & { type: "done"; re: number };
export type Answer<C extends Command> = Done<C> | RefusedFrame;
"""


def types_of_frames() -> str:
    """The whole file."""
    found = Interfaces()
    for frame in (frames.ScreenFrame, frames.UpdateFrame, frames.ChatFrame, frames.ChatBefore):
        found.add(frame)
    sent = "export type Frame = " + " | ".join(found.frames) + ";\n"
    found.add(frames.RefusedFrame)
    answers = {name: found.answer(command.answer) for name, command in sorted(COMMANDS.items())}
    table = "".join(f"  {name}: {answer};\n" for name, answer in answers.items())
    aliases = "".join(f"export type {name} = {found.type(told)};\n" for name, told in ALIASES.items())
    parts = [HEAD, aliases, *found.written.values(), sent, f"export interface Answers {{\n{table}}}\n", ANSWERS]
    return "\n".join(parts)


class Interfaces:
    """The interfaces that were written so far, each after those that it needs."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.frames: list[str] = []

    def add(self, struct: type[msgspec.Struct]) -> str:
        """Write a Struct unless it is there; its name."""
        name = struct.__name__
        tag = struct.__struct_config__.tag
        if name in self.written:
            return name
        bases = (each for each in struct.__bases__ if issubclass(each, msgspec.Struct) and each is not msgspec.Struct)
        base = next(bases, None)
        parent = "" if base is None or base is Answer else f" extends {self.parent(struct, base)}"
        inherited = () if base is None else base.__struct_fields__
        hints = get_type_hints(struct, include_extras=True)
        lines = [f'  type: "{tag}";'] if tag and not issubclass(struct, Answer) else []
        lines += [self.field(each, hints[each]) for each in struct.__struct_fields__ if each not in inherited]
        body = "".join(line + "\n" for line in lines)
        words = f"/** {struct.__doc__} */\n" if struct.__doc__ else ""
        self.written[name] = f"{words}export interface {name}{parent} {{\n{body}}}\n"
        if tag and not issubclass(struct, Answer):
            self.frames.append(name)
        return name

    def add_record(self, record: type) -> str:
        """Write a dataclass unless it is there; its name."""
        name = record.__name__
        if name not in self.written:
            lines = [f"  {each}: {self.type(hint)};\n" for each, hint in get_type_hints(record).items()]
            self.written[name] = f"/** {record.__doc__} */\nexport interface {name} {{\n{''.join(lines)}}}\n"
        return name

    def parent(self, struct: type[msgspec.Struct], base: type[msgspec.Struct]) -> str:
        name = self.add(base)
        return f"Partial<{name}>" if struct is frames.UpdateFrame else name

    def field(self, name: str, hint: object) -> str:
        members = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        told = [each for each in members if each is not UnsetType]
        # What is never null is always in a screen; UNSET says only that an update may leave it out.
        always = UnsetType not in members or (NoneType not in members and name in Screen.__struct_fields__)
        return f"  {name}{'' if always else '?'}: {' | '.join(map(self.type, told))};"

    def answer(self, struct: type[Answer]) -> str:
        return "Nothing" if struct is Answer else self.add(struct)

    def type(self, hint: object) -> str:
        origin, args = get_origin(hint), get_args(hint)
        if origin is Unpack:  # as which type hints tell *tuple[…]
            return f"...{self.type(args[0])}"
        if getattr(hint, "__unpacked__", False):
            return f"...{self.type(args[0])}[]"
        if hint is Piece:
            return "Piece"
        if isinstance(hint, type) and issubclass(hint, enum.StrEnum):
            return " | ".join(f'"{each.value}"' for each in hint)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self.add(hint)
        if isinstance(hint, type) and is_dataclass(hint):
            return self.add_record(hint)
        if origin is Annotated:
            return self.type(args[1])
        if origin is Literal:
            return " | ".join(f'"{each}"' for each in args)
        if origin in (Union, UnionType):
            return " | ".join(map(self.type, args))
        if origin is dict:
            return f"Record<{self.type(args[0])}, {self.type(args[1])}>"
        if origin is list or (origin is tuple and args[-1] is Ellipsis):
            inside = self.type(args[0])
            return f"({inside})[]" if " | " in inside and not inside.endswith("]") else f"{inside}[]"
        if origin is tuple:  # tuple[int, *tuple[str, ...]] is [number, ...string[]]
            return f"[{', '.join(map(self.type, args))}]"
        return PLAIN[hint]  # type: ignore[index]


if __name__ == "__main__":
    FILE.write_text(types_of_frames(), encoding="utf-8")
