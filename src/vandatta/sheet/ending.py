"""The sections on the end: lappen, going out, points and match."""

from __future__ import annotations

from vandatta.cards import RANKS
from vandatta.messages import sentence, text
from vandatta.options import compile_rules
from vandatta.sheet.mix import Mix
from vandatta.sheet.powers import last_with_power
from vandatta.sheet.shape import Block, Bullets, Paragraph, Table


def lappen(m: Mix) -> list[Block]:
    """The call at one card, and what forgetting it costs."""
    if not m.v["lappen"]:
        return []
    lines = [m.say("sheet.lappen.call"), m.say(_forgotten(m), cards=_penalty(m))]
    if m.v["false_challenge_penalty"]:
        cards = m.cards(int(m.v["false_challenge_penalty"]))
        lines.append(m.say("sheet.lappen.false", cards=cards))
    if m.v["warning_at"]:
        lines.append(m.say("sheet.lappen.warn", cards=m.cards(int(m.v["warning_at"]))))
    return [Bullets(tuple(lines))]


def _penalty(m: Mix) -> str:
    return m.cards(int(m.v["lappen_penalty"]))


def _forgotten(m: Mix) -> str:
    noticed = m.v["lappen_caught_by"] == "rule"
    if not m.v["lappen_penalty"]:
        return "sheet.lappen.noticed_free" if noticed else "sheet.lappen.reminded"
    if m.v["lappen_penalty_when"] == "next_turn":
        return "sheet.lappen.noticed_next" if noticed else "sheet.lappen.caught_next"
    return "sheet.lappen.noticed" if noticed else "sheet.lappen.caught"


def out(m: Mix) -> list[Block]:
    """Which card may be the last."""
    barred = [m.a(m.wild)] if m.wilds and not m.v["out_on_wild"] else []
    barred += [m.a(m.ace)] if m.power != "none" and not m.v["out_on_draw_all"] else []
    barred += [m.a("*")] if m.jokers else []
    lines = [m.say("sheet.out.first")]
    if barred:
        wait = "sheet.out.wait" if m.v["wait_with_special"] else "sheet.out.no_wait"
        lines.append(m.say("sheet.out.not", cards=m.one_of(barred)) + " " + m.say(wait))
    elif not m.v["last_card_suit"]:
        lines.append(m.say("sheet.out.any"))
    several = m.v["several_of_a_rank"]
    if m.v["last_card_suit"]:
        lines.append(m.say("sheet.out.suit_several" if several else "sheet.out.suit"))
    elif several:
        lines.append(m.say("sheet.out.several"))
    if last_with_power(m):
        lines.append(m.say("sheet.out.no_power"))
    return [Bullets(tuple(lines))]


def points(m: Mix) -> list[Block]:
    """What cards left in hand cost, and how a match is won."""
    if m.v["match_end"] == "single":
        single = m.say("sheet.points.single") + " " + m.say("sheet.points.tie")
        return [Paragraph(single), _scale(m)]
    key = f"sheet.points.{m.v['match_end']}"
    if m.v["limit_is"] == "passed":
        key = f"sheet.points.{m.v['match_end']}_passed"
    lines = [m.say(key, limit=m.v["limit"])]
    if m.v["match_end"] == "last_in":
        lines.append(m.say("sheet.points.all_out"))
    lines.append(m.say("sheet.points.tie"))
    return [Paragraph(m.say("sheet.points.count")), _scale(m), Paragraph(" ".join(lines))]


def _scale(m: Mix) -> Table:
    """The points of every card in the pack, the dearest first."""
    scale = str(m.v["scale"])
    rules = compile_rules(m.v)
    worth = {rank: rules.points[RANKS.index(rank)] for rank in m.pack}
    named = {m.wild, m.ace if m.power != "none" else "", "A", *"TJQK"}
    if scale == "openspiel":
        named = {m.wild, *"AJQK"}
    plain = [rank for rank in m.pack if rank not in named]
    if scale in ("standard", "children"):
        # the others need no names, be they court cards or not
        usual = 5 if scale == "standard" else 1
        plain = [rank for rank in m.pack if worth[rank] == usual]
    rows: dict[int, list[str]] = {}
    for rank in m.pack:
        if rank not in plain:
            rows.setdefault(worth[rank], []).append(text(m.lang, f"rank.{rank}"))
    if m.jokers:
        joker = m.say("sheet.points.joker").lower()
        rows.setdefault(rules.points[13], []).append(joker)
    found = [(sentence(", ".join(rows[each])), str(each)) for each in sorted(rows, reverse=True)]
    if plain:
        found.append((m.say("sheet.points.others"), _plain_worth(m, scale, worth[plain[0]])))
    return Table((m.say("sheet.points.card"), m.say("sheet.points.points")), tuple(found))


def _plain_worth(m: Mix, scale: str, each: int) -> str:
    if scale == "openspiel":
        return text(m.lang, "sheet.points.in_order")
    if scale in ("face_value", "english"):
        return text(m.lang, "sheet.points.face_value")
    return str(each)
