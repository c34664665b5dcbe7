"""The root URL configuration."""

from django.urls import include, path

from api.problem_pages import views as problems
from deploy import metrics
from league.admin import site

handler400 = "deploy.middleware.bad_request"
handler404 = "league.web.errors.not_found"
handler500 = "deploy.middleware.server_error"
urlpatterns = [
    path("admin/", site.urls),
    path("api/v1/", include("api.urls")),
    path("problems", problems.index, name="problems"),
    path("problems/<slug:code>", problems.explained, name="problem"),
    path("metrics", metrics.view, name="metrics"),
    path("", include("league.web.urls")),
]
