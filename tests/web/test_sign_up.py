"""The page on which people sign up: without a mail server, and with one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.access import cookies, links
from league.access import sign_ups as access
from league.models import LinkKind, Person, SignUp
from league.services import sign_ups
from tests.api.conftest import Site
from tests.api.conftest import site as site  # noqa: PLC0414
from tests.web.signing_up import Browser, confirmed, letters, link_in, opened, read

ZOE = {"email": "zoe@example.org"}


@pytest.fixture(autouse=True)
def _uncounted(site: Site) -> None:
    cache.clear()


@pytest.fixture
def mail(settings: Any) -> None:
    """A mail server, and an address for links."""
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = True, "https://play.example.org"


def states(row: Any) -> list[str]:
    return list(SignUp.objects.filter(tournament=row).order_by("made_at", "id").values_list("state", flat=True))


def names_in(site: Site, row: Any) -> list[str]:
    """Who is in the tournament and has not left."""
    found = site.director.send("GET", f"tournaments/{row.pk}/entries").json()["results"]
    return [entry["name"] for entry in found if entry["state"] != "dropped"]


def personal(site: Site, entry: str) -> Client:
    """A browser that has opened a personal link."""
    client = Client()
    client.get(f"/t/-/{links.made(site.club.pk, LinkKind.ENTRY, [UUID(entry)])[UUID(entry)]}")
    return client


def test_a_tournament_without_a_list_has_no_page(site: Site) -> None:
    row = opened(site, sign_up=None)
    answer = Client().get(f"/t/{row.public_code.code}/sign-up")
    assert answer.status_code == 404
    assert "There is no list here" in read(answer)
    assert Client().get("/t/XXXX/sign-up").status_code == 404


def test_somebody_signs_up_and_waits_for_the_director(site: Site) -> None:
    row = opened(site)
    browser = Browser(row)
    assert "3 of 3 places are free" in browser.text
    assert browser.send(hidden="1").status_code == 303
    assert "Zoe Li You have a place, if the desk says yes" in browser.text
    assert "Zoe Li" not in Browser(row).text
    assert "2 of 3 places are free" in Browser(row).text
    (made,) = SignUp.objects.filter(tournament=row)
    assert (made.state, made.is_hidden, made.consented_at is not None) == ("waiting", True, True)
    site.director.send("POST", f"sign-ups/{made.pk}/accept", {})
    assert "You are on the list" in browser.text
    assert names_in(site, row) == ["Zoe Li"]
    assert Person.objects.get(name="Zoe Li").public is False
    assert browser.press("withdraw").status_code == 303
    assert (names_in(site, row), states(row)) == ([], [])
    assert "3 of 3 places are free" in browser.text


def test_a_form_sent_twice_has_its_effect_once(site: Site) -> None:
    row = opened(site)
    browser = Browser(row)
    data = {"do": "send", "name": "Zoe", "consent": "1", "key": "0123456789abcdef"}
    for _ in range(2):
        assert browser.client.post(browser.address, data).status_code == 303
    assert states(row) == ["waiting"]
    browser.client.post(browser.address, {**data, "name": "Zoe’s brother"})
    assert states(row) == ["waiting", "waiting"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": " "}, "A name is missing."),
        ({"name": "https://spam.example/x"}, "Write a name, and nothing else."),
        ({"name": "a@example.org"}, "Write a name, and nothing else."),
        ({"name": "x" * 61}, "A name has at most 60 characters."),
        ({"name": "Zoe\r\nBcc: all@example.org"}, "can't be in a name"),
        ({"consent": ""}, "Without your consent we can’t put you on the list."),
        ({"email": "zoe"}, "Write an e-mail address, like ada@example.org."),
        ({"email": "zoe@example.org\r\nBcc: all@example.org"}, "Write an e-mail address"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(site: Site, mail: None, typed: dict[str, str], sentence: str) -> None:
    row = opened(site)
    answer = Browser(row).send(**{**ZOE, **typed})
    assert answer.status_code == 422
    assert sentence.replace("'", "&#x27;") in answer.content.decode()
    assert (states(row), letters()) == ([], [])


def test_who_comes_after_the_last_place_is_on_standby(site: Site) -> None:
    row = opened(site, sign_up={"limit": 1})
    site.entries(str(row.pk), "A")
    first, second = Browser(row), Browser(row)
    assert "The only place is taken." in first.text
    for browser, name in ((first, "B"), (second, "C")):
        browser.send(name)
    assert "Number 1 on the standby list" in first.text
    assert "Number 2 on the standby list" in second.text
    assert "2 people are on the standby list" in second.text


def test_a_list_closes(site: Site) -> None:
    soon = timezone.now() + timedelta(hours=1)
    row = opened(site, sign_up={"closes_at": soon.isoformat()})
    browser = Browser(row)
    assert "The list closes on" in browser.text
    site.director.send("PATCH", f"tournaments/{row.pk}", {"sign_up": {"closes_at": timezone.now().isoformat()}})
    assert "The list is closed. Ask at the desk." in browser.text
    answer = browser.client.post(browser.address, {"do": "send", "name": "Late", "consent": "1"})
    assert (answer.status_code, states(row)) == (422, [])
    site.director.send("PATCH", f"tournaments/{row.pk}", {"sign_up": {"open": True}})
    assert browser.send().status_code == 303
    site.entries(str(row.pk), "A", "B", "C")
    site.round(str(row.pk))
    assert "The list is closed." in browser.text


@pytest.mark.parametrize("visibility", ["public", "link", "members"])
def test_the_page_is_open_to_those_who_may_open_the_tournament(site: Site, visibility: str) -> None:
    row = opened(site, visibility=visibility)
    entry = site.entries(str(row.pk), "A")[0]
    stranger, member = Browser(row), Browser(row)
    member.client.force_login(site.member.user)
    expected = 404 if visibility == "members" else 200
    assert stranger.client.get(stranger.address).status_code == expected
    assert stranger.client.post(stranger.address, {"do": "send", "name": "X", "consent": "1"}).status_code in (303, 404)
    assert len(states(row)) == (0 if visibility == "members" else 1)
    assert "of 3 places" in member.text
    assert "Sign up" in Browser(row, personal(site, entry)).text


def test_a_letter_asks_first_and_says_nothing_that_was_typed(site: Site, mail: None) -> None:
    row = opened(site)
    browser = Browser(row)
    answer = browser.send("Buy cheap tiles", **ZOE)
    assert answer["Location"].endswith("?done=sent")
    assert "Look into your mailbox" in read(browser.client.get(answer["Location"]))
    (letter,) = letters()
    assert letter.to == ["zoe@example.org"]
    assert letter.subject == "Tuesday, Tuesday Club: your sign-up"
    assert "tiles" not in letter.subject + str(letter.body)
    assert letters() == []
    assert (states(row), names_in(site, row)) == (["unconfirmed"], [])
    assert "3 of 3 places are free" in browser.text


def test_who_follows_the_link_is_in_without_the_director(site: Site, mail: None) -> None:
    row = opened(site)
    Browser(row).send(**ZOE)
    (letter,) = letters()
    browser = Browser(row)
    assert browser.client.get(link_in(letter))["Location"] == browser.address
    assert states(row) == ["unconfirmed"]  # opening it changes nothing
    assert "Zoe Li Do you come?" in browser.text
    assert browser.press("confirm").status_code == 303
    assert "You are on the list" in browser.text
    assert names_in(site, row) == ["Zoe Li"]
    browser.client.get(link_in(letter))
    about = cookies.tag(SignUp.objects.get(tournament=row).pk)
    browser.client.post(browser.address, {"do": "confirm", "about": about})
    assert (names_in(site, row), states(row)) == (["Zoe Li"], ["accepted"])
    browser.press("withdraw")
    assert names_in(site, row) == []
    assert "This link is over" in read(browser.client.get(link_in(letter)))


def test_a_known_person_is_the_same_and_namesakes_are_asked_about(site: Site, mail: None) -> None:
    row = opened(site, sign_up={"open": True})
    ada, *_ = site.people("Ada", "Bea", "Bea", "Inès")
    Browser(row).send("Ada", email="ADA@example.org")
    for name in ("Bea", "Ines", "Ada"):
        Browser(row).send(name, email=f"{name}@mail.example")
    for letter in letters():
        confirmed(row, letter)
    assert [str(one.person_id) for one in SignUp.objects.filter(state="accepted")] == [ada]
    assert states(row) == ["accepted", "waiting", "waiting", "waiting"]
    found = site.director.send("GET", f"tournaments/{row.pk}/sign-ups").json()["results"]
    assert [one["question"] for one in found] == [None, "which", "which", "which"]
    namesake = Person.objects.filter(name="Bea").last()
    assert namesake is not None
    assert site.director.send("PATCH", f"people/{namesake.pk}", {"email": "bea9@mail.example"}).status_code == 200
    Browser(row).send("Bea", email="Bea9@mail.example")
    confirmed(row, letters()[0])
    assert SignUp.objects.get(email="Bea9@mail.example").person_id == namesake.pk


def test_without_room_it_is_standby_and_a_letter_says_when_there_is_a_place(site: Site, mail: None) -> None:
    row = opened(site, sign_up={"limit": 1})
    for name in ("One", "Two"):
        Browser(row).send(name, email=f"{name}@example.org")
    one, two = [confirmed(row, letter) for letter in letters()]
    assert states(row) == ["accepted", "standby"]
    assert "You get an e-mail when there is a place for you." in two.text
    path = f"tournaments/{row.pk}/attention"
    assert site.director.send("GET", path).json()["results"] == []
    one.press("withdraw")
    wants = site.director.send("GET", path).json()["results"]
    (want,) = [want for want in wants if want["kind"] == "standby"]
    assert want["name"] == "Two"
    Browser(row).send("Three", email="three@example.org")
    confirmed(row, letters()[0])
    assert SignUp.objects.get(name="Three").state == "standby"  # nobody overtakes
    site.director.send("POST", f"sign-ups/{want['sign_up']}/accept", {})
    (letter,) = letters()
    assert (letter.to, "There is a place for you" in letter.body) == (["Two@example.org"], True)
    again = Browser(row)
    again.client.get(link_in(letter))
    again.press("withdraw")
    assert names_in(site, row) == []


def test_a_link_is_over_after_two_days(site: Site, mail: None, monkeypatch: pytest.MonkeyPatch) -> None:
    row = opened(site)
    Browser(row).send(**ZOE)
    (letter,) = letters()
    monkeypatch.setattr(access, "CONFIRMED_WITHIN", timedelta(seconds=-1))
    browser = Browser(row)
    answer = browser.client.get(link_in(letter))
    assert (answer.status_code, "This link is over" in read(answer)) == (410, True)
    assert browser.client.get(link_in(letter)[:-1] + "~").status_code == 404
    assert sign_ups.delete_over(timezone.now()) == 1
    assert states(row) == []


def test_nobody_learns_from_the_page_who_has_signed_up(site: Site, mail: None) -> None:
    row = opened(site)
    first = Browser(row).send(**ZOE)
    (letter,) = letters()
    confirmed(row, letter)
    other = Browser(row)
    second = other.send(**ZOE)
    assert (second.status_code, second["Location"]) == (first.status_code, first["Location"])
    assert set(second.cookies) == set(first.cookies)
    assert "Zoe" not in other.text
    assert states(row) == ["accepted"]
    (again,) = letters()
    assert "signed up for this night already" in again.body


def test_an_address_gets_few_letters(site: Site, mail: None) -> None:
    row = opened(site)
    for number in range(5):
        assert Browser(row).send(f"Zoe {number}", **ZOE).status_code == 303
    assert len(letters()) == access.LETTERS_IN_A_DAY
    assert len(states(row)) == access.LETTERS_IN_A_DAY


@pytest.mark.parametrize(
    "addresses",
    [
        ("zoe@example.org", "Zoe@example.org", "zoe+1@example.org", "zoe+2@EXAMPLE.org", "ZOE@example.org"),
        ("zoe@bücher.example", "zoe@xn--bcher-kva.example", "zoe@BÜCHER.example", "zoe+x@bücher.example"),
    ],
)
def test_a_mailbox_gets_few_letters_however_its_address_is_written(
    site: Site, mail: None, addresses: tuple[str, ...]
) -> None:
    row = opened(site)
    for at, address in enumerate(addresses):
        assert Browser(row).send(f"Zoe {at}", email=address).status_code == 303
    assert len(letters()) == access.LETTERS_IN_A_DAY


@pytest.mark.parametrize(
    "address",
    ["zoe@exam\u00adple.org", f"a@{'ä' * 60}.example", '"\x0b"@example.org', '"a\x01"@example.org', '"a"@example.org'],
)
def test_an_address_that_no_letter_reaches_is_refused(site: Site, mail: None, address: str) -> None:
    row = opened(site)
    assert Browser(row).send(email=address).status_code == 422
    assert states(row) == []


def test_a_letter_that_can_not_be_written_delays_no_other(
    site: Site, mail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = opened(site)
    for name in ("Zoe", "Kim"):
        Browser(row).send(name, email=f"{name}@example.org")
    SignUp.objects.filter(name="Zoe").update(email=f"a@{'ä' * 60}.example")  # as it could be stored before
    assert [letter.to for letter in letters()] == [["Kim@example.org"]]
    assert set(SignUp.objects.values_list("letter", flat=True)) == {""}


def test_nobody_takes_out_who_is_checked_in_by_a_sign_up_in_their_name(site: Site) -> None:
    row = opened(site)
    site.people("Ada")
    somebody = Browser(row)
    somebody.send("Ada")
    site.director.send("POST", f"tournaments/{row.pk}/sign-ups/accept", {})
    (entry,) = row.entries.all()
    page = somebody.client.get(somebody.address).content.decode()
    assert 'value="withdraw"' in page
    site.director.send("POST", f"entries/{entry.pk}/check-in", {})
    assert 'value="withdraw"' not in somebody.client.get(somebody.address).content.decode()
    assert "You are here" in somebody.text
    about = cookies.tag(SignUp.objects.get().pk)
    answer = somebody.client.post(somebody.address, {"do": "withdraw", "about": about})
    assert (answer.status_code, "Tell the desk if you leave" in read(answer)) == (422, True)
    secret = access.secret_of(SignUp.objects.get().pk)
    refused = site.anonymous.send("POST", "sign-ups/withdraw", {"secret": secret})
    assert (refused.status_code, refused.json()["code"]) == (422, "checked_in")
    assert names_in(site, row) == ["Ada"]


def test_one_too_many_is_told_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "BY_ADDRESS", 2)
    row = opened(site)
    answers = [Browser(row).send(f"P{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    assert "Nothing was stored." in read(answers[2])
    assert len(states(row)) == 2


def test_a_personal_link_comes_in_one_tap(site: Site) -> None:
    earlier = opened(site)
    entry, _ = site.entries(str(earlier.pk), "Ada", "Bea")
    row = opened(site, sign_up={"limit": 2})
    browser = Browser(row, personal(site, entry))
    assert "I come: Ada" in browser.text
    for _ in range(2):
        browser.press("come") if "I come" in browser.text else None
    assert names_in(site, row) == ["Ada"]
    assert "You are on the list" in browser.text
    browser.press("withdraw")
    assert names_in(site, row) == []
    browser.press("come")
    assert names_in(site, row) == ["Ada"]
    assert "I come: Ada" not in Browser(row).text


@pytest.mark.parametrize("with_mail", [False, True])
def test_who_signed_up_before_comes_in_one_tap(site: Site, settings: Any, with_mail: bool) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = with_mail, "https://play.example.org"
    earlier, row = opened(site), opened(site)
    browser = Browser(earlier)
    browser.send(**ZOE)
    if with_mail:
        browser = confirmed(earlier, letters()[0])
    later = Browser(row, browser.client)
    assert "I come: Zoe Li" in later.text
    later.press("come")
    assert states(row) == ["accepted" if with_mail else "waiting"]
    assert letters() == []
    elsewhere = Browser(opened(site), browser.client)
    elsewhere.press("forget")
    assert "I come" not in elsewhere.text


def test_a_letter_that_was_not_taken_is_sent_again(site: Site, mail: None, monkeypatch: pytest.MonkeyPatch) -> None:
    row = opened(site)
    Browser(row).send(**ZOE)

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError("no mail server")

    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.EmailMessage.send", refuse)
        assert letters() == []
    made = SignUp.objects.get(tournament=row)
    assert (made.letter, made.letter_tries) == ("confirm", 1)
    assert letters() == []
    SignUp.objects.update(letter_at=timezone.now())
    assert len(letters()) == 1


def test_the_public_page_and_the_last_night_lead_to_the_list(site: Site) -> None:
    tomorrow = (timezone.now() + timedelta(days=1)).isoformat()
    last, row = opened(site), opened(site, starts_at=tomorrow)
    page = f"/t/{row.public_code.code}"
    assert f"{page}/sign-up" in Client().get(page).content.decode()
    site.entries(str(last.pk), "A", "B", "C")
    round = site.round(str(last.pk))
    body = {"missing": {round["tables"][0]["id"]: {"places": {s["entry"]: 1 for s in round["tables"][0]["seats"]}}}}
    assert site.director.send("POST", f"rounds/{round['id']}/close", body).status_code == 200
    assert site.director.send("POST", f"tournaments/{last.pk}/close").status_code == 200
    assert f"{page}/sign-up" in Client().get(f"/t/{last.public_code.code}").content.decode()
