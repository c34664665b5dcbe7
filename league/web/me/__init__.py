"""My page, `/t/<code>/me/<tag>`: one thing at the top, by the phase of the evening, for a person or a team.

| module | what |
| --- | --- |
| views | finds whose page it is, and answers |
| reading | what the page shows |
| why, needs, meetings, evening | why somebody sits here; what they need; whom they have met; what the evening brought |
| writing | "I am here", "I leave after this round" and what takes these back |
"""
