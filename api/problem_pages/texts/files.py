"""Problems of files: lists of people, entries and results, plans, and files of `play`."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Files")
LINE = N_("Correct the line that the sentence names, and send the whole file again: nothing was taken.")
HEAD = N_("Name the columns in the first line of the file.")
TEXTS: dict[str, tuple[str, str]] = {
    "ambiguous_name": (N_("A name may be of several people or entries."), N_("Write the id in place of the name.")),
    "ambiguous_number": (
        N_("A number with a comma or a point can be read in two ways."),
        N_("Write it without a sign between thousands, as the sentence says."),
    ),
    "bad_byte": (
        N_("A byte of the file is no text in UTF-8."),
        N_("Save the file as UTF-8, or send encoding=cp1252 where it is from an older program."),
    ),
    "bad_csv": (N_("The file is not CSV: a quotation mark is left open, for example."), LINE),
    "bad_encoding": (N_("The file is not UTF-8."), N_("Save it as UTF-8.")),
    "bad_event": (N_("An event of a season in the file is neither a tournament nor a result."), LINE),
    "bad_kind": (N_("A bye is of the kind pairing or requested."), LINE),
    "bad_round": (N_("A round in the file is incomplete, or says the same in two ways."), LINE),
    "bad_separator": (N_("After sep= in the first line one sign is needed."), LINE),
    "bad_yes_or_no": (
        N_("A cell of the column public is neither yes nor no."),
        N_("Write yes or no, or leave it empty where nothing was agreed."),
    ),
    "bye_seated": (N_("A row that is a bye has a seat too."), LINE),
    "column_twice": (N_("A column is in the file twice."), N_("Leave one of them out.")),
    "differs": (N_("A row of an event has another value than the first row of that event."), LINE),
    "no_bye": (N_("A row has terms of a bye, and is none."), LINE),
    "no_entry_column": (N_("The file has no column for entries."), HEAD),
    "no_file": (N_("The request has no file."), N_("Send the file as text/csv, or in the field file of a form.")),
    "no_name_column": (N_("The file has no column for names."), HEAD),
    "no_number": (N_("A row has no number of its table."), LINE),
    "no_place_column": (N_("The file has no column for places, status or points."), HEAD),
    "no_rows": (N_("The file has a first line only."), N_("Add the rows.")),
    "round_missing": (N_("A plan leaves a round out."), LINE),
    "seat_beyond": (N_("A plan names a seat that its table does not have."), LINE),
    "seat_missing": (N_("A plan leaves a seat empty between others."), LINE),
    "seat_twice": (N_("A plan gives a seat twice."), LINE),
    "surplus_cells": (N_("A row has cells after the last column."), LINE),
    "table_missing": (N_("A plan leaves a table out."), LINE),
    "too_many": (N_("A team has more members than it may."), LINE),
    "too_many_byes": (N_("A plan has more byes than it may."), LINE),
    "two_forms": (N_("The first line mixes columns of two forms of a file."), HEAD),
    "unreadable_file": (N_("A file can't be opened."), N_("Check its name and its permissions.")),
}
