"""All pages except the match: languages, keyboard, rules, guided match, daily challenge, replay, history."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image, ImageColor
from playwright.sync_api import Page, expect

import paperdice
from tests.browser.conftest import OpenPage
from tests.browser.paper import print_by
from tests.browser.playing import play_out, post, seat_devices
from tests.browser.test_looks import faults_of
from tests.sampling import sample

LANGUAGES = {
    "en": ("Open the table", "Your turn", "Mark a"),
    "fr": ("Ouvrir la table", "À vous", "Cochez un"),
    "de": ("Tisch eröffnen", "Du bist", "ankreuzen"),
}

# An ordinary run reads the rules of some games and plays the guided match of the others; Qwixx is among these, since
# the home page offers its guided match to everyone.
GUIDED = ["qwixx", "twenty-one", "qwantum", "sixto"]


def whole_record(game: str = "qwixx") -> str:
    """Return the record of a short finished match."""
    match = paperdice.Match(paperdice.find_game(game), seats=2)
    dice = paperdice.SeededDice(3)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[0])
    return match.record()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_speaks_the_browsers_language(open_page: OpenPage, lang: str) -> None:
    opening, turn, sentence = LANGUAGES[lang]
    page = open_page(lang=lang)
    expect(page.get_by_role("button", name=opening)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == lang
    page.locator(".play").nth(2).click()
    page.locator(".btn.go").click()
    expect(page.locator(".say .turn")).to_contain_text(turn)
    expect(page.locator(".say .text")).to_have_text(re.compile(sentence))


def test_the_language_can_be_switched(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_text("Réglages")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Ouvrir la table")).to_be_visible()


def test_a_dialog_hears_keys_from_its_first_moment(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
            const dialog = document.querySelector("dialog");
            if (!dialog) return;
            window.opened_at_once = dialog.open;
            watch.disconnect();
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog").wait_for(state="attached")
    assert page.evaluate("window.opened_at_once") is True


def test_no_id_is_left_untranslated(open_page: OpenPage) -> None:
    for lang in LANGUAGES:
        page = open_page("/learn/sixto", lang=lang)
        page.locator(".rule").first.wait_for()
        assert not re.search(r"\b[a-z]+\.[a-z_]+\.[a-z_]+\b", page.locator("main").inner_text())


# The printed letter, the name, and the typed letter of yellow.
YELLOW = {"en": ("Y", "yellow", "y"), "fr": ("J", "jaune", "y"), "de": ("Ge", "Gelb", "y")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_legend_shows_the_letter_of_a_color_and_what_is_typed(open_page: OpenPage, lang: str) -> None:
    """The legend is shown with the rules, and in the sheet editor with the colors of the game."""
    page = open_page("/learn/qwixx", lang=lang)
    expect(page.locator(".legend li")).to_have_count(8)
    assert tuple(page.locator(".legend li").nth(4).inner_text().split()) == YELLOW[lang]
    page = open_page("/sheets", lang=lang)
    page.locator("form summary").click()
    expect(page.locator(".legend li")).to_have_count(4)
    assert tuple(page.locator(".legend li").nth(1).inner_text().split()) == YELLOW[lang]


# How Sixto ends, and which of its rules are ours; which die a lock on Mixx A removes; when one tap is enough.
AGREED = {
    "en": (
        ["the last cell of every row that is still open", "made by a program", "house rule"],
        "the die of the row’s last cell",
        "if only one mark is allowed",
    ),
    "fr": (
        ["la dernière case de chaque rangée encore ouverte", "d’un programme", "règle maison"],
        "le dé de la dernière case",
        "si une seule croix est permise",
    ),
    "de": (
        ["jeder noch offenen Reihe", "Hausregel"],
        "den Würfel des letzten Feldes",
        "wenn nur ein Kreuz erlaubt ist",
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_page_says_agrees_with_the_rules(open_page: OpenPage, lang: str) -> None:
    """[S-A8, S-A9, Mixx A]; in Twenty One and Sixto, one tap is not enough."""
    sixto, mixx, once = AGREED[lang]
    page = open_page("/learn/sixto", lang=lang)
    for sentence in sixto:
        expect(page.locator("main")).to_contain_text(sentence)
    page = open_page("/learn/qwixx", lang=lang)
    expect(page.locator("#mixx_a")).to_contain_text(mixx)
    expect(page.locator("#mixx_b .cell")).to_have_count(11)
    page.locator("header button.icon").last.click()
    expect(page.locator("dialog")).to_contain_text(once)


@pytest.mark.parametrize(
    ("lang", "letters"),
    [("en", "YYYBBBGGGRR"), ("fr", "J J J Bl Bl Bl V V V R R"), ("de", "Ge Ge Ge B B B Gr Gr Gr R R")],
)
def test_cells_of_several_colors_carry_their_letters(open_page: OpenPage, lang: str, letters: str) -> None:
    """The letters are shown as on paper; a row of one color shows only one letter."""
    page = open_page("/learn/qwixx", lang=lang)
    page.locator("#mixx_b").wait_for()
    shown = page.locator("#mixx_a .hue").all_inner_texts()
    assert shown == (letters.split() if " " in letters else list(letters))
    assert page.locator("#mixx_b .hue").count() == 0


def test_cells_without_numbers_are_built_with_letters_of_the_language(open_page: OpenPage) -> None:
    page = open_page("/sheets", lang="fr")
    page.locator("form select").first.select_option("qwantum")
    expect(page.locator(".buildrow").first.locator("button").first).to_have_text("Vi")


def press_until(page: Page, key: str, selector: str, most: int = 60) -> None:
    """Press a key until an element has the focus."""
    for _ in range(most):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never led to {selector}")


def test_a_match_is_played_with_the_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    press_until(page, "Tab", ".play")
    press_until(page, "ArrowDown", '.play[aria-checked="true"]:has-text("Solo")')
    press_until(page, "Tab", ".btn.go")
    page.keyboard.press("Enter")
    page.locator(".cell.can").first.wait_for()
    press_until(page, "Tab", ".cell")
    expect(page.locator(".cell.can:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".cell.pencil")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".cell.pencil")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    expect(page.locator(".cell.marked")).to_have_count(1)


def test_digits_type_a_throw_die_by_die(open_page: OpenPage, address: str) -> None:
    (page,) = seat_devices(open_page, address, "qwixx", dice="typed", auto_pass=False)
    asked = page.locator(".facepad").get_by_role("status")
    page.locator(".facepad .face").nth(3).press("Enter")
    expect(asked).to_have_text("white die: not thrown")
    page.keyboard.press("1")
    expect(asked).to_have_text("red die: not thrown")
    for key in ("5", "Backspace", "2", "6", "3", "6"):
        page.keyboard.press(key)
    expect(page.get_by_role("log")).to_have_text(re.compile("white 4, white 1, red 2, yellow 6, green 3, blue 6"))
    expect(page.locator(".dock")).to_be_focused()


def test_focus_is_found_again_after_each_change_of_page(open_page: OpenPage) -> None:
    page = open_page()
    head = page.locator("h1:focus")
    page.get_by_role("link", name="Rules").press("Enter")
    expect(head).to_have_text("Rules")
    page.goto("/")
    page.get_by_role("radio", name="One phone").click()
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    expect(page.locator(".handover .btn")).to_be_focused()
    page.keyboard.press("Enter")
    expect(head).to_have_text("Qwixx")
    page.goto("/")
    page.get_by_role("radio", name="Solo").click()
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    expect(head).to_have_text("Qwixx")
    play_out(page, eager=False)
    expect(head).to_have_text("Your score")
    page.get_by_role("button", name="Menu").press("Enter")
    page.get_by_role("button", name="Sheets").press("Enter")
    expect(head).to_have_text("Qwixx")
    page.get_by_role("button", name="To the result").press("Enter")
    expect(head).to_have_text("Your score")


def test_keys_let_a_screen_reader_hear_the_match(open_page: OpenPage, address: str) -> None:
    (page,) = seat_devices(open_page, address, "qwixx", dice="typed", auto_pass=False)
    for face in ("w4", "w1", "r2", "y6", "g3", "b6"):
        page.locator(f'.facepad [data-face="{face}"]').first.click()
    live = page.get_by_role("log")
    expect(live).to_have_text(re.compile("white 4, white 1, red 2.*You can mark red 5"))
    page.keyboard.press("o")
    expect(live).to_have_text(re.compile("^You can mark red 5, yellow 5, green 5, blue 5"))
    page.keyboard.press("r")
    expect(live).to_have_text(re.compile("^white 4, white 1, red 2, yellow 6, green 3, blue 6"))
    page.keyboard.press("w")
    expect(live).to_have_text(re.compile("^Waiting for your move"))
    expect(page.get_by_role("grid", name="Your sheet")).to_have_count(1)
    expect(page.get_by_role("row", name="red row, 0 points", exact=True)).to_have_count(1)
    expect(page.get_by_role("gridcell", name="red 5, can be marked: 4+1")).to_have_count(1)


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample([*GUIDED, "longo"], 3, always=["twenty-one", "qwantum", "longo"]))
def test_the_rules_have_pictures_drawn_by_the_match(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/learn/{game}")
    page.locator(".rule").nth(5).wait_for()
    page.locator(".picture .cell").nth(5).wait_for()


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(GUIDED, 2, always=["qwixx", "sixto"]))
def test_the_first_match_is_guided_by_doing(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/guide/{game}", dark=game == "sixto")
    tip = page.locator(".lesson p")
    expect(tip).to_contain_text("Your aim")
    page.locator(".light .ringed").first.wait_for()
    assert faults_of(page) == []
    page.keyboard.press("Escape")
    expect(tip).to_contain_text("tap the dice")
    page.locator("[data-action=throw]").click()
    expect(tip).not_to_contain_text("tap the dice")
    if page.locator("[data-action=keep]").count():
        page.locator("[data-action=keep]").click()
    before = tip.inner_text()
    lit, card = page.locator(".cell.can").first.bounding_box(), page.locator(".lesson").bounding_box()
    assert lit is not None and card is not None
    assert not (card["y"] < lit["y"] < card["y"] + card["height"]), "the card hides what it explains"
    page.locator(".cell.can").first.click()
    expect(tip).to_contain_text("That is pencil")
    assert before != tip.inner_text()
    page.reload()
    page.locator(".cell.can").first.click()
    expect(tip).to_contain_text("That is pencil")
    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.locator(".lesson, .light")).to_have_count(0)


def test_the_daily_challenge_ends_in_the_list_of_results(open_page: OpenPage) -> None:
    """The challenge is solo, since this needs no compiled bot."""
    page = open_page()
    page.get_by_role("link", name="Daily challenge").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.goto(f"{page.url}-solo")
    page.get_by_label("Your name").fill("Ann")
    expect(page.locator(".gamecard small").first).to_have_text(re.compile("^[A-Z][a-z]{2} \\d+, \\d{4}$"))
    page.get_by_role("button", name="Play").click()
    page.locator(".match").wait_for()
    play_out(page)
    expect(page.locator(".proof")).to_have_text(re.compile("published seed"))
    page.get_by_role("link", name="All results").click()
    expect(page.locator(".results")).to_contain_text("Ann")
    expect(page.locator("main")).to_contain_text("anyone can compute them in advance")


def test_a_record_is_replayed_with_a_slider(open_page: OpenPage) -> None:
    page = open_page("/replay")
    page.locator("#record").fill(whole_record())
    page.get_by_role("button", name="Show").click()
    slider = page.get_by_role("slider")
    slider.wait_for()
    expect(page.locator(".say .text")).to_have_text("The match begins")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".say .text")).to_have_text(re.compile("Player 1 throws white"))
    slider.fill(str(slider.get_attribute("max")))
    expect(page.locator(".miss.on").first).to_be_visible()


def test_a_record_file_is_imported_and_a_broken_one_explained(open_page: OpenPage) -> None:
    page = open_page("/replay")
    good = {"name": "match.txt", "mimeType": "text/plain", "buffer": whole_record("sixto").encode()}
    bad = {**good, "buffer": b"no record"}
    page.locator("input[type=file]").set_input_files(bad)  # type: ignore[arg-type]  # playwright types dicts as FilePayload
    expect(page.get_by_role("alert")).to_contain_text("record")
    page.locator("input[type=file]").set_input_files(good)  # type: ignore[arg-type]  # as above
    page.get_by_role("slider").wait_for()


def saved_by(page: Page, button: str, folder: Path) -> Path:
    """Tap a button that saves a file, and return the path of the file."""
    with page.expect_download() as saving:
        page.get_by_role("button", name=button).click()
    file = folder / saving.value.suggested_filename
    saving.value.save_as(file)
    return file


def test_a_finished_match_has_a_permanent_page(open_page: OpenPage, address: str, tmp_path: Path) -> None:
    page, other = seat_devices(open_page, address, "qwixx", 2, auto_throw=True)
    play_out(page, other, eager=False)
    page.goto("/history")
    page.locator(".matchrow a").click()
    expect(page.locator(".proof")).to_have_text(re.compile("The dice were fair"))
    expect(page.locator(".pl")).to_have_count(2)
    page.get_by_role("button", name="Share").click()
    text = page.get_by_label("Result as text").input_value()
    assert re.search(r"^★ (Ann|Ben) -?\d+ = ", text, re.M)
    assert page.evaluate("document.querySelector('canvas').width") == 1080
    picture = saved_by(page, "Save the picture", tmp_path)
    assert picture.name == "paperdice.png"
    with Image.open(picture) as drawn:
        colors = drawn.convert("RGB").getcolors(1 << 20) or []
    shades = {shade for count, shade in colors if count > 500}
    # The table, the paper, and the colors of all four rows, as in the library's drawings.
    wanted = ["#ece6d9", "#fffcf5", "#c42f36", "#f9ce1b", "#45a683", "#1b57b8"]
    assert drawn.size == (1080, 1080) and shades >= {ImageColor.getrgb(ink) for ink in wanted}
    page.keyboard.press("Escape")
    record = saved_by(page, "Download the match", tmp_path)
    assert page.url.endswith(f"/m/{record.stem}")
    assert "Ann" in record.read_text("utf-8")
    (kept,) = print_by(page)
    assert "Ann" in kept.text and "total" in kept.text
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("slider").wait_for()


def test_a_challenge_link_brings_the_same_dice(open_page: OpenPage, address: str) -> None:
    made = post(address, "/api/challenges", {"game": "twenty_one", "seed": 5})
    rolls = []
    for _ in range(2):
        page = open_page(f"/c/{made['challenge']}")
        page.get_by_role("button", name="Play").click()
        page.locator(".die.live, .die.idle").first.wait_for()
        rolls.append([die.get_attribute("aria-label") for die in page.locator(".tray .die").all()])
    assert rolls[0] == rolls[1]


def test_sheets_are_printed_for_real_dice(open_page: OpenPage) -> None:
    """The test goes from the home page to the printed page, with the rules in the page's language on the back."""
    page = open_page(lang="de")
    page.get_by_role("link", name="Blätter drucken").click()
    page.get_by_role("link", name="Sixto").click()
    page.get_by_label("Blatt").first.select_option("B")
    page.get_by_label("Anzahl").select_option("2")
    page.get_by_label("Ohne Farben").check()
    front, back = print_by(page, "Drucken")
    assert front.text.count("Blatt B") == 2 and "Zielfelder" in back.text


def test_a_sheet_is_built_by_taps_checked_kept_and_printed(open_page: OpenPage) -> None:
    page = open_page("/sheets")
    row = page.get_by_role("group", name="Row 1")
    page.get_by_role("button", name="Reverse row 1").click()
    expect(row.get_by_role("button").first).to_have_text("12")
    row.get_by_role("button").nth(1).click()
    page.get_by_label("Number").fill("12")
    page.get_by_label("Number").press("Tab")
    page.get_by_role("button", name="Check and save").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_label("Number").fill("11")
    page.get_by_label("Number").press("Tab")
    page.get_by_role("button", name="Check and save").click()
    expect(page.locator(".ownsheet")).to_have_count(1)
    expect(page.get_by_role("alert")).to_be_empty()
    assert faults_of(page) == []
    page.get_by_text("As text").click()
    page.locator("textarea").fill('game = "qwixx"\nname = mine\n')
    page.get_by_role("button", name="Check and save").click()
    expect(page.get_by_role("alert")).to_have_text("This is not a sheet file: line 2 is not TOML.")
    page.goto("/print")
    page.get_by_label("Sheet").first.select_option(label="mine")
    front, _ = print_by(page)
    assert front.text.count("mine") == 4


def test_arrows_choose_in_a_group_of_radios(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("radio", name="Qwixx").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Twenty One")).to_be_focused()
    expect(page.get_by_role("radio", name="Twenty One")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Qwixx")).to_be_checked()


@pytest.mark.parametrize("shown", ["/m/{}/review", "/m/{}", "/m/{}/replay", "/t/{}", "/c/{}"])
def test_an_address_asks_for_nothing_outside_of_its_page(open_page: OpenPage, shown: str) -> None:
    """An id that would escape its path segment is ignored: the page only sends the requests of the home page."""
    page = open_page("/icon.svg")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.on("websocket", lambda socket: asked.append(urlsplit(socket.url).path))
    page.goto(shown.format("x%2f..%2f..%2fexercise%3f"))
    page.locator(".home #code").wait_for()
    assert {path for path in asked if path.startswith("/api")} <= {"/api/games", "/api/tables"}


def test_an_address_that_cannot_be_read_opens_a_page(open_page: OpenPage) -> None:
    page = open_page("/icon.svg")
    for path in ("/m/%", "/t/%E0%A4%A", "/c/%", "/coach/%", "/learn/%", "/print/%", "/sheets#%", "/%"):
        page.goto("/icon.svg")
        page.goto(path)
        page.locator("main").first.wait_for()
