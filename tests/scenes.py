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
    TipScene,
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
            "Din tur: lägg en klöver, en fyra eller en åtta.",
            "Your turn: play a club, a four or an eight.",
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
            _say(lang, "Korten är delade: 7 kort var.", "Dealt: 7 cards each."),
            _say(lang, "Klöver fyra vändes upp.", "The four of clubs was turned up."),
        ),
        round_end=None,
        sounds=("turn",),
        tips=True,
    )


def tipped(lang: Lang) -> Scene:
    """The same, with the longest of tips."""
    words = _say(lang, "Lägg hjärter åtta och säg klöver.", "Play the eight of hearts, name clubs.")
    why = _say(
        lang,
        "I provspel härifrån går du ut först 32 gånger av 100 så, mot 27 om du lägger klöver dam.",
        "When I try it out, you go out first 32 times in 100 that way, against 27 if you play "
        "the queen of clubs.",
    )
    return replace(start(lang), number=6, tip=TipScene(words, why, ("8d",), draw=True))


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
        status=_say(
            lang,
            "Välj färg. Du ropar lappen när du lägger.",
            "Choose a suit. You call “lappen” when you play.",
        ),
        hand=tuple(
            replace(each, do="drop 0", drop="", order=1) if each.face.card == "8d" else each
            for each in start(lang).hand
        ),
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


def chosen(lang: Lang) -> Scene:
    """Two fours are taken out to be laid together, and a third could join them."""
    order = {"4h": 1, "4s": 2}
    held = tuple(
        replace(
            each,
            do=f"drop {order[each.face.card] - 1}" if each.face.card in order else each.do,
            drop="move 4h4s" if each.face.card in order else each.drop,
            order=order.get(each.face.card or "", 0),
            joins=each.face.card == "4d",
        )
        for each in hand(lang, "3s 4s Kh 4h 8d 4d Qc", "4s 4h 8d 4d Qc")
    )
    return replace(
        start(lang),
        hand=held,
        lay=Choice(
            _say(lang, "Lägg 2", "Play 2"),
            "move 4h4s",
            _say(
                lang,
                "Lägg hjärter fyra och spader fyra, i den ordningen",
                "Play the four of hearts and the four of spades, in that order",
            ),
        ),
        pile_do="move 4h4s",
        status=_say(
            lang,
            "2 valda, spader fyra överst: lägg, eller välj fler fyror.",
            "2 chosen, four of spades on top: play, or choose more fours.",
        ),
    )


def bare_eight(lang: Lang) -> Scene:
    """An eight is picked that may also be laid without a suit."""
    scene = suit_choice(lang)
    assert scene.suit_choice
    bare = Choice(
        _say(lang, "Säg ingen färg", "Name no suit"),
        "move 8d",
        _say(lang, "Säg ingen färg, klöver gäller som förut", "Name no suit, clubs still counts"),
    )
    return replace(
        scene,
        suit_choice=replace(scene.suit_choice, bare=bare),
        status=_say(lang, "Välj färg, eller fler åttor.", "Choose a suit, or more eights."),
    )


def owing(lang: Lang) -> Scene:
    """Cards to draw, a joker on top, the direction turned, penalties owed, calls to accuse."""
    scene = waiting(lang)

    def accusable(each: SeatScene) -> SeatScene:
        words = _say(
            lang,
            f"Påpeka att {each.name} glömt ropa lappen: är det fel drar du ett kort",
            f"Point out that {each.name} forgot to call “lappen”: if that is wrong you draw one",
        )
        return replace(each, accuse=Choice("?", f"move ?{each.seat}", words), owes=each.seat % 2)

    return replace(
        scene,
        opponents=tuple(each if each.out else accusable(each) for each in scene.opponents),
        my_turn=True,
        hand=hand(lang, "As 9s 2h Jd Qd 5c JK Tc Kc", "JK"),
        pile=(face(lang, "9c", "p7"), face(lang, "JK", "p8")),
        direction=-1,
        direction_label=_say(lang, "Turen går motsols", "Play goes counter-clockwise"),
        duty=10,
        duty_label=_say(lang, "10 kort att dra", "10 cards to draw"),
        take=Choice(
            _say(lang, "Dra 10", "Draw 10"),
            "move draw",
            _say(lang, "Dra 10 kort, sedan går turen vidare", "Draw 10, then your turn is over"),
        ),
        stock_may=True,
        me_owes=3,
        me_owes_label=_say(lang, "Du drar tre kort", "You draw three cards"),
        lappen=None,
        status=_say(
            lang,
            "Din tur: dra 10 kort, eller lägg en joker och skicka vidare.",
            "Your turn: draw 10 cards, or play a joker and send it on.",
        ),
    )


CROWD = ("Astrid", "Birger", "Cecilia", "David", "Edit", "Folke", "Greta")


def crowd(lang: Lang) -> Scene:
    """Eight seats."""
    counts = (7, 12, 1, 25, 3, 40, 9)
    seated = tuple(
        replace(
            seat(lang, 1, count, in_turn=i == 3, dealer=i == 1),
            seat=i + 1,
            name=CROWD[i],
            label=f"{CROWD[i]}, {count}",
            fan=tuple(back(f"c{i}x{j}") for j in range(count)),
            bubble=_say(lang, "hoppas över", "is skipped") if i == 2 else "",
        )
        for i, count in enumerate(counts)
    )
    return replace(waiting(lang), opponents=seated)


def open_hands(lang: Lang) -> Scene:
    """Everybody sees every hand, and no points are kept."""
    hands = ("2s 7s 9h Td Kc", BIG_HAND[:59], "8c")
    seated = tuple(
        replace(
            seat(lang, i, len(cards.split())),
            fan=tuple(face(lang, card, f"o{i}{card}") for card in cards.split()),
            open=True,
        )
        for i, cards in enumerate(hands, 1)
    )
    return replace(start(lang), opponents=seated, single=True)


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
        tipped,
        waiting,
        drawing,
        lone_eight,
        suit_choice,
        chosen,
        bare_eight,
        owing,
        crowd,
        open_hands,
        big_hand,
        refused,
        lappen_due,
        challenge,
        round_end,
        match_won,
    )
}
