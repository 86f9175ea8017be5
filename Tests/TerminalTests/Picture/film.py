"""Draws terminal screens side by side, as an SVG animated by CSS alone."""
import re
from html import escape
from typing import NamedTuple

COLUMNS, ROWS = 56, 16
WIDTH, HEIGHT = 8.4, 16
MARGIN, GAP = 12, 20
LEVELS = (0, 95, 135, 175, 215, 255)


class Frame(NamedTuple):
    """Both screens, each a tuple of lines with SGR sequences, and their start in seconds."""
    at: float
    screens: tuple


def color(index):
    """Returns one of xterm's 256 colors, except the first 16."""
    if index >= 232:
        return f"#{8 + 10 * (index - 232):02x}" + 2 * f"{8 + 10 * (index - 232):02x}"
    cube = index - 16
    return "#%02x%02x%02x" % (LEVELS[cube // 36], LEVELS[cube // 6 % 6], LEVELS[cube % 6])


def runs(line, state):
    """Yields pieces of a line with SGR parameters; `state` holds the initial, then the final ones."""
    for sequence, text in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b]+)", line):
        if text:
            yield text, list(state)
            continue
        for code in re.findall(r"[34]8;5;\d+|\d+", sequence or "0"):
            if code == "0":
                state[:] = []
            elif code in ("39", "49"):
                state[:] = [c for c in state if not c.startswith(code[0] + "8;5;")]
            else:
                state[:] = [c for c in state if c != code and not (code[1:2] == "8" and c[:2] == code[:2])] + [code]


def pieces(line, state):
    """Yields the runs of a line without blanks: column, text, ink, ground or None, bold."""
    column = 0
    for text, codes in runs(line, state):
        colors = {code[:2]: color(int(code[5:])) for code in codes if code[1:5] == "8;5;"}
        ink, ground = colors.get("38", "#ffffff"), colors.get("48")
        if "7" in codes:
            ink, ground = ground or "#000000", ink
        for part in [re.match(r"(?s).*", text)] if ground else re.finditer(r"\S+(?: \S+)*", text):
            yield column + part.start(), part.group(), ink, ground, "1" in codes
        column += len(text)


class Film:
    """Drawings that repeat are defined once, in `defs`."""

    def __init__(self):
        self.names, self.definitions, self.classes = {}, [], {}

    def define(self, drawing):
        """Returns the name by which `drawing` is used."""
        if drawing not in self.names:
            self.names[drawing] = f"d{len(self.names)}"
            self.definitions.append(f'<g id="{self.names[drawing]}">{drawing}</g>')
        return self.names[drawing]

    def style(self, kind, value):
        return self.classes.setdefault((kind, value), f"{kind}{len(self.classes)}")

    def piece(self, text, ink, ground, bold):
        drawing = ""
        width = f"{len(text) * WIDTH:g}"
        if ground:
            # Slightly taller than its row, so that no seam shows between two rows.
            drawing = f'<rect width="{width}" height="{HEIGHT + 0.3:g}" class="{self.style("g", ground)}"/>'
        if text.strip():
            names = self.style("i", ink) + (" b" if bold else "")
            drawing += f'<text y="12.5" class="{names}" textLength="{width}">{escape(text)}</text>'
        return self.define(drawing)

    def rows(self, screen):
        """Returns the names of the drawings of a screen's rows; None for an empty row."""
        carried = []
        for line in screen:
            uses = [
                use(self.piece(text, *look), column * WIDTH, 0) for column, text, *look in pieces(line, carried)]
            yield self.define("".join(uses)) if uses else None


def use(name, x, y):
    place = (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")
    return f'<use href="#{name}"{place}/>'


def origin(window):
    return MARGIN + window * (COLUMNS * WIDTH + 2 * MARGIN + GAP), MARGIN


def svg(frames, seconds, still):
    """Returns the lines of the picture: `frames` in a loop of `seconds`, or, for readers who prefer
    reduced motion, the frame numbered `still`."""
    film = Film()
    shown = [[list(film.rows(screen)) for screen in frame.screens] for frame in frames]
    places = [(window, row) for window in range(2) for row in range(ROWS)]
    resting = {(w, r) for w, r in places if len({frame[w][r] for frame in shown}) == 1}

    def drawn(frame, some):
        return "".join(
            use(frame[w][r], origin(w)[0], origin(w)[1] + r * HEIGHT) for w, r in places
            if ((w, r) in resting) == some and frame[w][r])

    width, height = origin(1)[0] + COLUMNS * WIDTH + MARGIN, ROWS * HEIGHT + 2 * MARGIN
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img" '
        'font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">')
    yield "<title>dicectl play in two terminals: ann rolls, locks and rolls again, and bo sees every die move</title>"
    body = [
        f'<rect x="{origin(w)[0] - MARGIN:g}" width="{COLUMNS * WIDTH + 2 * MARGIN:g}" height="100%" rx="8"/>'
        for w in range(2)]
    body.append(drawn(shown[still], True))
    moves = []
    for number, frame in enumerate(shown):
        begin = 100 * frames[number].at / seconds
        end = 100 * (frames[number + 1].at if number + 1 < len(frames) else seconds) / seconds
        steps = ["0%{visibility:hidden}"] if begin else []
        steps += [f"{begin:.3f}%{{visibility:visible}}"]
        steps += [f"{end:.3f}%{{visibility:hidden}}"] if end < 100 else []
        moves.append(f"@keyframes k{number}{{{''.join(steps)}}}#f{number}{{animation-name:k{number}}}")
        body.append(f'<g id="f{number}" class="f{" still" if number == still else ""}">{drawn(frame, False)}</g>')
    yield "<style>"
    yield "text{white-space:pre}.b{font-weight:bold}.f{visibility:hidden}.still{visibility:visible}"
    yield "".join(f".{name}{{fill:{value}}}" for (_, value), name in film.classes.items())
    yield f".f{{animation:{seconds:.2f}s step-end infinite}}"
    yield from moves
    yield "@media (prefers-reduced-motion:reduce){#film .f{animation:none!important}}"
    yield "</style>"
    yield "<defs>" + "".join(film.definitions) + "</defs>"
    yield '<g id="film">' + "\n".join(body) + "</g>"
    yield "</svg>"
