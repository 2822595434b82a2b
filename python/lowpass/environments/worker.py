"""One process of a crew: ``python -m lowpass.environments.worker DESCRIPTOR``."""

from __future__ import annotations

import pickle
import signal
import sys
import traceback
from multiprocessing.connection import Connection

from .._core import Error
from .episodes import Player
from .source import Source


def main(descriptor: int) -> None:
    """Plays what comes until the other side closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that leads
    with Connection(descriptor) as connection:
        try:
            player = _player(connection)
            connection.send(None)
            while True:
                genomes, orders = connection.recv()
                connection.send([player.play(genome, own) for genome, own in zip(genomes, orders, strict=True)])
        except (EOFError, ConnectionError):
            return
        except Error as error:
            connection.send(error)
        except Exception:
            connection.send(Error(f"in a worker: {traceback.format_exc()}"))


def _player(connection: Connection[object, object]) -> Player:
    message = connection.recv()
    assert isinstance(message, tuple)
    payload, configuration, limit = message
    source: Source = pickle.loads(payload)
    return Player(source.build(), configuration, limit)


if __name__ == "__main__":
    main(int(sys.argv[1]))
