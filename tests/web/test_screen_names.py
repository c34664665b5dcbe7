"""Names on the wall: their order, their short forms and their pages."""

from league.web.screen.names import pages, shortened, sorted_for_the_wall, span


def of(*names):
    return {str(index): name for index, name in enumerate(names)}


def test_names_are_sorted_without_accents_and_other_scripts_come_last():
    names = of("Zoë", "Émile", "Łukasz", "王雪梅", "ada", "Ødegaard", "محمد")
    assert [names[id] for id in sorted_for_the_wall(names)] == ["ada", "Émile", "Łukasz", "Ødegaard", "Zoë", "محمد", "王雪梅"]


def test_a_long_name_is_the_first_name_and_an_initial():
    assert shortened(of("Maximiliane von Hohenfels-Strackmann", "Ada Lovelace"), 20) == of("Maximiliane H.", "Ada Lovelace")


def test_two_that_would_be_alike_get_more_letters():
    names = of("Maximiliane Hohenfels-Strackmann", "Maximiliane Hohenstein-Wagner", "Maximiliane Huber")
    assert list(shortened(names, 20).values()) == ["Maximiliane Hohenf.", "Maximiliane Hohens.", "Maximiliane Huber"]


def test_one_long_word_stays_whole():
    assert shortened(of("Wolfeschlegelsteinhausenbergerdorff"), 20) == of("Wolfeschlegelsteinhausenbergerdorff")


def test_two_long_names_that_differ_in_their_middle_alone_stay_whole():
    names = of("Anna Maria Schwarzenberger", "Anna Luise Schwarzenberger")
    assert shortened(names, 20) == names


def test_pages_are_of_nearly_equal_length():
    assert [len(page) for page in pages(map(str, range(62)), 22)] == [21, 21, 20]
    assert pages([], 22) == []
    assert [len(page) for page in pages(map(str, range(22)), 22)] == [22]


def test_a_page_names_its_first_letters():
    assert span("Hana", "Ole") == "Ha – Ol"
    assert span("Hana", "Hans") == "Ha"
