"""Rounds under random mixes of every option, and the same rounds with one option changed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from operator import attrgetter

from tests.playing import choose, conservation, shuffled
from vandatta.cards import RANKS, SUITS, card_text, members
from vandatta.engine.alphabet import (
    ALPHABET,
    CALL,
    CHALLENGE,
    MORE,
    NAMING,
    NO_SEAT,
    OVER,
    TO_NAME,
)
from vandatta.engine.calls import calls
from vandatta.engine.copying import copy_of
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.match import Match, score_round
from vandatta.engine.play import apply, call_bit, legal, speak
from vandatta.engine.points import hand_points
from vandatta.engine.reasons import FINE, why_not
from vandatta.engine.rules import Rules
from vandatta.engine.state import State, hand_of
from vandatta.events import History
from vandatta.messages import LANGS
from vandatta.notation.moves import Plan, make, plan, read_move
from vandatta.notation.refusal import Refusal
from vandatta.options import (
    OPTIONS,
    PRESETS,
    Option,
    OptionsError,
    Value,
    canonical,
    check_seats,
    compile_rules,
    from_id,
    preset,
    rules_id,
)
from vandatta.options.parsing import check
from vandatta.view import observe

FOR_EVER = 1500
"""Actions after which a round of a mix with no limit of turns is broken off."""
LONG = 500
POWERS = ("wild_rank", "draw_all_rank", "next_draws", "skip_ranks", "reverse_ranks", "again_ranks")

# --- mixes


def random_value(option: Option, chance: random.Random) -> Value:
    """A value of ``option``, the telling ones more often than others."""
    if option.key == "turn_limit":
        return chance.choice((0, 500, 500, 500, 500, chance.randint(1, 200)))
    if option.key == "lay_limit":
        return chance.choice((0, 0, 0, chance.randint(1, 100)))
    if option.kind == "switch":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(option.values)
    if option.kind == "number":
        high = option.high if chance.random() < 0.3 else min(option.high, option.low + 8)
        return chance.randint(option.low, high)
    ranks = sorted(chance.sample(RANKS, chance.choice((0, 0, 1, 1, 2, 3))), key=RANKS.index)
    if option.kind == "draws":
        ranks = [f"{rank}:{chance.randint(1, 4)}" for rank in ranks]
    return ("" if option.kind == "ranks" else " ").join(ranks) or "none"


def one_power_each(values: dict[str, Value]) -> None:
    """Take from ``values`` the powers of ranks that have another one before."""
    taken = ""
    for key in POWERS:
        if key == "draw_all_rank" and values["draw_all_power"] == "none":
            continue
        gap = " " if key == "next_draws" else ""
        words = str(values[key]).split(" ") if gap else list(str(values[key]))
        if values[key] == "none":
            continue
        kept = [word for word in words if word[0] not in taken]
        if key == "draw_all_rank" and not kept:
            kept = [next(rank for rank in RANKS if rank not in taken)]
        taken += "".join(word[0] for word in kept)
        values[key] = gap.join(kept) or "none"


def random_mix(chance: random.Random, seats: int = 0) -> tuple[dict[str, Value], int]:
    """A preset with any number of options changed, and seats that it can be dealt to."""
    values = dict(preset(chance.choice(PRESETS)))
    for key in chance.sample(list(OPTIONS), chance.randint(0, len(OPTIONS))):
        values[key] = random_value(OPTIONS[key], chance)
    one_power_each(values)
    seats = seats or chance.randint(2, 8)
    if seats > 5:
        values["players"] = "2-8"
    while not playable(values, seats):
        for key in ("hand_size", "hand_size_two"):
            values[key] = int(values[key]) * 2 // 3
        assert values["hand_size"]
    return values, seats


def playable(values: dict[str, Value], seats: int) -> bool:
    """Do ``values`` not contradict one another, and can they be dealt to so many seats?"""
    try:
        check(values)
        check_seats(compile_rules(values), seats)
    except OptionsError:
        return False
    return True


# --- playing them


def fresh(rules: Rules, seats: int, chance: random.Random) -> State:
    """A dealt round."""
    deck, dealer = shuffled(chance, rules, seats), chance.randrange(seats)
    return new_round(rules, seats, (1 << seats) - 1, dealer, deck, chance.getrandbits(96))


def spoken(s: State, chance: random.Random) -> tuple[int, int] | None:
    """A call or a challenge that somebody may make; every other time nobody wants to."""
    if s.phase == OVER or chance.random() < 0.5:
        return None
    for seat in range(s.players):
        found = calls(s, seat)
        if found:
            which = chance.choice(members(found))
            return seat, CALL if which == 0 else CHALLENGE + which - 1
    return None


def misplayed(s: State, chance: random.Random) -> str | None:
    """A lay of a card in hand that does not go, if there is one."""
    wrong = s.first[s.turn] & ~legal(s)
    if s.phase in (NAMING, MORE, OVER, TO_NAME) or not wrong:
        return None
    card = chance.choice(members(wrong))
    return card_text(card) + ("=s" if s.rules.wilds >> card & 1 else "")


def misplay(s: State, words: str) -> None:
    """Lay it, where such a lay is taken back."""
    found = plan(s, s.turn, read_move(words))
    unnamed = isinstance(found, Refusal) and found.rule == "must_name_suit"
    assert isinstance(found, Plan) or s.rules.misplay == 0 or unnamed, found
    if isinstance(found, Plan):
        make(s, s.turn, read_move(words), found)


def one_in(number: int, chance: random.Random) -> bool:
    return chance.random() * number < 1


def how_it_ended(s: State) -> str:
    if s.out != NO_SEAT:
        return "somebody out"
    if 0 < s.rules.lay_limit <= s.laid:
        return "limit of cards"
    return "limit of turns" if 0 < s.rules.turn_limit <= s.turns else "blocked"


def one_mix(number: int | str) -> tuple[Counter[str], dict[str, Value], int]:
    """Play a round of a random mix, looking at everything that must hold of any.

    Returns:
        What happened, the mix, and the seats.
    """
    chance = random.Random(number)
    values, seats = random_mix(chance)
    assert from_id(rules_id(values)) == canonical(values)
    rules = compile_rules(values)
    conserved = conservation(rules, seats)
    s = fresh(rules, seats, chance)
    seen = Counter({"mixes": 1, f"{seats} seats": 1})
    eager, steps = chance.random() < 0.8, 0
    ask_at = chance.randrange(40)
    while s.phase != OVER and (rules.turn_limit or steps < FOR_EVER):
        # last cards and turned-up eights are rare, so they are asked about whenever they come
        if steps == ask_at or s.phase == TO_NAME or (s.count[s.turn] == 1 and one_in(12, chance)):
            seen.update(refused(s, chance))
        if steps % 8 == 0:
            conserved(s)
        steps += 1
        said = spoken(s, chance) if s.window != NO_SEAT or s.forgot or steps % 16 == 0 else None
        if said:
            speak(s, *said)
        elif rules.misplay and chance.random() < 0.03 and (words := misplayed(s, chance)):
            misplay(s, words)
        else:
            may = legal(s)
            assert may, "nothing may be done"
            apply(s, choose(chance, may, eager))
    conserved(s)
    if s.phase == OVER:
        seen.update(explained(plan(s, s.turn, read_move("draw"))))
    seen["actions"] = steps
    seen[how_it_ended(s) if s.phase == OVER else "no limit, broken off"] += 1
    return seen, values, seats


# --- refusals


def refused(s: State, chance: random.Random) -> Counter[str]:
    """See that what is not allowed is refused, and told why in every language."""
    for seat in {s.turn, chance.randrange(s.players)}:
        may, spoken = legal(s) if seat == s.turn else 0, calls(s, seat)
        for action in range(ALPHABET):
            allowed = may >> action & 1 if action < CALL else spoken & call_bit(action) != 0
            assert (why_not(s, seat, action) == FINE) == bool(allowed), (seat, action)
    found: Counter[str] = Counter()
    if s.phase in (NAMING, MORE):
        return found
    for seat, words in tries(s, chance):
        found.update(explained(plan(s, seat, read_move(words))))
    return found


def explained(answer: Plan | Refusal) -> list[str]:
    """The rule that a move broke, if it did, told in plain words in every language."""
    why = answer.why if isinstance(answer, Plan) else answer
    if why is None:
        return []
    told = {why.sentence(lang) for lang in LANGS}
    assert len(told) == len(LANGS), told
    for each in told:
        assert each[0].isupper() and each[-1] in ".!?" and not {*"{}"} & {*each}, each
    return [f"refused: {why.rule}"]


def tries(s: State, chance: random.Random) -> list[tuple[int, str]]:
    """Moves of all kinds, most of which will not do."""
    hand = [card_text(card) for card in hand_of(s, s.turn)]
    one, other = chance.choice(hand), chance.choice(hand)
    same = [card for card in hand if card[0] == one[0]]
    suit = "=" + chance.choice(SUITS)
    moves = ["draw", "pass", suit, "!", one, one + suit, other, one + other, chance.choice(RANKS)]
    moves[-1] += chance.choice(SUITS)
    moves += ["".join(same), "".join(same) + suit]
    seat, forgetful = chance.randrange(s.players), chance.randrange(s.players)
    return [(s.turn, move) for move in moves] + [(seat, f"?{forgetful}"), (seat, one), (seat, "!")]


# --- one option changed

SEEN = attrgetter(*(field.name for field in fields(State) if field.name != "rules"))
"""Everything of a state but its rules."""


def another(values: dict[str, Value], key: str, chance: random.Random) -> dict[str, Value] | None:
    """The same mix with another value of the option ``key``; None if it is hard to find."""
    for _ in range(20):
        other = {**values, key: random_value(OPTIONS[key], chance)}
        one_power_each(other)
        if other[key] != values[key] and all(
            other[each] == values[each] for each in OPTIONS if each != key
        ):
            return other
    return None


def dealable(values: dict[str, Value], seats: int) -> bool:
    try:
        check_seats(compile_rules(values), seats)
    except OptionsError:
        return False
    return True


def decided(
    values: dict[str, Value], other: dict[str, Value], seats: int, chance: random.Random
) -> str | None:
    """Where two rule sets first decide differently in a round of ``values``, if they do."""
    if dealable(other, seats) != dealable(values, seats):
        return "seats"
    rules, changed = compile_rules(values), compile_rules(other)
    if not dealable(other, seats):
        return None
    if pack_for(rules, seats) != pack_for(changed, seats):
        return "pack"
    state = chance.getstate()
    s = fresh(rules, seats, chance)
    chance.setstate(state)
    then = fresh(changed, seats, chance)
    if SEEN(s) != SEEN(then):
        return "deal"
    return beside(s, then, chance)


def beside(s: State, then: State, chance: random.Random) -> str | None:
    """Play the round on in both, until they differ or it has gone on for long enough."""
    eager = chance.random() < 0.7
    for step in range(LONG):
        if legal(s) != legal(then):
            return "what is legal"
        if any(calls(s, seat) != calls(then, seat) for seat in range(s.players)):
            return "calls"
        if s.phase == OVER:
            return results(s, then, chance)
        if step % 4 == 0 and (why := looks(s, then, chance)):
            return why
        said = spoken(s, chance)
        for each in (s, then):
            if said:
                speak(each, *said)
        if not said:
            action = choose(chance, legal(s), eager)
            for each in (s, then):
                apply(each, action)
        if SEEN(s) != SEEN(then):
            return "effect"
    return None


def looks(s: State, then: State, chance: random.Random) -> str | None:
    """What a seat sees, and what comes of a lay that does not go."""
    m, history = Match(players=s.players, playing=s.playing), History([])
    one, other = (observe(each, m, s.turn, history) for each in (s, then))
    if one.hands != other.hands:
        return "view"
    words = misplayed(s, chance)
    if words:
        after = [copy_of(each) for each in (s, then)]
        for each in after:
            misplay(each, words)
        if SEEN(after[0]) != SEEN(after[1]):
            return "misplay"
    return None


def results(s: State, then: State, chance: random.Random) -> str | None:
    """The points, and what they make of a match that may be near its end."""
    seats = range(s.players)
    if any(hand_points(s, seat) != hand_points(then, seat) for seat in seats):
        return "points"
    near = chance.choice((s.rules.limit, then.rules.limit))
    before = [max(0, near - hand_points(s, seat) - chance.choice((0, 0, 5, 40))) for seat in seats]
    after = []
    for each in (s, then):
        m = Match(players=s.players, playing=s.playing, dealer=s.dealer)
        m.totals[: s.players] = before
        score_round(m, each)
        after.append((m.winners, m.playing, m.totals, m.dealer))
    return "match" if after[0] != after[1] else None
