"""ONNX files, written field by field: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto"""

from __future__ import annotations

import numpy as np

from ._arrays import Float64
from ._protobuf import integer, message, text

_DOUBLE, _INT64 = 11, 7  # TensorProto.DataType
_OPSET, _IR_VERSION = 13, 8  # the oldest opset that has what is used here, for all runtimes


class OnnxGraph:
    """A graph that grows node by node; every value is named by who makes it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._nodes = b""
        self._initializers = b""
        self._inputs = b""
        self._outputs = b""
        self._count = 0

    def input(self, name: str, columns: int) -> str:
        """An input of rows of numbers, as many as are given."""
        self._inputs += message(11, _value_info(name, columns))
        return name

    def output(self, name: str, columns: int, value: str) -> None:
        self._add("Identity", [value], name)
        self._outputs += message(12, _value_info(name, columns))

    def constant(self, array: Float64) -> str:
        """float64, or int64 where the numbers are integers."""
        name = self._new_name("constant")
        kind = _INT64 if array.dtype == np.int64 else _DOUBLE
        tensor = b"".join(integer(1, size) for size in array.shape)
        tensor += integer(2, kind) + text(8, name) + message(9, np.ascontiguousarray(array).tobytes())
        self._initializers += message(5, tensor)
        return name

    def node(self, operator: str, *inputs: str, axis: int | None = None) -> str:
        name = self._new_name(operator.lower())
        self._add(operator, list(inputs), name, axis)
        return name

    def bytes(self) -> bytes:
        """The whole file."""
        graph = self._nodes + text(2, self._name) + self._initializers + self._inputs + self._outputs
        opset = text(1, "") + integer(2, _OPSET)
        return integer(1, _IR_VERSION) + text(2, "lowpass") + message(7, graph) + message(8, opset)

    def _add(self, operator: str, inputs: list[str], output: str, axis: int | None = None) -> None:
        node = b"".join(text(1, name) for name in inputs) + text(2, output) + text(3, output)
        node += text(4, operator)
        if axis is not None:
            node += message(5, text(1, "axis") + integer(3, axis) + integer(20, 2))  # 2: INT
        self._nodes += message(1, node)

    def _new_name(self, what: str) -> str:
        self._count += 1
        return f"{what}_{self._count}"


def _value_info(name: str, columns: int) -> bytes:
    shape = message(1, text(2, "lanes")) + message(1, integer(1, columns))
    tensor = integer(1, _DOUBLE) + message(2, shape)
    return text(1, name) + message(2, message(1, tensor))
