"""What a game tells about itself."""

import paperdice


def test_a_game_prints_as_its_name() -> None:
    assert repr(paperdice.find_game("sixto")) == "<Game sixto>"


def test_a_game_names_its_phases_and_ends() -> None:
    game = paperdice.find_game("qwixx")
    assert game.phases == ("roll", "white", "color", "over")
    assert game.end_reasons == ("locks", "misses")
