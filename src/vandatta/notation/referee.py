"""The referee: JSON Lines in, JSON Lines out (see the interface page)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import IO, Any

from vandatta.cards import NO_SUIT, card_text
from vandatta.engine.alphabet import CHALLENGE, DRAW, OVER, PHASE_NAMES, TO_FOLLOW
from vandatta.engine.calls import can_be_challenged
from vandatta.engine.copying import copy_of
from vandatta.engine.drawing import can_draw
from vandatta.engine.out import playable
from vandatta.engine.play import singles
from vandatta.engine.points import hand_points
from vandatta.engine.state import State, top_card
from vandatta.messages import LANGS, Lang, card_name, joined, suit_name, text
from vandatta.notation.moves import Move, make, move_texts, plan, read_move
from vandatta.notation.notes import note_texts
from vandatta.notation.position import (
    BadRequest,
    flags_of,
    hands_text,
    read_position,
    suit_text,
    write_position,
)
from vandatta.notation.refusal import Refusal

REQUEST_KEYS = {"position", "moves", "ask"}


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of one move."""

    allowed: bool
    rule: str | None
    """The rule that forbids it, by name."""
    option: str
    """The option that has it so at this table; empty where none does."""
    said: dict[Lang, str]
    """Why not, a sentence; or what may be done, as it follows after a "yes,"."""


def main(lines: Iterable[str], answers: IO[str]) -> int:
    """Answer every line of ``lines`` with one line; never stops for a bad one.

    Returns:
        0, the exit status.
    """
    for line in lines:
        if line.strip():
            answers.write(_line(answer_line(line)))
            answers.flush()
    return 0


def _line(found: dict[str, Any]) -> str:
    # what is answered must be JSON itself: no Infinity, no NaN
    return json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n"


def answer_line(line: str) -> dict[str, Any]:
    """The answer to one line of JSON."""
    try:
        request = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return _error(None, BadRequest("request.not_json"))
    return answer(request)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def answer(request: object) -> dict[str, Any]:
    """The answer to one request, or an object with ``error``."""
    try:
        return _answer(request)
    except BadRequest as bad:
        return _error(None, bad)


def rule_on(position: object, seat: int, words: str) -> Ruling:
    """The referee's word on one move.

    Args:
        position: where the round stands.
        seat: who would make it.
        words: the move as text.

    Raises:
        BadRequest: the position or the move can't be read.
    """
    s = read_position(position)
    return _ruling(s, *_read_item(s, {"seat": seat, "move": words}))


def _answer(request: object) -> dict[str, Any]:
    if not isinstance(request, Mapping):
        raise BadRequest("request.not_json")
    for key in request:
        if key not in REQUEST_KEYS:
            raise BadRequest("request.unknown_key", key=str(key)[:40])
    position = request.get("position")
    s = read_position(position)
    asked = dict(position) if isinstance(position, Mapping) else {}
    for number, item in enumerate(_items(request, "moves")):
        try:
            seat, move = _read_item(s, item)
        except BadRequest as bad:
            return _error(number, bad)
        found = plan(s, seat, move)
        if isinstance(found, Refusal):
            return {"error": {"move": number, "rule": found.rule, **_sentences(found)}}
        make(s, seat, move, found)
    over = s.phase == OVER
    return {
        "turn": s.turn,
        "phase": PHASE_NAMES[s.phase],
        "suit": suit_text(s),
        "top": card_text(top_card(s)),
        "direction": s.direction,
        "duty": s.duty,
        "stock": s.n_stock,
        "hand_sizes": s.count[: s.players],
        "hands": hands_text(s),
        "round_over": over,
        "points": [hand_points(s, seat) for seat in range(s.players)] if over else None,
        "called": flags_of(s, s.called),
        "forgot": flags_of(s, s.forgot),
        "legal": move_texts(s.rules, singles(s)),
        "ask": [_asked(s, item) for item in _items(request, "ask")],
        "events": note_texts(s),
        "position": write_position(s, asked["rules"], asked.get("seed", 0)),
    }


def _items(request: Mapping[str, Any], key: str) -> list[Any]:
    items = request.get(key, [])
    if not isinstance(items, list):
        raise BadRequest("request.bad_value", key=key)
    return items


def _read_item(s: State, item: object) -> tuple[int, Move]:
    """The seat and the move of an item of ``moves`` or ``ask``."""
    if not isinstance(item, Mapping) or not isinstance(item.get("move"), str):
        raise BadRequest("request.missing", key="move")
    for key in item:
        if key not in ("seat", "move"):
            raise BadRequest("request.unknown_key", key=str(key)[:40])
    seat = item.get("seat", s.turn)
    if not _is_seat(s, seat):
        raise BadRequest("request.bad_value", key="seat")
    words = item["move"]
    try:
        return seat, read_move(words)
    except ValueError:
        raise BadRequest("request.bad_move", move=words[:40]) from None


def _asked(s: State, item: object) -> dict[str, Any]:
    """One answer of ``ask``: whether, by which rule not, and a sentence a language."""
    found = _echo(s, item)
    try:
        ruling = _ruling(s, *_read_item(s, item))
    except BadRequest as bad:
        error = _error(None, bad)["error"]
        return found | {"allowed": False} | {key: error[key] for key in ("rule", *LANGS)}
    said = ruling.said
    if ruling.allowed:
        said = {lang: text(lang, "answer.yes", said=words) for lang, words in said.items()}
    return found | {"allowed": ruling.allowed, "rule": ruling.rule} | said


def _ruling(s: State, seat: int, move: Move) -> Ruling:
    allowed = plan(s, seat, move)
    if isinstance(allowed, Refusal):
        return _refused(allowed)
    if allowed.why is not None:
        return _refused(allowed.why)
    if move.cards:
        after = copy_of(s)
        make(after, seat, move, allowed)
        said = {lang: _may_lay(after, seat, lang, move) for lang in LANGS}
    else:
        said = {lang: _may(s, lang, move) for lang in LANGS}
    return Ruling(True, None, "", said)


def _refused(why: Refusal) -> Ruling:
    return Ruling(False, why.rule, why.option, _sentences(why))


def _may_lay(after: State, seat: int, lang: Lang, move: Move) -> str:
    """What an allowed lay is, as it follows after a "yes,", and what must be done then.

    Args:
        after: the round just after it.
        seat: whose it is.
        lang: the language.
        move: the lay.
    """
    values = {"cards": joined(lang, [card_name(lang, card) for card in move.cards])}
    # a call with more cards left than one is just noise
    call = move.call and after.count[seat] == 1 and bool(after.called >> seat & 1)
    if move.suit == NO_SUIT:
        said = text(lang, "answer.lay_call" if call else "answer.lay", **values)
    else:
        values["suit"] = suit_name(lang, move.suit)
        said = text(lang, "answer.lay_name_call" if call else "answer.lay_name", **values)
    if after.phase != TO_FOLLOW or after.turn != seat or playable(after, seat):
        return said
    then = "answer.then_draw" if can_draw(after) else "answer.then_pass"
    return text(lang, "join.sentences", a=said, b=text(lang, then))


def _may(s: State, lang: Lang, move: Move) -> str:
    """What an allowed move without cards is, as it follows after a "yes,"."""
    if move.action is not None and move.action >= CHALLENGE:
        if can_be_challenged(s, move.action - CHALLENGE):
            return text(lang, "answer.challenge")
        return text(lang, "answer.challenge_vain", count=s.rules.false_penalty)
    if move.action is not None:
        return text(lang, "answer.draw" if move.action == DRAW else "answer.pass")
    if move.call:
        return text(lang, "answer.call")
    return text(lang, "answer.name", suit=suit_name(lang, move.suit))


def _echo(s: State, item: object) -> dict[str, Any]:
    """The question as it was put, without what can't be read: 1e999 is no seat."""
    given = item if isinstance(item, Mapping) else {}
    found: dict[str, Any] = {}
    if isinstance(given.get("move"), str):
        found["move"] = given["move"]
    if _is_seat(s, given.get("seat")):
        found["seat"] = given["seat"]
    return found


def _is_seat(s: State, seat: object) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < s.players


def _sentences(refused: Refusal) -> dict[Lang, str]:
    return {lang: refused.sentence(lang) for lang in LANGS}


def _error(number: int | None, bad: BadRequest) -> dict[str, Any]:
    words = {lang: text(lang, bad.message, **bad.values) for lang in LANGS}
    return {"error": {"move": number, "rule": "bad_request", **words}}
