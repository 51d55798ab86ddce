from __future__ import annotations

import io
import json
import random
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import chess
import chess.pgn
import pytest

from pawnviz.core.board.bitboard import SQUARE_NAMES, file_fill
from pawnviz.core.board.position import Position
from pawnviz.core.explain.summary import summary_of
from pawnviz.core.games.tree import MoveLine, annotations_to, main_line
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture
from pawnviz.core.picture.sheet_positions import details_of
from pawnviz.core.words import escaped
from pawnviz.view.export.animation import AnimationLayout, GameAnimation
from pawnviz.view.export.figure import Figure
from pawnviz.view.export.page import index_page, page_parts
from tests.browser import Page, chromium

pytestmark = pytest.mark.usefixtures("qapp")

FEN: Final = "r1bq1rk1/pp3ppp/2n2n2/3p4/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
TWELVE: Final = (
    *("passed_pawns", "isolated_pawns", "break_squares", "holes", "outposts", "filesets"),
    *("front_spans", "stops", "attacks", "double_attacks", "half_open_files", "levers"),
)
FEW: Final = ("passed_pawns", "isolated_pawns", "break_squares", "front_spans")
HOSTILE: Final = '</title></script><script>hacked = 1</script><img src=x onerror="hacked = 1">\' style="x" \u202e\x00'


def look(names: tuple[str, ...], theme: str = "light", *, flipped: bool = False) -> Look:
    return Look(
        tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in names), theme=theme, flipped=flipped
    )


def position_page(names: tuple[str, ...] = FEW, title: str = "", theme: str = "light", *, flipped: bool = False) -> str:
    seen = look(names, theme, flipped=flipped)
    return b"".join(page_parts(title, [Figure(make_picture(Position.from_fen(FEN), seen), seen)])).decode()


@cache
def game(moves: int, seed: int = 1) -> MoveLine:
    """Return a game of random moves, with captures where there are any, so that pawns change."""
    choose = random.Random(seed)
    board, root = chess.Board(), chess.pgn.Game()
    node: chess.pgn.GameNode = root
    for _ in range(2 * moves):
        legal = sorted(board.legal_moves, key=str)
        pawns = [move for move in legal if board.piece_type_at(move.from_square) == chess.PAWN]
        if not legal:
            break
        move = choose.choice(pawns if pawns and choose.random() < 0.4 else legal)
        board.push(move)
        node = node.add_main_variation(move)
    return main_line(root)


def game_page(line: MoveLine, names: tuple[str, ...] = FEW, players: str = "A – B") -> str:
    animation = GameAnimation(line, AnimationLayout(players=players, look=look(names)))
    return b"".join(animation.page_parts()).decode()


class Elements(HTMLParser):
    """The elements of a page with their attributes and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag = self.found[-1][0]
            self.texts[tag] = self.texts.get(tag, "") + data

    def tags(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.found if tag == name]


def data_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def states(text: str) -> Iterator[dict[int, list[Any]]]:
    data = data_of(text)
    now: dict[int, list[Any]] = {}
    for changes in data["plies"]:
        now |= {place: data["contents"][number] for place, number in zip(changes[::2], changes[1::2], strict=True)}
        yield dict(now)


def check_words(state: dict[int, list[Any]], texts: list[str], position: Position, names: tuple[str, ...]) -> None:
    for square in range(64):
        piece, _, held, _ = state[129 + square]
        board = position.piece_at(square) or ""
        color, kind = (
            ("white" if board.isupper() else "black"),
            chess.PIECE_NAMES["?pnbrqk".index(board.lower() or "?")],
        )
        assert texts[piece] == (f"{color} {kind}" if board else "empty"), SQUARE_NAMES[square]
        expected = []
        for number, name in enumerate(names):
            for side in position.sides():
                mask = LAYERS[name](side)
                if (mask if LAYERS[name].turns else file_fill(mask)) >> square & 1:
                    expected.append(2 * number + (not side.color))
        assert held[::2] == expected, SQUARE_NAMES[square]


@pytest.mark.slow
def test_a_page_of_twelve_layers_has_at_most_60_kibibytes_and_one_of_sixty_moves_400() -> None:
    assert len(position_page(TWELVE).encode()) <= 60 * 1024
    assert len(game_page(game(60), TWELVE).encode()) <= 400 * 1024


@pytest.mark.slow
def test_the_policy_allows_the_script_and_the_style_of_the_page_alone() -> None:
    for text in (position_page(TWELVE, theme="dark"), position_page(theme="ink"), game_page(game(5))):
        page = Elements(text)
        policy = next(meta["content"] for meta in page.tags("meta") if meta.get("http-equiv"))
        assert policy is not None and policy.startswith("default-src 'none'; ")
        script = text.split("<script>")[1].split("</script>")[0]
        style = text.split("<style>")[1].split("</style>")[0]
        for kind, content in (("script", script), ("style", style)):
            assert f"{kind}-src 'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'" in policy
        attributes = [name for _, found in page.found for name in found]
        assert "style" not in attributes and not [name for name in attributes if name.startswith("on")]
        assert not {"src", "action"} & set(attributes) and "//" not in style and "url(" not in style
        links = [found.get("href") or "#" for _, found in page.found]
        assert all(link.startswith("#") for link in links)


@pytest.mark.slow
def test_hostile_names_are_texts() -> None:
    pages = [position_page(title=HOSTILE), game_page(game(2), players=HOSTILE)]
    pages.append(index_page(HOSTILE, [("001.html", HOSTILE, Position.from_fen(FEN))]).decode())
    for text, scripts in zip(pages, (2, 2, 0), strict=True):
        page = Elements(text)
        assert len(page.tags("script")) == scripts and not page.tags("img")
        assert page.texts["h1"].startswith("</title></script><script>hacked = 1")
        assert "\u202e" not in text and "\x00" not in text


@pytest.mark.parametrize("flipped", [False, True])
def test_a_position_says_of_each_square_its_piece_and_the_layers_that_hold_it(flipped: bool) -> None:
    text = position_page(TWELVE, flipped=flipped)
    (state,) = states(text)
    check_words(state, data_of(text)["texts"], Position.from_fen(FEN), TWELVE)
    texts = data_of(text)["texts"]
    _, headline, held, more = state[129 + chess.D4]
    assert texts[headline] == "An isolated pawn on a closed file, blocked by the pawn on d5."
    assert "no white pawn stands on the c- or e-file, beside the d-file." in {texts[each] for each in held[1::2]}
    assert any(texts[each].startswith("Potentially weak: ") for each in more)


@pytest.mark.slow
def test_the_board_without_scripts_is_that_of_the_first_position() -> None:
    for text in (position_page(TWELVE), game_page(game(3))):
        state = next(states(text))
        drawn = [number for place, content in sorted(state.items()) if place < 129 for number in content[::2]]
        marks = text.split('<g id="marks"')[1].split("</svg>")[0]
        assert [int(number) for number in re.findall(r'href="#n(\d+)"', marks)] == drawn
        assert set(drawn) <= {int(number) for number in re.findall(r'<g id="n(\d+)"', text)}
        assert "In words" in text or "Turning points" in text


@pytest.mark.slow
def test_each_position_of_a_game_has_its_pieces_and_layers() -> None:
    line, text = game(15), game_page(game(15))
    texts = data_of(text)["texts"]
    for position, state in zip(line.positions, states(text), strict=True):
        check_words(state, texts, position, FEW)
        assert texts[state[193][2]] == position.fen()


@pytest.mark.slow
def test_a_game_has_moves_turning_points_and_lives() -> None:
    root = chess.pgn.read_game(io.StringIO("1.d4 d5 2.c4 e6 3.cxd5 exd5 4.Nc3 c5 5.dxc5 Bxc5 *"))
    assert root is not None
    text = game_page(main_line(root))
    assert text.count('class="life"') == 16
    assert "captured by 3.cxd5" in text and "White c2–c4–d5" in text
    assert re.search(r'data-ply="10">5.dxc5 Bxc5[^<]*isolated', text)


@pytest.mark.slow
def test_a_game_says_its_result_event_and_year_and_the_times_of_a_label_once() -> None:
    root = chess.pgn.read_game(io.StringIO("1.d4 d5 2.c4 e6 3.cxd5 exd5 4.Nc3 c5 5.dxc5 Bxc5 6.h4 h5 *"))
    assert root is not None
    headers = {"White": "A", "Black": "B", "Event": "Club <1>", "Date": "1984.05.??", "Result": "1/2-1/2"}
    assert details_of({"White": "A", "Event": "?", "Date": "????.??.??", "Result": "*"}) == ""
    layout = AnimationLayout(players="A – B", details=details_of(headers), look=look(FEW))
    text = b"".join(GameAnimation(main_line(root), layout).page_parts()).decode()
    assert "<p>½–½ · Club &lt;1&gt; · 1984</p></header>" in text
    lives = text.split('id="lives"')[1]
    assert "isolated from move 5" in lives
    for words in re.findall("<small>([^<]*)</small>", lives):
        terms = [re.split(" (?:at|from|all|by) ", item)[0] for item in words.split("; ")]
        assert len(terms) == len(set(terms)) and "(" not in words


COMMENTED: Final = (
    "{Before.} 1. d4 {[%cal Gd2d4] The <pawn>.} d5 2. c4 e6 (2... dxc4 {Accepted.} 3. e4 ({Or} 3. e3 b5 (3... e5 $5 "
    "4. Bxc4) 4. a4) 3... e5) (2... c6!) 3. Nc3 *"
)


@pytest.mark.slow
def test_a_game_shows_its_comments_and_the_other_choices(browser: Page, tmp_path: Path) -> None:
    root = chess.pgn.read_game(io.StringIO(COMMENTED))
    assert root is not None
    layout = AnimationLayout(players="A – B", look=look(FEW))
    choices = "(2...dxc4 Accepted. 3.e4 (Or 3.e3 b5 (3...e5!? 4.Bxc4) 4.a4) 3...e5) (2...c6!)"
    text = b"".join(
        GameAnimation(main_line(root), layout, annotations=annotations_to(root.end())).page_parts()
    ).decode()
    browser.open(written(tmp_path, text))
    shown = " ".join(browser.value("document.getElementById('moves').innerText").split())
    assert shown == f"Start Before. 1.d4 The <pawn>. 1...d5 2.c4 2...e6 {choices} 3.Nc3"
    now = "document.getElementById('now').textContent"
    assert browser.value(now).endswith("Before.")
    browser.press("ArrowRight")
    assert browser.value(now).startswith("1.d4") and browser.value(now).endswith("The <pawn>.")
    browser.press("ArrowRight")
    assert "pawn>" not in browser.value(now)
    # A page of a variation has the main line as the other choice.
    aside = root.variations[0].variations[0].variations[0].variations[2]
    assert [note.others() for note in annotations_to(aside.end())] == [
        *("", "", "", ""),
        "(2...e6 3.Nc3) (2...dxc4 Accepted. 3.e4 (Or 3.e3 b5 (3...e5!? 4.Bxc4) 4.a4) 3...e5)",
    ]


def test_a_position_is_said_once_in_words_and_keys_are_not_named_without_a_pointer() -> None:
    text = position_page()
    (sentence, *_) = summary_of(Position.from_fen(FEN)).sentences
    assert text.count(escaped(sentence)) + text.count(sentence) == 1
    assert re.search(r"@media ?\(hover:none\)\{#answer>small\{display:none\}\}", text)


def test_one_ink_and_the_dark_have_no_other_colors() -> None:
    assert "prefers-color-scheme" in position_page()
    assert "prefers-color-scheme" not in position_page(theme="ink")
    assert "color-scheme:dark" in position_page(theme="dark") and "#5cb8ec" in position_page(theme="dark")


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with chromium() as page:
        yield page


def written(folder: Path, text: str) -> Path:
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    return path


COUNT: Final = "document.querySelectorAll('#marks use').length"
ANSWER: Final = "document.getElementById('answer').textContent"


@pytest.mark.slow
def test_each_layer_is_switched_by_clicks_and_keys(browser: Page, tmp_path: Path) -> None:
    text = position_page(TWELVE)
    browser.open(written(tmp_path, text))
    (state,) = states(text)
    drawn = [tag for place, content in state.items() if place < 129 for tag in content[1::2]]
    assert browser.value(COUNT) == len(drawn)
    for number in range(len(TWELVE)):
        for tag in (2 * number, 2 * number + 1):
            button = f'[data-tag="{tag}"]'
            browser.click(button)
            assert browser.value(COUNT) == len(drawn) - drawn.count(tag)
            assert browser.value(f"document.querySelector('{button}').ariaPressed") == "false"
            browser.click(button)
            assert browser.value(COUNT) == len(drawn)
        white, black = drawn.count(2 * number), drawn.count(2 * number + 1)
        for hidden in (black, white, white + black, 0):
            browser.press("1234567890er"[number])
            assert browser.value(COUNT) == len(drawn) - hidden, TWELVE[number]
    browser.press("w")
    assert browser.value(COUNT) == len(drawn) - sum(tag >= 0 and tag % 2 == 0 for tag in drawn)
    assert browser.complaints() == []


@pytest.mark.slow
def test_a_square_answers_to_pointer_finger_and_keys(browser: Page, tmp_path: Path) -> None:
    browser.open(written(tmp_path, position_page()))
    browser.press("Tab")
    browser.press("ArrowUp")
    assert browser.value("document.activeElement.getAttribute('aria-label')") == "a2, white pawn"
    assert "a2, white pawn" in browser.value(ANSWER)
    browser.press("Escape")
    assert "Point at a square" in browser.value(ANSWER)
    browser.click(f'.cell[data-square="{chess.D4}"]')
    assert "beside the d-file" in browser.value(ANSWER)
    x, y = browser.value(
        "(b => [b.x + 9, b.y + 9])(document.querySelector('[data-square=\"0\"]').getBoundingClientRect())"
    )
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    assert "a1, white rook" in browser.value(ANSWER)
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    assert "d4, white pawn" in browser.value(ANSWER)
    browser.press("2")
    browser.press("2")
    assert "beside the d-file" not in browser.value(ANSWER)
    browser.value("document.querySelectorAll('[data-layer]')[3].dispatchEvent(new Event('pointerenter'))")
    assert 0 < browser.value("document.querySelectorAll('#marks .faded').length") < browser.value(COUNT)


@pytest.mark.slow
def test_the_arrows_go_through_all_moves(browser: Page, tmp_path: Path) -> None:
    line, text = game(20), game_page(game(20))
    browser.open(written(tmp_path, text))
    counts = [sum(len(content) // 2 for place, content in state.items() if place < 129) for state in states(text)]
    fen = "document.getElementById('fen').textContent"
    for ply, position in enumerate(line.positions):
        assert (browser.value(fen), browser.value(COUNT)) == (position.fen(), counts[ply])
        browser.press("ArrowRight")
    for position in reversed(line.positions[:-1]):
        browser.press("ArrowLeft")
        assert browser.value(fen) == position.fen()
    browser.click('[data-ply="7"]')
    assert browser.value(fen) == line.positions[7].fen()
    browser.click('[data-step="1000"]')
    assert browser.value(fen) == line.positions[-1].fen()
    assert browser.complaints() == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 768, 1920])
def test_a_page_fits_into_windows_of_phones_and_halls(browser: Page, tmp_path: Path, width: int) -> None:
    for text in (position_page(TWELVE, HOSTILE), game_page(game(20), players=HOSTILE)):
        browser.open(written(tmp_path, text), width, dark=True)
        assert browser.value("document.documentElement.scrollWidth") <= width
        assert browser.value("typeof hacked") == "undefined"
        square = browser.value("document.querySelector('.cell').getBoundingClientRect().width")
        assert square >= 40
        assert browser.complaints() == []


@pytest.mark.slow
def test_the_dark_changes_marks_and_squares_and_no_white_piece(browser: Page, tmp_path: Path) -> None:
    path, fills = written(tmp_path, position_page()), []
    for dark in (False, True):
        browser.open(path, dark=dark)
        fills.append(
            [
                browser.value(f"getComputedStyle(document.querySelector('{each}')).fill")
                for each in (".light", ".dark", 'defs [fill="#0069a8"]', 'defs [fill="#fff"]')
            ]
        )
    light, dark_fills = fills
    assert [before == after for before, after in zip(light, dark_fills, strict=True)] == [False, False, False, True]


@pytest.mark.slow
def test_without_scripts_the_board_stays(browser: Page, tmp_path: Path) -> None:
    browser.open(written(tmp_path, position_page(TWELVE)), scripts=False)
    tree = browser.send("DOM.getDocument", depth=1)["root"]["nodeId"]
    assert len(browser.send("DOM.querySelectorAll", nodeId=tree, selector="#marks use")["nodeIds"]) > 100
    assert browser.send("DOM.querySelectorAll", nodeId=tree, selector=".cell")["nodeIds"] == []
