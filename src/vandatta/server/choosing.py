"""Choosing rules: a preset, any option changed, kept under a name, shared, and played by."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from vandatta.describe import base_of, option_name, problem, rules_name, seats_words
from vandatta.messages import Lang, sentence, text
from vandatta.options import OPTIONS, PRESETS, OptionsError, Value, from_id, rules_id
from vandatta.rulebook import own
from vandatta.server.chooser import Chooser, Length, Named, mixture
from vandatta.server.exchange import form, house_of, over_https, page, remember, under_way
from vandatta.server.measuring import NOTICEABLE, Measures, troubling
from vandatta.server.mixing import asked, mixed
from vandatta.server.own_names import (
    NAMES_COOKIE,
    cookie_of,
    keep,
    kept,
    own_name,
    read_name,
    taken,
)
from vandatta.server.problems import sentence_of, settings_of
from vandatta.server.render import render_choose, render_length
from vandatta.server.ruleset import nearest, opponents_for, values_at
from vandatta.server.security import Buckets, Problem, check_origin
from vandatta.server.settings import (
    SETTINGS_AGE,
    SETTINGS_COOKIE,
    canonical_id,
)
from vandatta.server.sharing import share
from vandatta.simulation.lengths import Lengths

OWN_MOST = 50
"""The data folder's rule sets that are listed at most."""
MEASURED, MEASURED_A_SECOND = 20.0, 0.5
"""How many mixes one address may have measured at once, and in the long run."""


async def choose_page(request: Request) -> Response:
    """``GET /choose/<id>``; with ``?length`` only when the rules have been measured."""
    values = values_at(request)
    if "length" in request.query_params:
        await _measured(request, rules_id(values), _seats(request, rules_id(values)))
    return await _page(request, values)


async def change(request: Request) -> Response:
    """``GET /choose?from=<id>&<option>=<value>...``: leads to the rules that come of it."""
    start, settings = asked(request.scope["query_string"])
    if start is None and not settings:
        return RedirectResponse(f"/choose/{settings_of(request).rules}", 303)
    try:
        old = from_id(start or PRESETS[0])
    except OptionsError:
        raise Problem(404, "no_rules") from None
    try:
        new = rules_id(mixed(old, base_of(old), settings))
    except OptionsError as error:
        what = _reason(settings_of(request).lang, error, old)
        return await _page(request, old, 422, what)
    return RedirectResponse(f"/choose/{new}", 303)


async def length_piece(request: Request) -> Response:
    """``GET /choose/<id>/length``: how long the rounds last, as a piece of the page."""
    rules = canonical_id(request.path_params["id"])
    if rules is None:
        raise Problem(404, "no_rules")
    settings, seats = settings_of(request), _seats(request, rules)
    found = await _measured(request, rules, seats)
    words = render_length(settings, _length(settings.lang, rules, seats, found))
    return HTMLResponse(words, headers={"Cache-Control": "private, no-cache"})


async def save(request: Request) -> Response:
    """``POST /choose/save``: keeps rules under a name.

    A name that other rules have is theirs until ``replace`` says the same name.
    """
    check_origin(request)
    wishes = await form(request)
    rules, name = wishes.get("rules", ""), wishes.get("name", "")
    names = _kept(request)
    asks = taken(names, name, rules)
    if asks and read_name(wishes.get("replace", "")) != asks:
        return await _page(request, from_id(rules), 409, wanted=asks, asks=asks)
    try:
        names = keep(names, name, rules)
    except Problem as refused:
        if refused.status != 422:
            raise
        what = sentence_of(refused, settings_of(request).lang)
        return await _page(request, from_id(rules), 422, what, name[:100])
    return _with_names(request, rules, names, f"?saved={quote(read_name(name) or '')}#save")


async def forget(request: Request) -> Response:
    """``POST /choose/forget``: lets a name go."""
    check_origin(request)
    wishes = await form(request)
    names = _kept(request)
    names.pop(wishes.get("name", ""), None)
    return _with_names(request, wishes.get("rules", ""), names, "#named")


def _with_names(request: Request, rules: str, names: dict[str, str], where: str) -> Response:
    """Back to the page of ``rules``, there to ``where``, with the names kept in the browser."""
    known = canonical_id(rules)
    if known is None:
        raise Problem(400, "no_rules")
    response = RedirectResponse(f"/choose/{known}{where}", 303)
    remember(response, NAMES_COOKIE, cookie_of(names), SETTINGS_AGE, over_https(request))
    return response


def _kept(request: Request) -> dict[str, str]:
    return kept(request.cookies.get(NAMES_COOKIE))


async def _page(
    request: Request,
    values: Mapping[str, Value],
    status: int = 200,
    what: str = "",
    wanted: str = "",
    asks: str = "",
) -> Response:
    """The chooser at some rules, which are remembered as the last choice."""
    settings, ident = settings_of(request), rules_id(values)
    seats = _seats(request, ident)
    host = request.headers.get("host", "")
    saved = request.query_params.get("saved", "")
    chooser = Chooser(
        mix=mixture(settings.lang, values, own_name(request, ident)),
        named=await _named(request, settings.lang, ident),
        share=share(host, over_https(request), f"/choose/{ident}"),
        length=_length(settings.lang, ident, seats, _measures(request).known(ident, seats)),
        players=_players(settings.lang, opponents_for(ident)),
        problem=what,
        wanted=wanted,
        asks=asks,
        # whoever was sent such an address has saved nothing
        saved=saved if _kept(request).get(saved) == ident else "",
    )
    trained = house_of(request).trained is not None
    html = render_choose(settings, chooser, await under_way(request), trained)
    response = page(request, html, status)
    if settings.rules != ident:
        cookie = settings.changed({"rules": ident}).cookie()
        remember(response, SETTINGS_COOKIE, cookie, SETTINGS_AGE, over_https(request))
    return response


async def _named(request: Request, lang: Lang, ident: str) -> tuple[Named, ...]:
    """The reader's names, and those of the data folder."""
    found = [
        Named(name, rules, rules_name(lang, from_id(rules)), rules == ident, True)
        for name, rules in _kept(request).items()
    ]
    folder: Path | None = request.app.state.presets
    if folder is not None:
        for name, values in await asyncio.to_thread(_in_folder, folder):
            rules = rules_id(values)
            found.append(Named(name, rules, rules_name(lang, values), rules == ident, False))
    return tuple(found)


def _in_folder(folder: Path) -> list[tuple[str, dict[str, Value]]]:
    """The rule sets in the data folder; what can't be read is left out."""
    found = []
    for name in own.names(folder)[:OWN_MOST]:
        try:
            found.append((name, own.read(folder / f"{name}{own.SUFFIX}")))
        except OptionsError:
            continue
    return found


def _seats(request: Request, rules: str) -> int:
    """With how many the reader would play by ``rules``; 0 if nobody can."""
    allowed = opponents_for(rules)
    return nearest(settings_of(request).opponents, allowed) + 1 if allowed else 0


def _players(lang: Lang, opponents: tuple[int, ...]) -> str:
    return seats_words(lang, [each + 1 for each in opponents]) if opponents else ""


def _measures(request: Request) -> Measures:
    measures: Measures = request.app.state.measures
    return measures


async def _measured(request: Request, rules: str, seats: int) -> Lengths | None:
    """The figures of some rules; None where nobody can play by them.

    Raises:
        Problem: too much has been measured for this address, or for all.
    """
    if not seats:
        return None
    known = _measures(request).known(rules, seats)
    if known is not None:
        return known
    buckets: Buckets = request.app.state.measure_buckets
    now = asyncio.get_running_loop().time()
    if not buckets.take(request.client.host if request.client else "", now):
        raise Problem(429, "too_many")
    return await _measures(request).measure(rules, seats)


def _length(lang: Lang, rules: str, seats: int, found: Lengths | None) -> Length:
    if not seats:
        return Length()
    if found is None:
        return Length(ask=f"/choose/{rules}/length")
    warning = ""
    if troubling(found):
        percent = max(1, round(100 * found.limited))
        key = "choose.length.stuck" if found.limited >= NOTICEABLE else "choose.length.long"
        warning = text(lang, key, percent=percent)
    return Length(
        text(lang, "choose.length.said", seats=seats, mean=round(found.mean), most=found.p99),
        warning,
        text(lang, "choose.length.measured", rounds=found.rounds),
    )


def _reason(lang: Lang, error: OptionsError, values: Mapping[str, Value]) -> str:
    """Why a mix can't be, with the options called as the page calls them."""
    told = error.values
    if error.message == "options.two_powers":
        one, other = (option_name(lang, str(told[each]), values) for each in ("one", "other"))
        rank = sentence(text(lang, f"the_rank.{told['rank']}"))
        return text(lang, "choose.two_powers", rank=rank, one=one, other=other)
    if error.message == "options.bad_value":
        option = OPTIONS[str(told["key"])]
        name = option_name(lang, option.key, values)
        if option.kind == "number":
            return text(lang, "choose.range", name=name, low=option.low, high=option.high)
        return text(lang, "choose.bad_value", name=name)
    return problem(lang, error)


ROUTES = [
    Route("/choose", change),
    Route("/choose/save", save, methods=["POST"]),
    Route("/choose/forget", forget, methods=["POST"]),
    Route("/choose/{id}", choose_page),
    Route("/choose/{id}/length", length_piece),
]
