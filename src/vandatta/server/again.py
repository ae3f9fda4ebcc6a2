"""The same cards again: a round's deal at a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vandatta.notation.record import Record
from vandatta.notation.record_log import dealt_again
from vandatta.replay.telling import named
from vandatta.server import chance
from vandatta.server.house import PERSON
from vandatta.server.security import Problem, fingerprint
from vandatta.store.interface import Entry
from vandatta.table import Seat, Table

NAME_LIMIT = 24


@dataclass(frozen=True, slots=True)
class Same:
    """Which round the first round of a table was dealt like."""

    round: int
    source: str
    """Where that round can be looked at; empty where it can't."""


def same_as(extra: Mapping[str, Any]) -> Same | None:
    """What the opening of a table says about its cards; None if they were shuffled."""
    match extra.get("same"):
        case {"round": int() as number, "source": str() as source}:
            return Same(number, source if source.startswith("/t/") else "")
        case _:
            return None


def table_again(
    record: Record, number: int, seat: int | None, secret: str, source: str
) -> tuple[Table, list[Entry]]:
    """A new table at which a finished round of a match is dealt as it was.

    Those who were in the round sit as they sat then, but for the person, who takes
    the seat that is asked for. If that was another's, the two change places: the other
    sits on the chair of the first person of the round. All but the person are played
    by computer players, other persons of the record too.

    Args:
        record: the match, with all cards known.
        number: the round, from 1.
        seat: the seat that the person takes, as the record counts; None for that of the
            first person of the round, or the first seat of all if none was a person's.
        secret: the person's secret.
        source: where the round can be looked at, kept with the table; or "".

    Returns:
        The table, and the entries that its log begins with.

    Raises:
        Problem: the cards are still a secret, or not known, or the seat was not in
            the round.
    """
    try:
        deck, seed = dealt_again(record, number)
    except ValueError:
        raise Problem(409, "no_cards") from None
    played = record.rounds[number - 1]
    inside = [each for each, hand in enumerate(played.hands) if hand]
    persons = [each for each in inside if record.seats[each].player == "human"]
    mine = seat if seat is not None else (persons or inside)[0]
    if mine not in inside:
        raise Problem(409, "not_in_round")
    seats = _seats(record, inside, mine, (persons or [mine])[0])
    extra = {
        "players": {str(inside.index(mine)): fingerprint(secret)},
        "keys": chance.key_secret(),
        "same": {"round": number, "source": source},
    }
    try:
        opening = Table.opening(seats, record.rules, inside.index(played.dealer), extra)
    except ValueError:
        raise Problem(409, "too_few") from None
    table = Table([opening])
    deal = table.deal(deck, seed)
    table.apply(deal)
    return table, [opening, deal]


def _seats(record: Record, inside: list[int], mine: int, person: int) -> list[Seat]:
    """Who sits where: the person at ``mine``, and who sat there where ``person`` sat."""
    found = []
    for each in inside:
        who = record.seats[mine if each == person else each]
        level = "regular" if who.player == "human" else who.player
        found.append(Seat(named(who.name)[:NAME_LIMIT], level))
    found[inside.index(mine)] = Seat(PERSON, "human")
    return found
