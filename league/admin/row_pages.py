"""The pages of a tournament or a season: a table of them instead of a method for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

from league.admin.scope import ReadOnly

View = Callable[..., HttpResponse]


class Page(NamedTuple):
    """A page of one row.

    path: after the row's id, with parameters of its own. name: of the URL.
    view: `view(request, row, context=…)`, with the parameters by name.
    defaults: parameters that the path doesn't have.
    """

    path: str
    name: str
    view: View
    defaults: Mapping[str, Any] = {}


class File(NamedTuple):
    """A download about one row. path: with the parameter `form`. view: `view(request, row, form=…)`."""

    path: str
    name: str
    view: View


class RowPages(ReadOnly):
    """A model whose rows are shown on pages that nothing can be sent to, their desks aside.

    main_page: the view of the row's change page.
    """

    main_page: ClassVar[View]
    pages: ClassVar[Sequence[Page]] = ()
    files: ClassVar[Sequence[File]] = ()

    def get_urls(self) -> list[URLPattern]:
        seen = self.admin_site.admin_view
        pages = [
            path(f"<uuid:id>/{page.path}", seen(self.opened(page.view)), dict(page.defaults), page.name)
            for page in self.pages
        ]
        files = [
            path(f"<uuid:id>/{file.path}", seen(self.downloaded(file.view)), name=file.name) for file in self.files
        ]
        return [*pages, *files, *super().get_urls()]

    def opened(self, view: View) -> View:
        """The view with a row's id in place of the row and its context."""

        def page(request: HttpRequest, id: UUID | str, **parameters: Any) -> HttpResponse:
            row = self.row(request, id)
            context = {"original": row, self.opts.model_name: row, "title": row.name}
            return view(request, row, context=self.site_context(request) | context, **parameters)

        return page

    def downloaded(self, view: View) -> View:
        """The view with a row's id in place of the row."""

        def file(request: HttpRequest, id: UUID, **parameters: Any) -> HttpResponse:
            return view(request, self.row(request, id), **parameters)

        return file

    def row(self, request: HttpRequest, id: UUID | str) -> Any:
        """The row, if the caller may see it. Raises Http404."""
        row = self.get_object(request, str(id))
        if row is None:
            raise Http404
        return row

    def site_context(self, request: HttpRequest) -> dict[str, Any]:
        """What the templates of every page need."""
        return {**self.admin_site.each_context(request), "opts": self.opts}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The row's main page."""
        return self.opened(type(self).main_page)(request, object_id)
