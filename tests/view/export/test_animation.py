from __future__ import annotations

import pytest

from pawnviz.core.games.cutting import cut
from pawnviz.core.games.pgn import read_game
from pawnviz.core.games.tree import MoveLine, annotations_to, main_line
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import Look, ShownLayer
from pawnviz.view.export.animation import AnimationLayout, GameAnimation
from pawnviz.view.export.files import figure_png
from tests.gifs import largest_difference, read_gif, read_png

pytestmark = pytest.mark.usefixtures("qapp")

SHOWN = tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in ("front_spans", "levers", "attacks"))


def line_of(moves: str) -> MoveLine:
    return main_line(read_game(next(cut([f"{moves} *\n".encode()]))).game)


LINE = line_of("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6")


@pytest.mark.slow
def test_each_frame_of_a_gif_is_the_picture_of_its_position() -> None:
    animation = GameAnimation(LINE, AnimationLayout(width=160, seconds=0.5, players="A – B", look=Look(SHOWN)), 2)
    parts = list(animation.gif_parts())
    assert len(parts) == animation.part_count
    gif = read_gif(b"".join(parts))
    assert len(gif.frames) == len(LINE.positions) - 2 == 7
    assert gif.loop == 0
    assert gif.durations == (500,) * 6 + (1500,)
    for ply, frame in enumerate(gif.frames, 2):
        assert largest_difference(frame, read_png(figure_png(animation.figure(ply)))) <= 48, f"frame {ply}"
        assert min(frame.getpixel((1, frame.height - 2))) >= 254, "the ground is white to the eye"


def test_a_frame_holds_only_what_has_changed() -> None:
    animation = GameAnimation(LINE, AnimationLayout(width=240, legend=False), 0, 2)
    parts = [part for part in animation.gif_parts() if part]
    head, first, second = parts[0], parts[1], parts[2]
    assert head.startswith(b"GIF89a") and parts[-1] == b"\x3b"
    assert len(second) < 0.5 * len(first)


def test_positions_that_do_not_change_are_frames_too() -> None:
    line = line_of("1. e4 --")
    animation = GameAnimation(line, AnimationLayout(width=120, caption=False, legend=False), 1, 1)
    assert b"".join(animation.gif_parts()).endswith(b"\x3b")


def test_all_frames_have_one_size_and_the_squares_of_the_move_have_a_frame() -> None:
    animation = GameAnimation(
        LINE, AnimationLayout(width=300, look=Look(SHOWN), players="A player with a long name " * 9)
    )
    assert len({(animation.figure(ply).width, animation.figure(ply).height) for ply in animation.plies}) == 1
    assert animation.figure(0).picture.framed == 0
    assert animation.figure(3).picture.framed == 1 << 28 | 1 << 35, "e4xd5"
    assert GameAnimation(LINE, AnimationLayout(players="A – B")).figure(2).caption == "A – B:  1...d5  ·  White to move"


def test_all_frames_name_the_layers_that_one_of_them_shows() -> None:
    names = ("hanging_pawns", "levers", "stops")
    shown = tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in names)
    layout = AnimationLayout(look=Look(shown))
    animation = GameAnimation(LINE, layout)
    assert all(
        [entry.title for entry in animation.figure(ply).entries] == ["Levers", "Stops"] for ply in animation.plies
    )
    assert [
        entry.title for entry in GameAnimation(LINE, AnimationLayout(look=Look(shown)), 0, 1).figure(0).entries
    ] == ["Stops"]


@pytest.mark.parametrize(
    ("first", "last", "message"), [(9, None, "no ply 9"), (-1, 3, "no ply -1"), (5, 3, "no ply 5")]
)
def test_plies_that_a_game_has_not_are_refused(first: int, last: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameAnimation(LINE, AnimationLayout(), first, last)


@pytest.mark.slow
def test_frames_show_the_arrows_the_circles_and_the_glyphs_of_the_game() -> None:
    moves = "{[%csl Ga1]} 1. e4 d5 2. exd5 Qxd5 3. Nc3!? $14 {[%csl Yh8][%cal Rc3d5] attacks} Qa5 4. d4 c6 *"
    game = read_game(next(cut([moves.encode()]))).game
    layout = AnimationLayout(width=240, legend=False, players="A")
    animation = GameAnimation(main_line(game), layout, annotations=annotations_to(game.end()))
    assert animation.figure(0).drawings == ((0, 0, 3),) and not animation.figure(4).drawings
    assert set(animation.figure(5).drawings) == {(63, 63, 4), (18, 35, 2)}
    assert [animation.figure(ply).caption for ply in (4, 5)] == [
        "A:  2...Qxd5  ·  White to move",
        "A:  3.Nc3!?+/=  ·  Black to move",
    ]
    parts = list(animation.gif_parts())
    assert len(parts) == animation.part_count
    frame = read_gif(b"".join(parts)).frames[5]
    assert largest_difference(frame, read_png(figure_png(animation.figure(5)))) <= 48
    plain = GameAnimation(main_line(game), layout).figure(5)
    assert largest_difference(frame, read_png(figure_png(plain))) > 90, "the arrow is seen"
