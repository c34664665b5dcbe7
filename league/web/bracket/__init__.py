"""The page of a knockout's bracket, `/t/<code>/bracket`: to look at, to print, and to show on another site."""
