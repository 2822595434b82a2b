"""Controllers that see and act."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Float64, choice, finite, integer
from ._encoding import KINDS, Encoding, split_weights
from ._geometry import Geometry

ACTIVATIONS = ("logistic", "tanh", "linear")


class Policy:
    """A recurrent controller with its state: `reset` at the start of an episode, then `act`.

    Parameters
    ----------
    geometry
        Of the network.
    weights
        Flat, in the order of `Encoding.decode`; those of links that `kind` lacks become 0.
    kind
        ``recurrent``, ``feed-forward``, ``elman`` or ``jordan``.
    activation
        Of hidden neurons, and of outputs unless `output` says otherwise: ``logistic``, ``tanh``,
        ``linear``.
    output
        Of output neurons; ``same``: as the hidden ones.

    Examples
    --------
    >>> policy = lowpass.Policy.from_genome(encoding, np.zeros(5))
    >>> policy.reset()
    >>> policy.act(np.zeros(4))
    array([0.5, 0.5])
    """

    def __init__(
        self,
        geometry: Geometry,
        weights: ArrayLike,
        *,
        kind: str = "recurrent",
        activation: str = "logistic",
        output: str = "same",
    ) -> None:
        self._put(geometry, kind, activation, output)
        links = Encoding(geometry, "direct", kind=kind)
        flat = links.decode(links.encode(weights))  # without those of missing links
        self._weights: Float64 | None = flat
        self._controller = _core.Controller.of_weights(
            geometry._made(), kind, flat, activation, self._output_activation
        )
        self.reset()

    @classmethod
    def from_genome(
        cls,
        encoding: Encoding,
        genome: ArrayLike,
        *,
        activation: str = "logistic",
        output: str = "same",
    ) -> Policy:
        """The controller that a genome stands for."""
        genes = finite(genome, "genome", (encoding.genome_size,)).copy()
        policy = cls.__new__(cls)
        policy._put(encoding.geometry, encoding.kind, activation, output)
        policy._source = (encoding, genes)
        policy._weights = None
        policy._controller = _core.Controller.of_genome(
            encoding._core, genes, activation, policy._output_activation  # type: ignore[attr-defined]
        )
        policy.reset()
        return policy

    def _put(self, geometry: Geometry, kind: str, activation: str, output: str) -> None:
        self.geometry = geometry
        self.kind = choice(kind, "kind", KINDS)
        self.activation = choice(activation, "activation", ACTIVATIONS)
        self.output = choice(output, "output", ("same", *ACTIVATIONS))
        self._source: tuple[Encoding, Float64] | None = None

    @property
    def _output_activation(self) -> str:
        return self.activation if self.output == "same" else self.output

    @property
    def encoding(self) -> Encoding | None:
        """Where the weights come from, if from a genome."""
        return self._source[0] if self._source else None

    @property
    def genome(self) -> Float64 | None:
        """Where the weights come from, if from a genome."""
        return self._source[1].copy() if self._source else None

    @property
    def weights(self) -> Float64:
        """Flat, in the order of `Encoding.decode`."""
        if self._weights is None:
            assert self._source is not None
            self._weights = self._source[0].decode(self._source[1])
        return self._weights.copy()

    @property
    def matrices(self) -> tuple[Float64, Float64, Float64]:
        """The weights as (neurons, inputs), (neurons, neurons) and (neurons,), a row a neuron."""
        return split_weights(self.weights, self.geometry)

    @property
    def layers(self) -> tuple[int, ...]:
        """Neurons of each layer, in the order in which a step updates them: a link from an earlier
        layer reads the state of this step, any other that of the step before."""
        return tuple(_core.layers(self.geometry._made(), self.kind))

    @property
    def state(self) -> Float64:
        """Of each neuron; a row a lane, if there are several."""
        return self._state.copy()

    def reset(self, lanes: int | None = None) -> None:
        """Begins an episode: every neuron is at 0.

        Parameters
        ----------
        lanes
            Episodes side by side; None: one, whose observations have no axis for it.
        """
        neurons = self.geometry.neuron_count
        rows = () if lanes is None else (integer(lanes, "lanes", 1),)
        self._state = np.zeros(rows + (neurons,))

    def act(self, observation: ArrayLike) -> Float64:
        """One step: what the outputs say, each in [0, 1], to what the inputs see.

        Parameters
        ----------
        observation
            (inputs,), or (lanes, inputs) after ``reset(lanes)``.
        """
        rows = self._state.shape[:-1]
        seen = finite(observation, "observation", rows + (self.geometry.input_count,))
        outputs = np.empty(rows + (self.geometry.output_count,))
        if rows:
            _core.step_controllers([self._controller], seen, self._state, outputs)
        else:
            self._controller.step(seen, self._state, outputs)
        return outputs

    def __getstate__(self) -> dict[str, Any]:
        saved = dict(self.__dict__)
        del saved["_controller"]
        return saved

    def __setstate__(self, saved: dict[str, Any]) -> None:
        state = saved["_state"]
        options = {"activation": saved["activation"], "output": saved["output"]}
        if saved["_source"]:
            made = Policy.from_genome(*saved["_source"], **options)
        else:
            made = Policy(saved["geometry"], saved["_weights"], kind=saved["kind"], **options)
        self.__dict__.update(made.__dict__)
        self._state = state
