"""English: weekday, day, month; the hour from 0 to 23."""

DATE_FORMAT = SHORT_DATE_FORMAT = "D j M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "D j M Y, H:i"
MONTH_DAY_FORMAT = "l j F"
TIME_FORMAT = "H:i"
