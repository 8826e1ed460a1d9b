// What players do by hand: they type their own dice, one list after the other (faces that are no numbers have buttons), and
// on one device hand over, while the table is covered.

/** @import { Need, Sheet } from "../payloads" */

import { forget, prepare } from "../keypad.js";
import { button, element, elements, h, sentence } from "./dom.js";
import { asked, dice } from "./log.js";
import { refuse } from "../refusal.js";

/** @typedef {number | string} Face */

/** @type {HTMLDialogElement | null} */
let window_ = null; // of dice: it stays while they are on their way, and keys that are tapped are for those that come next

/** No more dice are asked for. */
export function putAway() {
  const there = window_;
  window_ = null;
  there?.close();
  there?.remove();
  forget();
}

/**
 * Ask for dice; those that were `typed` before, and do not fit for the reason `slip`, are in the field. Resolves to the faces, to "back" (ask for the list before again), or to null: the order is not given.
 * @type {(need: Need, slip: string, given: Need["given"], who: string, typed?: Face[]) => Promise<Face[] | "back" | null>}
 */
export function typedDice(need, slip, given, who, typed = []) {
  return new Promise((answer) => {
    const count = need.count * (1 + need.further);
    const named = need.numbers.length > 0; // [number that is typed, face, its name], where the faces are not 1 to the last
    const sample = (
      named ? need.numbers.slice(0, 3).map(([number]) => number) : need.sides === 10 ? [3, 7, 0] : [2, 1, 2]
    ).slice(0, count);
    const field = h("input", {
      id: "faces",
      inputmode: named ? "text" : "numeric",
      autocomplete: "off",
      required: true,
      placeholder: sample.join(" "),
      value: typed.map((face) => need.numbers.find((entry) => entry[1] === face)?.[0] ?? face).join(" "),
    });
    const form = h(
      "form",
      { class: "entry", "data-dice": count, "data-each": need.count, "data-sides": need.sides },
      given.length
        ? h(
            "ol",
            { class: "log", tabindex: 0, "aria-label": "Rolled so far" },
            given.map((roll) => h("li", {}, `${sentence(asked(roll))}: `, dice(roll))),
          )
        : null,
      h(
        "label",
        { for: "faces" },
        `${need.by ? `${who}: ${asked(need)}` : sentence(asked(need))}: ${named && need.count === 1 ? "" : `${need.count} `}${need.die}`,
        " ",
        h(
          "small",
          {},
          [
            need.further
              ? `or those of up to ${need.further + 1} rolls like it, read in order, as far as they are needed`
              : "",
            named ? "by their numbers, or tap what came up" : need.sides === 10 ? "0 means 10" : "",
          ]
            .filter(Boolean)
            .join("; "),
        ),
      ),
      field,
      named
        ? h(
            "div",
            { class: "offers" },
            need.numbers.map(([number, , name]) =>
              button(name === String(number) ? name : `${number}: ${name}`, () => came(number)),
            ),
          )
        : null,
      named
        ? null
        : h("div", {
            class: "slots",
            role: "group",
            "aria-label": "The dice so far; choose one to correct it",
            hidden: true,
          }),
      named
        ? null
        : h(
            "div",
            { class: "keys", role: "group", "aria-label": "Keypad", hidden: true },
            button("⌫", () => {}, { "data-key": "back", "aria-label": "Take the last die back" }),
          ),
      h(
        "p",
        { class: "row" },
        h("button", { class: "main", id: "enter" }, "Enter these dice"),
        given.some((roll) => roll.by !== "seed") ? button("Back to the roll before", () => leave("back")) : null,
        button("Cancel the order", () => leave(null)),
      ),
    );
    const last = named ? need.numbers[need.numbers.length - 1][0] : need.sides;
    /** @type {(text: string) => Face} */
    function faceOf(text) {
      const number = text === "0" && last === 10 ? "10" : text;
      const match = need.numbers.find(
        (entry) => String(entry[0]) === number || entry[2].toLowerCase() === text.toLowerCase(),
      );
      return named ? (match?.[1] ?? text) : Number(number);
    }
    /** @type {(number: Face) => void} */
    function came(number) {
      field.value = `${field.value} ${number}`.trim();
      if (field.value.split(/[\s,]+/).length === count) form.requestSubmit();
    }
    const asking = window_ ?? h("dialog", { class: "dice", "aria-label": "Your dice" });
    /** @type {(value: Face[] | "back" | null) => void} */
    function leave(value) {
      history.replaceState({ ...history.state, typed: "" }, ""); // the same dice for another order begin empty
      asking.onclose = null;
      for (const part of elements("button:not([data-key])", form)) /** @type {HTMLButtonElement} */ (part).disabled = true;
      answer(value);
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      leave((named && count === 1 ? [field.value.trim()] : field.value.split(/[\s,]+/).filter(Boolean)).map(faceOf));
    });
    asking.onclose = () => leave(null);
    asking.replaceChildren(form);
    if (window_ === null) {
      window_ = asking;
      asking.addEventListener("close", () => {
        asking.remove();
        if (window_ === asking) window_ = null;
      });
      document.body.append(asking);
      asking.showModal();
    }
    if (slip || named) forget();
    if (!named) prepare(form);
    const log = form.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight; // the last roll is in sight, and the keys
    if (matchMedia("(pointer: fine)").matches) field.focus();
    else element(".keys button, .offers button", form).focus();
    if (slip) refuse(field, sentence(slip));
  });
}

const OPENLY = "aqmf-board-openly";

export function openly() {
  return sessionStorage.getItem(OPENLY) === "yes";
}

/**
 * Cover the page; resolves when the other player says that they are there.
 * @type {(name: string) => Promise<void>}
 */
export function covered(name) {
  return new Promise((uncovered) => {
    const box = h("input", { type: "checkbox", id: "openly" });
    /** @type {HTMLDialogElement} */
    const cover = h(
      "dialog",
      { class: "cover", "aria-labelledby": "cover-title" },
      h("h2", { id: "cover-title", tabindex: "-1", autofocus: true }, `Hand over to: ${name}`),
      h("p", {}, "The table is covered. Nobody else should look now."),
      h("p", {}, h("label", { class: "chip" }, box, " do not cover it again: everybody here may see every side")),
      button(
        `I play ${name}: show the table`,
        () => {
          if (box.checked) sessionStorage.setItem(OPENLY, "yes");
          cover.close();
        },
        { class: "main", id: "uncover" },
      ),
    );
    cover.addEventListener("cancel", (event) => event.preventDefault());
    cover.addEventListener("close", () => {
      cover.remove();
      uncovered();
    });
    document.body.append(cover);
    cover.showModal();
  });
}

/**
 * Ask before something that cannot be taken back; resolves to whether it is to be done.
 * @type {(question: string, deed: string) => Promise<boolean>}
 */
export function sure(question, deed) {
  return new Promise((decided) => {
    /** @type {HTMLDialogElement} */
    const asking = h(
      "dialog",
      { "aria-label": deed },
      h("p", {}, question),
      h(
        "p",
        { class: "row" },
        button("Play on", () => asking.close(), { autofocus: true }),
        button(deed, () => asking.close("yes"), { class: "main" }),
      ),
    );
    asking.addEventListener("close", () => {
      asking.remove();
      decided(asking.returnValue === "yes");
    });
    document.body.append(asking);
    asking.showModal();
  });
}

/**
 * The other side of this device, if it is its turn now and `as` has nothing to do.
 * @type {(sheet: Sheet, as: string) => string | null}
 */
export function nextSeat(sheet, as) {
  if (sheet.over || sheet.you.length < 2) return null;
  const others = sheet.you.filter((side) => side !== as && sheet.active.includes(side));
  const idle = !sheet.active.includes(as) || (sheet.offers ?? []).length === 0;
  return idle ? (others[0] ?? null) : null;
}
