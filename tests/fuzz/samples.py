"""What parsers take, from which inputs are made."""

FORM_WITH_FILE = (
    b'--b\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\nContent-Type: text/csv\r\n\r\n'
    b"name,born\r\nAda Lovelace,1990\r\n\r\n--b--\r\n"
)
FORM = b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nAda\r\n--b--\r\n'
PEOPLE = b"name,born\r\nAda Lovelace,1990\r\n"
RESULTS = b"name,place,points,date\r\nAda Lovelace,1,3.5,2026-11-29\r\n"
PLAY = (
    b'{"format": "tablekeeper-play/1", "tournaments": [{"id": "t", "seed": "two", "tie_breaks": ["buchholz"],'
    b' "entries": ["Ada", "Bea"], "rounds": [{"tables": [{"seats": ["Ada", "Bea"], "result": "1-0"}]}]}]}'
)
EXPORT = (
    b'{"format": "tablekeeper-export/1", "kind": "club", "streams": [{"id": "a", "kind": "tournament", "rows": []}]}'
)
CREATE = (
    b'{"name": "Night", "game": "scoresheet", "club": "c", "table_size": {"min": 3, "max": 4, "prefer": 4},'
    b' "points": {"by_place": [4, 3, "2.5"]}, "format": {"type": "manual"}}'
)
