// A keypad for dice: each key is one die (of ten sides: 0 is 10), the next empty die waits for the next key, and any die can be
// chosen and corrected before the roll is entered. Without this script the text field alone does the same.
// Dice that are tapped go in by themselves once the last is there, after a moment in which one may still be corrected; from a
// keyboard they are entered with Enter. Where the dice of further rolls may follow (data-each: those of one), any number of whole
// rolls is enough; they go in after a longer moment, so that more can be tapped.
// Keys that are tapped while dice are on their way are for the dice that are asked for next; they are typed there.
// What was typed belongs to the page's place in the history: it is there after a reload, and on the way back.

import { element, elements } from "./board/dom.js";

/** @type {(field: HTMLInputElement) => string[]} */
function written(field) {
  return field.value.split(/[\s,]+/).filter(Boolean);
}

const GRACE_MS = 500;
const MORE_GRACE_MS = 1500;
/** @type {string[]} */
let ahead = []; // keys for the dice that are asked for next
/** @type {WeakMap<HTMLFormElement, () => void>} */
const ready = new WeakMap(); // of a form: shows it anew when a fresh answer was laid over it

/** @type {(form: HTMLFormElement) => void} */
export function prepare(form) {
  const again = ready.get(form);
  if (again) return again();
  // those that the form has now: a fresh answer may bring others
  /** @type {HTMLInputElement} */
  let field;
  /** @type {HTMLElement} */
  let slots;
  /** @type {HTMLElement} */
  let keys;
  /** @type {HTMLButtonElement} */
  let enter;
  let chosen = -1;
  let size = 0;
  let each = 0;
  let sides = 0;
  let entering = 0;
  let sent = false; // the dice are on their way
  /** @type {string | undefined} */
  let shown;

  /** @type {(dice: string[]) => boolean} */
  function enough(dice) {
    return dice.length > 0 && dice.length <= size && dice.length % each === 0;
  }

  function stay() {
    clearTimeout(entering);
    form.classList.remove("entering");
  }

  /** @type {(grace: number) => void} */
  function enterSoon(grace) {
    form.classList.add("entering");
    entering = setTimeout(() => {
      stay();
      if (form.isConnected && !enter.disabled) form.requestSubmit(enter);
    }, grace);
  }

  /** @type {(key: string) => string} */
  function face(key) {
    return key === "0" ? (sides === 10 ? "10" : "") : Number(key) <= sides ? key : "";
  }

  function show() {
    const dice = written(field);
    const next = chosen >= 0 ? chosen : dice.length;
    const places = Math.min(size, (Math.floor(dice.length / each) + 1) * each); // those of the next roll, where more may follow
    slots.replaceChildren(
      ...Array.from({ length: Math.max(places, dice.length) }, (_, at) => {
        const slot = document.createElement("button");
        slot.type = "button";
        slot.className = at < size ? "slot" : "slot over";
        slot.textContent = dice[at] === "0" && sides === 10 ? "10" : (dice[at] ?? "·");
        slot.setAttribute("aria-label", `Die ${at + 1} of ${places}: ${dice[at] ?? "not yet"}`);
        if (at === next) slot.setAttribute("aria-current", "true");
        slot.addEventListener("click", () => {
          stay();
          chosen = at < written(field).length ? at : -1;
          show();
          /** @type {HTMLElement} */ (slots.children[at]).focus();
        });
        return slot;
      }),
    );
    /** @type {HTMLElement | null} */
    const at = slots.querySelector("[aria-current]");
    if (at) slots.scrollTop = at.offsetTop - slots.clientHeight / 2; // of very many dice, those about the next one
    enter.disabled = !enough(dice);
    history.replaceState({ ...history.state, asked: asked(), typed: field.value }, "");
  }

  /** @type {(key: string, tapped?: boolean) => void} */
  function press(key, tapped = false) {
    stay();
    const dice = written(field);
    if (sent) {
      if (key === "back") ahead.pop();
      else ahead.push(key);
      return;
    }
    if (tapped && key !== "back" && chosen < 0 && dice.length === size) {
      ahead.push(key); // whoever goes on has nothing to correct
      return enterSoon(0);
    }
    if (key === "back") {
      dice.splice(chosen >= 0 ? chosen : dice.length - 1, 1);
      chosen = -1;
    } else if (face(key)) {
      if (chosen >= 0) dice[chosen] = face(key);
      else if (dice.length < size) dice.push(face(key));
      chosen = -1;
    }
    field.value = dice.length ? `${dice.join(" ")} ` : "";
    show();
    if (!enough(dice)) return;
    if (dice.length === size) enter.focus({ preventScroll: true });
    if (tapped) enterSoon(dice.length === size ? GRACE_MS : MORE_GRACE_MS);
  }

  function refresh() {
    [field, slots, keys] = [element("#faces", form), element(".slots", form), element(".keys", form)];
    enter = element("#enter", form);
    size = Number(form.dataset.dice);
    each = Number(form.dataset.each ?? size);
    sides = Number(form.dataset.sides);
    slots.hidden = keys.hidden = false;
    const wanted = sides === 10 || sides > 20 ? [..."1234567890"] : Array.from({ length: sides }, (_, at) => String(at + 1));
    for (const old of keys.querySelectorAll("[data-key]:not([data-key=back])")) old.remove();
    keys.prepend(
      ...wanted.map((key) => {
        const made = Object.assign(document.createElement("button"), { type: "button", textContent: key });
        made.dataset.key = key;
        return made;
      }),
    );
    const { asked: before, typed } = history.state ?? {};
    if (shown === undefined && !field.value && typed && before === asked()) field.value = typed;
    if (shown !== undefined && shown !== asked()) field.value = field.defaultValue; // other dice than those that were typed
    if (sent && (shown !== asked() || !form.matches(".htmx-request"))) sent = false;
    shown = asked();
    chosen = -1;
    show();
    if (!sent) for (const key of ahead.splice(0)) press(key, true);
  }

  ready.set(form, refresh);
  form.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const key = /** @type {Element} */ (event.target).closest(".keys [data-key]");
    if (key) press(key.dataset.key ?? "", Boolean(/** @type {PointerEvent} */ (event).pointerType));
  });
  form.addEventListener("submit", () => {
    stay();
    sent = true;
  });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.successful) return;
    sent = false; // the dice stand there still, and so nothing comes after them
    forget();
  });
  form.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || sides > 10) return;
    if (/^[0-9]$/.test(event.key)) {
      event.preventDefault();
      press(event.key);
    } else if (event.key === "Backspace") {
      event.preventDefault();
      press("back");
    }
  });
  form.addEventListener("input", () => {
    stay();
    chosen = -1;
    show();
  });
  refresh();
  if (location.hash === "#dice" && matchMedia("(pointer: fine)").matches)
    element("#faces", form).focus({ preventScroll: true });
}

/** No more dice are asked for, or others: keys that were tapped ahead are for none. */
export function forget() {
  ahead = [];
}

/** @type {() => HTMLFormElement[]} */
export function forms() {
  return elements("form.entry");
}

function prepareAll() {
  for (const form of forms()) prepare(form);
}

/** What the dice of the page are asked for; not the number that they need. */
function asked() {
  const [form] = forms();
  const label = document.querySelector("label[for=faces]");
  return form && label ? `${form.dataset.rolls ?? ""} ${label.textContent.replace(/[0-9]+\+/, "")}` : "";
}

// What is shown answers the choice before the last while an answer is on its way: dice that are entered meanwhile wait for
// it, and go in with it if it asks for the same dice.
let waiting = false;

document.addEventListener(
  "submit",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("#answer, #reply") || !document.querySelector("form.htmx-request")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting = target.matches("form.entry");
  },
  true,
);
document.addEventListener("htmx:afterRequest", (event) =>
  setTimeout(() => {
    // a choice made since is on its way by then
    if (!waiting || document.querySelector("form.htmx-request")) return;
    waiting = false;
    if (!event.detail.successful) return;
    /** @type {HTMLButtonElement | null} */
    const enter = document.querySelector(":is(#answer, #reply) form.entry #enter:enabled");
    enter?.form?.requestSubmit(enter);
  }),
);
document.addEventListener("htmx:afterSwap", prepareAll); // at once: the keypad is never away
document.addEventListener("htmx:load", prepareAll);
prepareAll();
