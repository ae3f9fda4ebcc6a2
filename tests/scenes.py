"""Scenes of a table as the page may have to show it: for tests, and to be looked at.

They are put together by hand, so that how a page looks doesn't wait for a game
to get there. The words stand for what the stage says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vandatta.cards import card_from_text
from vandatta.messages import Lang, card_name, sentence, suit_name
from vandatta.server.scene import (
    CardScene,
    Choice,
    HandCard,
    HandScore,
    LogLine,
    RoundEnd,
    Scene,
    SeatScene,
    SuitChoice,
)

NAMES = ("Astrid", "Birger", "Cecilia", "David")
BIG_HAND = "As 2s 3s 7s 9s Js Qs Ks 2h 4h 5h 6h 9h Th Qh 3d 5d 6d 8d Td Kd 4c 7c 8c Jc"
"""Twenty-five cards."""


def _say(lang: Lang, sv: str, en: str) -> str:
    return sv if lang == "sv" else en


def face(lang: Lang, card: str, key: str = "", origin: str = "") -> CardScene:
    """A card face up."""
    return CardScene(key or f"k{card}", card, card_name(lang, card_from_text(card)), origin)


def back(key: str, origin: str = "") -> CardScene:
    """A card face down."""
    return CardScene(key, None, "", origin)


def hand(lang: Lang, cards: str, fits: str = "", wild: bool = True) -> tuple[HandCard, ...]:
    """A hand; ``fits`` are the cards that may be laid."""
    held = []
    for card in cards.split():
        may = card in fits.split()
        label = sentence(card_name(lang, card_from_text(card)))
        if may:
            label += _say(lang, ", går att lägga", ", can be played")
        do = f"pick {card}" if may and card[0] == "8" and wild else f"move {card}"
        held.append(HandCard(face(lang, card), may, do, label))
    return tuple(held)


def seat(lang: Lang, number: int, count: int, **changes: object) -> SeatScene:
    """An opponent with ``count`` cards."""
    name = NAMES[number - 1]
    total = 12 * number
    plain = SeatScene(
        seat=number,
        name=name,
        level=_say(lang, "Nybörjare", "Beginner"),
        count=count,
        fan=tuple(back(f"b{number}x{i}") for i in range(count)),
        in_turn=False,
        dealer=False,
        called=False,
        challenge=None,
        out=False,
        total=total,
        label=_say(
            lang, f"{name}, {count} kort, {total} poäng", f"{name}, {count} cards, {total} points"
        ),
        bubble="",
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def lines(*texts: str) -> tuple[LogLine, ...]:
    """Lines of the log."""
    return tuple(LogLine(f"e{i}", each) for i, each in enumerate(texts))


def start(lang: Lang) -> Scene:
    """Just dealt, three opponents, the reader to play."""
    return Scene(
        lang=lang,
        table="A" * 22,
        number=5,
        decision=1,
        opponents=(seat(lang, 1, 7), seat(lang, 2, 7), seat(lang, 3, 7, dealer=True)),
        me_name=_say(lang, "Du", "You"),
        me_total=0,
        me_called=False,
        me_dealer=False,
        my_turn=True,
        me_out=False,
        stock_count=23,
        stock_label=_say(lang, "Talongen: 23 kort", "The stock: 23 cards"),
        stock_do="move draw",
        stock_may=False,
        pile=(face(lang, "4c", "p1"),),
        pile_label=_say(lang, "Högen: klöver fyra överst", "The pile: four of clubs on top"),
        badge=None,
        badge_label="",
        status=_say(
            lang,
            "Din tur: lägg en klöver eller en fyra, eller en åtta.",
            "Your turn: play a club or a four, or an eight.",
        ),
        notice="",
        notice_key="",
        hand=hand(lang, "3s 9s Kh 4h 8d 9c Qc", "4h 8d 9c Qc"),
        sort=Choice(
            _say(lang, "Sortera efter valör", "Sort by rank"),
            "sort rank",
            _say(lang, "Sortera efter valör", "Sort by rank"),
        ),
        lappen=Choice(
            "Lappen!",
            "lappen",
            _say(lang, "Lappen! Ropa med nästa kort", "Lappen! Call with your next card"),
        ),
        lappen_armed=False,
        lappen_urgent=False,
        pass_turn=None,
        suit_choice=None,
        log=lines(
            _say(lang, "Given är delad: 7 kort var.", "Dealt: 7 cards each."),
            _say(lang, "Klöver fyra vändes upp.", "The four of clubs was turned up."),
        ),
        round_end=None,
        sounds=("turn",),
    )


def waiting(lang: Lang) -> Scene:
    """In the middle of a round with four opponents, somebody else's turn, an eight on top."""
    return replace(
        start(lang),
        number=60,
        opponents=(
            seat(lang, 1, 4),
            seat(lang, 2, 11, in_turn=True, bubble=_say(lang, "drar", "draws")),
            seat(lang, 3, 1, called=True, bubble="Lappen!"),
            seat(lang, 4, 0, out=True, total=105),
        ),
        my_turn=False,
        me_dealer=True,
        me_total=45,
        stock_count=48,
        pile=(face(lang, "9c", "p7"), face(lang, "9h", "p8"), face(lang, "8s", "p9")),
        pile_label=_say(
            lang,
            "Högen: spader åtta överst, färgen är hjärter",
            "The pile: eight of spades on top, the suit is hearts",
        ),
        badge="h",
        badge_label=_say(lang, "Färgen är hjärter", "The suit is hearts"),
        status=_say(lang, "Birger funderar.", "Birger is thinking."),
        hand=hand(lang, "As 9s 2h Jd Qd 5c 6c Tc Kc"),
        log=lines(
            _say(lang, "Du lade klöver nio.", "You played the nine of clubs."),
            _say(lang, "Astrid lade hjärter nio.", "Astrid played the nine of hearts."),
            _say(
                lang,
                "Cecilia lade spader åtta och valde hjärter.",
                "Cecilia played the eight of spades and chose hearts.",
            ),
            _say(lang, "Cecilia: ”Lappen!”", "Cecilia: “Lappen!”"),
            _say(lang, "Birger drog ett kort.", "Birger drew a card."),
        ),
        sounds=("draw",),
    )


def drawing(lang: Lang) -> Scene:
    """Nothing fits: the stock is to be tapped; the reader may pass as well."""
    return replace(
        start(lang),
        hand=hand(lang, "3s 9s Kh 4h"),
        stock_may=True,
        pass_turn=Choice(
            _say(lang, "Passa", "Pass"),
            "move pass",
            _say(lang, "Passa, ge turen vidare", "Pass, end your turn"),
        ),
        status=_say(
            lang,
            "Din tur: inget passar, dra ett kort (2 kvar).",
            "Your turn: nothing fits, draw a card (2 left).",
        ),
    )


def lone_eight(lang: Lang) -> Scene:
    """A special card is all that is left: the longest thing the status line has to say."""
    return replace(
        drawing(lang),
        hand=hand(lang, "8d"),
        me_called=True,
        me_dealer=True,
        me_total=95,
        status=_say(
            lang,
            "Din tur: hjärter åtta får inte läggas sist, passa eller dra ett kort (2 kvar).",
            "Your turn: the eight of diamonds can’t be your last card, "
            "pass or draw a card (2 left).",
        ),
    )


def suit_choice(lang: Lang) -> Scene:
    """An eight is picked, and its suit to be named."""

    def suit(i: int, which: str) -> Choice:
        name = sentence(suit_name(lang, i))
        return Choice(name, f"move 8d={which}", name, which)

    return replace(
        start(lang),
        suit_choice=SuitChoice(
            _say(lang, "Välj färg för ruter åtta", "Choose a suit for the eight of diamonds"),
            tuple(suit(i, which) for i, which in enumerate("shdc")),
            Choice(
                _say(lang, "Tillbaka", "Back"),
                "unpick",
                _say(
                    lang, "Tillbaka, lägg inte ruter åtta", "Back, don’t play the eight of diamonds"
                ),
            ),
        ),
        status=_say(lang, "Välj färg.", "Choose a suit."),
        lappen_armed=True,
    )


def big_hand(lang: Lang) -> Scene:
    """Twenty-five cards to hold."""
    return replace(
        waiting(lang),
        my_turn=True,
        hand=hand(lang, BIG_HAND, "2h 4h 5h 6h 9h Th Qh"),
        status=_say(lang, "Din tur: lägg en hjärter.", "Your turn: play a heart."),
    )


def refused(lang: Lang) -> Scene:
    """A card that doesn't fit got its answer."""
    return replace(
        start(lang),
        notice=_say(
            lang, "En åtta får inte läggas på en åtta.", "An eight can’t be played on an eight."
        ),
        notice_key="m7",
    )


def lappen_due(lang: Lang) -> Scene:
    """The reader has one card and hasn't called."""
    return replace(
        waiting(lang),
        hand=hand(lang, "Tc"),
        lappen_urgent=True,
        status=_say(lang, "Ropa lappen!", "Call “lappen”!"),
    )


def challenge(lang: Lang) -> Scene:
    """Cecilia forgot to call, and a tap on her seat points it out."""
    scene = waiting(lang)
    label = _say(
        lang,
        "Cecilia, 1 kort, tryck för att påpeka en glömd lapp",
        "Cecilia, 1 card, press to point out a forgotten “lappen”",
    )
    forgetful = seat(lang, 3, 1, challenge="move ?3", label=label)
    return replace(scene, opponents=(*scene.opponents[:2], forgetful, scene.opponents[3]))


def _score(lang: Lang, name: str, cards: str, total: int, **changes: object) -> HandScore:
    worth = {"8": 25, "A": 15, "T": 10, "J": 10, "Q": 10, "K": 10}
    held = tuple(
        (face(lang, card, f"r{name}{card}"), worth.get(card[0], 5)) for card in cards.split()
    )
    plain = HandScore(name, held, sum(points for _, points in held), total, not held, False)
    return replace(plain, **changes)  # type: ignore[arg-type]


def round_end(lang: Lang) -> Scene:
    """A round is over: open hands and the score sheet."""
    you = _say(lang, "Du", "You")
    return replace(
        waiting(lang),
        number=90,
        my_turn=False,
        hand=(),
        opponents=tuple(replace(each, fan=()) for each in waiting(lang).opponents),
        status=_say(lang, "Omgången är slut.", "The round is over."),
        round_end=RoundEnd(
            title=_say(lang, "Cecilia gick ut!", "Cecilia went out!"),
            hands=(
                _score(lang, you, "As 9s 2h Jd Qd 5c", 95),
                _score(lang, "Astrid", "3c 8h", 42),
                _score(lang, "Birger", BIG_HAND, 302, eliminated=True),
                _score(lang, "Cecilia", "", 36),
            ),
            sheet_names=(you, "Astrid", "Birger", "Cecilia", "David"),
            sheet_rows=((25, 0, 35, 10, 105), (20, 12, 0, 26, None), (50, 30, 267, 0, None)),
            sheet_totals=(95, 42, 302, 36, 105),
            note=_say(lang, "Birger är ute ur partiet.", "Birger is out of the match."),
            match_over=False,
            won=False,
            go_on=Choice(
                _say(lang, "Nästa omgång", "Next round"),
                "next",
                _say(lang, "Nästa omgång", "Next round"),
            ),
        ),
    )


def match_won(lang: Lang) -> Scene:
    """The match is over and the reader won it."""
    scene = round_end(lang)
    you = _say(lang, "Du", "You")
    return replace(
        scene,
        opponents=scene.opponents[:1],
        sounds=("win",),
        round_end=RoundEnd(
            title=_say(lang, "Du vann partiet!", "You won the match!"),
            hands=(
                _score(lang, you, "", 42),
                _score(lang, "Astrid", "3c 8h Kd", 110, eliminated=True),
            ),
            sheet_names=(you, "Astrid"),
            sheet_rows=((25, 0), (0, 70), (17, 0), (0, 40)),
            sheet_totals=(42, 110),
            note=_say(lang, "Astrid är ute ur partiet.", "Astrid is out of the match."),
            match_over=True,
            won=True,
            go_on=Choice(
                _say(lang, "Spela igen", "Play again"),
                "again",
                _say(lang, "Spela igen", "Play again"),
            ),
        ),
    )


SCENES: dict[str, Callable[[Lang], Scene]] = {
    each.__name__: each
    for each in (
        start,
        waiting,
        drawing,
        lone_eight,
        suit_choice,
        big_hand,
        refused,
        lappen_due,
        challenge,
        round_end,
        match_won,
    )
}
