"""What can be broken in a source file: every mutant with the line it stands on, found in the syntax tree.

Left alone: docstrings, annotations, imports, decorators, asserts, log lines, `__repr__`, type variables.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.Pow: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
TYPING = ("TypeVar", "NewType", "ParamSpec", "cast")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """One change of one place. Its key holds no line number, so that it stays the same while lines move."""

    file: str  # from src/klatsch
    function: str  # "" at the top of the module
    text: str  # the line
    nth: int  # among the same changes of lines with the same text in the function
    change: str  # in words
    line: int
    first: int  # the statement's lines
    last: int
    start: int  # what is replaced, in bytes
    end: int
    new: str
    on_call: bool  # the line runs in every test that needs it, and not at import or, in a cached function, once

    @property
    def key(self) -> str:
        return "\n".join((self.file, self.function, self.text, self.change, str(self.nth)))

    @cached_property
    def id(self) -> str:
        return hashlib.sha256(self.key.encode()).hexdigest()[:8]

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


class Finder:
    """Goes through one module and notes what can be broken."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.source = source
        self.lines = source.split(b"\n")
        self.offsets = [0]
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line) + 1)
        self.functions: list[str] = []
        self.returns: list[ast.expr | None] = []
        self.cached = 0  # so many functions around here keep what they return
        self.statement: ast.stmt | None = None
        self.seen: Counter[tuple[str, str, str]] = Counter()
        self.found: list[Mutant] = []

    def find(self) -> list[Mutant]:
        self.block(ast.parse(self.source).body)
        return self.found

    # ── Statements ────────────────────────────────────────────────────────────────────────────────

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            outer, self.statement = self.statement, statement
            self.visit_statement(statement)
            self.statement = outer

    def visit_statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass() | ast.Global() | ast.Nonlocal():
                return
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.function(node)
            case ast.ClassDef():
                self.functions.append(node.name)
                self.block(node.body)
                self.functions.pop()
            case ast.Expr(value=ast.Constant()):
                return  # a docstring
            case ast.Expr():
                self.deleted_call(node)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                self.assignment(node)
            case ast.Return():
                self.returned(node)
            case ast.Raise():
                self.raised(node)
            case ast.Continue() | ast.Break():
                self.note(node, node, "pass", f"{type(node).__name__.lower()} deleted")
            case ast.Delete():
                self.note(node, node, "pass", "statement deleted")
            case ast.If() | ast.While():
                self.branch(node)
            case _:
                self.children(node)

    def function(self, node: Function) -> None:
        if node.name == "__repr__":
            return
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.functions.append(node.name)
                self.expression(default, at_import=True)
                self.functions.pop()
        self.functions.append(node.name)
        self.returns.append(node.returns)
        self.cached += is_cached(node)
        self.block(node.body)
        self.cached -= is_cached(node)
        self.returns.pop()
        self.functions.pop()

    def deleted_call(self, node: ast.Expr) -> None:
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call):
            if is_logging(call):
                return
            self.note(node, node, "pass", "call deleted")
        self.expression(node.value)

    def assignment(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> None:
        value = node.value
        if value is None or (isinstance(value, ast.Call) and name_of(value.func) in TYPING):
            return
        if isinstance(node, ast.AnnAssign) and name_of(node.annotation) == "TypeAlias":
            return
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node, ast.AugAssign):
            self.note(node, node, "pass", "statement deleted")
            self.operator(node, node.target, node.op, value, "=")
        elif all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets) and self.returns:
            self.note(node, node, "pass", "assignment deleted")
        for target in targets:
            self.expression(target)
        self.expression(value)

    def returned(self, node: ast.Return) -> None:
        if node.value is None:
            self.note(node, node, "pass", "return deleted")
            return
        kind = ast.unparse(self.returns[-1]) if self.returns and self.returns[-1] is not None else ""
        old = self.text(node.value)
        if kind == "bool":
            self.note(node, node.value, f"not ({old})", "returned value negated")
        elif kind in ("int", "float", "i64"):
            self.note(node, node.value, f"({old}) + 1", "returned value + 1")
        elif not is_constant(node.value, None):
            self.note(node, node.value, "None", "None returned")
        self.expression(node.value)

    def raised(self, node: ast.Raise) -> None:
        if name_of(node.exc) == "AssertionError":
            return
        self.note(node, node, "pass", "raise deleted")
        if node.exc is not None:
            self.expression(node.exc)

    def branch(self, node: ast.If | ast.While) -> None:
        if name_of(node.test) == "TYPE_CHECKING":
            return
        self.condition(node.test, can_be_true=isinstance(node, ast.If))
        self.block(node.body)
        self.block(node.orelse)

    # ── Expressions ───────────────────────────────────────────────────────────────────────────────

    def condition(self, test: ast.expr, *, can_be_true: bool = True) -> None:
        if isinstance(test, ast.Constant):
            return
        self.note(test, test, "False", "condition False")
        if can_be_true:
            self.note(test, test, "True", "condition True")
        self.expression(test)

    def expression(self, node: ast.expr, *, at_import: bool = False) -> None:
        if at_import:  # a default: it runs with the definition
            returns, self.returns = self.returns, []
            self.expression(node)
            self.returns = returns
            return
        match node:
            case ast.Compare():
                self.compare(node)
            case ast.BinOp():
                self.operator(node, node.left, node.op, node.right)
            case ast.BoolOp():
                self.bool_operator(node)
            case ast.UnaryOp(op=ast.Not()):
                self.note(node, node, f"bool({self.text(node.operand)})", "not removed")
            case ast.UnaryOp(op=ast.USub()):
                self.note(node, node, self.text(node.operand), "minus removed")
            case ast.Constant():
                self.constant(node)
                return
            case ast.IfExp():
                self.condition(node.test)
                self.expression(node.body)
                self.expression(node.orelse)
                return
            case ast.Call():
                self.call(node)
                return
            case ast.Dict():
                self.dictionary(node)
            case ast.JoinedStr():
                return
            case ast.Lambda():
                self.returns.append(None)
                self.expression(node.body)
                self.returns.pop()
                return
        self.children(node)

    def children(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.stmt():
                    self.block([child])
                case ast.expr():
                    self.expression(child)
                case ast.comprehension():
                    for test in child.ifs:
                        self.condition(test)
                    self.expression(child.iter)
                case ast.ExceptHandler():
                    self.block(child.body)
                case ast.withitem() | ast.match_case() | ast.keyword() | ast.Slice():
                    self.children(child)

    def compare(self, node: ast.Compare) -> None:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            for new in COMPARISONS[type(op)]:
                old, between = self.between(left, right)
                self.note(node, between, f" {new} ", f"{old.strip()} → {new}")
            left = right

    def operator(self, node: ast.AST, left: ast.expr, op: ast.operator, right: ast.expr, suffix: str = "") -> None:
        if type(op) not in ARITHMETIC or any(is_text(side) or isinstance(side, ast.Dict) for side in (left, right)):
            return
        old, between = self.between(left, right)
        new = ARITHMETIC[type(op)] + suffix
        self.note(node, between, f" {new} ", f"{old.strip()} → {new}")

    def bool_operator(self, node: ast.BoolOp) -> None:
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        parts = [f"({self.text(value)})" for value in node.values]
        self.note(node, node, f"({f' {other} '.join(parts)})", f"{word} → {other}")
        for position, value in enumerate(node.values):
            rest = parts[:position] + parts[position + 1 :]
            shown = " ".join(self.text(value).split())
            self.note(value, node, f"({f' {word} '.join(rest)})", f"without {word}: {shown}")

    def constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.note(node, node, str(not value), f"{value} → {not value}")
        elif isinstance(value, int | float):
            for new in (value + 1, value - 1):
                self.note(node, node, f"({new!r})", f"{self.text(node)} → {new!r}")
        elif isinstance(value, str | bytes):
            new_text = repr("~" if isinstance(value, str) else b"~")
            self.note(node, node, new_text, f"{self.text(node)} → {new_text}")

    def call(self, node: ast.Call) -> None:
        if name_of(node.func) in TYPING or is_logging(node):
            return
        self.expression(node.func)
        for argument in node.args:
            self.expression(argument)
        for keyword in node.keywords:
            if keyword.arg is not None and len(node.keywords) + len(node.args) > 1:
                self.drop_keyword(node, keyword)
            self.expression(keyword.value)

    def drop_keyword(self, node: ast.Call, keyword: ast.keyword) -> None:
        arguments = sorted((*node.args, *node.keywords), key=self.start)
        kept = [self.text(part) for part in arguments if part is not keyword]
        start, end = self.end(node.func), self.end(node)
        self.note(keyword, (start, end), f"({', '.join(kept)})", f"without argument {keyword.arg}")

    def dictionary(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and not isinstance(value, ast.Constant):
                self.note(value, value, "None", f"value of {key.value!r} → None")

    # ── Notes ─────────────────────────────────────────────────────────────────────────────────────

    def note(self, at: ast.AST, place: ast.AST | tuple[int, int], new: str, change: str) -> None:
        assert self.statement is not None
        start, end = place if isinstance(place, tuple) else (self.start(place), self.end(place))
        line: int = at.lineno  # type: ignore[attr-defined]
        text = self.lines[line - 1].decode().strip()
        function = ".".join(self.functions)
        self.seen[function, text, change] += 1
        self.found.append(
            Mutant(
                self.file,
                function,
                text,
                self.seen[function, text, change],
                change,
                line,
                self.statement.lineno,
                self.statement.end_lineno or line,
                start,
                end,
                new,
                bool(self.returns) and not self.cached,
            )
        )

    def start(self, node: ast.AST) -> int:
        return self.offsets[node.lineno - 1] + int(node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return self.offsets[node.end_lineno - 1] + int(node.end_col_offset)  # type: ignore[attr-defined]

    def text(self, node: ast.AST) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def between(self, left: ast.expr, right: ast.expr) -> tuple[str, tuple[int, int]]:
        """The operator between two operands, with the parentheses around them left where they are."""
        start, end = self.end(left), self.start(right)
        gap = self.source[start:end]
        head, tail = len(gap) - len(gap.lstrip(b") \n")), len(gap.rstrip(b"( \n"))
        return gap[head:tail].decode(), (start + head, start + tail)


def name_of(node: ast.AST | None) -> str:
    """The last word of a name, an attribute or a call."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
        case ast.Call():
            return name_of(node.func)
    return ""


def is_cached(function: Function) -> bool:
    return any(name_of(decorator) in ("cache", "lru_cache", "cached_property") for decorator in function.decorator_list)


def is_logging(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and name_of(call.func.value) in ("logger", "log", "logging")


def is_constant(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def is_sound(mutant: Mutant, source: bytes) -> bool:
    """Is it another program, and a program at all?"""
    try:
        return ast.dump(ast.parse(mutant.applied(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False
