// The log of the game as this seat may read it: newest first, with every die; and the way back.

/** @import { Entry, Roll, Rolled } from "../payloads" */
/** @import { Kid } from "./dom.js" */
/** @import { Room } from "./main.js" */

import { button, element, elements, h, ruleLink, sentence } from "./dom.js";
import { saving } from "./saving.js";
import { why } from "./why.js";

const SHOWN = 60;
const ALIKE = 3; // lines that begin or end alike, from which on they stand in one, and words that they have in common
const APART = 4; // words in which they differ

/**
 * What was told, and the dice; those whose faces nobody may see are left out. Rolls after one another on the same, or for the
 * same, stand in one line.
 * @type {(lines: string[], all: Roll[]) => HTMLElement[]}
 */
export function told(lines, all) {
  const rolls = all.filter((roll) => roll.faces.length);
  /** @type {Roll[][]} */
  const runs = [];
  for (const roll of rolls) {
    const run = runs.at(-1);
    const { on, side, by, label, need } = run?.[0] ?? {};
    const alike = on ? on === roll.on : label === roll.label && need === roll.need && !roll.on && !roll.looked_up;
    if (run && alike && side === roll.side && by === roll.by) run.push(roll);
    else runs.push([roll]);
  }
  const items = runs.map((run) => h("li", {}, ...together(run)));
  return [
    ...paragraphs(lines).map((line) => h("p", {}, sentence(line))),
    ...(items.length ? [h("ul", { class: "rolls" }, items)] : []),
  ];
}

/**
 * Lines as they are told: of those that come again and again in the same words, the last; several after one another that begin
 * or end alike, as those of who stands where, in one.
 * @type {(lines: string[]) => string[]}
 */
function paragraphs(lines) {
  /** @type {(line: string) => boolean} */
  const often = (line) => lines.filter((other) => other === line).length >= ALIKE;
  const kept = lines.filter((line, n) => !often(line) || lines.lastIndexOf(line) === n);
  /** @type {string[][]} */
  const runs = [];
  for (const line of kept) {
    const run = runs.at(-1);
    if (run && [0, 1].some((end) => alike(run[0], line, end))) run.push(line);
    else runs.push([line]);
  }
  return outcomes(runs.flatMap((run) => (run.length < ALIKE ? run : joined(run))));
}

/**
 * What became of what a line ends with, in the same line: "Georges attacks Max: damaged in the air".
 * @type {(lines: string[]) => string[]}
 */
function outcomes(lines) {
  /** @type {string[]} */
  const shown = [];
  for (const line of lines) {
    const [whom, became] = line.split(/ is (.*)/s);
    const before = shown.at(-1);
    if (became && before?.endsWith(` ${whom}`) && !before.endsWith(` by ${whom}`)) shown.push(`${shown.pop()}: ${became}`);
    else shown.push(line);
  }
  return shown;
}

/** @type {(line: string) => string} */
function numberless(line) {
  return line.replace(/\d+/g, "#");
}

/**
 * How many words lines have in common from their beginning (0), or from their end (1), there whatever their numbers.
 * @type {(lines: string[], end: number) => number}
 */
function shared(lines, end) {
  const [words, ...others] = lines.map((line) => (end ? numberless(line).split(" ").reverse() : line.split(" ")));
  const n = words.findIndex((word, at) => others.some((other) => other[at] !== word));
  return n < 0 ? words.length : n;
}

/**
 * Whether two lines differ in a few words only, which are not at this end.
 * @type {(line: string, other: string, end: number) => boolean}
 */
function alike(line, other, end) {
  const same = shared([line, other], end);
  return same >= ALIKE && [line, other].every((each) => each.split(" ").length - same <= APART);
}

/**
 * Lines in one: the first whole, of the others what differs.
 * @type {(run: string[]) => string}
 */
function joined(run) {
  const [front, back] = [shared(run, 0), shared(run, 1)];
  const [first, ...rest] = run.map((line) => line.split(" "));
  /** @type {(at: number) => boolean} whether they end in other numbers there: each keeps its own */
  const differ = (at) => rest.some((words) => words.at(at) !== first.at(at));
  const others = rest.map((words) =>
    words.filter((_, n) => n >= front && (n < words.length - back || differ(n - words.length))),
  );
  const texts = others.map((words) => words.join(" ")).map((text, n) => (/\d \d|^\d+$/.test(text) ? run[n + 1] : text));
  const likewise = !front && texts.every((text) => !/\d$/.test(text)); // the others did just what the first did
  const listed = texts.join(texts.some((text) => text.includes(",")) ? "; " : ", ");
  return likewise ? `${run[0]}; also ${listed}` : [run[0], listed].join(listed.includes(";") ? "; " : ", ");
}

/**
 * Rolls on the same: each with what it was for, and once on whom. Rolls for the same: all their dice.
 * @type {(run: Roll[]) => Kid[]}
 */
function together(run) {
  const [{ on, side }] = run;
  /** @type {(roll: Roll, words: string) => Kid[]} */
  const each = (roll, words) => [
    h("span", { class: "rolled" }, h("span", { class: "asked" }, words), " ", dice(roll)),
    " ",
    roll.looked_up ? lookUp(roll.looked_up) : null,
  ];
  if (run.length === 1) return each(run[0], sentence(asked(run[0])));
  if (!on) return [h("span", { class: "asked" }, sentence(asked(run[0]))), ...run.flatMap((roll) => [" ", dice(roll)])];
  const rest = run.flatMap((roll) => each(roll, asked({ ...roll, on: "", side: "" })));
  return [h("span", { class: "asked" }, `${side ? `${side}, ${on}` : sentence(on ?? "")}: `), ...rest];
}

/**
 * The row of a table that a roll led to, and behind it the whole table with the reasons.
 * @type {(found: NonNullable<Roll["looked_up"]>) => HTMLElement}
 */
function lookUp({ said, lines, row, changes }) {
  return h(
    "details",
    { class: "look-up" },
    h("summary", {}, said),
    changes.length
      ? h(
          "ul",
          {},
          changes.map((change) =>
            h(
              "li",
              {},
              `${change.value < 0 ? "\u2212" : "+"}${Math.abs(change.value)} ${change.reason} `,
              ruleLink(change.rule),
            ),
          ),
        )
      : null,
    h(
      "table",
      { class: "odds" },
      h(
        "tbody",
        {},
        lines.map(([rolls, result, standing], n) =>
          h(
            "tr",
            { "aria-current": n === row ? "true" : null },
            h("th", { scope: "row" }, rolls),
            h("td", {}, result),
            h("td", { class: "small" }, standing),
          ),
        ),
      ),
    ),
  );
}

/**
 * What a roll was for: its label, the number that it needed, on whom; and who rolled, if that was not who gave the order.
 * @type {(roll: Rolled) => string}
 */
export function asked(roll) {
  const words = [roll.label, roll.need, roll.on].filter(Boolean).join(" ");
  return roll.side ? `${roll.side}: ${words}` : words;
}

/**
 * The dice of a roll, with those that were a success marked.
 * @type {(roll: Roll) => HTMLElement}
 */
export function dice({ faces, won, words, die }) {
  const sides = /\d+$/.exec(die)?.[0] ?? null;
  return h(
    "span",
    { class: "dice" },
    faces.map((face, n) =>
      h(
        "span",
        { class: won ? `die ${won[n] ? "hit" : "miss"}` : "die", "data-sides": sides },
        String(face),
        won ? h("span", { class: "unseen" }, ` ${won[n] ? (words?.[0] ?? "success") : (words?.[1] ?? "no success")}`) : null,
      ),
    ),
  );
}

export class LogScreen {
  static exactly = false; // whether places are told in coordinates, too
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.all = false;
    /** @type {import("./pull.js").Level} */
    this.level = "whole";
    this.stepping = false; // the player takes an order back, or brings it back: what they may do then is at home
  }

  open() {
    const { room } = this;
    const { sheet, log } = room;
    const undone = new Set([
      ...sheet.undone,
      ...log.filter((entry) => entry.entry < sheet.log_from && entry.undone).map((entry) => entry.entry),
    ]);
    const earlier = this.all || log.length <= SHOWN ? (log.length ? log[0].entry : sheet.entries) : 0; // entries of earlier chapters
    const said = log.filter((entry) => entry.lines.length || entry.rolls.length); // the rest only ends stages
    const shown = this.all ? said : said.slice(-SHOWN);
    room.show(
      h(
        "div",
        { class: "told-log" },
        h(
          "div",
          { class: "row" },
          .../** @type {const} */ (["undo", "redo"]).map((step) =>
            button(
              sheet[step]?.agree.length ? `Ask to ${step}` : sentence(step),
              ({ currentTarget }) => this.#step(step, currentTarget),
              { disabled: !sheet[step], id: step },
            ),
          ),
          h("a", { class: "button", href: room.address("film") }, "Watch the film"),
        ),
        sheet.no_undo ? h("p", { class: "small" }, `${sentence(sheet.no_undo)}.`) : null,
        room.log.some((entry) => entry.places.length)
          ? h(
              "p",
              {},
              h(
                "label",
                { class: "chip" },
                h("input", {
                  type: "checkbox",
                  id: "coordinates",
                  checked: LogScreen.exactly,
                  onchange: (event) => {
                    LogScreen.exactly = event.target.checked;
                    this.open();
                    element("#coordinates").focus();
                  },
                }),
                " Coordinates",
              ),
            )
          : null,
        sheet.seats
          .filter((seat) => seat.reasoned === false)
          .map((seat) => h("p", { class: "small" }, `${seat.player} gives no reasons for its orders.`)),
        h(
          "ol",
          { class: "entries", reversed: true },
          [...shown]
            .reverse()
            .map((entry) =>
              h(
                "li",
                { value: entry.entry + 1, class: undone.has(entry.entry) ? "undone" : null },
                h(
                  "p",
                  { class: "when" },
                  this.#leads(
                    entry,
                    [entry.when, entry.phase.toLowerCase(), room.name(entry.by), undone.has(entry.entry) ? "taken back" : ""]
                      .filter(Boolean)
                      .join(", "),
                  ),
                ),
                told(entry.lines, entry.rolls),
                undone.has(entry.entry) ? null : why(room, entry),
                LogScreen.exactly ? entry.places.map((place) => h("p", { class: "small places" }, place)) : null,
              ),
            ),
        ),
        said.length > shown.length
          ? button(`Show all ${said.length} entries`, () => {
              this.all = true;
              this.open();
            })
          : null,
        earlier
          ? button("Show the chapter before", ({ currentTarget }) => this.#addEarlier(currentTarget), { id: "earlier" })
          : null,
        sheet.commitment ? h("p", {}, h("a", { class: "button", href: room.address("seats") }, "Check the dice")) : null,
        saving(room),
      ),
      "Log",
    );
    this.mark();
  }

  /**
   * The words over an entry; where the board can show how things were after it, they lead there.
   * @type {(entry: Entry, words: string) => Kid}
   */
  #leads(entry, words) {
    const { past, drawn, sheet } = this.room;
    if (!drawn || entry.entry < sheet.log_from) return words;
    return button(words, () => past.to(entry), { class: "then", title: "Show the board as it was then" });
  }

  /** Mark the entry after which the board is shown. */
  mark() {
    const { past, panel } = this.room;
    for (const item of elements(".entries > li", panel)) {
      const here = Number(item.getAttribute("value")) - 1 === past.order?.entry;
      if (here) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
      if (here) item.scrollIntoView({ block: "nearest" });
    }
  }

  /** Whether the player goes on reading when something is ordered: the end of the game is told at home. */
  get reads() {
    return !this.stepping && !this.room.sheet.over;
  }

  /** Tell what was ordered meanwhile, too, above what is read: that stays where it is. */
  grow() {
    const place = element("#screen", this.room.panel);
    const { scrollTop, scrollHeight } = place;
    const held = place.contains(document.activeElement) ? document.activeElement?.id : "";
    this.open();
    if (scrollTop) place.scrollTop = scrollTop + place.scrollHeight - scrollHeight;
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
  }

  /** @type {(kind: "undo" | "redo", control: HTMLElement) => Promise<void>} */
  async #step(kind, control) {
    this.stepping = true;
    await this.room.step(kind, control);
    this.stepping = false;
  }

  /**
   * The chapter before the first that is shown: it is told only when somebody asks for it.
   * @type {(control: HTMLButtonElement) => Promise<void>}
   */
  async #addEarlier(control) {
    const { room } = this;
    const [seat, before] = [room.as, room.log.length ? room.log[0].entry : room.sheet.entries];
    control.disabled = true;
    for (;;) {
      const answer = await room.asked(room.server.get("earlier.json", { as: seat, before }), control);
      if (!control.isConnected || room.as !== seat) return;
      if (answer?.fault) return room.refuse(control, sentence(answer.fault));
      if (!answer || (!answer.log && answer.status !== 202)) {
        control.disabled = false;
        return;
      }
      if (answer.log) {
        room.log = [...answer.log.filter((entry) => entry.entry < before), ...room.log];
        this.all = true;
        return this.open();
      }
      control.textContent = `Reading, ${answer.done} of ${answer.of}`;
      await new Promise((again) => setTimeout(again, 500));
    }
  }
}
