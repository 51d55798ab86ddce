"""Endings of kings and pawns, solved: who wins, and with which king where. It may import core.board."""
