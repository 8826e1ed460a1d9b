// Why something was refused: one line beside the control that asked for it, which keeps what it holds and gets the focus.
// Scripts call `refuse`; a part of a page that came with such a line (data-refusal, in marks.html) has it put in its place.

import { elements } from "./board/dom.js";

/** @typedef {HTMLElement & { form?: HTMLFormElement | null }} Control */
/** @typedef {{ key: string, fault: string }} Refused */

const FIELDS = "input:not([type=hidden]), select, textarea";
let numbered = 0;
let typing = false; // what was done last was no button: the focus stays

for (const kind of ["input", "change"])
  addEventListener(
    kind,
    () => {
      typing = true;
    },
    true,
  );
for (const kind of ["submit", "click"])
  addEventListener(
    kind,
    () => {
      typing = false;
    },
    true,
  );

/**
 * What a player sees of a field: that which is searched in its place, if there is one.
 * @type {(field: HTMLElement) => HTMLElement}
 */
const seen = (field) => (field.matches(".finder + select") && field.previousElementSibling?.querySelector("input")) || field;

/**
 * The first field of these names (blanks between) that is shown; where none is, what holds it is folded open.
 * @type {(names: string, within?: ParentNode) => HTMLElement | undefined}
 */
export function fieldOf(names, within = document) {
  const wanted = names
    .split(" ")
    .filter(Boolean)
    .flatMap((name) => [name, name.slice(name.lastIndexOf(".") + 1)]); // "zones.0.side" is in "side"
  const all = wanted
    .flatMap((name) => elements(`[name="${CSS.escape(name)}"]`, within))
    .filter((field) => field.matches(FIELDS))
    .map(seen);
  const shown = all.find((field) => field.checkVisibility()) ?? all[0];
  for (let folded = foldOf(shown); folded; folded = foldOf(folded)) folded.open = true;
  return shown;
}

/**
 * What is folded and holds an element.
 * @type {(part?: HTMLElement) => HTMLDetailsElement | null | undefined}
 */
function foldOf(part) {
  return part?.closest("details:not([open])");
}

/**
 * Say `why` (a text, or elements) beside a control; one line at a time in its form.
 * @type {(control: Control, why: string | (string | Node)[]) => void}
 */
export function refuse(control, why) {
  const note = document.createElement("div");
  note.className = "refusal";
  note.setAttribute("role", "alert");
  note.append(...[why].flat());
  forgive(control.form ?? control.parentElement);
  put(note, control, true);
}

/**
 * Take the lines of a form or another part of the page away.
 * @type {(part?: ParentNode | null) => void}
 */
export function forgive(part) {
  for (const note of part?.querySelectorAll(".refusal[id]") ?? []) {
    const control = document.querySelector(`[aria-describedby~="${note.id}"]`);
    if (control) {
      const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== note.id);
      if (others.length) control.setAttribute("aria-describedby", others.join(" "));
      else control.removeAttribute("aria-describedby");
      control.removeAttribute("aria-invalid");
    }
    note.remove();
  }
}

/** @type {(note: HTMLElement) => void} */
function number(note) {
  numbered += 1;
  note.id = `refusal-${numbered}`;
}

/** @type {(note: HTMLElement, control: HTMLElement, focus: boolean) => void} */
function put(note, control, focus) {
  const described = (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  const earlier = described.filter((id) => document.getElementById(id)?.matches(".refusal")); // two answers about one field: the last stays
  for (const id of earlier) document.getElementById(id)?.remove();
  number(note);
  const field = control.matches(FIELDS);
  const place = /** @type {HTMLElement | null} */ (
    control.closest(field ? ".field, fieldset, label, p" : ".row, .pair, .giving, p")
  );
  if (!place) control.after(note);
  else if (place.matches("label, p")) place.after(note);
  else place.append(note);
  control.setAttribute("aria-describedby", [...described.filter((id) => !earlier.includes(id)), note.id].join(" "));
  if (field) control.setAttribute("aria-invalid", "true");
  if (!focus) return;
  control.focus({ preventScroll: true });
  note.scrollIntoView({ block: "nearest" });
}

function place() {
  for (const note of elements("[data-refusal]:not([id])")) {
    const names = note.dataset.refusal;
    const control = names && (fieldOf(names, note.closest("form") ?? document) ?? fieldOf(names));
    if (control) put(note, control, !typing);
    else number(note);
  }
}

new MutationObserver((changes) => changes.some((change) => change.addedNodes.length) && place()).observe(document.body, {
  childList: true,
  subtree: true,
});
place();

/**
 * What a header of an answer says was refused; null: nothing.
 * @type {(header: string | null) => Refused | null}
 */
export function refusedIn(header) {
  return header ? JSON.parse(decodeURIComponent(header)) : null;
}

// The parts of a page that htmx asks for.
document.addEventListener("htmx:beforeRequest", ({ detail }) =>
  forgive(detail.elt.closest("form") ?? detail.elt.form ?? detail.elt.parentElement),
);
document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
  const refused = refusedIn(detail.xhr.getResponseHeader("x-refused"));
  if (!refused) return;
  const {
    elt,
    requestConfig: { triggeringEvent: event },
  } = detail;
  const form = elt.closest("form") ?? elt.form;
  const about = /** @type {(HTMLElement | null | undefined)[]} */ ([event?.submitter, event?.target, elt]);
  const pressed = about.find((part) => part?.isConnected && part.matches?.(`${FIELDS}, button, a`));
  refuse(fieldOf(refused.key, form ?? document) ?? pressed ?? form?.querySelector("button") ?? elt, refused.fault);
});
