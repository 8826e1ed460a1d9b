// A film of a game: the picture after every order, and the events of each, which are played over the picture before it.

/** @import { Beat, Drawn, Film, Frame, Heading } from "./payloads" */
/** @import { TableMap } from "./board/map.js" */

import { above, element, h, lineBoxes, s, sentence } from "./board/dom.js";
import { WAYS } from "./board/camera.js";
import { Legend } from "./board/legend.js";
import { overview } from "./board/overview.js";
import { lossesIn, unmoved } from "./board/scene.js";
import { Views } from "./board/views.js";

/** @typedef {{ at: number, beat: number }} Step a moment: the number of a frame, and of an event in it or -1 */

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~"; // of packed bytes
const source = alone();
/** @type {Film} */
const film = await unpacked(element("#film").textContent ?? "");
const part = {
  summary: element("#summary"),
  run: element("#run"),
  log: element("#log"),
  caption: element("#caption"),
  says: element("#says"),
  end: element("#end"),
  dice: element("#dice"),
  when: element("#when"),
  ticks: element("#ticks"),
  chapters: element("#chapters"),
};
/** @type {HTMLInputElement} */
const scrub = element("#scrub");
const fights = element("#fights");
const begin = document.getElementById("begin"); // over the table, as on every film
/** @type {HTMLSelectElement} */
const pace = element("#pace");
const REST = 750; // milliseconds that an event is looked at, and for each letter that is told of it
const EACH = 22;
const GLIDE = 450;
const wide = matchMedia("(min-width: 60rem)");
const SMALL = 11; // pixels from the middle of a piece to its rim, at least, where there is room
const FIRST = 3; // rolls that are shown of a step in which events of a long game are put together: later ones lead on
const MISSION = /^Mission \d+(?: of \d+)?, /; // what the row of missions says already
const DIGIT = 5; // half as wide as a digit under the slider, in pixels

/**
 * Every moment of the film: the start, then each event of each order, or the order itself where it has none; what only ends a
 * stage, or goes on as it went, is left out. At the end who has won, or how things stand where the last event has a picture of its own.
 */
const steps = film.frames.flatMap((frame, at) => {
  if (frame.beats?.length) return frame.beats.map((_, beat) => ({ at, beat }));
  return says(at) && !goesOn(at) ? [{ at, beat: -1 }] : [];
});
if (film.end.length || film.frames[film.frames.length - 1].beats?.at(-1)?.parts)
  steps.push({ at: film.frames.length - 1, beat: -1 });
const turns = steps.map((_, n) => n).filter((n) => !n || headOf(steps[n]).when !== headOf(steps[n - 1]).when);
/** Where chapters begin, if it has several: a long film is told by them. */
const chapters = turns.filter((n, place) => {
  const before = place ? headOf(steps[turns[place - 1]]).chapter : 0;
  return headOf(steps[n]).chapter > before;
});
const drawn = Boolean(film.size);
/** @type {Views | null} */
const map = drawn ? new Views(element("#stage"), element("#table"), hand(), false) : null;
if (map) map.least = film.unit ? 0 : SMALL; // where lengths are true, so are pieces
const single = film.frames.every(({ panes }) => !film.pieces[panes ?? -1]);
const focused = single && film.frames.some(({ focus }) => focus);
if (map && single) {
  const [, , width, height] = film.size.split(" ").map(Number);
  element(".screen").classList.add("one-view");
  // on a phone it has as much height as it needs, or all that there is where a part of it is shown
  element(".screen").style.setProperty("--wide", String(focused ? 1 : Math.max(1, width / height)));
}
/** @type {Legend | null} */
const legend =
  map &&
  new Legend(
    document.body,
    map,
    () => film.frames.flatMap(({ beats }) => beats?.flatMap(({ marks }) => marks) ?? []),
    Object.entries(film.legend),
  );
let shown = -1;
let playing = 0;
let box = film.size; // of the picture that is shown
/** Whether where the game is is shown, in place of all of the table: first of all, if its pictures or views say where that is. */
let following = focused || film.frames.some(({ panes }) => film.pieces[panes ?? -1]?.includes('"focus"'));

/**
 * The page as it came, without links to where it came from: one file that runs anywhere.
 * @type {() => string}
 */
function alone() {
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  for (const link of copy.querySelectorAll("[data-away]")) link.remove();
  return `<!doctype html>\n${copy.outerHTML}\n`;
}

/** @type {(packed: string) => Promise<Film>} */
async function unpacked(packed) {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const unpacked = JSON.parse(await new Response(stream).text());
  unpacked.pieces = piecesOf(unpacked.pieces);
  /** @type {number[]} */
  let parts = [];
  for (const frame of unpacked.frames)
    for (const picture of [...(frame.beats ?? []), frame]) {
      if (!picture.parts) continue;
      const [front, back, ...changed] = picture.parts; // how many stay at the start and at the end, and what is between
      parts = [...parts.slice(0, front), ...changed, ...parts.slice(parts.length - back)];
      picture.parts = parts;
    }
  for (const frame of unpacked.frames)
    frame.lines ??= (frame.beats ?? []).flatMap((/** @type {Beat} */ { says = "" }) => says.split("\n")).filter(Boolean);
  return unpacked;
}

/**
 * Bytes of five letters for every four.
 * @type {(text: string) => Uint8Array<ArrayBuffer>}
 */
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
    let value = 0;
    for (let n = at; n < at + 5; n += 1) value = value * 85 + (n < text.length ? LETTERS.indexOf(text[n]) : 84);
    for (let n = 0; n < 4; n += 1) bytes[to + n] = value / 2 ** (24 - 8 * n);
  }
  return bytes;
}

/**
 * The pieces of forms and their numbers: each letter is how far a number is, in tenths, from that of the piece before.
 * @type {(packed: { forms: string[], counts: number[], letters: string }) => string[]}
 */
function piecesOf({ forms, counts, letters }) {
  const steps = Array.from(letters, (letter) => {
    const code = /** @type {number} */ (letter.codePointAt(0));
    const step = code - 32 - (code < 0xd800 ? 0 : 0x800);
    return step % 2 ? -(step + 1) / 2 : step / 2;
  });
  let next = 0;
  return forms.flatMap((form, kind) => {
    const [start, ...words] = form.split("\0");
    const tenths = words.map(() => 0);
    return Array.from({ length: counts[kind] }, () => {
      words.forEach((_, n) => {
        tenths[n] += steps[next + n];
      });
      next += words.length;
      return start + words.map((word, n) => tenths[n] / 10 + word).join("");
    });
  });
}

/**
 * Whether a frame says or shows anything besides that a stage ends; the start and the end are always shown.
 * @type {(at: number) => boolean}
 */
function says(at) {
  const { beats, lines, rolls } = film.frames[at];
  return !at || at === film.frames.length - 1 || Boolean(beats?.length || lines.length || rolls?.length);
}

/**
 * Whether all that an order does is left to the log.
 * @type {(at: number) => boolean}
 */
function goesOn(at) {
  const { beats, kind, lines } = film.frames[at];
  return at < film.frames.length - 1 && kind === "command" && beats?.length === 0 && lines.length > 0;
}

/** What a finger on the table does: it moves the view. */
function hand() {
  return {
    grab: () => false,
    letGo() {},
    tap() {},
    laid() {
      legend?.laid();
      look();
    },
  };
}

/** Show where in the table the views are. */
function look() {
  const colours = film.sides.map((side) => side.colour);
  for (const view of map?.all ?? []) overview(view, colours, () => follow(false));
}

/**
 * The pieces that marks are about.
 * @type {(marks: Beat["marks"]) => string[]}
 */
function piecesIn(marks) {
  return marks.flatMap((mark) => {
    const { piece, by, at, on, under } = /** @type {Record<string, unknown>} */ (mark);
    return [piece, by, at, on, under].flat().filter((name) => typeof name === "string");
  });
}

/**
 * Where the game is at a step: an event may have a heading of its own.
 * @type {(step: Step) => Heading}
 */
function headOf({ at, beat }) {
  const { when, phase, chapter } = film.frames[at];
  return { when, phase, chapter, ...film.frames[at].beats?.[beat] };
}

/** @type {(head: Heading) => string} */
function place({ when, phase }) {
  return `${when}: ${phase}`;
}

/**
 * Whether a step is the last of its order: then the picture after it is shown.
 * @type {(step: Step) => boolean}
 */
function last({ at, beat }) {
  return beat < 0 || beat === (film.frames[at].beats?.length ?? 0) - 1;
}

/**
 * The picture of a frame, or of an event that has one of its own.
 * @type {(shown: Drawn) => string}
 */
function picture({ focus, parts: numbers, size, panes: own }) {
  const { scale, left, top, up, steady, unit } = film;
  const panes = film.pieces[own ?? -1];
  box = size ?? "";
  const parts = (numbers ?? []).map((number) => film.pieces[number]).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" data-scale="${scale}" data-left="${left}" data-top="${top}"${up ? ' data-up="yes"' : ""}${steady ? ' data-steady="yes"' : ""}${unit ? ` data-unit="${unit}"` : ""}${focus && following ? ` data-focus="${focus}"` : ""}${panes ? ` data-panes="${escaped(panes)}"` : ""}>${parts}</svg>`;
}

/** @type {(text: string) => string} */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/**
 * What was lost before an order, and not brought back by an undo.
 * @type {(at: number) => Film["losses"]}
 */
function lostBefore(at) {
  return film.frames[Math.max(0, at - 1)].lost.map((number) => film.losses[number]);
}

/**
 * Show a moment at rest.
 * @type {(map: Views, step: Step) => void}
 */
function rest(map, step) {
  const { at, beat } = step;
  const beats = film.frames[at].beats?.slice(0, beat + 1) ?? [];
  const newest = beats.at(-1);
  if (newest?.parts) {
    map.show(picture(newest), lostBefore(at));
    map.rest(beats.slice(-1));
    if (map.all[0].pane) map.trails(beats.slice(-1));
    return;
  }
  map.show(picture(film.frames[last(step) || !at ? at : at - 1]), lostBefore(at));
  const over = unmoved(beats);
  map.rest(last(step) ? over.map(({ marks }) => ({ marks: marks.filter((mark) => mark.kind !== "way") })) : over);
  if (last(step)) map.trails(beats);
}

/**
 * Play the step after the one that is shown.
 * @type {(map: Views, step: Step, hurry: number) => Promise<void>}
 */
async function act(map, step, hurry) {
  const { at, beat } = step;
  const event = film.frames[at].beats?.[beat];
  if (event?.parts) map.show(picture(event), lostBefore(at));
  else if (beat === 0) map.show(picture(film.frames[at - 1]), lostBefore(at));
  if (event && !(await map.play(event, hurry))) return;
  if (!last(step) || (event?.parts && event.marks.length)) return; // what happened stays to be looked at
  const before = map.actors;
  if (event?.parts) map.show(picture(film.frames[at]), lostBefore(at));
  else rest(map, step);
  await map.glide(before, GLIDE / hurry);
}

/** @type {(to: number, hurry?: number) => Promise<void>} */
function show(to, hurry = 0) {
  const next = Math.min(Math.max(to, 0), steps.length - 1);
  if (next === shown) return Promise.resolve();
  const step = steps[next];
  const frame = film.frames[step.at];
  const on = hurry && next === shown + 1;
  const head = headOf(step);
  const newPlace = shown < 0 || place(head) !== place(headOf(steps[shown]));
  shown = next;
  begin?.toggleAttribute("hidden", next > 0);
  scrub.value = String(next);
  scrub.setAttribute("aria-valuetext", `${next} of ${steps.length - 1}, ${place(head)}`);
  const there = step.at ? place(head) : frame.when;
  part.when.textContent = part.chapters.hidden || wide.matches ? there : sentence(there.replace(MISSION, ""));
  tell(step, frame, newPlace);
  mark(step.at);
  markChapter(head.chapter);
  map?.concern(piecesIn(frame.beats?.[step.beat]?.marks ?? []));
  if (!map) part.summary.replaceChildren(...frame.summary.map((text) => h("li", {}, text)));
  else if (on) return act(map, step, hurry).then(look);
  else rest(map, step);
  look();
  return Promise.resolve();
}

/**
 * The caption: what is told of the event, and the dice that led to it; where nobody knows which did, those of its order.
 * @type {(step: Step, frame: Frame, newPlace: boolean) => void}
 */
function tell({ at, beat }, frame, newPlace) {
  const over = beat < 0 && at === film.frames.length - 1;
  const says =
    (over && film.end[0]) ||
    (!at && film.opening[0]) ||
    frame.beats?.[beat]?.says ||
    (frame.beats?.length ? frame.lines.at(-1) : frame.lines?.join(" ")) ||
    (newPlace ? `${place(frame)} begins.` : "The film ends.");
  const lines = over || !at ? [says] : says.split("\n");
  const [headline] = lines.splice(frame.beats?.[beat]?.headline ?? 0, 1);
  part.says.textContent = sentence(headline);
  const [from, to] = [frame.beats?.[beat - 1]?.rolled ?? 0, frame.beats?.[beat]?.rolled];
  const earlier = film.frames.slice(at - (frame.beats?.[beat]?.with ?? 0), at).flatMap(({ rolls }) => rolls ?? []);
  const rolls = [...earlier, ...(frame.rolls?.slice(from, to) ?? [])];
  part.dice.replaceChildren(...(over && film.end.length ? [] : dice(frame.chapter ? rolls.slice(0, FIRST) : rolls)));
  const more = over ? film.end.slice(1) : at ? lines : film.opening.slice(1);
  if (wide.matches && (over || !at))
    element("#told-title").after(part.end); // beside the table, which keeps its size
  else part.says.after(part.end);
  part.end.hidden = !more.length;
  part.end.replaceChildren(...more.map((text) => h("li", {}, sentence(text))));
  part.caption.classList.toggle("ended", over);
  part.caption.classList.toggle("undone", Boolean(frame.undone));
  part.caption.style.setProperty("--side", colour(over ? { ...frame, by: frame.winner } : frame, beat));
  part.caption.scrollTop = 0;
  cutWhole();
}

/** A caption that has no room for all that is told ends with a whole line. */
function cutWhole() {
  const { caption } = part;
  caption.style.maxHeight = "";
  if (caption.scrollHeight <= caption.clientHeight + 1) return;
  const top = caption.getBoundingClientRect().top + caption.clientTop;
  caption.style.maxHeight = `${Math.floor(above(top + caption.clientHeight, lineBoxes(caption)) - top)}px`;
}

/** @type {(rolls: Frame["rolls"]) => HTMLElement[]} */
function dice(rolls = []) {
  return rolls
    .filter((roll) => roll.faces.length)
    .map((roll) =>
      h(
        "li",
        {},
        h(
          "span",
          { class: "asked" },
          roll.side ? `${roll.side}: ` : "",
          [roll.label, roll.need, roll.on].filter(Boolean).join(" "),
        ),
        roll.faces.map((face, n) =>
          h(
            "span",
            {
              class: roll.won?.[n] ? "die won" : "die",
              ...(roll.won ? { "aria-label": `${face}${roll.won[n] ? ", a success" : ""}` } : {}),
            },
            String(face),
          ),
        ),
      ),
    );
}

/** @type {(frame: Frame, beat?: number) => string} */
function colour(frame, beat = -1) {
  const by = frame.beats?.[beat]?.by ?? frame.by; // whose deed it is, where that is not the one whose order led to it
  return film.sides.find((side) => side.id === by)?.colour ?? "transparent";
}

/** @type {(at: number) => void} */
function mark(at) {
  part.log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  /** @type {HTMLElement | null} */
  const line = part.log.querySelector(`[data-frame="${at}"]`);
  line?.setAttribute("aria-current", "step");
  if (line && part.log.scrollHeight > part.log.clientHeight) part.log.scrollTop = line.offsetTop - part.log.clientHeight / 2;
}

/** @type {(chapter: number) => void} */
function markChapter(chapter) {
  for (const [n, button] of part.chapters.querySelectorAll("button").entries())
    button.setAttribute("aria-current", String(headOf(steps[chapters[n]]).chapter === chapter && "step"));
  /** @type {HTMLElement | null} */
  const here = part.chapters.querySelector("[aria-current]:not([aria-current=false])");
  if (here) part.chapters.scrollLeft = here.offsetLeft - (part.chapters.clientWidth - here.offsetWidth) / 2;
}

/** One push for each chapter of a film of several, to where it begins. */
function listChapters() {
  part.chapters.append(
    ...chapters.map((n) => {
      const { chapter } = headOf(steps[n]);
      return h("button", { type: "button", "aria-label": `Mission ${chapter}`, onclick: () => jump(n) }, String(chapter));
    }),
  );
}

function stop() {
  playing += 1;
  map?.halt();
  part.run.textContent = "Play";
  part.run.setAttribute("aria-pressed", "false");
}

/** The next step with a shot, a template, an explosion or a loss, or the last. */
function nextFight() {
  const next = steps.findIndex(
    ({ at, beat }, n) =>
      n > shown && film.frames[at].beats?.[beat]?.marks.some(({ kind }) => ["shot", "area", "burst", "loss"].includes(kind)),
  );
  return next < 0 ? steps.length - 1 : next;
}

async function start() {
  if (shown === steps.length - 1) show(0);
  part.run.textContent = "Pause";
  begin?.toggleAttribute("hidden", true);
  part.run.setAttribute("aria-pressed", "true");
  playing += 1;
  const run = playing;
  while (run === playing && shown < steps.length - 1) {
    const hurry = Number(pace.value);
    const next = fights.getAttribute("aria-pressed") === "true" ? nextFight() : shown + 1;
    if (next > shown + 1) show(next - 1);
    await show(next, hurry);
    if (run !== playing) return;
    const { at, beat } = steps[shown];
    const says = film.frames[at].beats?.[beat]?.says ?? "";
    await new Promise((on) => setTimeout(on, (says ? REST + EACH * says.length : REST / 3) / hurry));
  }
  if (run === playing) stop();
}

function running() {
  return part.run.getAttribute("aria-pressed") === "true";
}

/** @type {(to: number, hurry?: number) => void} */
function jump(to, hurry = 0) {
  if (running()) stop();
  map?.halt();
  if (hurry && shown >= 0 && map) rest(map, steps[shown]);
  show(to, hurry);
}

/** @type {(way: number) => void} */
function byTurn(way) {
  const to =
    way > 0 ? (turns.find((turn) => turn > shown) ?? steps.length - 1) : (turns.findLast((turn) => turn < shown) ?? 0);
  jump(to);
}

/** @type {(frame: Frame, at: number) => HTMLElement} */
function line(frame, at) {
  const words = (frame.lines.length ? frame.lines : ["The film ends."]).flatMap((text, n) => [
    ...(n ? [h("br")] : []),
    sentence(text),
  ]);
  const item = h(
    "li",
    { "data-frame": at },
    h(
      "button",
      { type: "button", onclick: () => jump(steps.findIndex((step) => step.at >= at)) },
      h("span", { class: frame.undone ? "undone" : null }, words),
      h("ul", { class: "rolls" }, dice(frame.rolls)),
    ),
  );
  item.style.setProperty("--side", colour(frame));
  return item;
}

function tellAll() {
  let there = "";
  film.frames.slice(1).forEach((frame, at) => {
    if (!says(at + 1)) return;
    const from = place(film.frames[at]);
    if (from !== there) part.log.append(h("li", { class: "place" }, from));
    there = from;
    part.log.append(line(frame, at + 1));
  });
}

/** Marks under the slider: where turns begin, and where something is lost. */
function ticks() {
  scrub.max = String(steps.length - 1);
  /** @type {(n: number, name: string, text: string) => HTMLElement} */
  const tick = (n, name, text) => {
    const made = h("span", { class: name }, text);
    made.style.left = `${(n / Math.max(1, steps.length - 1)) * 100}%`;
    return made;
  };
  const several = chapters.length > 1;
  /** @type {(n: number) => string} */
  const number = (n) => {
    const { chapter, when } = headOf(steps[n]);
    return several ? `M${chapter}` : (when.match(/\bturn (\d+)/i)?.[1] ?? "");
  };
  let right = Number.NEGATIVE_INFINITY; // end of the last number: one that has no room is left out
  /** @type {(n: number) => string} */
  const fitting = (n) => {
    const middle = (n / Math.max(1, steps.length - 1)) * part.ticks.clientWidth;
    const half = number(n).length * DIGIT;
    if (middle - half < right) return "";
    right = middle + half + DIGIT;
    return number(n);
  };
  const lost = steps.flatMap(({ at, beat }, n) =>
    lossesIn(film.frames[at].beats?.slice(beat, beat + 1) ?? []).length ? [n] : [],
  );
  part.ticks.replaceChildren(
    ...turns
      .filter((n, at) => !at || chapters.includes(n) || number(n) !== number(turns[at - 1]))
      .map((n) =>
        chapters.includes(n) && several ? tick(n, "turn chapter", fitting(n)) : tick(n, "turn", several ? "" : fitting(n)),
      ),
    ...lost.map((n) => tick(n, "loss", "✕")),
  );
}

/**
 * The moment as a document of its own: the position, what is drawn over it, and the names; of each pane in its place.
 * @type {(map: Views) => { width: number, height: number, href: string }}
 */
function document_(map) {
  const [, , width, height] = box.split(" ").map(Number);
  const copies = map.all.map((view) => copied(view.map));
  const copy = copies.length > 1 ? s("svg", { viewBox: box }, ...copies) : copies[0];
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height }))
    copy.setAttribute(name, String(value));
  return {
    width,
    height,
    href: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`,
  };
}

/** @type {(map: TableMap) => SVGElement} */
function copied(map) {
  const copy = /** @type {SVGElement} */ (map.now.picture?.cloneNode(true));
  for (const figure of copy.querySelectorAll(".axis")) figure.removeAttribute("transform"); // all of it is shown
  const [x, y, width, height] = (copy.getAttribute("viewBox") ?? "").split(" ");
  for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, value);
  const scale = `scale(${map.scale / map.camera.view.k})`;
  const group = s("g", { transform: Number(x) || Number(y) ? `translate(${x} ${y}) ${scale}` : scale });
  group.append(...map.names.layer.cloneNode(true).childNodes);
  copy.append(...map.sketch.cloneNode(true).childNodes, group);
  return copy;
}

/** @type {(href: string, kind: string) => void} */
function keep(href, kind) {
  h("a", { href, download: `${film.title} ${shown}.${kind}` }).click();
}

function keepFilm() {
  const href = URL.createObjectURL(new Blob([source], { type: "text/html" }));
  h("a", { href, download: `${film.title}.html` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** @type {(map: Views) => Promise<void>} */
async function keepPixels(map) {
  const { width, height, href } = document_(map);
  const image = Object.assign(new Image(width, height), { src: href });
  await image.decode();
  const canvas = h("canvas", { width: width * 2, height: height * 2 });
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ink.fillStyle = "#efe4c9";
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(image, 0, 0, canvas.width, canvas.height);
  keep(canvas.toDataURL("image/png"), "png");
}

/**
 * Show all of the table, or the part of it where the game is.
 * @type {(on: boolean) => void}
 */
function follow(on) {
  following = on;
  element("#follow").setAttribute("aria-pressed", String(on));
  if (!map) return;
  map.halt();
  rest(map, steps[shown]);
  if (on) map.home();
  else map.fit();
}

tellAll();
ticks();
if (chapters.length > 1) listChapters();
part.chapters.hidden = part.chapters.children.length < 2; // of more than the word before them
document.getElementById("follow")?.setAttribute("aria-pressed", String(following));
/** @type {Record<string, () => unknown>} */
const tools = {
  save: keepFilm,
  fights: () => fights.setAttribute("aria-pressed", String(fights.getAttribute("aria-pressed") !== "true")),
  svg: () => map && keep(document_(map).href, "svg"),
  png: () => map && keepPixels(map),
  back: () => jump(shown - 1),
  on: () => jump(shown + 1, Number(pace.value)),
  "turn-back": () => byTurn(-1),
  "turn-on": () => byTurn(1),
  run: () => (running() ? stop() : start()),
  begin: start,
  "zoom-in": () => map?.zoom(1.4),
  "zoom-out": () => map?.zoom(1 / 1.4),
  "zoom-all": () => follow(false),
  follow: () => follow(!following),
};
for (const [id, act_] of Object.entries(tools)) document.getElementById(id)?.addEventListener("click", act_);
addEventListener("resize", () => {
  ticks();
  cutWhole();
});
scrub.addEventListener("input", () => jump(Number(scrub.value)));
/** @type {Record<string, () => unknown>} */
const keys = {
  ArrowLeft: tools.back,
  ArrowRight: tools.on,
  ArrowUp: tools["turn-back"],
  ArrowDown: tools["turn-on"],
  PageUp: tools["turn-back"],
  PageDown: tools["turn-on"],
  Home: () => jump(0),
  End: () => jump(steps.length - 1),
  " ": tools.run,
  "+": tools["zoom-in"],
  "=": tools["zoom-in"],
  "-": tools["zoom-out"],
  0: tools["zoom-all"],
};
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest("input, select, #log, #caption") ||
    (target.closest("button, a") && event.key === " ")
  )
    return;
  const way = WAYS[event.key];
  const beside =
    target.closest("#chapters > *")?.[event.key === "ArrowLeft" ? "previousElementSibling" : "nextElementSibling"];
  if (beside && /^Arrow(Left|Right)$/.test(event.key)) {
    /** @type {HTMLElement} */ (beside).focus();
    event.preventDefault();
    return;
  }
  if (event.shiftKey && way) map?.pan(way[0], way[1]);
  else if (keys[event.key] && (drawn || !/^[-+=0]$/.test(event.key))) keys[event.key]();
  else return;
  event.preventDefault();
});
show(asked());

/** The step of the order that the address names, of an entry of the log; of its events the one that costs something. */
function asked() {
  const at = Number(new URLSearchParams(location.search).get("order") ?? Number.NaN) - film.first + 1;
  const of = steps.flatMap((step, n) => (step.at === at ? [n] : []));
  const costs = of.find((n) => lossesIn(film.frames[at].beats?.slice(steps[n].beat, steps[n].beat + 1) ?? []).length);
  return (
    costs ??
    of.at(-1) ??
    Math.max(
      0,
      steps.findIndex((step) => step.at >= at),
    )
  );
}
