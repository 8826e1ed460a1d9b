// On a phone the panel is a sheet that is pulled up over the table: a peek with what is to be decided next, half of it, or the
// whole. It is pulled by its head, by its button, or by the arrow keys there. Where the panel stands beside the table it has no
// button, and all of it is shown.

import { element } from "./dom.js";

/** @typedef {"peek" | "half" | "whole"} Level */

/** @type {Level[]} */
const LEVELS = ["peek", "half", "whole"];
const DRAGGED = 8; // pixels that a finger goes until it pulls
const FLING = 0.4; // pixels a millisecond at which the sheet goes on by itself
const SETTLE_MS = 160;
/** @type {Record<string, Level>} */
const FIRST = { HomeScreen: "peek" }; // half of it is pulled up for all others

export class Pull {
  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.panel = panel;
    this.grip = element("#grip", panel);
    this.kind = "";
    /** @type {Record<string, Level>} */
    this.chosen = {}; // by the player, for each kind of screen
    /** @type {Level} */
    this.level = "peek";
    this.peek = 0; // pixels of it
    this.#take("peek");
    this.grip.addEventListener("click", () =>
      this.#choose(this.level === "whole" ? "peek" : LEVELS[LEVELS.indexOf(this.level) + 1]),
    );
    this.grip.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      const next = way && LEVELS[LEVELS.indexOf(this.level) + way];
      if (way) event.preventDefault();
      if (next) this.#choose(next);
    });
    element(".tabs", panel).addEventListener("pointerdown", (event) => this.#pulled(event));
  }

  /**
   * A screen of a kind has opened: show as much as the player likes to see of its kind.
   * @type {(kind: string, level?: Level) => void}
   */
  open(kind, level) {
    this.kind = kind;
    this.#take(level ?? this.chosen[kind] ?? FIRST[kind] ?? "half");
  }

  /** Show no more than a peek. */
  fold() {
    this.#choose("peek");
  }

  /** @type {(level: Level) => void} */
  #choose(level) {
    if (level !== "whole") this.chosen[this.kind] = level;
    this.#take(level);
  }

  /** @type {(level: Level) => void} */
  #take(level) {
    const { panel, grip } = this;
    this.level = level;
    panel.dataset.level = level;
    grip.setAttribute("aria-expanded", String(level !== "peek"));
    grip.setAttribute("aria-label", level === "whole" ? "Orders: fold down" : "Orders: pull up");
    const held = document.activeElement;
    if (held && panel.contains(held) && !held.checkVisibility()) grip.focus({ preventScroll: true });
    if (level === "peek") this.peek = panel.offsetHeight;
  }

  /**
   * A finger takes the head: the sheet follows it over the table, which stays as it is until the finger lets go.
   * @type {(down: PointerEvent) => void}
   */
  #pulled(down) {
    const { panel } = this;
    if (down.button > 0 || !this.grip.checkVisibility()) return;
    const high = panel.offsetHeight;
    let last = { y: down.clientY, at: down.timeStamp, speed: 0 };
    let pulls = false;
    /** @type {(event: PointerEvent) => void} */
    const move = (event) => {
      const up = down.clientY - event.clientY;
      if (!pulls && Math.abs(up) < DRAGGED) return;
      if (!pulls) {
        pulls = true;
        panel.setPointerCapture(down.pointerId);
        panel.dataset.level = "half"; // what it has comes into sight
        panel.classList.add("pulled");
      }
      const room = /** @type {HTMLElement} */ (panel.parentElement).clientHeight;
      const now = Math.max(0, Math.min(room, high + up));
      panel.style.height = `${Math.max(now, high)}px`;
      panel.style.marginTop = `${Math.min(0, high - now)}px`;
      panel.style.translate = `0 ${Math.max(0, high - now)}px`;
      const time = event.timeStamp - last.at;
      if (time > 0) last = { y: event.clientY, at: event.timeStamp, speed: (last.y - event.clientY) / time };
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!pulls) return;
      this.#settle(high + down.clientY - last.y, last.speed);
      addEventListener("click", stop, true); // a button of the head was only where the finger began
      setTimeout(go);
      addEventListener("pointerdown", go, { capture: true, once: true }); // timers are late where the page is not in front
    };
    /** @type {(event: MouseEvent) => void} */
    const stop = (event) => event.stopImmediatePropagation();
    const go = () => removeEventListener("click", stop, true);
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /**
   * The finger has let go, with the sheet so high: the level that is nearest, or the next one in the direction of a fling.
   * @type {(there: number, speed: number) => void}
   */
  #settle(there, speed) {
    const { panel } = this;
    const room = /** @type {HTMLElement} */ (panel.parentElement).clientHeight;
    const heights = [this.peek, room * 0.46, room];
    const ahead = [...heights.keys()].filter((n) => (speed > 0 ? heights[n] > there : heights[n] < there));
    const nearest = heights.map((height) => Math.abs(height - there));
    const flung = speed > 0 ? ahead[0] : ahead.at(-1);
    const level = LEVELS[Math.abs(speed) > FLING && flung !== undefined ? flung : nearest.indexOf(Math.min(...nearest))];
    panel.classList.remove("pulled");
    panel.removeAttribute("style");
    this.#choose(level);
    const rest = panel.offsetHeight - there;
    if (rest > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      panel.animate([{ translate: `0 ${rest}px` }, { translate: "0 0" }], { duration: SETTLE_MS, easing: "ease-out" });
  }
}
