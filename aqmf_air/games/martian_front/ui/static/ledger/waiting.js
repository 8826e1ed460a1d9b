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
    this.claims = this.claims.filter((claim) => claim.id !== id);
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
        const outcome = await answer.json();
        if (outcome.is === "written") {
          this.mine.push(...(outcome.entry === undefined ? [] : [outcome.entry]));
          written.push(...(outcome.lines ?? []));
          this.drop(id);
        } else {
          this.claims[0].told = outcome.is
            ? outcome
            : { is: "refused", why: [outcome.fault ?? "it was not taken"], meanwhile: [] };
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
    const decide = (claim, changes) => () => {
      this.mine.push(...(claim.told?.meanwhile ?? []).map(({ number }) => number)); // seen: they are not told again
      Object.assign(claim, { told: null, ...changes });
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
        this.claims.map((claim, n) =>
          h(
            "li",
            { class: "waits" },
            h(
              "p",
              {},
              h("strong", {}, claim.words),
              claim.rolls.length > 0 && ` Dice: ${claim.rolls.join("; ")}.`,
              h("span", { class: "tag" }, claim.told ? "to decide" : "waits"),
            ),
            claim.told && this.#decision(claim, claim.told, decide, open),
            !claim.told &&
              h(
                "p",
                { class: "row tight" },
                button(
                  "Leave it out",
                  () => {
                    this.drop(claim.id);
                    again();
                  },
                  { "aria-label": `Leave out: ${claim.words}` },
                ),
              ),
            n === 0 &&
              claim.told &&
              waits > 1 &&
              h("p", { class: "small" }, `${waits - 1} more ${waits > 2 ? "wait" : "waits"} behind it.`),
          ),
        ),
      ),
    );
  }

  /** @type {(claim: Claim, told: Told, decide: Decides, open: (claim: Claim) => void) => HTMLElement} */
  #decision(claim, outcome, decide, open) {
    const others = outcome.meanwhile ?? [];
    /** @type {Record<string, string>} */
    const titles = {
      changed: "Meanwhile somebody wrote about the same:",
      refused: "It is not allowed as things stand:",
      dice: `It needs more dice: ${outcome.need ?? ""}`,
    };
    return h(
      "div",
      { class: "told-of" },
      h("p", {}, titles[outcome.is]),
      outcome.why?.length
        ? h(
            "ul",
            {},
            outcome.why.map((why) => h("li", {}, why)),
          )
        : null,
      others.length > 0 && outcome.is !== "changed" && h("p", {}, "Meanwhile somebody wrote:"),
      others.length > 0 &&
        h(
          "ul",
          {},
          others.map(({ number, lines }) => h("li", {}, `${number}: ${lines.join("; ") || "nothing to tell of"}`)),
        ),
      outcome.lines && h("p", {}, `Yours would be: ${outcome.lines.join("; ")}`),
      h(
        "p",
        { class: "row tight" },
        outcome.is === "changed" && button("Write mine, too", decide(claim, { sure: true }), { class: "main" }),
        outcome.is === "refused" &&
          Boolean(outcome.agree) &&
          button("Take it all the same", decide(claim, { sure: true, fields: [...claim.fields, ["overruled", "yes"]] })),
        claim.fields.some(([name]) => name === "unit") &&
          button(outcome.is === "dice" ? "Go on with it" : "Change it", () => open(claim), {
            class: outcome.is === "dice" ? "main" : "",
          }),
        button("Leave it out", () => {
          this.drop(claim.id);
          decide(claim, {})();
        }),
      ),
    );
  }
}
