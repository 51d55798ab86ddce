"""One entry a label: words, weight and places. It may import core.words, core.board and core.layers."""
