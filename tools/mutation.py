"""How many planted mistakes do the tests notice?

    make mutation                          a sample of 400 mutants of the Dragon Castle rules
    make mutation ARGS="--mutants 0"       all of them (hours)
    make mutation ARGS="--module sets"     those of one file
    make mutation ARGS="--game white_castle"

cosmic-ray's operators plant the mistakes: another number, comparison, arithmetic or bit operator, a dropped `not`, a
loop that never runs, … A mutant lives only in the memory of a forked child, which runs the tests against it until the
first one fails; no file is ever changed. What cannot change behaviour is left out: annotations, `__slots__`, the size
of caches, assertions about our own mistakes, the run lengths that only serve speed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import importlib.abc
import importlib.util
import io
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random
from types import ModuleType

import hypothesis  # noqa: F401  (imported once here, so that no child has to)
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parent.parent
DRAGON, WHITE = "dragon_castle", "white_castle"
TESTS = {
    DRAGON: (
        ("test_cases.py",),
        (
            "test_notation.py",
            "test_dealing.py",
            "test_layouts.py",
            "test_merits.py",
            "test_golden.py",
            "test_rulings.py",
        ),
    ),
    WHITE: (
        ("test_golden.py",),
        ("test_cases.py", "test_cards.py"),
        (
            "test_sentences.py",
            "test_surface.py",
            "test_setup.py",
            "test_simulation.py::test_many_games_keep_their_promises[0]",
        ),
    ),
}
"""Those that answer soon; a later lot is asked only if those before it notice nothing. Perft, simulation and fuzzing
would notice more, and take minutes a mutant."""
NO_RULES = {
    DRAGON: ("estimate",),
    WHITE: ("estimate", "evaluation", "habits", "encoding", "chance", "native", "school", "picture", "skills"),
}
"""Guesses of players, no guess is wrong; and what serves search, research and pictures, with tests elsewhere."""
WANTED = 0.9
LONGEST = 60
"""Seconds of processor time, so that a busy machine makes no difference; all tests need about ten. A mutant that needs
more hangs, which is noticed."""
LARGEST = 4 << 30
"""Bytes: what hangs may also grow."""
CANNOT_MATTER = re.compile(r"lru_cache|__slots__|^\s*assert |^from |^import |if TYPE_CHECKING|run=\d|0xFFFF|0x10000|16")
LEFT_OUT_OPERATORS = (
    "core/RemoveDecorator",
    "core/ExceptionReplacer",
    "core/VariableInserter",
    "core/VariableReplacer",
)
SAME_FOR_SMALL_NUMBERS = ("core/ReplaceComparisonOperator_Eq_Is", "core/ReplaceComparisonOperator_NotEq_IsNot")
"""Between small numbers and between texts of the code nobody can tell the difference."""


def path_of(game: str, module: str) -> Path:
    return ROOT / "src" / "tenshu" / game / f"{module}.py"


@dataclass(frozen=True)
class Mutant:
    game: str
    module: str
    operator: str
    occurrence: int
    line: int

    def source(self) -> str:
        original = path_of(self.game, self.module).read_text("utf-8")
        mutated = mutate_code(original, get_operator(self.operator)(), self.occurrence)
        assert mutated is not None, f"{self} changes nothing"
        return str(mutated)

    def diff(self) -> str:
        before = path_of(self.game, self.module).read_text("utf-8").splitlines()
        lines = difflib.unified_diff(before, self.source().splitlines(), lineterm="", n=0)
        return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def annotation_spots(source: str) -> set[tuple[int, int]]:
    """Line and column of everything inside an annotation."""
    spots: set[tuple[int, int]] = set()
    for node in ast.walk(ast.parse(source)):
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if annotation is not None:
                spots |= {
                    (line, column)
                    for line in range(annotation.lineno, annotation.end_lineno + 1)
                    for column in range(annotation.col_offset, annotation.end_col_offset + 1)
                }
    return spots


def mutants_of(game: str, module: str) -> Iterator[Mutant]:
    source = path_of(game, module).read_text("utf-8")
    tree, lines, annotations = get_ast(source), source.splitlines(), annotation_spots(source)
    for name in operator_names():
        if name.startswith(LEFT_OUT_OPERATORS) or name in SAME_FOR_SMALL_NUMBERS:
            continue
        operator = get_operator(name)()
        positions = (start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node))
        for occurrence, (line, column) in enumerate(positions):
            if (line, column) not in annotations and not CANNOT_MATTER.search(lines[line - 1]):
                yield Mutant(game, module, name, occurrence, line)


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives a source of our own to whoever imports a module of the rules."""

    def __init__(self, game: str, module: str, source: str) -> None:
        self.name = f"tenshu.{game}.{module}"
        self.path = str(path_of(game, module))
        self.source = source

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self, origin=self.path) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self.path
        exec(compile(self.source, self.path, "exec", dont_inherit=True), module.__dict__)


def tests_fail(tests: list[str]) -> bool:
    """Runs the tests in this process, which is a child of its own, until the first failure."""
    quiet = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=no", "-W", "ignore"]
    quiet += ["-p", "no:schemathesis", "-p", "no:anyio"]
    quiet += ["-k", "not naive"]  # what asks the second reading alone cannot notice anything
    nowhere = io.StringIO()
    with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        try:
            return pytest.main([*quiet, *tests]) != 0
        except BaseException:  # a mutant may raise anything anywhere: that is noticed, too
            return True


def start(game: str, mutant: Mutant | None) -> int:
    """A child that ends with 0 if all tests pass, else with 1. Without a mutant every module is planted as it is, to
    show that it is not the planting that is noticed."""
    child = os.fork()
    if child:
        return child
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
    if mutant is None:
        names = module_names(game)
        planted = [Planted(game, name, path_of(game, name).read_text("utf-8")) for name in names]
    else:
        planted = [Planted(game, mutant.module, mutant.source())]
    folder = ROOT / "tests" / game
    sys.meta_path[:0] = planted
    os._exit(1 if any(tests_fail([str(folder / name) for name in lot]) for lot in TESTS[game]) else 0)


def module_names(game: str) -> list[str]:
    left_out = (*NO_RULES[game], "__init__")
    return sorted(path.stem for path in path_of(game, "").parent.glob("*.py") if path.stem not in left_out)


def run(game: str, mutants: list[Mutant], workers: int) -> list[Mutant]:
    """The mutants nobody noticed."""
    survivors: list[Mutant] = []
    waiting, running, done = list(reversed(mutants)), dict[int, Mutant](), 0
    began = time.monotonic()
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            running[start(game, mutant)] = mutant
        child, status = os.wait()
        mutant = running.pop(child)
        done += 1
        if status == 0:
            survivors.append(mutant)
            print(f"\nsurvived: {mutant.module}.py:{mutant.line} {mutant.operator}\n{mutant.diff()}", flush=True)
        left = (time.monotonic() - began) / done * (len(mutants) - done)
        print(
            f"\r{done}/{len(mutants)}, {len(survivors)} survived, about {left / 60:.0f} min left ", end="", flush=True
        )
    print()
    return survivors


def report(mutants: list[Mutant], survivors: list[Mutant]) -> str:
    text = io.StringIO()
    print(f"{'file':<16}{'mutants':>8}{'noticed':>8}", file=text)
    for module in sorted({mutant.module for mutant in mutants}):
        planted = sum(mutant.module == module for mutant in mutants)
        missed = sum(mutant.module == module for mutant in survivors)
        print(f"{module + '.py':<16}{planted:>8}{planted - missed:>8}", file=text)
    noticed = len(mutants) - len(survivors)
    print(f"{'all':<16}{len(mutants):>8}{noticed:>8}   {100 * noticed / len(mutants):.1f} %", file=text)
    return text.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description="How many planted mistakes do the tests notice?")
    parser.add_argument("--game", choices=sorted(TESTS), default=DRAGON)
    parser.add_argument("--mutants", type=int, default=400, help="size of the sample; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", help="one file of the rules")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    game: str = options.game
    names = module_names(game)
    if options.module and options.module not in names:
        parser.error(f"no file {options.module}.py; there are {', '.join(names)}")
    chosen = [mutant for name in names if options.module in (None, name) for mutant in mutants_of(game, name)]
    if options.mutants and options.mutants < len(chosen):
        chosen = Random(options.seed).sample(chosen, options.mutants)
    child = start(game, None)
    if os.waitpid(child, 0)[1] != 0:
        print("the tests fail without any mutant; mend them first", file=sys.stderr)
        return 2
    print(f"{len(chosen)} mutants of tenshu.{game}, seed {options.seed}", flush=True)
    survivors = run(game, chosen, options.workers)
    written = ROOT / "build" / ("mutation.txt" if game == DRAGON else f"mutation-{game}.txt")
    written.parent.mkdir(exist_ok=True)
    written.write_text(report(chosen, survivors), "utf-8")
    print(written.read_text("utf-8"))
    return 0 if 1 - len(survivors) / len(chosen) >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
