"""The addresses of the pages of the hall and of clubs."""

from django.urls import path
from django.views.generic import RedirectView

from league.web import links, public
from league.web.club import home
from league.web.club import views as club
from league.web.me import views as me
from league.web.screen import page
from league.web.signup import views as signup
from league.web.table import views as table

app_name = "web"
urlpatterns = [
    path("", home.home, name="home"),
    path("c/<slug:slug>", club.club, name="club"),
    path("c/<slug:slug>/", RedirectView.as_view(pattern_name="web:club")),
    path("t/", public.enter, name="enter"),
    path("t/script/<slug:page>-<slug:digest>.js", public.script, name="script"),
    path("t/-/", links.old_slip, name="old-slip"),
    path("t/-/sign-up/<path:secret>", signup.opened, name="sign-up-link"),
    path("t/-/<path:secret>", links.opened, name="link"),
    path("t/<slug:code>", public.public, name="public"),
    path("t/<slug:code>/", RedirectView.as_view(pattern_name="web:public")),
    path("t/<slug:code>/sign-up", signup.sign_up, name="sign-up"),
    path("t/<slug:code>/screen", page.screen, name="screen"),
    path("t/<slug:code>/me/<slug:tag>", me.me, name="me"),
    path("t/<slug:code>/now", public.now, name="now"),
    path("t/<slug:code>/night.ics", public.ics, name="ics"),
    path("t/<slug:code>/r<int:round>/<int:number>", table.table, name="table"),
]
urlpatterns += [path("t/<path:rest>", public.lost)]  # last: every address of the hall that leads nowhere
