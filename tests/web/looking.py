"""A page in a browser, watched for what no page may have."""

from __future__ import annotations

import re
from base64 import b85decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from zlib import decompress

SMALLEST = 48

TOO_SMALL = """() => [...document.querySelectorAll('a, button, input, select, textarea, summary, label.tick, label.chip')]
  .filter(e => e.type !== 'hidden' && e.checkVisibility() && !e.closest('.skip'))
  .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 120), e.closest('svg')])
  .map(([r, html, drawn]) => [r, html, drawn && matchMedia('(pointer: fine)').matches ? 19.5 : 47.5])
  .filter(([r, , least]) => r.width > 1 && r.height > 1 && Math.min(r.width, r.height) < least)
  .map(([r, html]) => `${r.width}x${r.height} ${html}`)"""
"""What is too small for a finger; in a drawing under a mouse, for that."""
CUT = """() => [...document.body.querySelectorAll('*')].filter(e => {
  const [how, rest] = [getComputedStyle(e), ['INPUT', 'SELECT', 'TEXTAREA', 'svg'].includes(e.tagName)];
  const moved = how.scrollSnapType !== 'none' || e.matches('#stage, .stage');
  const meant = rest || moved || e.closest('.unseen, .skip, svg, .mark');
  if (meant || !e.checkVisibility() || e.clientWidth < 2) return false;
  return (how.overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1)
    || (['hidden', 'clip'].includes(how.overflowY) && e.scrollHeight > e.clientHeight + 1);
}).map(e => `${e.scrollWidth} in ${e.clientWidth}, ${e.scrollHeight} in ${e.clientHeight}: ${e.outerHTML.slice(0, 160)}`)"""
"""What has more in it than it shows, or shows all of it only when it is pushed sideways; but for tables, which are moved."""
TALL = """() => [...document.querySelectorAll('main a')].filter(e => {
  const [how, about] = [getComputedStyle(e), getComputedStyle(e.parentElement)];
  const words = [...e.parentElement.childNodes].some(node => node.nodeType === 3 && node.data.trim().length > 1);
  return words && e.checkVisibility() && how.display.startsWith('inline-') && !/flex|grid/.test(about.display)
    && e.offsetHeight + parseFloat(how.marginTop) + parseFloat(how.marginBottom) > 1.5 * parseFloat(about.lineHeight);
}).map(e => e.outerHTML.slice(0, 160))"""
"""Links within a sentence that open its line: a finger's height is no reason for an uneven text."""
SMALLEST_LETTERS = 11
FINE_PRINT = """async () => {
  const found = [];
  for (const shown of document.querySelectorAll('figure img, figure svg')) {
    let [drawn, wide] = [shown, shown.getBoundingClientRect().width];
    if (!wide) continue;
    if (shown.tagName === 'IMG') {
      const other = [...shown.parentElement.querySelectorAll('source')].find(one => matchMedia(one.media).matches);
      const answer = await fetch(other ? other.srcset : shown.src);
      if (!(answer.headers.get('content-type') || '').includes('svg')) continue;
      drawn = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    }
    const scale = wide / drawn.viewBox.baseVal.width;
    const sizes = [...drawn.querySelectorAll('text[font-size]')].map(e => parseFloat(e.getAttribute('font-size')) * scale);
    if (sizes.length) found.push([Math.min(...sizes), shown.outerHTML.slice(0, 120)]);
  }
  return found;
}"""
"""How large the smallest letters of each picture to read are on the screen, in pixels."""
BROKEN = """() => [...document.querySelectorAll('.number')].filter(e => {
  const text = document.createRange();
  text.selectNodeContents(e);
  return /^[-+\\d.,%]+$/.test(e.textContent.trim()) && e.checkVisibility()
    && new Set([...text.getClientRects()].map(r => Math.round(r.top))).size > 1;
}).map(e => e.outerHTML.slice(0, 160))"""
"""Figures that stand in more than one line."""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@contextmanager
def watched(chromium: Any, **screen: Any) -> Iterator[Any]:
    """A page of a visitor who was never here before, watched as in :func:`heeded`."""
    context = chromium.new_context(**screen)
    page = context.new_page()
    page.set_default_timeout(30_000)  # on a busy machine everything comes, late
    try:
        with heeded(page):
            yield page
    finally:
        page.unroute_all(behavior="ignoreErrors")  # one that still fetches would fail in whichever test comes next
        context.close()


@contextmanager
def heeded(page: Any) -> Iterator[None]:
    """When it is left, the page has said nothing on the console, and has asked nobody but the app."""
    said: list[str] = []
    asked: list[str] = []
    heeding = {
        "console": lambda message: said.append(message.text) if message.type in ("error", "warning") else None,
        "pageerror": lambda error: said.append(str(error)),
        "request": lambda request: asked.append(request.url),
    }
    for what, heed in heeding.items():
        page.on(what, heed)
    yield
    for what, heed in heeding.items():
        page.remove_listener(what, heed)
    assert not said, said
    assert all(url.startswith(("http://127.0.0.1:", "file:", "data:")) for url in asked)


SETTLED = """() => document.getAnimations().filter(one => one.timeline === document.timeline).every(one =>
  one.playState !== 'running' || one.effect.getKeyframes().every(frame => frame.easing.startsWith('steps')))"""
"""Half-way through a change of colour nothing has the contrast that it ends with. What goes in one step stays till then.
What goes with scrolling goes on."""
SERIOUS = """([options, only]) => axe.run(only.length
  ? only.map(at => document.querySelectorAll('body *')[at]) : document, options).then(({violations}) => violations
  .filter(one => ['serious', 'critical'].includes(one.impact))
  .flatMap(one => one.nodes.slice(0, 3).map(node => [one.id, node.html.slice(0, 120), node.failureSummary])))"""


@cache
def axe_script() -> str:
    """What asks a page for faults of access, once it runs there."""
    from axe_playwright_python.sync_playwright import Axe

    return str(Axe().axe_script)


COLOURS = ("color-contrast", "link-in-text-block")
"""What colours alone decide."""
BY_LAYOUT = (*COLOURS, "scrollable-region-focusable")
"""What colours and widths decide; all else is a matter of what is on a page and to be seen."""
SHOWN = "() => [...document.querySelectorAll('body *')].map(one => one.checkVisibility() && one.getClientRects().length > 0)"


def accessible(page: Any, only: Sequence[int] = (), **options: Any) -> None:
    """On a page at rest nothing serious for axe; ``only``: in these elements, by their places in the body."""
    page.wait_for_function(SETTLED)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe_script())
    serious = page.evaluate(SERIOUS, [{"resultTypes": ["violations"], **options}, only])
    assert not serious, serious


def sound(page: Any) -> None:
    """On a page at rest nothing serious for axe, no target too small, nothing that is wider than the screen."""
    accessible(page)
    in_size(page)


def in_size(page: Any) -> None:
    """No target is too small, and nothing wider than the screen."""
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate(SIDEWAYS) <= 0


def fits(page: Any) -> None:
    """Nothing on a page is cut, or has to be pushed sideways, but for galleries; its figures are whole, its lines even, the
    letters of its pictures can be read.
    """
    assert page.evaluate(CUT) == []
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(TALL) == []
    assert [one for one in page.evaluate(FINE_PRINT) if one[0] < SMALLEST_LETTERS - 0.1] == []


def sound_in_both_colours(page: Any) -> None:
    """The same of a light page, and of the same page once it is dark."""
    sound(page)
    page.emulate_media(color_scheme="dark")
    accessible(page, runOnly=COLOURS)
    page.emulate_media(color_scheme="light")


def sound_on_both(light: Any, dark: Any) -> None:
    """A light page and a dark one of another width are sound; what only one of them shows is looked at in both colours."""
    shown = [page.evaluate(SHOWN) for page in (light, dark)]
    alike = len(shown[0]) == len(shown[1])
    sound(light)
    for page, own, other, now, then in ((light, *shown, "light", "dark"), (dark, *reversed(shown), "dark", "light")):
        alone = [at for at, seen in enumerate(own) if seen and not other[at]] if alike else []
        if page is dark and alike:
            in_size(dark)
            accessible(dark, runOnly=BY_LAYOUT)
            if alone:
                accessible(dark, alone)
        elif page is dark:
            sound(dark)
        if alone or not alike:
            page.emulate_media(color_scheme=then)
            accessible(page, alone, runOnly=COLOURS)
            page.emulate_media(color_scheme=now)


def choose(page: Any, field: str, name: str, within: Any = None) -> None:
    """Choose from a long list as a player does: by its search."""
    finder = (within or page).locator(".finder", has=page.get_by_label(f"{field}: find by name"))
    finder.get_by_role("searchbox").fill(name)
    finder.get_by_role("button", name=name).first.click()


BOXES = """all => all.map(one => {
  const lines = [...one.querySelectorAll('text')].map(text => text.getBoundingClientRect());
  const most = (pick, side) => pick(...lines.map(line => line[side]));
  const [low, high] = [Math.min, Math.max];
  return [one.dataset.name, most(low, 'left'), most(low, 'top'), most(high, 'right'), most(high, 'bottom')];
})"""
PIECES = "all => all.map(one => one.dataset.piece)"
LEADING = 3
"""Pixels that the letters of a line do not use."""


def overlapping(one: list[float], other: list[float]) -> bool:
    wide, high = (min(one[at + 2], other[at + 2]) - max(one[at], other[at]) for at in (0, 1))
    return wide > LEADING and high > LEADING


def facts_of(page: str) -> str:
    """What the page of a film holds, which is packed in it; empty of another page."""
    packed = re.search(r'id="film">([^<]*)<', page)
    return decompress(b85decode(packed[1].replace(",", "<"))).decode() if packed else ""
