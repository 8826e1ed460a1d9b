// Long lists of choices are searched: a field in the place of each says what is chosen and takes a few letters of another name;
// what fits stands below it to be tapped, and ▾ shows the whole list. Fields that suggest names are searched alike. The app's own
// search answers, which forgives numerals and slips. Without this script the lists are there themselves.

/** @import { Kid } from "./board/dom.js" */

import { button, elements, grouped, h, nodes, s } from "./board/dom.js";

const MANY = 12; // choices from which a list is searched
const SHOWN = 6;
const PAUSE_MS = 150;
const PART = /^(.*\+)?(\s*\d+\s*x\s+)?(.*)$/is; // of a field that takes several names: what stands before the last of them

/** @type {WeakMap<Element, Finder>} */
const finders = new WeakMap(); // of a list or a field that suggests names

/**
 * What an option is searched by: its name, without what stands behind it; of a suggestion, what the field would hold.
 * @type {(option: HTMLOptionElement) => string}
 */
function called(option) {
  const words = option.textContent.trim();
  return option.closest("datalist") || words.startsWith(option.value) ? option.value : words;
}

/**
 * What an option looks like, if it is drawn anywhere.
 * @type {(option: HTMLOptionElement | undefined) => Kid}
 */
function seen(option) {
  const { drawn } = option?.dataset ?? {};
  return drawn ? s("svg", { class: "seen", "aria-hidden": "true" }, s("use", { href: drawn })) : null;
}

class Finder {
  /**
   * `field`: a list, or an input with suggestions, which may hold any words.
   * @param {HTMLSelectElement | HTMLInputElement} field
   */
  constructor(field) {
    this.list = field instanceof HTMLSelectElement ? field : null;
    this.turn = 0;
    const label = (field.labels?.[0]?.firstChild?.textContent ?? field.getAttribute("aria-label") ?? "").trim();
    this.found = h("div", { class: "found-names", role: "group", "aria-label": `${label}: what fits` });
    this.node = h("div", { class: "finder", "data-added": "" });
    /** @type {HTMLDataListElement | null} */
    this.suggestions = null;
    /** @type {HTMLButtonElement | null} */
    this.whole = null;
    this.picture = h("span", { class: "pictured", hidden: true });
    if (field instanceof HTMLInputElement) {
      this.suggestions = field.list;
      field.removeAttribute("list");
      this.input = field;
      this.node.append(this.found);
      field.after(this.node);
    } else {
      this.input = h("input", {
        type: "search",
        id: field.id ? `${field.id}-find` : null,
        autocomplete: "off",
        "aria-label": `${label}: find by name`,
      });
      this.whole = button("▾", () => this.#showWhole(), { "aria-label": `${label}: show all`, "aria-expanded": "false" });
      this.node.append(this.picture, this.input, this.whole, this.found);
      this.stand();
      field.addEventListener("change", () => this.show());
    }
    this.#listen();
  }

  /** The field stands before its list, which may have been moved, and says what is chosen. */
  stand() {
    if (!this.list) return;
    if (this.node.nextElementSibling !== this.list) this.list.before(this.node);
    if (!this.node.contains(document.activeElement)) this.show();
  }

  show() {
    const chosen = this.list?.selectedOptions[0];
    const words = chosen?.textContent?.trim() ?? "";
    this.input.value = chosen?.value ? words : "";
    this.input.placeholder = (chosen?.value ? "" : words) || "Find";
    this.picture.hidden = !chosen?.dataset.drawn;
    this.picture.replaceChildren(...nodes([seen(chosen)]));
    this.#lay([]);
  }

  get #options() {
    return [...((this.list ?? this.suggestions)?.options ?? [])];
  }

  /** What is looked for: in a field that takes several names the last of them. */
  get #typed() {
    return (this.list ? this.input.value : (PART.exec(this.input.value)?.[3] ?? "")).trim();
  }

  #listen() {
    const { input, node, found } = this;
    let waiting = 0;
    input.addEventListener("input", (event) => {
      if (this.list) event.stopPropagation(); // it is no choice yet
      clearTimeout(waiting);
      waiting = setTimeout(() => this.#ask(), PAUSE_MS);
    });
    if (this.list) {
      input.addEventListener("change", (event) => event.stopPropagation());
      input.addEventListener("focus", () => input.select());
      node.addEventListener("focusout", ({ relatedTarget }) => {
        if (!node.contains(/** @type {Node | null} */ (relatedTarget))) this.#leave();
      });
    }
    found.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus, and what fits stays
    node.addEventListener("keydown", (event) => this.#key(event));
    if (!this.list) input.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @type {(event: KeyboardEvent) => void} */
  #key(event) {
    /** @type {HTMLElement[]} */
    const buttons = elements("button", this.found);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "Enter" && event.target === this.input && (this.list || buttons.length)) buttons[0]?.click();
    else if (event.key === "Escape" && this.list && (buttons.length || this.input.value)) this.#leave();
    else if (event.key === "ArrowDown" && buttons.length) buttons[Math.min(at + 1, buttons.length - 1)].focus();
    else if (event.key === "ArrowUp" && at >= 0) (buttons[at - 1] ?? this.input).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #leave() {
    this.turn += 1;
    this.show();
  }

  /** @type {(option: HTMLOptionElement) => void} */
  #choose(option) {
    this.turn += 1;
    if (!this.list) {
      const [, before = "", count = ""] = PART.exec(this.input.value) ?? [];
      this.input.value = `${before}${before && !count ? " " : ""}${count}${option.value}`;
      this.input.focus();
      return this.#lay([]);
    }
    this.list.value = option.value;
    this.list.dispatchEvent(new Event("change", { bubbles: true }));
    if (!matchMedia("(pointer: fine)").matches)
      /** @type {HTMLElement} */ (document.activeElement).blur(); // or the keyboard of a phone stays over the page
    else if (this.input !== document.activeElement) this.input.focus();
    else this.input.select();
  }

  async #ask() {
    this.turn += 1;
    const { turn } = this;
    const [options, text] = [this.#options.filter((option) => option.value), this.#typed];
    const body = JSON.stringify({ text, names: options.map(called) });
    const answer = text
      ? await fetch("/find", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => null)
      : null;
    if (turn !== this.turn) return;
    const plain = () => options.map(called).filter((name) => text && name.toLowerCase().includes(text.toLowerCase()));
    /** @type {string[]} */
    const names = [...new Set(answer?.ok ? (await answer.json()).found : plain())]; // while the app is silent it is the plain words
    const fit = names.flatMap((name) => options.filter((option) => called(option) === name)).slice(0, SHOWN);
    const settled = !this.list && fit.length === 1 && fit[0].value === text; // nothing is left to choose
    this.#lay(settled ? [] : fit.map((option) => this.#button(option)));
    if (!names.length && text) this.found.append(h("p", { role: "status" }, "Nothing is called that."));
  }

  #showWhole() {
    if (this.whole?.getAttribute("aria-expanded") === "true") return this.#leave();
    /** @type {(option: HTMLOptionElement) => string} */
    const group = (option) => option.closest("optgroup")?.label ?? "";
    this.#lay(
      [...grouped(this.#options, group)].flatMap(([side, some]) => [
        side ? h("p", {}, side) : null,
        ...some.map((option) => this.#button(option)),
      ]),
      true,
    );
    this.found.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** @type {(content: Kid[], whole?: boolean) => void} */
  #lay(content, whole = false) {
    this.found.replaceChildren(...nodes(content));
    this.found.classList.toggle("whole-list", whole);
    this.whole?.setAttribute("aria-expanded", String(whole));
  }

  /** @type {(option: HTMLOptionElement) => HTMLButtonElement} */
  #button(option) {
    const choice = button(this.list ? option.textContent.trim() : option.value, () => this.#choose(option), {
      "aria-current": this.list && option.selected ? "true" : null,
    });
    choice.prepend(...nodes([seen(option)]));
    return choice;
  }
}

function offer() {
  for (const old of document.querySelectorAll(".finder:not(:has(+ select), input + *)")) old.remove(); // its list has gone
  /** @type {(HTMLSelectElement | HTMLInputElement)[]} */
  const lists = elements("select, input[list]");
  for (const list of lists) {
    const options = list instanceof HTMLSelectElement ? list.options : (list.list?.options ?? []);
    const finder = finders.get(list);
    if (finder) finder.stand();
    else if (options.length > MANY && !list.multiple) finders.set(list, new Finder(list));
  }
}

/**
 * Whether a change of the page may concern a list.
 * @type {(change: MutationRecord) => boolean}
 */
function concerns({ type, target, addedNodes, removedNodes }) {
  if (type === "attributes") return true; // another option
  const list = "select, input[list]";
  return (
    (target instanceof Element && target.matches("select, optgroup")) ||
    [...addedNodes, ...removedNodes].some(
      (node) => node instanceof Element && (node.matches(list) || node.querySelector(list)),
    )
  );
}

new MutationObserver((changes) => {
  if (changes.some(concerns)) offer();
}).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["selected"] });
for (const kind of ["htmx:afterSwap", "pageshow"]) addEventListener(kind, offer);
addEventListener("click", ({ target }) => {
  const list = target instanceof Element ? target.closest("label")?.control : null;
  if (list?.matches("select")) finders.get(list)?.input.focus();
});
offer();
