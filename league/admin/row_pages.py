"""The pages of a tournament or a season: a table of them instead of a method for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

from league.admin.desk import views as desk_views
from league.admin.desk.opening import NewSeason, NewTournament
from league.admin.desk.views import DeskPages
from league.admin.scope import ReadOnly, may

View = Callable[..., HttpResponse]


class Page(NamedTuple):
    """A page of one row. path: after the row's id. name: of the URL. defaults: parameters that the path lacks."""

    path: str
    name: str
    view: View
    defaults: Mapping[str, Any] = {}


class RowPages(ReadOnly):
    """A model whose rows have pages of their own instead of a form.

    new_form: opens a row. page_of_new: the URL name of the page that follows.
    main_page: the view of the row's change page. It and the views of `pages` take the request, the row, `context`, and
    the parameters of the path by name. files: downloads, whose views take no context.
    desk: of each row. desk_pages: their views take the desk too, and the context as a function: a redirect needs none.
    """

    new_form: ClassVar[type[NewTournament | NewSeason]]
    page_of_new: ClassVar[str]
    main_page: ClassVar[View]
    desk: ClassVar[DeskPages]
    desk_pages: ClassVar[Sequence[Page]] = ()
    pages: ClassVar[Sequence[Page]] = ()
    files: ClassVar[Sequence[Page]] = ()

    def get_urls(self) -> list[URLPattern]:
        views = [(page, self.at_desk(page.view)) for page in self.desk_pages]
        views += [(page, self.in_context(page.view)) for page in self.pages]
        views += [(file, self.with_row(file.view)) for file in self.files]
        own = [
            path(f"<uuid:id>/{page.path}", self.admin_site.admin_view(view), dict(page.defaults), page.name)
            for page, view in views
        ]
        return [*own, *super().get_urls()]

    def with_row(self, view: View) -> View:
        """The view with a row's id as its parameter. Raises Http404 for a row that the caller may not see."""

        def found(request: HttpRequest, id: UUID | str, **parameters: Any) -> HttpResponse:
            row = self.get_object(request, str(id))
            if row is None:
                raise Http404
            return view(request, row, **parameters)

        return found

    def in_context(self, view: View) -> View:
        def page(request: HttpRequest, row: Any, **parameters: Any) -> HttpResponse:
            return view(request, row, context=self.row_context(request, row), **parameters)

        return self.with_row(page)

    def at_desk(self, view: View) -> View:
        def page(request: HttpRequest, row: Any, **parameters: Any) -> HttpResponse:
            context = partial(self.row_context, request, row)
            return view(request, type(self).desk, row, context=context, **parameters)

        return self.with_row(page)

    def row_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        return {**self.site_context(request), "original": row, self.opts.model_name: row, "title": row.name}

    def site_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may(request, self.new_form.action)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return desk_views.open_new(request, self.new_form, self.page_of_new, partial(self.site_context, request))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self.in_context(type(self).main_page)(request, object_id)
