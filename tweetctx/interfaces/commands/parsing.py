"""Commands, groups of them, and how the values of their options are read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup


class _Reading:
    """A command or a group of them whose options are read by `Reader`."""

    get_params: Callable[[Any], list[Any]]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line: an argument that may be left out stands in brackets."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        arguments = [param for param in self.get_params(ctx) if param.param_type_name == "argument"]
        shown = {piece: _usage_of(param) for param in arguments for piece in param.get_usage_pieces(ctx)}
        return [shown.get(piece, piece) for piece in pieces]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments."""
        for param in self.get_params(ctx):
            if descriptor := getattr(param, "type_descriptor", None):
                param.get_runtime_param = partial(Reader, descriptor)
                param.display_type = partial(_shown_type, param.display_type)
            if getattr(param, "is_flag", False):
                param.display_type_rich = lambda ctx: None  # noqa: ARG005
        rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return rest


def _usage_of(argument: Any) -> str:
    """How a usage line shows an argument: NAME, [NAME] if it is optional, NAME... if it may be repeated."""
    name = argument.display_name_raw.upper()
    shown = name if argument.required else f"[{name}]"
    return shown if argument.nargs == 1 else f"{shown}..."


def _shown_type(display: Callable[[Any], str], ctx: Any) -> str:
    """The type of an option's value as the help shows it: text for list[text]."""
    return display(ctx).replace("list[", "").replace("]", "").replace(" range", "").lower()


class Command(_Reading, TyperCommand):
    """A command."""


class Group(_Reading, TyperGroup):
    """A group of commands."""


class Reader:
    """Reads the values of an option; its errors name what was found and what was expected.

    It replaces Typer's own reader, which needs pydantic: importing that takes as long as importing numpy.
    """

    def __init__(self, descriptor: Any) -> None:
        """descriptor: Typer's, of the option's type and limits."""
        kind = descriptor.annotation
        if get_origin(kind) is not Literal:  # perhaps in a list or beside None
            kind = (get_args(kind) or (kind,))[0]
        self._choices = get_args(kind)
        self._kind: Any = str if self._choices else kind
        self._low, self._high = descriptor.parameter_info.min, descriptor.parameter_info.max

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value or the values of an option; BadParameter names what was found and what was expected."""
        try:
            many = param.multiple or param.nargs == -1
            if value is None:
                return () if many else None
            return [self._read(one) for one in value] if many else self._read(value)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=param) from None

    def _read(self, value: Any) -> Any:
        try:
            parsed = self._kind(value)
        except ValueError:
            expected = "a whole number" if self._kind is int else "a number"
            raise ValueError(f"found {value!r}, expected {expected}") from None
        if self._choices and parsed not in self._choices:
            from tweetctx.specs import nearest

            choices = ", ".join(self._choices)
            raise ValueError(f"found {value!r}, expected one of {choices}{nearest(parsed, self._choices)}")
        if self._low is not None and parsed < self._low:
            raise ValueError(f"found {value!r}, expected at least {self._low}")
        if self._high is not None and parsed > self._high:
            raise ValueError(f"found {value!r}, expected at most {self._high}")
        return parsed


class TextCommand(Command):
    """A command whose argument is one text; more than one word without quotation marks is wrong usage."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments; a usage error for more than one text, and for bytes that are none."""
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        name = next(one.name for one in self.params if one.param_type_name == "argument")
        given = ctx.params[name] or ""
        if any("\udc80" <= sign <= "\udcff" for sign in given):  # bytes that Python could not decode
            ctx.fail(f"found bytes that are no {sys.getfilesystemencoding()}, expected a text as the locale has it")
        if rest:
            text = " ".join([ctx.params[name], *rest])
            ctx.fail(f'found {len(rest) + 1} words, expected one text; quote the {name}: "{text}"')
        return rest
