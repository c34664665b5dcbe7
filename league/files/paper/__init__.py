"""A night on paper, as PDF files of A4 pages.

| paper | module |
| --- | --- |
| slips for the tables, four on a sheet | slips.py |
| list of names for the door, seating by table | lists.py |
| standings | standings.py |
| certificates | certificates.py |
| cards for the places at the tables | cards.py |
| codes for the wall, and personal ones | codes.py |

What is on a paper is read from a tournament in night.py. page.py draws in millimetres; text.py puts any name into a
box, with the fonts of fonts.py and the letters of shaping.py.
"""
