"""Individuals to returns, on several processes. What an individual comes to depends on nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .._core import Error
from .episodes import Orders, Player, Report
from .source import Source

Genomes = NDArray[np.float64]

# Messages that a worker has before it: while it works on one, the next is on its way.
_AHEAD = 2
_SECONDS_TO_END = 5.0


class Crew(Protocol):
    """Who plays the episodes of a generation."""

    def play(self, genomes: Genomes, orders: Sequence[Orders]) -> list[Report]:
        """The reports of all individuals, in their order; each has its orders."""

    def close(self) -> None:
        """Ends what was started."""


class Alone:
    """This process."""

    def __init__(self, source: Source, configuration: str, limit: int) -> None:
        self._source = source
        self._player = Player(source.build(), configuration, limit)

    def play(self, genomes: Genomes, orders: Sequence[Orders]) -> list[Report]:
        return [self._player.play(genome, own) for genome, own in zip(genomes, orders, strict=True)]

    def close(self) -> None:
        if self._source.instance is None:
            self._player.environment.close()


class Workers:
    """Processes that stay, each with an environment of its own.

    They are interpreters of their own rather than forks: threads and the state of other libraries would not
    survive a fork, and the user's main program is not run again.
    """

    def __init__(self, source: Source, configuration: str, limit: int, count: int) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        self._connections: list[Connection[object, object]] = []
        try:
            for _ in range(count):
                self._start((source.payload(), configuration, limit))
            for connection in self._connections:
                self._receive(connection)  # the worker is ready, or says why not
        except BaseException:
            self.close()
            raise

    def _start(self, first_message: tuple[bytes, str, int]) -> None:
        ours, theirs = Pipe()
        with theirs:
            environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
            command = [sys.executable, "-m", "lowpass.environments.worker", str(theirs.fileno())]
            self._processes.append(subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()]))
        self._connections.append(ours)
        ours.send(first_message)

    def _receive(self, connection: Connection[object, object]) -> object:
        try:
            message = connection.recv()
        except (EOFError, ConnectionError) as error:
            process = self._processes[self._connections.index(connection)]
            code = process.wait()
            raise Error(f"worker {process.pid}: it ended by itself, with code {code}") from error
        if isinstance(message, Exception):
            raise message
        return message

    def play(self, genomes: Genomes, orders: Sequence[Orders]) -> list[Report]:
        reports: list[Report | None] = [None] * len(genomes)
        pieces = deque(_pieces(len(genomes), len(self._connections)))
        waiting = {connection: deque[range]() for connection in self._connections}

        def send(connection: Connection[object, object]) -> None:
            if pieces:
                piece = pieces.popleft()
                waiting[connection].append(piece)
                connection.send((genomes[piece.start : piece.stop], orders[piece.start : piece.stop]))

        for _ in range(_AHEAD):
            for connection in self._connections:
                send(connection)
        while any(waiting.values()):
            for ready in wait([c for c in self._connections if waiting[c]]):
                assert isinstance(ready, Connection)
                told = self._receive(ready)
                assert isinstance(told, list)
                for individual, report in zip(waiting[ready].popleft(), told, strict=True):
                    reports[individual] = report
                send(ready)
        return [report for report in reports if report is not None]

    def close(self) -> None:
        for connection in self._connections:
            connection.close()  # which a worker takes for the end
        for process in self._processes:
            try:
                process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _pieces(individuals: int, workers: int) -> Sequence[range]:
    """Neighbouring individuals that go in one message: large pieces first, so that short episodes share the way,
    and single ones at last, so that all workers end together."""
    pieces = []
    first = 0
    while first < individuals:
        size = max(1, (individuals - first) // (2 * workers + 1))
        pieces.append(range(first, first + size))
        first += size
    return pieces


def crew_of(source: Source, configuration: str, limit: int, workers: int) -> Crew:
    """As many as asked for. An environment that exists cannot be in two places."""
    if workers < 1:
        raise Error(f"workers = {workers}: expected 1 or more")
    if workers == 1:
        return Alone(source, configuration, limit)
    if source.instance is not None:
        raise Error(
            f"workers = {workers}: expected 1 for an environment that is made already; "
            "an id, or a function that makes it, can have more"
        )
    return Workers(source, configuration, limit, workers)
