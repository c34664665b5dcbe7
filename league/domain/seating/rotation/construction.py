"""Plans known without a search: g tables of s for up to g rounds without a repeat, and more rounds by columns.

The players are s columns of g. In round m table x is {(column i, x + m * a_i)}, over a ring with elements a_i whose
differences are not zero divisors: the integers modulo g as far as (m - m')(i - j) is never 0 there, or the product of
the fields of the prime powers of g, if the smallest is at least s. Players of a column never meet: further rounds seat
columns as fields of their own. If tables differ by a seat, the last column is shorter.
Source: transversal designs, nets of affine planes.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from league.domain.seating.rotation.problem import RotationProblem, Schedule

Offsets = list[list[list[int]]]
"""For each round and column: the row of the column in which each table finds its player."""


def construction(problem: RotationProblem) -> Schedule | None:
    """The plan, with the players of a column next to each other; None if none is known or there are byes."""
    if problem.players != problem.seated:
        return None
    tables, largest = len(problem.sizes), problem.sizes[0]
    if largest == problem.sizes[-1]:
        return _equal(tables, largest, problem.rounds)
    offsets = _offsets(tables, largest, problem.rounds)
    return None if offsets is None else [_uneven(problem, columns) for columns in offsets]


def _equal(tables: int, size: int, rounds: int) -> Schedule | None:
    """Equal tables: rounds across the columns, then rounds within them, then the first ones again."""
    offsets = _offsets(tables, size, rounds) or _offsets(tables, size, tables)
    if offsets is None:
        return None
    plan = [
        [column * tables + rows[table] for table in range(tables) for column, rows in enumerate(columns)]
        for columns in offsets
    ]
    if len(plan) < rounds and tables % size == 0:
        plan += _within(tables, size, rounds - len(plan))
    return [list(plan[number % len(plan)]) for number in range(rounds)]


def _within(column: int, size: int, rounds: int) -> Schedule:
    """Rounds in which each column of this many players is seated on its own."""
    inner = _equal(column // size, size, rounds)
    if inner is None:
        inner = [list(range(column))]
    return [[number * column + player for number in range(size) for player in players] for players in inner]


def _uneven(problem: RotationProblem, columns: list[list[int]]) -> list[int]:
    """A round whose last column has only as many players as there are larger tables."""
    tables, larger = len(problem.sizes), problem.sizes.count(problem.sizes[0])
    rows = [[column * tables + places[table] for column, places in enumerate(columns[:-1])] for table in range(tables)]
    for table, row in enumerate(columns[-1]):
        if row < larger:
            rows[table].append((len(columns) - 1) * tables + row)
    return [player for row in sorted(rows, key=len, reverse=True) for player in row]


def _offsets(tables: int, size: int, rounds: int) -> Offsets | None:
    """Rows for this many rounds; None if there is no such ring."""
    if all(apart * rows % tables for apart in range(1, size) for rows in range(1, rounds)):
        return [
            [[(table + number * column) % tables for table in range(tables)] for column in range(size)]
            for number in range(rounds)
        ]
    powers = _prime_powers(tables)
    if rounds > tables or any(prime**power < size for prime, power in powers):
        return None
    return _over([_galois(prime, power, size) for prime, power in powers], size, rounds)


def _over(fields: list[Galois], size: int, rounds: int) -> Offsets:
    elements = list(product(*(range(field.prime**field.power) for field in fields)))
    number_of = {element: number for number, element in enumerate(elements)}

    def rows(number: tuple[int, ...], column: int) -> list[int]:
        shift = [field.times[m][column] for field, m in zip(fields, number, strict=True)]
        return [
            number_of[tuple(field.plus(x, y) for field, x, y in zip(fields, table, shift, strict=True))]
            for table in elements
        ]

    return [[rows(number, column) for column in range(size)] for number in elements[:rounds]]


class Galois(NamedTuple):
    """A field of prime ** power elements, as far as needed; their digits are the coefficients of a polynomial.

    times: products of each element with each column's element.
    """

    prime: int
    power: int
    times: list[list[int]]

    def plus(self, a: int, b: int) -> int:
        if self.power == 1:
            return (a + b) % self.prime
        if self.prime == 2:
            return a ^ b
        sums = zip(_digits(a, self.prime, self.power), _digits(b, self.prime, self.power), strict=True)
        return _number([(x + y) % self.prime for x, y in sums], self.prime)


def _galois(prime: int, power: int, columns: int) -> Galois:
    """A field in which the differences of the columns' elements are not zero divisors."""
    digits = [_digits(element, prime, power) for element in range(prime**power)]
    pairs = [(a, b) for b in range(columns) for a in range(b)]
    apart = dict.fromkeys(tuple((x - y) % prime for x, y in zip(digits[b], digits[a], strict=True)) for a, b in pairs)
    for tail in digits:
        if all(len({_times(list(by), one, tail, prime) for one in digits}) == len(digits) for by in apart):
            return Galois(
                prime,
                power,
                [[_times(one, digits[column], tail, prime) for column in range(columns)] for one in digits],
            )
    raise ValueError("a field has an irreducible polynomial")


def _times(a: list[int], b: list[int], tail: list[int], prime: int) -> int:
    found = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] = (found[i + j] + x * y) % prime
    while len(found) > len(a):
        top = found.pop()
        for i, x in enumerate(tail):
            found[len(found) - len(a) + i] = (found[len(found) - len(a) + i] - top * x) % prime
    return _number(found, prime)


def _digits(number: int, prime: int, power: int) -> list[int]:
    return [number // prime**place % prime for place in range(power)]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**place for place, digit in enumerate(digits))


def _prime_powers(number: int) -> list[tuple[int, int]]:
    """The prime powers of which the number is the product, as prime and exponent."""
    found = []
    prime = 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        if power:
            found.append((prime, power))
        prime += 1
    return found
