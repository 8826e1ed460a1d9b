// An order before it is given: what the rules object to, whom it touches, the exact odds, and the button that gives it.

/** @import { Command, Judged, Odds, Offer, Question } from "../payloads" */
/** @import { Control } from "../refusal.js" */
/** @import { Room } from "./main.js" */

import { button, grouped, h, objections, percent, ruleLink, s, sentence } from "./dom.js";
import { saving } from "./saving.js";

export const REST = 120;

/** @typedef {{ aim?: string }} Aim the piece that an order is aimed at */

export class Proposal {
  /**
   * `judged` is told what the engine made of the order.
   * @param {Room} room @param {string} word @param {(judged: Judged) => void} judged
   */
  constructor(room, word, judged = () => {}) {
    this.room = room;
    this.judged = judged;
    /** @type {Command | null} */
    this.command = null;
    /** @type {string | null} */
    this.aim = null;
    this.brings = ""; // what is said where nothing is rolled
    this.number = 0;
    this.timer = 0;
    this.node = h("div", { class: "judged" });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.give = button(word, () => this.room.order(this.command, null, this.give), { class: "main give", disabled: true });
    this.foot = h("div", { class: "giving" }, this.verdict, this.give);
  }

  /**
   * Nothing to judge yet; `why` stands beside the button, which can not be pressed.
   * @type {(text?: string, why?: string) => void}
   */
  none(text = "", why = "") {
    this.stop();
    this.command = null;
    this.give.disabled = true;
    this.node.replaceChildren(text ? h("p", {}, text) : "");
    this.#judge("", why);
    this.room.map.fill("answer", []);
  }

  /**
   * Judge a command: once it has rested for a moment, and the last one alone; `aim` is the piece that it is aimed at.
   * @type {(command: Command, wait?: number, aim?: string | null) => void}
   */
  set(command, wait = REST, aim = null) {
    this.command = command;
    this.aim = aim;
    this.give.disabled = true;
    this.#judge("", "…");
    this.number += 1;
    const { number } = this;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(number), wait);
  }

  /** The table has changed: judge the same command anew. */
  again() {
    if (this.command) this.set(this.command, REST, this.aim);
  }

  stop() {
    clearTimeout(this.timer);
    this.number += 1;
  }

  /** @type {(verdict: string, text: string, warnings?: string[]) => void} */
  #judge(verdict, text, warnings = []) {
    this.verdict.replaceChildren(text, ...warnings.map((warning) => h("span", { class: "risk" }, `${sentence(warning)}.`)));
    this.verdict.dataset.verdict = verdict;
  }

  /** @type {(number: number) => Promise<void>} */
  async #ask(number) {
    const { room, command } = this;
    const answer = await room.asked(room.server.post("ask", { as: room.as, command }));
    if (number !== this.number) return;
    if (!answer || answer.fault) {
      this.#judge("no", sentence(answer?.fault ?? "the table could not be asked: try again in a moment"));
      return;
    }
    const { under, objections: against, questions, warnings } = answer;
    room.map.fill("answer", answer.svg);
    room.map.mark("aimed", (piece, part = "") => under.includes(part) || Boolean(this.aim && piece === this.aim));
    this.give.disabled = against.length > 0;
    const short = questions.filter(inShort);
    const odds = short.length > 1 ? `${short.length} rolls: the chances are above` : short.map(inShort).join("");
    if (against.length)
      this.#judge("no", `${against[0].reason}${against.length > 1 ? `, and ${against.length - 1} more` : ""}`);
    else this.#judge("yes", odds || sentence(this.brings) || (warnings.length ? "" : "Allowed"), warnings);
    this.node.replaceChildren(
      objections(against) ?? "",
      answer.shapes && under.length && String(under) !== this.aim
        ? h("p", {}, `Under it: ${under.map((part) => room.name(part)).join(", ")}.`)
        : "",
      ...questions.map(questionAsked),
      answer.shapes ? (saving(room, command) ?? "") : "",
    );
    this.judged(answer);
  }
}

/**
 * Give an order that was tapped. It is shown first where that tells more than its button: dice that the button does not speak
 * of, a warning, something drawn on the table.
 * @type {(room: Room, offer: Offer & Aim, control: Control | null) => Promise<void>}
 */
export async function give(room, offer, control) {
  const answer = await room.asked(room.server.post("ask", { as: room.as, command: offer.command }), control);
  if (!answer) return;
  if (answer.fault) return void room.refuse(control, sentence(answer.fault));
  const { questions, objections: against, warnings, under, svg } = answer;
  const open = questions.filter((question) => !certain(question));
  const complete = open.every((question) => besides(question)) && (!open.length || control?.querySelector(".chances"));
  if (complete && !against.length && !warnings.length && !under.length && !svg) room.order(offer.command, null, control);
  else room.go(new AimedOffer(room, offer));
}

/** The screen of one offered order. */
export class AimedOffer {
  /** @param {Room} room @param {Offer & Aim & { brings?: string }} offer */
  constructor(room, offer) {
    this.room = room;
    this.offer = offer;
  }

  open() {
    const { room, offer } = this;
    room.map.mark("chosen", (name) => name === offer.subject);
    this.proposal = new Proposal(room, "Give order", ({ svg }) => {
      room.camera.widen("answer");
      const { node } = this.proposal ?? {};
      if (svg && node && !node.textContent) node.replaceChildren(h("p", {}, "The table shows what this order does."));
    });
    this.proposal.brings = offer.brings ?? "";
    room.show(this.proposal.node, sentence(offer.title), this.proposal.foot);
    this.proposal.set(offer.command, 0, offer.aim);
  }

  close() {
    this.proposal?.stop();
  }
}

/**
 * A question that the dice will answer: the numbers to roll, and what may come of it.
 * @type {(question: Question) => HTMLElement}
 */
function questionAsked(question) {
  const { odds } = question;
  const keys = odds ? Object.keys(odds.p) : [];
  const counted = isCounted(keys);
  const short = inShort(question);
  return h(
    "section",
    { class: "question" },
    h("h3", {}, sentence(question.title)),
    short ? h("p", { class: "lead" }, `${short}${counted && odds ? `, ${odds.mean.toFixed(2)} on average` : ""}`) : null,
    question.targets.map((target) =>
      h(
        "div",
        { class: "need" },
        h("p", { class: "dial" }, h("span", {}, target.what), " ", h("strong", {}, target.roll)),
        h(
          "ul",
          {},
          h("li", {}, `${target.base} ${target.reason} `, ruleLink(target.rule)),
          target.modifiers.map(({ value, reason, rule }) => h("li", {}, `${signed(value)} ${reason} `, ruleLink(rule))),
        ),
      ),
    ),
    odds ? table(odds, keys, counted) : h("p", {}, "There are too many ways to count the odds."),
  );
}

/** @type {(keys: string[]) => boolean} */
function isCounted(keys) {
  return keys.length > 0 && keys.every((key) => /^-?\d+$/.test(key));
}

const MOST_WEIGHED = 16;
const BY = "by "; // before the name of who rolls, of an order to several
let numbered = 0;

/**
 * Put the odds of orders under their buttons, once they are known: `orders` are buttons, each with its command.
 * @type {(room: Room, orders: [HTMLElement, Command][]) => Promise<void>}
 */
export async function weigh(room, orders) {
  const some = orders.slice(0, MOST_WEIGHED);
  if (!some.length) return;
  const answer = await room
    .asked(room.server.post("weigh", { as: room.as, commands: some.map(([, command]) => command) }))
    .catch(() => null);
  for (const [n, [node]] of some.entries()) {
    const title = (node.textContent ?? "").toLowerCase();
    const words = together((answer?.weighed?.[n] ?? []).flatMap((question) => besides(question, title) || []));
    if (!words.length || node.querySelector(".chances")) continue;
    numbered += 1;
    const id = `chances-${numbered}`; // a description: the name of the button stays what it does
    const lines = words.map((line) => h("span", {}, line, " "));
    node.append(h("small", { class: "chances", id, "aria-hidden": "true" }, lines));
    node.setAttribute("aria-describedby", id);
  }
}

/**
 * What several do alike stands in one line: ``by Anna and Bert each: 20.0%; by Carl: 30.0%``; of what they are asked, for the
 * first alone.
 * @type {(lines: string[]) => string[]}
 */
export function together(lines) {
  const alike = [...grouped(new Set(lines), (line) => /^(.*?, )?(?=by )/.exec(line)?.[0] ?? line)];
  const first = alike.find(([, { length }]) => length > 1);
  return alike
    .filter(([, { length }], n) => length === 1 || alike[n] === first)
    .map(([head, those]) => {
      if (those.length === 1) return those[0];
      const parts = those.map((line) => /^by (.*?): (.*)$/.exec(line.slice(head.length)) ?? ["", line, ""]);
      const each = [...grouped(parts, ([, , chance]) => chance)].map(
        ([chance, some]) => `by ${every(some.map(([, name]) => name))}: ${chance}`,
      );
      return head + each.join("; ");
    });
}

/** @type {(names: string[]) => string} */
function every(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)} each` : names[0];
}

/**
 * Whether a question has one answer, whatever is rolled: there is nothing to say of it first.
 * @type {(question: Question) => boolean}
 */
function certain({ odds }) {
  return Object.keys(odds?.p ?? {}).length === 1;
}

/**
 * What may come of a question besides nothing, in a few words; of what is asked where `beside`, in small letters, does not say it.
 * @type {(question: Question, beside?: string) => string}
 */
function besides(question, beside = "") {
  const { p, mean } = question.odds ?? { p: {}, mean: 0 };
  const keys = Object.keys(p)
    .filter((key) => !["none", "None", "no"].includes(key))
    .sort((key, other) => p[other] - p[key]);
  const of = asking(question.title, beside);
  if (isCounted(keys) && keys.length > 1)
    return `${of}${"0" in p ? `${percent(1 - p[0])} for at least one, ` : ""}${mean.toFixed(1)} on average`;
  if (isCounted(keys)) return inShort(question);
  if (!keys.length || keys.length > 3) return "";
  return `${of}${keys.map((key) => `${percent(p[key])}${key === "yes" ? "" : ` ${key}`}`).join(", ")}`;
}

/**
 * What is asked, as far as what stands beside it, in small letters, does not say so; whose dice they are is known there.
 * @type {(title: string, beside: string) => string}
 */
function asking(title, beside) {
  const what = title.slice(title.lastIndexOf(": ") + 1).trim();
  const [head, ...rest] = what.split(`, ${BY}`);
  if (rest.length && beside.includes(head.toLowerCase())) return `${BY}${rest.join("")}: `;
  return beside.includes(what.toLowerCase()) ? "" : `${what}: `;
}

/**
 * The chance that matters most, in a few words.
 * @type {(question: Question) => string}
 */
function inShort({ odds, title }) {
  if (!odds) return "";
  const keys = Object.keys(odds.p);
  if (keys.length && keys.every((key) => ["yes", "no"].includes(key))) return `${percent(odds.p.yes ?? 0)} ${title}`;
  if (!isCounted(keys)) return keys.length < 4 ? keys.map((key) => `${percent(odds.p[key])} ${key}`).join(", ") : "";
  if (!keys.includes("0") || keys.length === 1) return "";
  return `${percent(1 - (odds.p["0"] ?? 0))} for at least one`;
}

/** @type {(odds: Odds, keys: string[], counted: boolean) => HTMLElement} */
function table(odds, keys, counted) {
  const rows = keys.filter((key) => odds.p[key] >= 0.0005).slice(0, 9);
  return h(
    "table",
    { class: "odds" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, counted ? "Number" : "Outcome"),
        h("th", { scope: "col", class: "number" }, "Chance"),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, "As a bar")),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((key) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, key),
          h("td", { class: "number" }, percent(odds.p[key])),
          h(
            "td",
            { class: "barred" },
            s(
              "svg",
              { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
              s("rect", { width: odds.p[key] * 100, height: 10 }),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @type {(number: number) => string} */
function signed(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}
