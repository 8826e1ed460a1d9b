// Dice that are noted while the app does not answer: the same keys as on the page, and one more that ends a roll. What each roll
// is for is asked when the app is back; which dice belong together is all that has to be known until then.

import { button, h } from "/static/board/dom.js";

const TEN = "10";
const BREAK = "|";

export class NotedDice {
  /** @param {string[]} rolls */
  constructor(rolls) {
    this.given = [...rolls]; // before the app fell silent, some of them rolled by it
    /** @type {string[]} */
    this.noted = [];
    this.shown = h("p", { class: "noted", role: "status" });
    /** @type {(text: string, said: string, label?: string) => HTMLElement} */
    const key = (text, value, label = text) =>
      button(text, () => this.#press(value), { "data-note": value, "aria-label": label });
    this.element = h(
      "div",
      { role: "group", "aria-labelledby": "noted-for" },
      h(
        "p",
        { id: "noted-for" },
        h("strong", {}, "Your dice "),
        h("small", {}, "Next roll after each roll; what is missing is asked for later. 0 means 10."),
      ),
      this.shown,
      h(
        "div",
        { class: "keys" },
        [..."1234567890"].map((digit) => key(digit, digit === "0" ? TEN : digit)),
        key("\u232b", "back", "Take the last die back"),
      ),
      h("p", {}, key("Next roll", BREAK)),
    );
    this.#show();
  }

  /**
   * The rolls so far, each as the app takes it: faces with blanks between them.
   * @returns {string[]}
   */
  get rolls() {
    return [
      ...this.given,
      ...this.noted
        .join(" ")
        .split(BREAK)
        .map((roll) => roll.trim())
        .filter(Boolean),
    ];
  }

  /** @type {(said: string) => void} */
  #press(value) {
    if (value === "back") (this.noted.length ? this.noted : this.given).pop();
    else if (value !== BREAK || (this.noted.length && this.noted.at(-1) !== BREAK)) this.noted.push(value);
    this.#show();
  }

  #show() {
    const { rolls } = this;
    const open = !this.noted.length || this.noted.at(-1) === BREAK;
    const lines = rolls.map((roll) =>
      h(
        "span",
        { class: "dice" },
        roll
          .replace(/^r /, "")
          .split(/[\s,]+/)
          .map((face) => h("span", { class: "die" }, face)),
      ),
    );
    this.shown.replaceChildren(...lines, ...(open ? [h("span", { class: "die miss" }, "\u00b7")] : []));
  }
}
