// A ledger that several phones have open: what one writes the others show by themselves; and the page goes on while the app
// does not answer. Every change is still a form or a link of the page, fetched here and laid over what is there.

/** @import { Claim, Kit } from "../payloads" */

import { button, element, elements, h } from "/static/board/dom.js";
import { fieldsOf } from "/static/forms.js";
import { forms, prepare } from "/static/keypad.js";
import { patch } from "/static/patch.js";
import { NotedDice } from "./noted.js";
import { Waiting } from "./waiting.js";

const PATIENCE_MS = 8000;
const AGAIN_MS = 2000;
const FEW = 15; // units and entries that are found at a glance
/** @type {(id: string) => HTMLElement | null} */
const get = (id) => document.getElementById(id);
/** @type {() => DOMStringMap} */
const about = () => element("[data-ledger]").dataset;
const path = about().ledger ?? "";
const waiting = new Waiting(path);
let silent = false;
/** @type {Kit | null} */
let kit = null;
let requested = 0; // the last answer that was asked for: earlier ones are overtaken
let laid = 0; // how often the whole page was laid anew
let opened = ""; // the claim that waited and is in the form now

class Silence extends Error {}

/** @type {(address: string | URL, options?: RequestInit) => Promise<Response>} */
async function reach(address, options = {}) {
  try {
    const answer = await fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (silent) heard();
    return answer;
  } catch {
    lost();
    throw new Silence();
  }
}

// -- what is shown ----------------------------------------------------------------------------------------------------------

/**
 * Lay a page over this one; `parts` alone, where a player is in the middle of something.
 * @type {(text: string, parts?: string[] | null) => boolean}
 */
function lay(text, parts = null) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (!fresh.querySelector("[data-ledger]")) return false;
  for (const id of parts ?? ["page"]) patch(element(`#${id}`), element(`#${id}`, fresh));
  if (!parts) {
    document.title = fresh.title;
    laid += 1;
  }
  settled();
  return true;
}

function settled() {
  for (const form of forms()) prepare(form);
  element("#finding").hidden = elements("#forces li, #log .entries li").length < FEW;
  find();
  showWaiting();
}

function showWaiting() {
  waiting.show(element("#waiting"), silent, { open: openWaiting, again: catchUp });
}

/** @type {(...words: (Node | string)[]) => void} */
function say(...words) {
  element("#news").replaceChildren(...words);
}

/** @type {(to: string) => void} */
function go(to) {
  const place = get(to) ?? (to === "dice" ? get("answer") : null);
  if (!place) return;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: to === "dice" ? "nearest" : "start" });
}

/** @type {(address: string | URL, how?: { push?: boolean, to?: string, options?: RequestInit }) => Promise<Response>} */
async function load(address, { push = true, to = "", options = {} } = {}) {
  const turn = ++requested;
  const answer = await reach(address, options);
  const text = await answer.text();
  if (turn !== requested) return answer;
  const there = answer.url || String(address);
  if (!lay(text)) {
    location.assign(there);
    return answer;
  }
  if (push) history.pushState({}, "", there);
  say();
  go(get("done") ? "done" : get("moved") ? "moved" : to);
  return answer;
}

/**
 * The answer below the form, as the form stands.
 * @type {(form: HTMLFormElement) => Promise<void>}
 */
async function ask(form) {
  const turn = ++requested;
  const address = `${path}?${fieldsOf(form)}`;
  history.replaceState(history.state, "", address);
  try {
    const answer = await reach(address, { headers: { "hx-request": "true" } });
    const text = await answer.text();
    if (turn !== requested) return;
    const fresh = document.createElement("div");
    fresh.id = "answer";
    fresh.append(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
    patch(element("#answer"), fresh);
    settled();
  } catch (bad) {
    if (!(bad instanceof Silence)) throw bad;
    answerAlone(new URL(address, location.href).searchParams);
  }
}

// -- without the app --------------------------------------------------------------------------------------------------------

function lost() {
  if (silent) return;
  silent = true;
  showWaiting();
  setTimeout(again, AGAIN_MS);
}

async function again() {
  if (!silent) return;
  try {
    await reach("/answers", { method: "HEAD", cache: "no-store" });
  } catch {
    setTimeout(again, AGAIN_MS);
  }
}

function heard() {
  silent = false;
  catchUp();
}

async function catchUp() {
  const written = await waiting.send();
  showWaiting();
  if (silent) return;
  await refresh(true);
  if (written.length) say(h("p", { class: "notice" }, `Sent: ${written.join("; ")}.`));
}

/**
 * The form of a unit, from what was fetched while the app answered.
 * @type {(query: URLSearchParams) => boolean}
 */
function actAlone(query) {
  const unit = query.get("unit") ?? "";
  const kept = kit?.units[unit];
  const html = kept?.acts[query.get("do") || kept.first];
  get("act")?.remove();
  element("#answer").replaceChildren();
  /** @type {HTMLAnchorElement[]} */
  const rows = elements("a.unit");
  for (const row of rows) row.setAttribute("aria-current", String(new URL(row.href).searchParams.get("unit") === unit));
  if (!unit) return true;
  if (!html) {
    say(h("p", { class: "notice" }, "The form of this unit was not fetched in time: it comes when the app is back."));
    return false;
  }
  const made = element("#act", new DOMParser().parseFromString(html, "text/html"));
  element("#shown").before(document.importNode(made, true));
  const form = document.querySelector("form.claim");
  for (const [name, value] of query) {
    /** @type {(HTMLInputElement | HTMLSelectElement)[]} */
    const fields = form ? elements(`[name="${CSS.escape(name)}"]`, form) : [];
    for (const field of fields) {
      const ticked = field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);
      if (ticked) field.checked = query.getAll(name).includes(field.value);
      else field.value = value;
    }
  }
  answerAlone(query);
  go("act");
  return true;
}

/** @type {(query: URLSearchParams) => string} */
function words(query) {
  const kind = document.querySelector("#act nav [aria-current]")?.textContent ?? query.get("do") ?? "";
  const whom = [...query].filter(([name, value]) => value && /^(target|(d\d+)?on\d+)$/.test(name)).map(([, value]) => value);
  return `${query.get("unit")}: ${kind.toLowerCase()}${whom.length ? `, ${[...new Set(whom)].join(", ")}` : ""}`;
}

/**
 * What stands in place of the app's answer: the numbers as far as they are known, and room for the dice.
 * @type {(query: URLSearchParams) => void}
 */
function answerAlone(query) {
  const place = element("#answer");
  const needed = document.querySelector("form.claim [name=target]")
    ? "target"
    : document.querySelector("form.claim [name$=on1]")
      ? "on1"
      : "";
  if (!query.get("do") || (needed && ![...query].some(([name, value]) => value && name.endsWith(needed))))
    return place.replaceChildren();
  const fire = kit?.units[query.get("unit") ?? ""]?.fire ?? {};
  const takes =
    fire[query.get("weapon") || Object.keys(fire)[0]]?.[query.get("target") ?? ""]?.[query.get("cover") || "none"] ?? [];
  const numbers = query.get("do") === "fire" && !query.get("distance") ? takes : [];
  const noted = new NotedDice(query.getAll("roll"));
  const keep = () => {
    const fields = [...query].filter(([name, value]) => value && !["roll", "entries"].includes(name));
    keepClaim(fields, noted.rolls, words(query));
  };
  place.replaceChildren(
    h(
      "section",
      { class: "card", id: "dice", "aria-labelledby": "alone" },
      h("h2", { id: "alone" }, "Without the app"),
      numbers.length > 0 && h("p", { class: "lead" }, numbers.join(", ")),
      noted.element,
      h("p", {}, button("Keep it on this phone", keep, { class: "main" })),
    ),
  );
}

/** @type {(fields: Claim["fields"], rolls: string[], said: string) => void} */
function keepClaim(fields, rolls, title) {
  const before = waiting.claims.at(-1);
  const at = before ? before.at : Number(about().entries);
  if (opened) waiting.drop(opened);
  opened = "";
  if (!waiting.add(fields, rolls, title, at)) {
    say(
      h(
        "p",
        { class: "notice", role: "alert" },
        "This browser keeps nothing for pages: the claim is still in the form, and is not kept.",
      ),
    );
    return;
  }
  actAlone(new URLSearchParams());
  history.pushState({}, "", path);
  showWaiting();
  go("waiting");
}

/** @type {(claim: Claim) => void} */
function openWaiting(claim) {
  opened = claim.id;
  const query = new URLSearchParams(claim.fields);
  for (const roll of claim.rolls) query.append("roll", roll);
  follow(new URL(`${path}?${query}#dice`, location.href));
}

// -- what a hand does -------------------------------------------------------------------------------------------------------

/** @type {(url: URL) => Promise<void>} */
async function follow(url) {
  try {
    if (silent) throw new Silence();
    await load(url.href, { to: url.hash.slice(1) });
  } catch (bad) {
    if (!(bad instanceof Silence)) throw bad;
    if (actAlone(url.searchParams)) history.pushState({}, "", url);
  }
}

document.addEventListener(
  "click",
  (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname !== path || link.hasAttribute("download")) return;
    if (link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    follow(url);
  },
  true,
);

document.addEventListener(
  "submit",
  async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { submitter } = event;
    const url = new URL(form.getAttribute("action") ?? "", location.href);
    if (!url.pathname.startsWith(path) || /\/(discard|restore)$/.test(url.pathname)) return;
    event.preventDefault();
    const fields = fieldsOf(form, submitter);
    if (form.method === "get") {
      url.search = String(fields);
      follow(url);
      return;
    }
    try {
      await load(url, { options: { method: "POST", body: fields }, to: "dice" });
      if (opened && get("done")) waiting.drop(opened);
      if (get("done")) opened = "";
      showWaiting();
      if (!opened && waiting.claims.length) catchUp();
    } catch (bad) {
      if (!(bad instanceof Silence)) throw bad;
      if (!url.pathname.endsWith("/write")) {
        say(
          h("p", { class: "notice", role: "alert" }, "The app does not answer: that needs it. What is on this page stays."),
        );
        return;
      }
      const title = fields.get("unit") ? words(fields) : (submitter?.textContent ?? fields.get("do") ?? "");
      keepClaim(
        [...fields].filter(([name, value]) => value && !["entries", "roll"].includes(name)),
        fields.getAll("roll"),
        title,
      );
    }
  },
  true,
);

document.addEventListener("change", (event) => {
  /** @type {HTMLFormElement | null} */
  const form = /** @type {Element} */ (event.target).closest("form.claim");
  if (form) ask(form);
});

addEventListener("popstate", () => follow(new URL(location.href)).catch(() => {}));

// -- finding ----------------------------------------------------------------------------------------------------------------

function find() {
  /** @type {HTMLInputElement} */
  const field = element("#find");
  const wanted = field.value.trim().toLowerCase();
  for (const item of elements("#forces li, #log .entries li"))
    item.hidden = !item.textContent.toLowerCase().includes(wanted);
  if (wanted) for (const fold of document.querySelectorAll("#log details")) fold.setAttribute("open", "");
}
document.addEventListener("input", (event) => {
  if (event.target === get("find")) find();
});

// -- live -------------------------------------------------------------------------------------------------------------------

// A claim that is being made stays as it was understood: it is told when it no longer fits, before it is written.
const busy = () => Boolean(document.querySelector("#answer > *, #act"));

/** Show what others have written: all around a claim that is being made, and the claim itself once a player looks. */
async function refresh(quietly = false) {
  const url = new URL(location.href);
  for (const name of ["done", "moved", "out"]) if (!busy()) url.searchParams.delete(name);
  const before = Number(about().entries);
  const seen = laid;
  try {
    const answer = await reach(url);
    const text = await answer.text();
    if (seen !== laid) return; // the player has gone on meanwhile, to a page that is as new
    const held = busy();
    if (!lay(text, held ? ["turn", "forces", "log"] : null) && !held) location.reload();
    /** @type {HTMLLIElement | null} */
    const newest = document.querySelector("#log .entries li");
    if (quietly && !held) return;
    if (newest && newest.value > before) {
      const news = [...newest.querySelectorAll("p:not(.small)")].map((line) => line.textContent).join("; ");
      say(
        h(
          "div",
          { class: "notice row between" },
          h("p", {}, `Somebody has gone on with this ledger: ${news || "noted"}.`),
          held && button("Look at my claim again", () => load(location.href, { push: false, to: "dice" })),
        ),
      );
    }
  } catch (bad) {
    if (!(bad instanceof Silence)) throw bad;
  }
}

async function fetchKit() {
  try {
    kit = await (await reach(`${path}/kit.json`)).json();
  } catch (bad) {
    if (!(bad instanceof Silence)) throw bad;
  }
}

let shown = Number(about().entries);
let kitFor = 0;
const stream = new EventSource(`${path}/stream?since=${shown}`);
stream.addEventListener("moved", async (event) => {
  const { entries } = JSON.parse(event.data);
  clearTimeout(kitFor);
  kitFor = setTimeout(fetchKit, 500);
  if (entries === Number(about().entries) || entries <= shown || waiting.sending) return;
  await new Promise((wake) => setTimeout(wake, 150)); // what this page has sent itself is answered by then
  if (entries <= Number(about().entries)) return;
  shown = entries;
  await refresh();
});
stream.addEventListener("open", () => {
  if (silent) again();
});
addEventListener("offline", lost);
addEventListener("online", again);
addEventListener("pagehide", () => stream.close());

settled();
fetchKit();
if (waiting.claims.length) catchUp();
