"""Controllers for use without this package: NPZ, ONNX, and C.

In each of them one step takes an observation and the state of the neurons (0 at the start of an
episode), and gives an action in [0, 1] and the next state.
"""

from __future__ import annotations

import re
from os import PathLike
from typing import Any

import numpy as np

from ._arrays import Float64
from ._c_header import c_header_text
from ._core import Error
from ._layers import NeuronGroup, neuron_groups
from ._onnx_graph import OnnxGraph
from ._policy import Policy

__all__ = ["c_header", "npz", "onnx"]


def npz(policy: Policy, path: str | PathLike[str]) -> None:
    """Writes the weights as NumPy's arrays: ``input_weights`` (neurons, inputs), ``recurrent_weights``
    (neurons, neurons), ``bias``; ``layers``, the neurons of each layer in the order of a step; ``kind``,
    ``activation`` and ``output`` as texts; and ``genome``, if there is one."""
    input_weights, recurrent_weights, bias = policy.matrices
    genome = policy.genome
    of_genome: dict[str, Any] = {} if genome is None else {"genome": genome}
    with open(path, "wb") as file:  # (a name without .npz stays as it is)
        np.savez(
            file,
            input_weights=input_weights,
            recurrent_weights=recurrent_weights,
            bias=bias,
            layers=np.array(policy.layers),
            kind=policy.kind,
            activation=policy.activation,
            output=policy._output_activation,
            **of_genome,
        )


def onnx(policy: Policy, path: str | PathLike[str]) -> None:
    """Writes one step as an ONNX graph of float64: inputs ``observation`` (lanes, inputs) and ``state``
    (lanes, neurons), outputs ``action`` and ``next_state``."""
    geometry = policy.geometry
    graph = OnnxGraph("lowpass_controller")
    observation = graph.input("observation", geometry.input_count)
    state = graph.input("state", geometry.neuron_count)
    groups = neuron_groups(policy)
    parts: list[str] = []  # updated so far
    before = state
    for index, group in enumerate(groups):
        if index > 0 and group.layer != groups[index - 1].layer:
            before = _joined(graph, [*parts, _rest(graph, state, group.first, geometry.neuron_count)])
        parts.append(_updated(graph, group, observation, before))
    graph.output("next_state", geometry.neuron_count, _joined(graph, parts))
    graph.output("action", geometry.output_count, _action(graph, policy, parts, groups))
    with open(path, "wb") as file:
        file.write(graph.bytes())


def c_header(policy: Policy, path: str | PathLike[str], name: str = "controller") -> None:
    """Writes a C99 header that needs nothing but ``math.h``: the weights, to the bit, and

    ``void NAME_reset(double *state)``,
    ``void NAME_step(const double *observation, double *state, double *action)``,

    with the sizes ``NAME_INPUTS``, ``NAME_NEURONS`` and ``NAME_OUTPUTS`` (in capitals).
    """
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise Error(f"name = {name!r}: expected a name of C")
    with open(path, "w", encoding="ascii") as file:
        file.write(c_header_text(policy, name))


_ONNX_ACTIVATION = {"logistic": "Sigmoid", "tanh": "Tanh", "linear": "Identity"}


def _updated(graph: OnnxGraph, group: NeuronGroup, observation: str, state: str) -> str:
    seen = graph.node("MatMul", observation, graph.constant(group.input_weights.T))
    remembered = graph.node("MatMul", state, graph.constant(group.recurrent_weights.T))
    drive = graph.node("Add", graph.node("Add", seen, remembered), graph.constant(group.bias))
    return graph.node(_ONNX_ACTIVATION[group.activation], drive)


def _joined(graph: OnnxGraph, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else graph.node("Concat", *parts, axis=1)


def _rest(graph: OnnxGraph, state: str, first: int, neurons: int) -> str:
    begin, end, axis = (graph.constant(np.array([n])) for n in (first, neurons, 1))
    return graph.node("Slice", state, begin, end, axis)


def _action(graph: OnnxGraph, policy: Policy, parts: list[str], groups: list[NeuronGroup]) -> str:
    """The outputs are the last group, brought into [0, 1]."""
    outputs = parts[-1]
    assert groups[-1].last - groups[-1].first == policy.geometry.output_count
    if groups[-1].activation == "logistic":
        return outputs
    shifted = graph.node("Add", outputs, graph.constant(_scalar(1.0)))
    halved = graph.node("Mul", shifted, graph.constant(_scalar(0.5)))
    if groups[-1].activation == "tanh":
        return halved
    return graph.node("Clip", halved, graph.constant(_scalar(0.0)), graph.constant(_scalar(1.0)))


def _scalar(value: float) -> Float64:
    return np.array(value)
