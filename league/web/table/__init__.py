"""The page of a table, `/t/<code>/r<round>/<table>`: what is reported, confirmed and disputed by phone.

`people` says who reads, `reading` and `shown` what they see, `writing` what they send, `views` answers.
"""
