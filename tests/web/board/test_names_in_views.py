"""Names over a view of the table: in a narrow one those of what matters less are short and give way; what is seen stays."""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from tests.drawing.crowds import LAPTOP, PHONE, Crowd, crowd_of

PLACED = """async ([crowds, wide, high]) => {
  const { Names } = await import('/static/board/names.js');
  document.body.innerHTML = '<div></div>';
  Object.assign(document.body.firstChild.style, { width: `${wide}px`, height: `${high}px` });
  const made = name => document.createElementNS('http://www.w3.org/2000/svg', name);
  const stage = document.body.firstChild, table = document.createElement('div');
  table.dataset.zoom = 'mid';
  const size = { width: wide, depth: high, left: 0, top: 0, up: false, scale: 1, grip: 5 };
  const camera = { stage, table, laid: 1, view: { k: 1, x: 0, y: 0 }, size, down: y => y };
  return crowds.map(({ pieces, borders, lines, minor }) => {
    const group = made('g');
    group.classList.add('element');
    const actors = pieces.map(([x, y, radius], n) =>
      ({ group, piece: `p${n}`, part: '', view: '', key: `p${n}`, home: [x, y], x, y, radius, gone: false }));
    const labels = pieces.map(([x, y, radius], n) => {
      const words = [`Unit ${n} of many`, '12.5 up, 170'].slice(0, 1 + n % 2);
      const lines = words.map(text => ({ text, fill: '#000', bold: n % 3 === 0, family: 'sans-serif' }));
      const spots = [[x, y, radius]];
      return { piece: `p${n}`, lines, circles: spots, spots: [], keyed: true, stays: false, minor: minor.includes(n), rim: 0,
               room: 0, matters: 1 };
    });
    const names = new Names(made('svg'), camera, null, false);
    names.ways = lines;
    names.take(actors, labels, borders);
    return names.shown.map(({ piece, box, group }) =>
      [Number(piece.slice(1)), box, group.querySelectorAll('text').length, group.querySelectorAll('line').length]);
  });
}"""
KEPT = """async () => {
  const { Camera } = await import('/static/board/camera.js');
  document.body.innerHTML = '<div><div class="stage"><div></div></div></div>';
  const stage = document.querySelector('.stage');
  Object.assign(stage.style, { width: '390px', height: '640px' });
  const camera = new Camera(stage, stage.firstChild, { grab: () => false, letGo() {}, tap() {} });
  const focus = [[15, 60], [55, 8]];
  for (const _ of [1, 2]) camera.shows({ width: 60, depth: 65, left: 0, top: 65, up: true, scale: 1, grip: 1, focus });
  const rested = () => new Promise(on => setTimeout(on, 80));
  await rested();
  camera.back();
  stage.style.height = '540px';
  await rested();
  return focus.map(([x, y]) => camera.pixel(x, y));
}"""

FIRST = """async ({ over, focus }) => {
  const { Camera } = await import('/static/board/camera.js');
  document.body.innerHTML = '<div><div class="stage"><div></div></div></div>';
  const stage = document.querySelector('.stage');
  if (over) Object.assign(stage.parentElement, { style: '--zooms: over' }).dataset.zooms = 'over';
  Object.assign(stage.style, over ? { width: '390px', height: '580px' } : { width: '950px', height: '800px' });
  const camera = new Camera(stage, stage.firstChild, { grab: () => false, letGo() {}, tap() {} });
  const pieces = [[10, 20], [12, 20], [14, 20], [40, 20]];
  camera.shows({ width: 50, depth: 50, left: 0, top: 50, up: true, scale: 1, grip: 1, focus, pieces });
  const corners = [[0, 50], [50, 0]].map(([x, y]) => camera.pixel(x, y));
  return { corners, seen: pieces.map(([x, y]) => camera.sees(x, y)) };
}"""


def place(chromium: Any, app_address: str, crowds: list[Crowd], wide: float, high: float) -> list[list[Any]]:
    """What is shown of each crowd: the number of a piece, the box of its name, its lines, leaders. One in two is minor."""
    told = [asdict(crowd) | {"minor": list(range(0, len(crowd.pieces), 2))} for crowd in crowds]
    page = chromium.new_page()
    try:
        page.goto(f"{app_address}/help")
        return list(page.evaluate(PLACED, [told, wide, high]))
    finally:
        page.close()


@pytest.mark.parametrize("frame", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_no_name_lies_on_another_or_on_a_piece_in_any_crowd(chromium: Any, app_address: str, frame: Any) -> None:
    random = Random(29)
    crowds = [crowd_of(random, count, frame) for count in (4, 9, 14, 26) for _ in range(6)]
    found = place(chromium, app_address, crowds, frame.right, frame.bottom)
    for crowd, shown in zip(crowds, found, strict=True):
        assert len(shown) > len(crowd.pieces) / 5
        boxes = [box for _, box, *_ in shown]
        for n, (left, top, right, low) in enumerate(boxes):
            for other in boxes[n + 1 :]:
                assert right <= other[0] or other[2] <= left or low <= other[1] or other[3] <= top, (boxes[n], other)
            for x, y, radius in crowd.pieces:
                aside = x - max(left, min(right, x)), y - max(top, min(low, y))
                assert aside[0] ** 2 + aside[1] ** 2 >= radius**2 - 1e-6, (boxes[n], (x, y, radius))


def test_what_matters_less_has_one_line_right_beside_it_in_a_narrow_view_alone(chromium: Any, app_address: str) -> None:
    crowd = Crowd([], [(80.0 + 90 * (n % 3), 60.0 + 90 * (n // 3), 6.0) for n in range(9)], PHONE, [], [])
    (narrow,) = place(chromium, app_address, [crowd], 340, 340)
    assert {number: lines for number, _, lines, _ in narrow} == {n: 1 + n % 2 for n in range(9)}
    row = Crowd([], [(120.0 + 14 * n, 150.0, 6.0) for n in range(9)], PHONE, [], [])
    (narrow,) = place(chromium, app_address, [row], 340, 340)
    (wide,) = place(chromium, app_address, [row], 700, 640)
    assert not [number for number, _, _, leaders in narrow if leaders and not number % 2]
    assert len(narrow) < len(wide)


def test_a_name_keeps_off_the_way_that_a_piece_has_gone(chromium: Any, app_address: str) -> None:
    crowd = Crowd([], [(20.0, 20.0, 6.0), (170.0, 170.0, 6.0)], PHONE, [], [(170.0, 176.0, 170.0, 330.0)])
    ((_, (_, _, _, low), *_),) = [one for one in place(chromium, app_address, [crowd], 340, 340)[0] if one[0] == 1]
    assert low < 170, "it stands above"


def test_what_is_to_be_seen_stays_in_view_when_the_news_take_room_of_the_picture_before(
    chromium: Any, app_address: str
) -> None:
    page = chromium.new_page()
    try:
        page.goto(f"{app_address}/help")
        spots = page.evaluate(KEPT)
    finally:
        page.close()
    assert all(0 <= x <= 390 and 0 <= y <= 540 for x, y in spots), spots


def test_a_table_is_whole_on_a_laptop_and_fills_the_height_of_a_phone_about_its_pieces(
    chromium: Any, app_address: str
) -> None:
    page = chromium.new_page()
    try:
        page.goto(f"{app_address}/help")
        almost_all = [[1, 49], [49, 3]]
        laptop = page.evaluate(FIRST, {"over": False, "focus": almost_all})["corners"]
        phone = page.evaluate(FIRST, {"over": True, "focus": almost_all})
    finally:
        page.close()
    (left, top), (right, low) = laptop
    assert min(left, top, 950 - right, 800 - low) >= 0, "its upper and lower edge were cut off"
    (_, top), (_, low) = phone["corners"]
    assert low - top > 500, "a fifth of the board was empty desk"
    assert phone["seen"][:3] == [True] * 3
