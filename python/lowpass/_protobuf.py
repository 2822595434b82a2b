"""The few kinds of fields of the protocol buffers' wire format that an ONNX file needs.

https://protobuf.dev/programming-guides/encoding
"""

from __future__ import annotations

_VARINT, _BYTES = 0, 2


def integer(field: int, value: int) -> bytes:
    """An int64 that is not negative, or an enum."""
    return _varint(field << 3 | _VARINT) + _varint(value)


def text(field: int, value: str) -> bytes:
    return message(field, value.encode())


def message(field: int, value: bytes) -> bytes:
    """A message within a message, or bytes."""
    return _varint(field << 3 | _BYTES) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    groups.append(value)
    return bytes(groups)
