"""The addresses of the pages of the hall and of clubs."""

from django.urls import path
from django.views.generic import RedirectView

from league.web import links, past, public
from league.web.bracket import views as bracket
from league.web.club import feeds, home, picture
from league.web.club import views as club
from league.web.me import views as me
from league.web.person import views as person
from league.web.screen import page
from league.web.signup import views as signup
from league.web.table import views as table

app_name = "web"
urlpatterns = [
    path("", home.home, name="home"),
    path("robots.txt", home.robots, name="robots"),
    path("c/<slug:slug>", club.club, name="club"),
    path("c/<slug:slug>/", RedirectView.as_view(pattern_name="web:club")),
    path("c/<slug:slug>/league", club.league, name="league"),
    path("c/<slug:slug>/league/<uuid:season>", club.table, name="season"),
    path("c/<slug:slug>/league/<uuid:season>/places", club.places, name="places"),
    path("c/<slug:slug>/nights", club.past, name="nights"),
    path("c/<slug:slug>/nights.ics", feeds.calendar, name="calendar"),
    path("c/<slug:slug>/feed.atom", feeds.atom, name="club-feed"),
    path("c/<slug:slug>/people", club.people, name="people"),
    path("c/<slug:slug>/picture.png", picture.of_the_club, name="club-picture"),
    path("c/<slug:slug>/people/<uuid:id>", person.person, name="person"),
    path("t/", public.enter, name="enter"),
    path("t/script/<slug:page>-<slug:digest>.js", public.script, name="script"),
    path("t/-/", links.old_slip, name="old-slip"),
    path("t/-/sign-up/<path:secret>", signup.opened, name="sign-up-link"),
    path("t/-/<path:secret>", links.opened, name="link"),
    path("t/<slug:code>", public.public, name="public"),
    path("t/<slug:code>/", RedirectView.as_view(pattern_name="web:public")),
    path("t/<slug:code>/bracket", bracket.bracket, name="bracket"),
    path("t/<slug:code>/sign-up", signup.sign_up, name="sign-up"),
    path("t/<slug:code>/screen", page.screen, name="screen"),
    path("t/<slug:code>/me/<slug:tag>", me.me, name="me"),
    path("t/<slug:code>/at", past.choose, name="moments"),
    path("t/<slug:code>/at/<str:when>", past.as_it_was, name="at"),
    path("t/<slug:code>/picture.png", picture.of_a_night, name="picture"),
    path("t/<slug:code>/now", public.now, name="now"),
    path("t/<slug:code>/night.ics", public.ics, name="ics"),
    path("t/<slug:code>/r<int:round>/<int:number>", table.table, name="table"),
]
urlpatterns += [path("t/<path:rest>", public.lost)]  # last: every address of the hall that leads nowhere
