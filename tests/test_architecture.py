"""The house stands as designed: imports run one way, and only the command line prints."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

import tweetctx

PACKAGE = Path(tweetctx.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))

# From the ground up; what stands on one floor does not know of each other.
FLOORS = (
    ("arrays", "runtime", "types", "errors", "specs"),
    ("reading",),
    ("text",),
    ("tweets", "corpus"),
    ("index",),
    ("linking",),
    ("scoring",),
    ("context",),
    ("presets",),
    ("wikipedias",),
    ("pipeline",),
    ("runs",),
    ("evaluation",),
    ("training",),
    ("interfaces.presentation", "interfaces.terminal", "interfaces.warming"),
    ("interfaces.service", "interfaces.bots", "interfaces.adapters"),
    ("interfaces.commands",),
    ("__main__",),
)
ROOMS = {room: height for height, floor in enumerate(FLOORS) for room in floor}
# Its rooms import each other, never in a circle.
GROUND = FLOORS[0]
# Rooms in which each folder or file is a room of its own.
HALLS = ("interfaces",)
# Only these talk to other machines, or listen to them; what waits in an event loop is not the network.
NETWORK = (
    "urllib.request",
    "http",
    "socket",
    "ssl",
    "socketserver",
    "ftplib",
    "smtplib",
    "xmlrpc",
    "requests",
    "httpx",
)
NETWORKED_FILES = (
    "interfaces/bots/connection.py",
    "interfaces/service/server.py",
    "wikipedias/downloads/connection.py",
)
# Above the index, only these build and change indexes; what answers does without that code.
BUILDERS = ("wikipedias", "training", "interfaces.commands")
# Only what talks to people prints, and knows the libraries for that.
COMMAND_LINE = ("interfaces.commands",)


def room_of(module: Path) -> str:
    """The part of the house that a file belongs to; empty for the package itself."""
    return room_of_name(module.with_suffix("").parts)


def room_of_name(parts: Sequence[str]) -> str:
    """The room of a module's name, given without the package's."""
    names = [part for part in parts if part != "__init__"]
    if names[:1] == [*HALLS]:
        return ".".join(names[:2]) if len(names) > 1 else ""
    return "".join(names[:1])


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """The parts of a file that tests look at, wherever in it they stand."""
    wanted = (ast.Import, ast.ImportFrom, ast.Call)
    return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, wanted))


def imported(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Every line that imports and the full name it imports, wherever in the file it stands."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def wrong_imports(module: Path, source: str) -> list[str]:
    """What a file imports from its own floor or from above, a line for each."""
    own = room_of(module)
    if not own:
        return []
    if own not in ROOMS:
        return [f"{module}: stands on no floor; give {own} a place in FLOORS"]
    package = ".".join(["tweetctx", *module.parts[:-1]])
    wrong = []
    for line, name in imported(source, package):
        parts = name.split(".")
        if parts[0] != "tweetctx":
            continue
        other = room_of_name(parts[1:])
        if other in (own, "__version__") or (other in GROUND and own in GROUND):
            continue
        if other not in ROOMS or ROOMS[other] >= ROOMS[own]:
            wrong.append(f"{module}, line {line}: {own} imports {name}")
    return wrong


def dotted(module: Path) -> str:
    """The full name of a file's module."""
    return ".".join(["tweetctx", *(part for part in module.with_suffix("").parts if part != "__init__")])


def imports_of(sources: Mapping[Path, str]) -> dict[str, set[str]]:
    """The modules among some files that each imports, late imports and those for types counted."""
    names = {dotted(module) for module in sources}
    found = {}
    for module, source in sources.items():
        package = ".".join(["tweetctx", *module.parts[:-1]])
        wanted = [name for _, name in imported(source, package)]
        # `from a.b import c` imports the module a.b.c, or else c of the module a.b.
        targets = {name if name in names else name.rpartition(".")[0] for name in wanted}
        found[dotted(module)] = targets & names - {dotted(module)}
    return found


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module: all that import each other, directly or not."""

    def reached(start: str) -> set[str]:
        seen, waiting = set[str](), [start]
        while waiting:
            new = imports[waiting.pop()] - seen
            seen |= new
            waiting += new
        return seen

    reach = {module: reached(module) for module in imports}
    components = {
        frozenset(other for other in reach[module] if module in reach[other])
        for module in imports
        if module in reach[module]
    }
    return sorted(sorted(component) for component in components)


def forbidden_calls(module: Path, source: str) -> list[str]:
    """Where a file prints or configures logging, a line for each."""
    found = []
    for node in nodes(source):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        prints = name in ("print", "sys.stdout.write", "sys.stderr.write", "typer.echo", "rich.print")
        if (prints and room_of(module) not in COMMAND_LINE) or name.split(".")[-1] in (
            "basicConfig",
            "dictConfig",
            "fileConfig",
        ):
            found.append(f"{module}, line {node.lineno}: calls {name}")
    return found


def network_imports(module: Path, source: str) -> list[str]:
    """What a file imports of the network, a line for each."""
    return [
        f"{module}, line {line}: imports {name}"
        for line, name in imported(source, "tweetctx")
        if name.startswith(tuple(f"{root}." for root in NETWORK)) or name in NETWORK
    ]


def read(module: Path) -> str:
    return (PACKAGE / module).read_text("utf-8")


def test_the_files_are_found() -> None:
    assert len(MODULES) > 40
    assert {room_of(module) for module in MODULES} >= {"types", "text", "index", "pipeline", "__main__"}


@pytest.mark.thorough
def test_imports_run_one_way() -> None:
    assert [line for module in MODULES for line in wrong_imports(module, read(module))] == []


def test_no_modules_import_each_other() -> None:
    assert circles(imports_of({module: read(module) for module in MODULES})) == []


def test_the_rooms_stand_in_the_designs_order() -> None:
    order = (
        "arrays reading text tweets index linking scoring context presets wikipedias pipeline runs evaluation training"
    )
    assert [*map(room_height, order.split())] == sorted({*map(room_height, order.split())})
    assert room_height("corpus") == room_height("tweets")
    lobby, house, commands = (f"interfaces.{name}" for name in ("presentation", "service", "commands"))
    assert room_height("training") < room_height(lobby) < room_height(house) < room_height(commands)


def room_height(room: str) -> int:
    return ROOMS[room]


def test_only_the_command_line_prints_and_nothing_configures_logging() -> None:
    assert [line for module in MODULES for line in forbidden_calls(module, read(module))] == []


def test_only_the_command_line_knows_its_libraries() -> None:
    knowing = {
        room_of(module)
        for module in MODULES
        for _, name in imported(read(module), "tweetctx")
        if name.split(".")[0] in ("typer", "rich", "click")
    }
    assert knowing <= set(COMMAND_LINE)


def test_what_answers_knows_nothing_of_building() -> None:
    knowing = {
        room_of(module)
        for module in MODULES
        for _, name in imported(read(module), ".".join(["tweetctx", *module.parts[:-1]]))
        if name.startswith("tweetctx.index.building.")
    }
    assert knowing == {"index", *BUILDERS}


def test_only_these_files_touch_the_network() -> None:
    networked = [module.as_posix() for module in MODULES if network_imports(module, read(module))]
    assert networked == [*NETWORKED_FILES]


@pytest.mark.parametrize("package", sorted({m.parts[0] for m in MODULES if len(m.parts) > 1}))
def test_a_package_is_one_room(package: str) -> None:
    assert package in ROOMS or package in HALLS
    assert (PACKAGE / package / "__init__.py").is_file()


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("text/a.py", "from tweetctx.index import open_index", ["tweetctx.index.open_index"]),
        ("text/a.py", "import tweetctx.index.storage.files as f", ["tweetctx.index.storage.files"]),
        ("text/a.py", "from tweetctx import pipeline", ["tweetctx.pipeline"]),
        ("text/a.py", "import tweetctx", ["tweetctx"]),
        ("text/a.py", "from tweetctx import normalize", ["tweetctx.normalize"]),
        ("tweets/a.py", "from tweetctx.corpus import read_articles", ["tweetctx.corpus.read_articles"]),
        ("corpus/a.py", "import tweetctx.tweets", ["tweetctx.tweets"]),
        (
            "corpus/a.py",
            "def f():\n    from tweetctx.interfaces.commands.cli import app",
            ["tweetctx.interfaces.commands.cli.app"],
        ),
        ("corpus/a.py", "if TYPE_CHECKING:\n    from tweetctx.scoring import Pool", ["tweetctx.scoring.Pool"]),
        ("index/a.py", "from ..scoring import Pool", ["tweetctx.scoring.Pool"]),
        ("index/search/a.py", "from ... import context", ["tweetctx.context"]),
        ("wikipedias/a.py", "from tweetctx.runs import x", ["tweetctx.runs.x"]),
        ("types.py", "from tweetctx.text import x", ["tweetctx.text.x"]),
        ("errors.py", "class A:\n    import tweetctx.text.smart", ["tweetctx.text.smart"]),
        ("scoring/a.py", "from tweetctx.context import x, y", ["tweetctx.context.x", "tweetctx.context.y"]),
        ("scoring/a.py", "from tweetctx.index import x\nfrom tweetctx.scoring import y\nimport numpy", []),
        ("scoring/a.py", "from .pool import Pool\nfrom ..types import Query", []),
        ("arrays/ragged.py", "from tweetctx.errors import x", []),
        ("arrays/ragged.py", "from tweetctx import __version__", []),
        ("__init__.py", "from tweetctx.pipeline import Contextualizer", []),
    ],
)
def test_the_check_of_imports_can_fail(module: str, source: str, wrong: list[str]) -> None:
    assert [line.rpartition(" ")[2] for line in wrong_imports(Path(module), source)] == wrong


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"a.py": "import tweetctx.b", "b.py": "from tweetctx.c import x", "c.py": ""}, []),
        ({"a.py": "import tweetctx.b", "b.py": "import tweetctx.a"}, [["tweetctx.a", "tweetctx.b"]]),
        (
            {"a.py": "import tweetctx.b", "b.py": "def f():\n    from tweetctx.a import x"},
            [["tweetctx.a", "tweetctx.b"]],
        ),
        (
            {"a.py": "import tweetctx.b", "b.py": "if TYPE_CHECKING:\n    from tweetctx import a"},
            [["tweetctx.a", "tweetctx.b"]],
        ),
        (
            {"r/a.py": "from .b import x", "r/b.py": "from tweetctx.s.c import x", "s/c.py": "from ..r import a"},
            [["tweetctx.r.a", "tweetctx.r.b", "tweetctx.s.c"]],
        ),
        (
            {"r/__init__.py": "from tweetctx.r.a import x", "r/a.py": "from tweetctx.r import x"},
            [["tweetctx.r", "tweetctx.r.a"]],
        ),
        (
            {
                "a.py": "import tweetctx.b, tweetctx.c",
                "b.py": "import tweetctx.a",
                "c.py": "import tweetctx.d",
                "d.py": "import tweetctx.c",
            },
            [["tweetctx.a", "tweetctx.b"], ["tweetctx.c", "tweetctx.d"]],
        ),
    ],
)
def test_the_check_of_circles_can_fail(sources: dict[str, str], found: list[list[str]]) -> None:
    assert circles(imports_of({Path(module): source for module, source in sources.items()})) == found


@pytest.mark.parametrize(
    "source", ["from tweetctx.interfaces.service import x", "from tweetctx.interfaces.commands import x"]
)
def test_a_hall_has_floors_too(source: str) -> None:
    assert wrong_imports(Path("interfaces/presentation.py"), source) != []
    assert wrong_imports(Path("wikipedias/a.py"), source) != []


def test_a_new_room_needs_a_floor() -> None:
    assert wrong_imports(Path("attic/a.py"), "") == ["attic/a.py: stands on no floor; give attic a place in FLOORS"]


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("text/a.py", "def f():\n    print('x')", ["text/a.py, line 2: calls print"]),
        ("text/a.py", "sys.stdout.write('x')", ["text/a.py, line 1: calls sys.stdout.write"]),
        ("interfaces/commands/cli.py", "print('x')", []),
        ("interfaces/commands/a.py", "print('x')", []),
        (
            "interfaces/commands/cli.py",
            "logging.basicConfig()",
            ["interfaces/commands/cli.py, line 1: calls logging.basicConfig"],
        ),
        ("text/a.py", "'print(x)'  # print(x)", []),
    ],
)
def test_the_check_of_calls_can_fail(module: str, source: str, found: list[str]) -> None:
    assert forbidden_calls(Path(module), source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import socket", ["socket"]),
        ("def f():\n    from urllib.request import urlopen", ["urllib.request.urlopen"]),
        ("from urllib import request", ["urllib.request"]),
        ("import http.client as h, ssl", ["http.client", "ssl"]),
        ("from urllib.parse import urlsplit\nimport asyncio, httpd", []),
    ],
)
def test_the_check_of_the_network_can_fail(source: str, found: list[str]) -> None:
    assert [line.rpartition(" ")[2] for line in network_imports(Path("text/a.py"), source)] == found
