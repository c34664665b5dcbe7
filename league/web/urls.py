"""The addresses of the hall's pages."""

from django.urls import path

from league.web import links, public

app_name = "web"
urlpatterns = [
    path("t/", public.enter, name="enter"),
    path("t/script/<slug:page>-<slug:digest>.js", public.script, name="script"),
    path("t/-/", links.old_slip, name="old-slip"),
    path("t/-/<path:secret>", links.opened, name="link"),
    path("t/<slug:code>", public.public, name="public"),
    path("t/<slug:code>/now", public.now, name="now"),
]
