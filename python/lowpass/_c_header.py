"""A controller as a C header."""

from __future__ import annotations

from ._arrays import Float64
from ._layers import NeuronGroup, neuron_groups
from ._policy import Policy

_TEMPLATE = """\
/* A recurrent controller of lowpass {version}: {inputs} inputs, {neurons} neurons, of which the last {outputs} act. */
#ifndef {upper}_H
#define {upper}_H

#include <math.h>

enum {{ {upper}_INPUTS = {inputs}, {upper}_NEURONS = {neurons}, {upper}_OUTPUTS = {outputs} }};

{arrays}
/* Begins an episode. */
static inline void {name}_reset(double *state) {{
  for (int i = 0; i < {upper}_NEURONS; ++i) state[i] = 0.0;
}}

static inline double {name}_drive(const double *inputs, const double *recurrent, double bias,
                                  const double *observation, const double *state) {{
  double drive = 0.0;
  for (int i = 0; i < {upper}_INPUTS; ++i) drive += inputs[i] * observation[i];
  for (int i = 0; i < {upper}_NEURONS; ++i) drive += recurrent[i] * state[i];
  return drive + bias;
}}

/* One control step: what is seen, the state of the neurons (which is updated), what is done (0 to 1). */
static inline void {name}_step(const double *observation, double *state, double *action) {{
  double next[{upper}_NEURONS];
{updates}  for (int i = 0; i < {upper}_OUTPUTS; ++i) {{
    const double s = state[{upper}_NEURONS - {upper}_OUTPUTS + i];
    action[i] = {action};
  }}
}}

#endif
"""

_ACTIVATION = {"logistic": "1.0 / (1.0 + exp(-drive))", "tanh": "tanh(drive)", "linear": "drive"}
_ACTION = {
    "logistic": "s",
    "tanh": "0.5 * (s + 1.0)",
    "linear": "s < -1.0 ? 0.0 : s > 1.0 ? 1.0 : 0.5 * (s + 1.0)",
}


def c_header_text(policy: Policy, name: str) -> str:
    from . import __version__

    input_weights, recurrent_weights, bias = policy.matrices
    upper = name.upper()
    groups = neuron_groups(policy)
    return _TEMPLATE.format(
        version=__version__,
        name=name,
        upper=upper,
        inputs=policy.geometry.input_count,
        neurons=policy.geometry.neuron_count,
        outputs=policy.geometry.output_count,
        arrays=_array(f"{name}_input_weights", f"{upper}_NEURONS][{upper}_INPUTS", input_weights)
        + _array(f"{name}_recurrent_weights", f"{upper}_NEURONS][{upper}_NEURONS", recurrent_weights)
        + _array(f"{name}_bias", f"{upper}_NEURONS", bias[None]),
        updates="".join(_layer_update(name, layer) for layer in _layers(groups)),
        action=_ACTION[groups[-1].activation],
    )


def _layers(groups: list[NeuronGroup]) -> list[list[NeuronGroup]]:
    layers = sorted({group.layer for group in groups})
    return [[group for group in groups if group.layer == layer] for layer in layers]


def _layer_update(name: str, layer: list[NeuronGroup]) -> str:
    """The neurons of a layer all read the state before any of them changes."""
    text = ""
    for group in layer:
        text += (
            f"  for (int n = {group.first}; n < {group.last}; ++n) {{\n"
            f"    const double drive = {name}_drive({name}_input_weights[n], {name}_recurrent_weights[n],\n"
            f"                                      {name}_bias[n], observation, state);\n"
            f"    next[n] = {_ACTIVATION[group.activation]};\n"
            "  }\n"
        )
    return text + f"  for (int n = {layer[0].first}; n < {layer[-1].last}; ++n) state[n] = next[n];\n"


def _array(name: str, sizes: str, rows: Float64) -> str:
    """Numbers as C99 writes them without loss."""
    texts = [", ".join(float(x).hex() for x in row) for row in rows]
    body = texts[0] if "][" not in sizes else ",\n  ".join(f"{{{row}}}" for row in texts)
    return f"static const double {name}[{sizes}] = {{\n  {body}}};\n"
