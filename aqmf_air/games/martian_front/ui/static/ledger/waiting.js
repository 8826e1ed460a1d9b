// Claims that wait on this phone until the app answers: kept before they are shown, sent in order, each with what became of it.

/** @import { Claim, Told } from "../payloads" */

import { button, h } from "/static/board/dom.js";

/** @typedef {(claim: Claim, changes: Partial<Claim>) => () => void} Decides */

export class Waiting {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.key = `aqmf-ledger ${path}`;
    this.sending = false;
    const kept = this.#read();
    this.claims = kept.claims ?? [];
    this.mine = kept.mine ?? []; // numbers of the entries that this phone has sent, or whose player has seen
  }

  /** @type {() => { claims?: Claim[], mine?: number[] }} */
  #read() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      return {};
    }
  }

  #keep() {
    localStorage.setItem(this.key, JSON.stringify({ claims: this.claims, mine: this.claims.length ? this.mine : [] }));
    if (!this.claims.length) this.mine = [];
  }

  /**
   * Keep a claim; it counts as kept only once the browser has it.
   * @type {(fields: Claim["fields"], rolls: string[], words: string, at: number) => boolean}
   */
  add(fields, rolls, words, at) {
    const { claims } = this;
    this.claims = [...claims, { id: `${Date.now()}-${Math.random()}`, at, fields, rolls, words }];
    try {
      this.#keep();
    } catch {
      this.claims = claims;
      return false;
    }
    return true;
  }

  /** @type {(id: string) => void} */
  drop(id) {
    this.claims = this.claims.filter((one) => one.id !== id);
    this.#keep();
  }

  /**
   * Send what waits, in order, up to the first that a player has to decide about. Gives the lines of what was written.
   * @type {() => Promise<string[]>}
   */
  async send() {
    /** @type {string[]} */
    const written = [];
    if (this.sending) return written;
    this.sending = true;
    try {
      while (this.claims.length && !this.claims[0].told) {
        const [{ id, at, fields, rolls, sure = false }] = this.claims;
        const body = JSON.stringify({ at, fields, rolls, sure, mine: this.mine });
        const answer = await fetch(`${this.path}/send`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        /** @type {Told} */
        const told = await answer.json();
        if (told.is === "written") {
          this.mine.push(...(told.entry === undefined ? [] : [told.entry]));
          written.push(...(told.lines ?? []));
          this.drop(id);
        } else {
          this.claims[0].told = told.is ? told : { is: "refused", why: [told.fault ?? "it was not taken"], meanwhile: [] };
          this.#keep();
        }
      }
    } catch {
      // it does not answer again: what waits goes on waiting
    } finally {
      this.sending = false;
    }
    return written;
  }

  /**
   * What waits, with the ways on from there. `open` shows a claim in its form; `again` sends.
   * @type {(place: HTMLElement, silent: boolean, ways: { open: (claim: Claim) => void, again: () => void }) => void}
   */
  show(place, silent, { open, again }) {
    place.hidden = !this.claims.length && !silent;
    /** @type {Decides} */
    const decide = (one, changes) => () => {
      this.mine.push(...(one.told?.meanwhile ?? []).map(({ number }) => number)); // seen: they are not told again
      Object.assign(one, { told: null, ...changes });
      this.#keep();
      again();
    };
    const waits = this.claims.length;
    const lead = silent
      ? "The app does not answer. This page goes on: what you write waits on this phone, and is sent when the app is back."
      : "Waiting on this phone";
    place.replaceChildren(
      h("p", { class: "lead" }, lead),
      h(
        "ol",
        { class: "plain" },
        this.claims.map((one, n) =>
          h(
            "li",
            { class: "waits" },
            h(
              "p",
              {},
              h("strong", {}, one.words),
              one.rolls.length > 0 && ` Dice: ${one.rolls.join("; ")}.`,
              h("span", { class: "tag" }, one.told ? "to decide" : "waits"),
            ),
            one.told && this.#decision(one, one.told, decide, open),
            !one.told &&
              h(
                "p",
                { class: "row tight" },
                button(
                  "Leave it out",
                  () => {
                    this.drop(one.id);
                    again();
                  },
                  { "aria-label": `Leave out: ${one.words}` },
                ),
              ),
            n === 0 &&
              one.told &&
              waits > 1 &&
              h("p", { class: "small" }, `${waits - 1} more ${waits > 2 ? "wait" : "waits"} behind it.`),
          ),
        ),
      ),
    );
  }

  /** @type {(claim: Claim, told: Told, decide: Decides, open: (claim: Claim) => void) => HTMLElement} */
  #decision(one, told, decide, open) {
    const others = told.meanwhile ?? [];
    /** @type {Record<string, string>} */
    const titles = {
      changed: "Meanwhile somebody wrote about the same:",
      refused: "It is not allowed as things stand:",
      dice: `It needs more dice: ${told.need ?? ""}`,
    };
    return h(
      "div",
      { class: "told-of" },
      h("p", {}, titles[told.is]),
      told.why?.length
        ? h(
            "ul",
            {},
            told.why.map((why) => h("li", {}, why)),
          )
        : null,
      others.length > 0 && told.is !== "changed" && h("p", {}, "Meanwhile somebody wrote:"),
      others.length > 0 &&
        h(
          "ul",
          {},
          others.map(({ number, lines }) => h("li", {}, `${number}: ${lines.join("; ") || "nothing to tell of"}`)),
        ),
      told.lines && h("p", {}, `Yours would be: ${told.lines.join("; ")}`),
      h(
        "p",
        { class: "row tight" },
        told.is === "changed" && button("Write mine, too", decide(one, { sure: true }), { class: "main" }),
        told.is === "refused" &&
          Boolean(told.agree) &&
          button("Take it all the same", decide(one, { sure: true, fields: [...one.fields, ["overruled", "yes"]] })),
        one.fields.some(([name]) => name === "unit") &&
          button(told.is === "dice" ? "Go on with it" : "Change it", () => open(one), {
            class: told.is === "dice" ? "main" : "",
          }),
        button("Leave it out", () => {
          this.drop(one.id);
          decide(one, {})();
        }),
      ),
    );
  }
}
