"""The sections on the way to a turn: the aim, the deal, the turn, drawing."""

from __future__ import annotations

from vandatta.cards import RANKS
from vandatta.describe import number, seats_words
from vandatta.engine.rules import packs_for
from vandatta.messages import card_name, suit_name
from vandatta.options import compile_rules, seats_for
from vandatta.sheet.mix import Mix
from vandatta.sheet.shape import Block, Bullets, Paragraph

HEARTS = 1


def aim(m: Mix) -> list[Block]:
    """What it is all about, for how many, with which cards."""
    rules = compile_rules(m.v)
    # where the cards are too few for anybody, the numbers the rules ask for
    seats = seats_for(rules) or range(rules.min_seats, rules.max_seats + 1)
    needs = [seats_words(m.lang, seats)]
    if m.jokers:
        jokers = number(m.lang, m.jokers)
        needs.append(m.say("sheet.aim.pack_jokers", count=m.jokers, number=jokers))
    else:
        needs.append(m.say("sheet.aim.pack"))
    if len(m.pack) < len(RANKS):
        gone = m.all_of(m.many(rank) for rank in RANKS if rank not in m.pack)
        needs.append(m.say("sheet.aim.removed", ranks=gone, count=4 * len(m.pack) + m.jokers))
    two = [each for each in seats if packs_for(rules, each) > 1]
    if len(two) == len(seats):
        needs.append(m.say("sheet.aim.two_packs"))
    elif len(two) == 1:
        needs.append(m.say("sheet.aim.two_packs_at", number=number(m.lang, two[0])))
    elif two:
        needs.append(m.say("sheet.aim.two_packs_from", number=number(m.lang, two[0])))
    return [Paragraph(m.say("sheet.aim.goal")), Paragraph(" ".join(needs))]


def deal(m: Mix) -> list[Block]:
    """From the shuffle to the first card of the pile."""
    start = [m.say("sheet.deal.dealer")]
    if m.v["match_end"] != "single":
        start.append(m.say("sheet.deal.moves"))
    hands = [m.say("sheet.deal.hands", cards=m.cards(int(m.v["hand_size"])))]
    if m.v["hand_size_two"]:
        hands.append(m.say("sheet.deal.hands_two", cards=m.cards(int(m.v["hand_size_two"]))))
    hands.append(m.say("sheet.deal.open" if m.v["open_hands"] else "sheet.deal.hidden"))
    lines = [" ".join(start), " ".join(hands), m.say("sheet.deal.stock"), *_first_card(m)]
    return [Bullets(tuple(lines))]


def _first_card(m: Mix) -> list[str]:
    """What a turned-up card does that is not just any card."""
    put_back = []
    lines = []
    if m.wilds and m.v["start_eight"] == "redraw":
        put_back.append(m.a(m.wild))
    elif m.wilds and m.v["start_eight"] == "name":
        lines.append(m.say("sheet.deal.wild_name"))
    elif m.wilds:
        lines.append(m.say("sheet.deal.wild_own"))
    if m.power != "none":
        if m.v["start_ace"] == "redraw":
            put_back.append(m.a(m.ace))
        elif m.v["start_ace"] == "dealer_draws":
            lines.append(m.say("sheet.deal.ace_dealer"))
        elif m.v["start_ace"] == "all_draw":
            lines.append(m.say("sheet.deal.ace_all"))
        else:
            lines.append(m.say("sheet.deal.ace_plain"))
    if m.jokers:
        put_back.append(m.a("*"))
    if put_back:
        lines.insert(0, m.say("sheet.deal.redraw", cards=m.one_of(put_back)))
    acting = {*m.draws, *m.ranks("skip_ranks"), *m.ranks("reverse_ranks")}
    if acting:
        words = m.one_of(m.a(rank) for rank in RANKS if rank in acting)
        power = "sheet.deal.power" if m.v["start_powers"] else "sheet.deal.no_power"
        lines.append(m.say(power, cards=words))
    return [" ".join(lines)] if lines else []


def turn(m: Mix) -> list[Block]:
    """Who begins, and what may be laid on what."""
    rank = (m.ordinary or m.pack)[0]
    match = m.say(
        "sheet.turn.match",
        card=card_name(m.lang, 4 * RANKS.index(rank) + HEARTS),
        suit=suit_name(m.lang, HEARTS),
        ranks=m.many(rank),
    )
    lines = [m.say("sheet.turn.order"), match]
    if m.v["must_lay"]:
        lines.append(m.say("sheet.turn.must"))
    elif m.v["hand_cap"]:
        lines.append(m.say("sheet.turn.cap", cards=m.cards(int(m.v["hand_cap"]))))
    else:
        lines.append(m.say("sheet.turn.may"))
    if m.v["several_of_a_rank"]:
        lines.append(m.say("sheet.turn.several") + _not_several(m))
    if m.v["misplay"] == "draw_one":
        lines.append(m.say("sheet.turn.wrong_draw_duty" if m.duty else "sheet.turn.wrong_draw"))
    elif m.v["misplay"] == "retry":
        lines.append(m.say("sheet.turn.wrong_retry"))
    return [Bullets(tuple(lines))]


def _not_several(m: Mix) -> str:
    alone = [m.many(m.wild)] if m.wilds and not m.v["several_wilds"] else []
    alone += [m.many(m.ace)] if m.power != "none" else []
    alone += [m.say("sheet.turn.jokers").lower()] if m.jokers else []
    return " " + m.say("sheet.turn.not_several", ranks=m.all_of(alone)) if alone else ""


def draw(m: Mix) -> list[Block]:
    """Drawing, passing, the stock running out, and a round that nobody can win."""
    limit = int(m.v["draw_limit"])
    if m.v["must_lay"]:
        keys = ("sheet.draw.must_any", "sheet.draw.must_one", "sheet.draw.must")
    else:
        keys = ("sheet.draw.may_any", "sheet.draw.may_one", "sheet.draw.may")
    drawing = [m.say(keys[min(limit, 2)], number=number(m.lang, limit))]
    if not m.v["must_lay"]:
        drawing.append(m.say(_after_drawing(m)))
    if limit:
        drawing.append(m.say("sheet.draw.pass" if m.v["must_lay"] else "sheet.draw.pass_may"))
    return [Bullets((" ".join(drawing), _stock(m), _blocked(m)))]


def _after_drawing(m: Mix) -> str:
    if m.v["lay_after_draw"] == "any":
        return "sheet.draw.any"
    return "sheet.draw.drawn_several" if m.v["several_of_a_rank"] else "sheet.draw.drawn"


def _stock(m: Mix) -> str:
    times = int(m.v["reshuffles"])
    if not times:
        lines = [m.say("sheet.draw.no_renew")]
    elif m.v["renew_stock"] == "when_empty":
        lines = [m.say("sheet.draw.renew_early")]
    else:
        lines = [m.say("sheet.draw.renew")]
    if times == 1:
        lines.append(m.say("sheet.draw.renew_once"))
    elif times > 1:
        lines.append(m.say("sheet.draw.renew_times", number=number(m.lang, times)))
    lines.append(m.say("sheet.draw.empty" if m.v["must_lay"] else "sheet.draw.empty_may"))
    if m.drawn_by_rule:
        lines.append(m.say("sheet.draw.short"))
    return " ".join(lines)


def _blocked(m: Mix) -> str:
    more = m.v["blocked_after"] == "circle_and_one"
    lines = [m.say("sheet.draw.blocked_one_more" if more else "sheet.draw.blocked")]
    if m.v["pass_counts"] == "stock_empty":  # noqa: S105
        lines.append(m.say("sheet.draw.pass_counts"))
        if m.duty:
            lines.append(m.say("sheet.draw.pass_duty"))
    if m.v["turn_limit"]:
        lines.append(m.say("sheet.draw.turns", count=m.v["turn_limit"]))
    if m.v["lay_limit"]:
        lines.append(m.say("sheet.draw.lays", count=m.v["lay_limit"]))
    return " ".join(lines)
