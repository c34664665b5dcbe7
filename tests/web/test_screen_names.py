"""Names on the wall: their order, their short forms and their pages."""

from league.web.screen.names import pages, shortened, sorted_for_the_wall, span


def of(*names):
    return {str(index): name for index, name in enumerate(names)}


def test_names_are_sorted_without_accents_and_other_scripts_come_last():
    names = of("Zoë", "Émile", "Łukasz", "王雪梅", "ada", "Ødegaard", "محمد")
    assert [names[id] for id in sorted_for_the_wall(names)] == [
        "ada",
        "Émile",
        "Łukasz",
        "Ødegaard",
        "Zoë",
        "محمد",
        "王雪梅",
    ]


def test_a_name_that_is_too_wide_is_the_first_name_and_an_initial():
    names = of("Maximiliane von Hohenfels-Strackmann", "Ada Lovelace")
    assert shortened(names) == of("Maximiliane H.", "Ada L.")


def test_two_that_would_be_alike_get_more_letters():
    names = of("Maximiliane Hohenfels-Strackmann", "Maximiliane Hohenstein-Wagner", "Maximiliane Huber", "Max Huber")
    assert list(shortened(names).values()) == [
        "Maximiliane Hohenf.",
        "Maximiliane Hohens.",
        "Maximiliane Hu.",
        "Max H.",
    ]


def test_one_word_and_names_that_differ_in_the_middle_alone_stay_whole():
    names = of("Wolfeschlegelsteinhausenbergerdorff", "Anna Maria Schwarz", "Anna Luise Schwarz")
    assert shortened(names) == names


def test_pages_are_of_nearly_equal_length():
    assert [len(page) for page in pages(map(str, range(62)), 22)] == [21, 21, 20]
    assert pages([], 22) == []
    assert [len(page) for page in pages(map(str, range(22)), 22)] == [22]


def test_a_page_names_its_first_letters():
    assert span("Hana", "Ole") == "Ha – Ol"
    assert span("Hana", "Hans") == "Ha"
