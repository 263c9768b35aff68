"""The scenes of the gallery that are checked at each size: all in a long run, otherwise a sample."""

from __future__ import annotations

import functools
import random
import zlib
from collections import Counter
from collections.abc import Callable, Hashable
from typing import NamedTuple

from tests.browser.family import family_scenes
from tests.browser.gallery import FONTS, MOST_SEATS, Scene
from tests.sampling import WHOLE, sample

Size = tuple[int, int]
PHONES = [(320, 568), (360, 560), (360, 640), (390, 844), (844, 390)]
TABLETS = [(820, 1180), (1180, 820)]
# A desktop at 400 %, whose matches scroll, and the shortest phones on their side.
SMALL = [(320, 256), (568, 320), (667, 375)]
DESKTOPS = [(1280, 720), (1440, 900), (1920, 1080)]
# All kinds of the family with special features; the mixed ones and Double B have the classic rows.
SHARED_KINDS = ("double-a", "steps-a", "chain-a", "bonus-a", "bonus-b", "big-points", "x-change", "longo-1")
# The browser's default font and the widest of other devices' fonts.
USED_FONTS = sample(FONTS, 2, always=(FONTS[0], "Noto Sans"))


class Walk(NamedTuple):
    """Scenes to check at one size, and the maximum number of them per font in an ordinary run."""

    size: Size
    scenes: list[Scene]
    limit: int


def own_scenes(game: str, **over: object) -> list[Scene]:
    """Return scenes of a device with one seat, in every state of a turn, with many players and with long names."""
    most = MOST_SEATS[game]
    moments = ("open", "pencil", "refused", "reroll", "roll", "sealed", "held", "urged")
    first = "open" if game == "qwixx" else "reroll"
    scenes = [{"game": game, "mode": "own", "seats": 3, "moment": moment} for moment in moments]
    scenes += [{"game": game, "mode": "own", "seats": most, "moment": first, "names": "long"}]
    return [{**scene, **over} for scene in scenes]


def other_scenes(game: str, **over: object) -> list[Scene]:
    """Return scenes of the other modes with one seat or none, with the maximum number of players."""
    modes = ("typed", "pass", "handover", "watch", "replay", "end", "lobby")
    scenes = [{"game": game, "mode": mode, "seats": MOST_SEATS[game], "names": "emoji"} for mode in modes]
    return [{**scene, **over} for scene in scenes]


def pad_scenes(game: str, **over: object) -> list[Scene]:
    """Return scenes of pads: on separate phones, and with all sheets on one device."""
    most = MOST_SEATS[game]
    moments = ("open", "pencil", "refused", "closing", "again", "rubbed")
    scenes: list[Scene] = [{"game": game, "mode": "pad", "seats": 3, "moment": moment} for moment in moments]
    for moment in ("closing", "again"):
        scenes += [{"game": game, "mode": "pad-shared", "seats": seats, "moment": moment} for seats in (2, most)]
        scenes += [{"game": game, "mode": mode, "seats": most, "moment": moment} for mode in ("pad", "pad-shared")]
        scenes[-2:] = [{**scene, "names": "long"} for scene in scenes[-2:]]
    return [{**scene, **over} for scene in scenes]


def tablet_scenes(game: str, **over: object) -> list[Scene]:
    scenes: list[Scene] = []
    for seats in (2, 3, 4):
        scenes += [{"game": game, "mode": "tablet", "seats": seats, "moment": "pencil", "names": "long"}]
        scenes += [{"game": game, "mode": "tablet-typed", "seats": seats}]
    scenes += [{"game": game, "mode": "tablet", "seats": 4, "moment": "refused"}]
    pads = ((2, "again"), (3, "rubbed"), (4, "closing"))
    scenes += [{"game": game, "mode": "pad-table", "seats": n, "moment": moment} for n, moment in pads]
    return [{**scene, **over} for scene in scenes]


def screen_scenes(game: str, **over: object) -> list[Scene]:
    most = MOST_SEATS[game]
    counts = sorted({1, 2, 3, 4, most})
    scenes: list[Scene] = [{"game": game, "mode": "screen", "seats": seats, "names": "emoji"} for seats in counts]
    scenes += [{"game": game, "mode": mode, "seats": most, "names": "long"} for mode in ("screen", "screen-end")]
    scenes += [{"game": game, "mode": "screen-lobby", "seats": most}]
    return [{**scene, **over} for scene in scenes]


def size_walks() -> list[Walk]:
    """Return walks through every mode of every game, at every size for which it is intended."""
    walks = []
    for size in PHONES + SMALL + TABLETS + DESKTOPS:
        scenes: list[Scene] = []
        for game in MOST_SEATS:
            scenes += own_scenes(game) + other_scenes(game) + pad_scenes(game)
            scenes += tablet_scenes(game) if size in TABLETS else []
            scenes += screen_scenes(game) if size[0] >= 1180 else []
        walks.append(Walk(size, scenes, 12 if size in SMALL else 24))
    return walks


def language_walks(lang: str) -> list[Walk]:
    """Return walks through texts in another language, on a phone in both orientations and on a tablet."""
    own: list[Scene] = []
    shared: list[Scene] = []
    for game in MOST_SEATS:
        own += [*own_scenes(game, lang=lang), *pad_scenes(game, lang=lang), *other_scenes(game, lang=lang)]
        shared += [*tablet_scenes(game, lang=lang)[-2:], *screen_scenes(game, lang=lang)[-2:]]
    return [Walk((360, 640), own, 22), Walk((844, 390), own, 12), Walk((1180, 820), shared, 10)]


def large_walks() -> list[Walk]:
    """Return walks on phones with a doubled font size."""
    kinds = (own_scenes, other_scenes, pad_scenes)
    walks = []
    for size, lang in (((320, 568), "de"), ((360, 640), "fr")):
        scenes = [scene for game in MOST_SEATS for kind in kinds for scene in kind(game, lang=lang)]
        walks.append(Walk(size, scenes, 24))
    return walks


def large_tablet_walks() -> list[Walk]:
    """Return walks on tablets with a doubled font size."""
    scenes: list[Scene] = []
    for game in MOST_SEATS:
        scenes += own_scenes(game, lang="de")[1::2] + other_scenes(game, lang="de")
        scenes += tablet_scenes(game, lang="de")
    return [Walk(size, scenes, 14) for size in TABLETS]


def family_walks() -> list[Walk]:
    """Return walks through a real position of each kind of sheet, before and after the tap."""
    scenes = family_scenes()
    pads = family_scenes(*SHARED_KINDS, mode="pad")
    in_german = [{**scene, "lang": "de"} for scene in scenes]
    shown = {(360, 640): [*scenes, *in_german, *pads], (844, 390): [*scenes, *pads]}
    shown |= {(820, 1180): scenes, (1440, 900): scenes}
    return [Walk(size, each, 10) for size, each in shown.items()]


def shared_family_walks(seats: int) -> list[Walk]:
    """Return walks through these positions on a shared tablet, in both orientations, and on the big screen."""
    around = family_scenes(*SHARED_KINDS, mode="tablet", seats=seats)
    boards = family_scenes(*SHARED_KINDS, mode="screen", seats=seats)[::2]
    return [*[Walk(size, around, 4) for size in TABLETS], Walk((1280, 720), boards, 4)]


WALKS: dict[str, Callable[[], list[Walk]]] = {
    "sizes": size_walks,
    "fr": functools.partial(language_walks, "fr"),
    "de": functools.partial(language_walks, "de"),
    "large": large_walks,
    "large on tablets": large_tablet_walks,
    "family": family_walks,
    "family of 2": functools.partial(shared_family_walks, 2),
    "family of 4": functools.partial(shared_family_walks, 4),
}


def kind_of(scene: Scene) -> Hashable:
    """Return the kind of a scene, which an ordinary run must cover: a mode of a game or of a kind of sheet."""
    return scene.get("sheet", scene["game"]), scene["mode"]


def name_of(scene: Scene) -> Hashable:
    """Return a unique key of a scene."""
    return tuple(sorted((key, str(value)) for key, value in scene.items() if key != "position"))


def pick(walk: Walk, walked: Counter[Hashable], rng: random.Random) -> list[Scene]:
    """Return the least often checked scenes of a walk, starting with those of the least often checked kinds."""
    if WHOLE:
        return walk.scenes
    left = rng.sample(walk.scenes, len(walk.scenes))
    picked: list[Scene] = []
    while len(picked) < walk.limit:
        scene = min(left, key=lambda scene: (walked[kind_of(scene)], walked[name_of(scene)]))
        left = [other for other in left if other is not scene]
        walked.update([kind_of(scene), name_of(scene)])
        picked.append(scene)
    return picked


@functools.cache
def plan(name: str) -> dict[tuple[str, Size], list[Scene]]:
    """Return the scenes to check in each font and at each size, rotating through all of them."""
    walked: Counter[Hashable] = Counter()
    rng = random.Random(zlib.crc32(name.encode()))
    return {(font, walk.size): pick(walk, walked, rng) for font in USED_FONTS for walk in WALKS[name]()}
