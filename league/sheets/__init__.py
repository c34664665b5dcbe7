"""Round sheets at tables: the same on a phone (`league.web`) and at the desk (`league.admin.desk`).

| module | what |
| --- | --- |
| asking | which sheet a game at a table is asked for: its own, or scores and places; sheets in force, to be amended |
| plain | scores or places, who was away, who played in another's seat |
| form, fields | a sheet as a Django form, and what its fields refuse |
| looking | the places and points that a filled sheet leads to; nothing is stored |
| sending | a filled sheet sent: to the game, or as the table's result |

To show a sheet and take it, also in a card of the desk:

    asked = asking.asked_of(match, stand_ins=people)      # plainly=True: score and place, for directors who want it
    form = SheetForm(asked.sheet, names, request.POST or None, current=answers, prefix=f"table-{number}")
    {% include "league/sheets/sheet.html" %}               # needs `form` only; classes in its first lines
    if form.is_growing: draw the form again, with one more row
    elif form.is_valid():
        try: sending.send(row, asked, form.answers, game=number, actor=actor, at=at, by_staff=True)
        except Rejected as refusal: form.add_refusal(refusal)

`asked_of` is None for dealt play. `current`: `plain.filled_by(claim)` shows a plain sheet as the table's result says
it; `asking.of_recorded(match, number)` gives the sheet that a command in force was, with its answers, and what it says
when filled in again is what `services.results.amend` takes at that number. `opening` of a sheet is a command that may
be sent alone before, to begin the game's round (4 Monkeys: everybody's deck, and the table's clock).
"""
