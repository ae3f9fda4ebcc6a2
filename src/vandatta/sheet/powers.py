"""The sections on cards that do something: the eight, the ace, and any others."""

from __future__ import annotations

from vandatta.cards import RANKS
from vandatta.describe import number
from vandatta.messages import text
from vandatta.sheet.mix import Mix
from vandatta.sheet.shape import Block, Bullets


def wild(m: Mix) -> list[Block]:
    """The card that names the suit."""
    if not m.wilds:
        return []
    barred = [] if m.v["wild_on_wild"] else [m.many(m.wild)]
    if m.power != "none" and not m.v["wild_on_draw_all"]:
        barred.append(m.many(m.ace))
    if barred:
        lines = [m.say("sheet.wild.except", ranks=m.all_of(barred))]
    else:
        lines = [m.say("sheet.wild.any")]
    if m.v["must_name_suit"]:
        lines.append(m.say("sheet.wild.name"))
    else:
        lines.append(m.say("sheet.wild.name_optional"))
    after = m.say("sheet.wild.next_or_wild" if m.v["wild_on_wild"] else "sheet.wild.next")
    if m.power != "none":
        also = "sheet.wild.ace_too" if m.v["draw_all_on_wild"] else "sheet.wild.no_ace"
        after += " " + m.say(also)
    lines.append(after)
    if m.v["several_wilds"]:
        lines.append(m.say("sheet.wild.several"))
    return [Bullets(tuple(lines))]


def ace(m: Mix) -> list[Block]:
    """The card that makes others draw."""
    if m.power == "pass_on":
        free = "sheet.ace.free" if m.v["draw_all_on_draw_all"] else "sheet.ace.free_suit"
        return [Bullets((m.say("sheet.ace.pass_on"), m.say(free)))]
    lay = m.say("sheet.ace.lay" if m.v["draw_all_on_draw_all"] else "sheet.ace.lay_suit")
    if m.v["draw_all_needs_follow"]:
        lay += " " + m.say("sheet.ace.needs")
    then = f"{m.say('sheet.ace.all_draw')} {_going_on(m)}"
    return [Bullets((lay, then, m.say("sheet.ace.cannot")))]


def _going_on(m: Mix) -> str:
    """What may follow one's own ace."""
    if m.v["draw_all_follow"] == "match":
        again = " " + m.say("sheet.ace.match_again") if m.v["draw_all_on_draw_all"] else ""
        return m.say("sheet.ace.match") + again
    any_rank = m.v["draw_all_follow"] == "suit_or_rank"
    line = m.say("sheet.ace.suit_or_rank" if any_rank else "sheet.ace.suit")
    if any_rank:
        line += " " + m.say("sheet.ace.match_again")
    wilds = m.wilds and m.v["wild_on_draw_all"]
    if wilds and m.jokers:
        return line + " " + m.say("sheet.ace.wild_in_suit_no_joker")
    if wilds:
        return line + " " + m.say("sheet.ace.wild_in_suit")
    if m.jokers:
        return line + " " + m.say("sheet.ace.no_joker")
    return line


def others(m: Mix) -> list[Block]:
    """Every other card with a power, the joker last."""
    again = "sheet.power.again_several" if m.v["several_of_a_rank"] else "sheet.power.again"
    lines = [_draws(m, count) for count in sorted(set(m.draws.values()))]
    lines += _ranks(m, "skip_ranks", "sheet.power.skip")
    lines += _ranks(m, "reverse_ranks", "sheet.power.reverse")
    if lines and m.v["several_of_a_rank"]:
        lines.append(m.say("sheet.power.each"))
    lines += _ranks(m, "again_ranks", again)
    if m.jokers:
        lines.append(_joker(m))
    if m.v["duty_needs_stock"]:
        lines.append(m.say("sheet.power.no_duty"))
    return [Bullets(tuple(lines))] if lines else []


def _ranks(m: Mix, option: str, key: str) -> list[str]:
    """What the ranks of ``option`` do, in one sentence; none where there are no such ranks."""
    if not m.ranks(option):
        return []
    return [m.say(key, Ranks=m.all_of(text(m.lang, f"rank.{rank}") for rank in m.ranks(option)))]


def _draws(m: Mix, count: int) -> str:
    """What the ranks do that make the next player draw ``count`` cards."""
    ranks = [rank for rank in m.draws if m.draws[rank] == count]
    words = {
        "cards": m.cards(count),
        "twice": number(m.lang, 2 * count),
        "thrice": number(m.lang, 3 * count),
    }
    names = m.all_of(text(m.lang, f"rank.{rank}") for rank in ranks)
    if len(ranks) > 1:
        return m.say("sheet.power.draws_several", Ranks=names, **words)
    return m.say("sheet.power.draws", Rank=names, a_rank=m.a(ranks[0]), **words)


def _joker(m: Mix) -> str:
    lines = [m.say("sheet.power.joker")]
    if m.v["joker_power"] == "reverse":
        lines.append(m.say("sheet.power.joker_reverse"))
    if m.v["joker_draws"]:
        lines.append(m.say("sheet.power.draws_joker", cards=m.cards(int(m.v["joker_draws"]))))
    return " ".join(lines)


def has_power(m: Mix, rank: str) -> bool:
    """Does a card of ``rank`` do something when it is laid, but name the suit?"""
    ranks = "".join(map(m.ranks, ("skip_ranks", "reverse_ranks", "again_ranks")))
    return rank in ranks or rank in m.draws or (m.power != "none" and rank == m.ace)


def last_with_power(m: Mix) -> bool:
    """May the last card be one with a power, which is then lost?"""
    barred = "" if m.v["out_on_draw_all"] or m.power == "none" else m.ace
    return any(has_power(m, rank) for rank in RANKS if rank in m.pack and rank not in barred)
