"""A controller's step written out, for exports."""

from __future__ import annotations

from dataclasses import dataclass

from ._arrays import Float64
from ._policy import Policy


@dataclass(frozen=True)
class NeuronGroup:
    """Neurons side by side that are updated at once and alike.

    With x the observation and s the state, where all groups of earlier layers are updated already:
    s[first:last] becomes activation(input_weights @ x + recurrent_weights @ s + bias).
    """

    layer: int
    first: int
    last: int
    activation: str
    input_weights: Float64
    recurrent_weights: Float64
    bias: Float64


def neuron_groups(policy: Policy) -> list[NeuronGroup]:
    """The groups in the order of their updates. Those of one layer read the state before any of them."""
    input_weights, recurrent_weights, bias = policy.matrices
    hidden = policy.geometry.neuron_count - policy.geometry.output_count
    groups = []
    begin = 0
    for layer, size in enumerate(policy.layers):
        end = begin + size
        middle = min(max(hidden, begin), end)
        for first, last, activation in (
            (begin, middle, policy.activation),
            (middle, end, policy._output_activation),
        ):
            if first < last:
                rows = slice(first, last)
                groups.append(
                    NeuronGroup(
                        layer, first, last, activation, input_weights[rows], recurrent_weights[rows], bias[rows]
                    )
                )
        begin = end
    return groups
