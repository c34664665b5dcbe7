"""The pages of the hall, for people without an account: on phones, on the screen, at the tables.

`night` reads a tournament as its reader may see it, `pages` renders, `scripts` and `styles` put together what a page
needs. Nothing here decides who may see what: that is asked of the visibility rules.
"""
