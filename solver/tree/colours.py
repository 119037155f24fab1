"""The colours of values and suits in every picture of a tree."""

from collections.abc import Mapping

INK: Mapping[str, str] = {
    "win": "#1c7c4a",
    "draw": "#a87408",
    "loss": "#b83a3a",
    "unknown": "#6b7280",
}
"""Lines and words in the colour of a value."""

GROUND: Mapping[str, str] = {
    "win": "#e3f5ea",
    "draw": "#fcf3d6",
    "loss": "#fbe4e2",
    "unknown": "#eceef1",
}
"""What is written on."""

RGB: Mapping[str, tuple[int, int, int]] = {
    value: (int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16))
    for value, ink in INK.items()
}

SUITS: Mapping[str, str] = {
    "s": "#1f2937",
    "h": "#c81e3a",
    "d": "#1668c4",
    "c": "#15803d",
}
"""Four colours, so that no two suits look alike."""
