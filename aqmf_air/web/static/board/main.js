// A live table: one screen of orders beside the picture of the position, if there is one, kept in step with the server.

/** @import { Answers, Answer, Command, Entry, InShort, Need, Offer, Piece, Sheet, Then } from "../payloads" */
/** @import { Control } from "../refusal.js" */
/** @import { Spot } from "./camera.js" */
/** @import { Shown } from "./map.js" */
/** @import { Proposal } from "./proposal.js" */

import { Banner, request } from "./banner.js";
import { covered, nextSeat, openly, putAway } from "./hands.js";
import { element, elements, h, nodes, objections, sentence } from "./dom.js";
import { FOLLOWING, HomeScreen, lines } from "./home.js";
import { helpsHere } from "./help.js";
import { Legend } from "./legend.js";
import { LogScreen, told } from "./log.js";
import { Past } from "./past.js";
import { Pull } from "./pull.js";
import { News } from "./news.js";
import { pointsOf } from "./scene.js";
import { hasWords, lostIn, Theatre } from "./theatre.js";
import { decided, stepped } from "./ordering.js";
import { AGAIN_MS, freshKey, Server } from "./server.js";
import { forgive, refuse } from "../refusal.js";
import { PieceScreen } from "./piece.js";
import { Views } from "./views.js";
import { why } from "./why.js";

/**
 * What is open in the panel.
 * @typedef {object} Screen
 * @property {() => unknown} open
 * @property {() => void} [close]
 * @property {(key: string) => boolean} [key]
 * @property {(point: Spot) => unknown} [tap] whether the tap was for it
 * @property {(point: Spot) => boolean} [grab]
 * @property {(point: Spot) => unknown} [drag]
 * @property {(point: Spot) => unknown} [release]
 * @property {() => unknown} [letGo]
 * @property {Piece} [piece]
 * @property {import("./pull.js").Level} [level] how far the panel is pulled up for it
 * @property {boolean} [alone] whether the piece is there for it only
 * @property {import("../payloads").Doing} [doing] the kind of order that it gives
 * @property {Screen} [from] the screen from which it was opened
 * @property {Spot} [meant] where a tap on the table opened it: what it draws begins towards there
 * @property {Proposal} [proposal]
 * @property {Offer} [offer]
 */
/** @typedef {{ default: new (room: Room, piece: Piece, doing: import("../payloads").Doing) => Screen }} Editor a script that draws orders */

const WORDS = 12;
const OPENING = "Opening the table; the app first plays what is its own.";
const AGAIN = "Now it shows how things stand: tap again if you still want it.";
const NOT_NOW = "It cannot be ordered now.";
const GONE = 403; // the browser has no seat at the table

export class Room {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.drawn = root.dataset.drawn === "yes";
    this.turns = root.dataset.about === "yes";
    this.shapes = root.dataset.shapes === "yes";
    this.advised = root.dataset.advised === "yes";
    this.chronicled = root.dataset.chronicled === "yes";
    /** @type {Record<string, string>} */
    this.editors = JSON.parse(root.dataset.editors ?? "{}");
    this.server = new Server(root.dataset.game ?? "");
    this.stage = element("#stage", root);
    this.map = new Views(this.stage, element("#table", root), this);
    this.camera = this.map;
    this.picture = "";
    this.about = ""; // what the picture that is shown is drawn about
    this.legend = new Legend(root, this.map, () =>
      this.log.flatMap(({ beats }) => beats?.flatMap(({ marks }) => marks) ?? []),
    );
    this.panel = element("#panel", root);
    this.pull = new Pull(this.panel);
    this.news = new News(this, element("#told", this.panel));
    this.theatre = new Theatre(
      this.map,
      this.stage,
      (order, own, controls) => this.#shows(order, own, controls),
      (order, own, controls) => this.#came(order, own, controls),
      () => this.#played(),
    );
    this.past = new Past(
      this,
      (then) => this.#shown(then),
      () => this.#returned(),
    );
    this.banner = new Banner(this, root);
    this.as = "";
    /** @type {Entry[]} */
    this.log = [];
    this.#noSheet();
    /** @type {Screen | null} */
    this.screen = null;
    this.seen = 0;
    this.busy = false;
    this.held = false; // the board shows orders, and all beside it stays as it was when they were given
    /** @type {Record<number, InShort>} */
    this.steps = {};
    this.missed = 0;
    /** @type {Promise<void> | null} */
    this.refreshing = null;
    this.stale = false;
    this.unreached = false;
    this.left = false;
    this.agreed = ""; // what is said once the player has left the table, where they agreed to it
  }

  /** There is nothing to see: no screen is open then. */
  #noSheet() {
    /** @type {Sheet} */
    this.sheet = /** @type {any} */ (null);
  }

  /** Whether there is room for the panel beside the table. */
  get roomy() {
    return matchMedia("(min-width: 60rem)").matches;
  }

  async begin() {
    this.#tools();
    element("#screen", this.panel).replaceChildren(h("p", { class: "hint" }, OPENING));
    element("#gist", this.panel).textContent = OPENING;
    await this.refresh();
    if (!this.left) this.server.listen((kind, data) => this.#heard(kind, data));
  }

  /**
   * The answer to a question; undefined, said beside the control that asked, if the table cannot be reached. Until then the
   * control is busy.
   * @type {<T>(question: Promise<T>, control?: Control | null) => Promise<T | undefined>}
   */
  async asked(question, control = null) {
    control?.setAttribute("aria-busy", "true");
    try {
      return await question;
    } catch (fault) {
      this.refuse(control, /** @type {Error} */ (fault).message);
      this.unreached = true;
      return undefined;
    } finally {
      control?.removeAttribute("aria-busy");
    }
  }

  /**
   * The answer of the board to a question of one of its scripts; undefined if the table cannot be reached.
   * @type {(name: string, body: object) => Promise<any>}
   */
  question(name, body) {
    return this.asked(this.server.post(`board/${encodeURIComponent(name)}`, { as: this.as, body }));
  }

  /**
   * A piece of the board, by its id.
   * @type {(id: string) => Piece | undefined}
   */
  find(id) {
    return this.sheet.pieces.find((piece) => piece.id === id);
  }

  /**
   * The name for people of a side, a piece or a part of one, by its id.
   * @type {(id: string) => string}
   */
  name(id) {
    return this.sheet?.sides.find((side) => side.id === id)?.name ?? this.sheet?.names[id] ?? id;
  }

  /**
   * Where another page of this table is.
   * @type {(of: string, more?: Record<string, string>) => string}
   */
  address(of, more = {}) {
    return `${this.server.base}/${of}?${new URLSearchParams({ as: this.as, ...more })}`;
  }

  /**
   * Whether all that the side can do in this stage is to end it.
   * @returns {boolean}
   */
  get idle() {
    const { offers, pieces } = this.sheet;
    return offers?.length === 1 && Boolean(offers[0].ends_stage) && !pieces.some((piece) => piece.ready);
  }

  /**
   * Who may end the stage, where the side has nothing else to do in it.
   * @type {() => string}
   */
  ends() {
    const [{ title }] = this.offers(() => true);
    const others = this.sheet.active.filter((side) => side !== this.as).map((side) => this.name(side));
    return others.length ? `you or ${others.join(" or ")} may ${title}` : title;
  }

  /** @type {(fits: (offer: Offer) => unknown) => Offer[]} */
  offers(fits) {
    return (this.sheet.offers ?? []).filter(fits);
  }

  /**
   * Fetch the sheet and the drawing, and show them; calls that come meanwhile are answered by one more round.
   * @type {() => Promise<void>}
   */
  refresh() {
    if (this.left) return Promise.resolve();
    if (this.refreshing) {
      this.stale = true;
      return this.refreshing;
    }
    const rounds = async () => {
      do {
        this.stale = false;
        await this.#round();
      } while (this.stale && !this.left);
    };
    this.refreshing = rounds().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  async #round() {
    const query = { since: (this.log.at(-1)?.entry ?? -1) + 1, ...(this.as ? { as: this.as } : {}) };
    const drawing = this.as && this.drawn ? this.asked(this.server.picture(this.as)) : null; // at the same time
    const sheet = await this.asked(this.server.get("sheet.json", query));
    const early = await drawing;
    if (!sheet) return void setTimeout(() => this.refresh(), AGAIN_MS);
    if (sheet.status !== 200) return this.#lost(sheet.fault, sheet.status === GONE);
    const turn = nextSeat(sheet, this.as || sheet.as);
    if (turn) return this.#sit(turn, sheet);
    if (!this.drawn) return this.#take(sheet, "");
    const picture =
      early?.entries === sheet.entries ? early : await this.asked(this.server.picture(sheet.as, "", sheet.entries));
    if (picture?.entries === sheet.entries) this.#take(sheet, picture.text);
    else this.stale = true;
  }

  /**
   * Look as another side of this device; the table is covered in between.
   * @type {(side: string, sheet: Sheet) => Promise<void>}
   */
  async #sit(side, sheet) {
    if (!openly()) {
      const name = sheet.sides.find((entry) => entry.id === side)?.name ?? side;
      this.#empty();
      await covered(name);
    }
    this.as = side;
    this.log = [];
    this.seen = Infinity;
    this.stale = true;
  }

  /** @type {(side: string) => Promise<void>} */
  async handOver(side) {
    await this.#sit(side, this.sheet);
    this.refresh();
  }

  #empty() {
    this.#present();
    this.theatre.forget();
    this.map.show("");
    this.picture = this.about = "";
    this.root.querySelector("#words")?.replaceChildren();
    element("#heading", this.panel).textContent = "Orders"; // it may say what was ordered
    for (const part of ["#screen", "#foot", "#told", "#asked"]) element(part, this.panel).replaceChildren();
    this.screen?.close?.();
    this.screen = null;
    this.#noSheet();
    this.banner.empty();
  }

  /** @type {(sheet: Sheet, picture: string) => void} */
  #take(sheet, picture) {
    const moved = this.sheet?.entries !== sheet.entries || this.as !== sheet.as;
    const before = this.sheet;
    const ended = sheet.log.at(-1)?.kind === "end"; // nobody waits for what was ordered before
    if (moved && ended) this.#present();
    this.as = sheet.as;
    delete this.root.dataset.lost;
    const earlier = sheet.log_from > sheet.since ? [] : this.log.filter((entry) => entry.entry < sheet.since);
    this.log = [...earlier, ...sheet.log];
    this.sheet = sheet;
    if (sheet.clock) sheet.clock.heard = performance.now();
    if (moved && this.about) this.map.show(this.picture, this.map.now[0].lost); // events are drawn in the picture that is about no piece
    const was = before && this.drawn ? this.map.now : null;
    const turned = before?.phase !== sheet.phase || before?.turn !== sheet.turn || sheet.over;
    if (was && sheet.begun) this.map.show(sheet.begun, [], true);
    const begun = was && sheet.begun ? this.map.now : null;
    if (moved) {
      this.picture = picture;
      this.about = "";
      this.map.show(picture, lostIn(this.log, sheet.undone), this.theatre.running);
    }
    if (!this.drawn) this.#words();
    const news = was && !ended && !this.past.order ? this.#toPlay(before, sheet) : [];
    if (moved) this.steps = { ...(this.theatre.running ? this.steps : {}), ...sheet.steps };
    const timed = !sheet.over && sheet.clock?.running.includes(sheet.as); // the player may order while the board still shows
    if (news.length && !timed && this.theatre.plays(was) && (sheet.over || !news.every((entry) => this.#own(entry))))
      this.#hold();
    if (!this.held) this.banner.show(sheet);
    const seen = sheet.pieces.some((piece) => piece.own && piece.at.some(([x, y]) => this.camera.sees(x, y)));
    if (moved && turned && !this.held && (sheet.over || !seen)) this.camera.home(); // none of the side's own is on the part that is shown
    element("#asked", this.panel).replaceChildren(...request(this, sheet));
    if (moved && this.#keepsOn(before)) {
      this.screen?.proposal?.again();
      this.map.mark("chosen", (name) => name === this.screen?.piece?.id);
      this.turn();
      this.seen = sheet.entries;
    } else if (moved || (sheet.over && !before?.over) || !this.screen) {
      if (this.seen === Infinity) this.seen = sheet.entries;
      else if (!before) this.seen = (this.log.findLast((entry) => this.#own(entry))?.entry ?? -1) + 1;
      this.#heardOf();
      if (this.screen instanceof LogScreen && this.screen.reads) this.screen.grow();
      else if (!this.held || !(this.screen instanceof HomeScreen)) this.go(new HomeScreen(this), this.held);
    } else if (
      !this.held &&
      this.screen instanceof HomeScreen &&
      (sheet.waiting ||
        sheet.fault ||
        sheet.left ||
        sheet.rematch !== before?.rematch ||
        sheet.may_draw !== before?.may_draw ||
        (sheet.over && sheet.asked?.id !== before?.asked?.id))
    ) {
      this.screen.open();
    }
    if (was && news.length) this.#play(was, news, begun);
    const present = !this.theatre.running && !this.past.order && this.screen instanceof HomeScreen;
    if (moved && present && (this.drawn || !this.roomy)) this.news.all(); // else it stands beside the panel
    if (present) this.camera.release();
    if (!before) this.#marksMissed();
    if (moved) this.#opens(!before && !this.news.orders.length);
    if (moved) this.past.show();
    this.root.dataset.entries = String(sheet.entries);
    this.root.dataset.ready = "yes";
    this.#rolls();
  }

  /** Roll what the table waits for, if it is this player's to roll, once the board has shown what led to it. */
  #rolls() {
    const { waiting: need, seats, you } = this.sheet;
    if (!need || this.busy || this.held) return;
    if (!need.by || !seats.some((seat) => seat.side === need.by) || you.includes(need.by)) this.order(null, need);
  }

  /** @type {(entry: Entry) => boolean} */
  #own({ by }) {
    return by === this.as;
  }

  /**
   * What happened since that the table shows; nothing if there is nothing to see.
   * @type {(before: Sheet, sheet: Sheet) => Entry[]}
   */
  #toPlay(before, sheet) {
    if (before.as !== sheet.as || before.entries === sheet.entries) return [];
    /** @type {(entry: Entry) => boolean} */
    const seen = ({ beats }) => beats?.some((beat) => beat.marks.length);
    const news = this.log.filter(
      (entry) => entry.entry >= before.entries && (seen(entry) || (!this.#own(entry) && entry.lines.length)),
    );
    return news.some(seen) ? news : [];
  }

  /** Leave all beside the board as it is while the board shows orders; a tap there shows how things are now. */
  #hold() {
    this.held = true;
    if (!(this.screen instanceof HomeScreen)) return;
    this.panel.dataset.held = "";
    element("#gist", this.panel).textContent = FOLLOWING;
    element("#undo-last", this.root).hidden = true;
  }

  /** Have the board show once more what it showed last. */
  async #again() {
    if (!this.sheet || this.busy || this.theatre.running) return;
    this.past.leave();
    const { unseen } = this.theatre;
    if (unseen && !(await this.#fetchBefore(unseen))) return;
    if (!(this.screen instanceof HomeScreen)) this.go(new HomeScreen(this));
    this.#hold();
    if (!this.theatre.replay()) this.#played();
  }

  /**
   * Have the map as it was before an order that was given while nobody was here; whether it is known now.
   * @type {(order: Entry) => Promise<boolean>}
   */
  async #fetchBefore({ entry }) {
    const { entries, undone } = this.sheet;
    const moment = await this.asked(this.server.get("then.json", { as: this.as, entries: entry }));
    if (moment?.status !== 200 || entries !== this.sheet?.entries || this.theatre.running || this.past.order) return false;
    this.about = "";
    this.steps[entry - 1] = moment;
    const before = this.log.filter((order) => order.entry < entry);
    this.map.show(moment.picture, lostIn(before, undone), true);
    this.theatre.first = this.map.now;
    this.map.show(this.picture, lostIn(this.log, undone), true);
    return true;
  }

  /**
   * Mark on the map what others did since this player ordered something, at a table that is opened; where they did nothing
   * since, what the player ordered last.
   */
  #marksMissed() {
    const last = this.log.findLast(({ lines, rolls }) => lines.length || rolls.length);
    const missed = this.news.orders.length || !last || !this.#own(last) ? this.news.orders : [last];
    const orders = missed.filter(
      ({ entry, chapter, beats }) => chapter === this.log.at(-1)?.chapter && beats && !this.sheet.undone.includes(entry),
    );
    if (!this.drawn || !orders.some(({ beats }) => beats.some(({ marks }) => marks.length))) return;
    this.theatre.missed(orders);
    this.look(orders);
  }

  /** @type {(order: Entry, own: boolean, controls: HTMLElement) => void} */
  #shows(order, own, controls) {
    if (!own && hasWords(order)) this.news.showing(order, controls, !order.rolls.length);
    if (!this.held) return;
    this.#after(this.steps[order.entry - 1]);
    this.banner.step(order);
    this.look([order]);
  }

  /** Have the board show how things are now. */
  #present() {
    this.theatre.skip();
    this.past.leave();
  }

  /**
   * The board is to show how things were: nothing is ordered there.
   * @type {(then: Then) => void}
   */
  #shown(then) {
    const { order, controls } = this.past;
    if (!order) return;
    const reads = this.screen instanceof LogScreen;
    this.theatre.skip();
    if (!reads && !(this.screen instanceof HomeScreen)) this.go(new HomeScreen(this), true);
    this.#hold();
    this.about = "";
    this.banner.step(order);
    this.#after(then);
    if (reads) {
      this.news.tell([controls]);
      if (!this.roomy) this.pull.fold();
    } else this.news.showing(order, controls, true);
    this.#marked();
  }

  /** Mark in the log the order that the board shows. */
  #marked() {
    if (!(this.screen instanceof LogScreen)) return;
    this.screen.mark();
  }

  /** The board is to show how things are again. */
  #returned() {
    if (this.sheet) {
      this.map.show(this.picture, lostIn(this.log, this.sheet.undone));
      this.theatre.rest();
    }
    this.news.tell([]);
    this.#marked();
    this.#played();
  }

  /**
   * Have what is shown of orders in view.
   * @type {(orders: Entry[]) => void}
   */
  look(orders) {
    const points = orders.flatMap((entry) =>
      entry.beats.flatMap((beat) => beat.marks.filter((mark) => !mark.passes).flatMap(pointsOf)),
    );
    const seesAll = () => points.every(([x, y]) => this.camera.sees(x, y));
    if (!seesAll()) this.camera.release(); // as the table is shown afterwards
    if (!seesAll()) this.camera.include(points);
  }

  /** @type {(order: Entry, own: boolean, controls: HTMLElement) => void} */
  #came(order, own, controls) {
    if (own) this.news.came();
    else if (order.rolls.length) this.news.showing(order, controls, true);
    if (this.held) this.#after(this.steps[order.entry]);
  }

  /**
   * Say how things were at a moment that the board shows.
   * @type {(then?: InShort) => void}
   */
  #after(then) {
    if (!then) return;
    this.banner.came(then);
    this.map.relabel(then.labels);
    if (this.screen instanceof HomeScreen) this.screen.came(then);
  }

  /**
   * Play what happened since on the table; `begun`: the map as the last chapter began, if it did among them.
   * @type {(was: Shown[], news: Entry[], begun: Shown[] | null) => void}
   */
  #play(was, news, begun) {
    const before = this.log.findLast((entry) => entry.entry < news[0].entry) ?? news[0];
    if (this.theatre.running || this.theatre.plays(was)) this.camera.back(); // the picture of before is played on
    this.theatre.play(was, news, (entry) => this.#own(entry), before.chapter, begun);
    if (!this.held) this.look(news);
  }

  /** The board has shown what others did. */
  #played() {
    const { held } = this;
    this.news.came();
    this.held = false;
    delete this.panel.dataset.held;
    if (held && this.sheet) {
      this.banner.show(this.sheet);
      if (this.sheet.over) this.camera.home();
      if (this.screen instanceof HomeScreen) this.screen.open();
      this.turn();
      this.#rolls();
    }
    this.panel.querySelector("#told .following")?.remove(); // what was ordered meanwhile is told, too
    if (!(this.screen instanceof HomeScreen)) {
      this.about = ""; // what was played lies in the picture that is about no piece
      this.turn();
      return;
    }
    this.camera.release();
    this.news.all();
    this.#opens();
  }

  /**
   * Open the editor of a piece that alone may act, once what happened has been shown; `anew`: the table has just been opened,
   * and nothing of before lies over what is planned.
   * @type {(anew?: boolean) => void}
   */
  #opens(anew = false) {
    const [id, type] = this.sheet.opens ?? [];
    const piece = id && !this.sheet.waiting && this.screen instanceof HomeScreen && this.find(id);
    if (piece && !this.theatre.running && !this.past.order) this.go(new PieceScreen(this, piece, type), !anew);
  }

  /**
   * Whether the player may go on with what they are at: somebody else moved, in the same phase, and not the same piece.
   * @type {(before: Sheet | null) => boolean}
   */
  #keepsOn(before) {
    const { sheet, screen } = this;
    const piece = screen?.piece;
    if (!piece || !before || before.as !== sheet.as || before.phase !== sheet.phase || before.turn !== sheet.turn)
      return false;
    const own = sheet.entries === this.seen || this.seen > before.entries; // the news begin with what the player ordered here
    return !own && !sheet.over && JSON.stringify(this.find(piece.id)) === JSON.stringify(piece);
  }

  /** The position in words where there is no picture, and what happened last. */
  #words() {
    const last = this.log
      .filter((entry) => entry.lines.length)
      .slice(-WORDS)
      .reverse();
    element("#words", this.root).replaceChildren(
      lines(this.sheet.summary),
      h(
        "ol",
        { class: "entries", reversed: true },
        last.map((entry) =>
          h(
            "li",
            { value: entry.entry + 1, class: entry.undone ? "undone" : null },
            entry.by ? h("p", { class: "when" }, this.name(entry.by)) : null,
            told(entry.lines, entry.rolls),
            why(this, entry),
          ),
        ),
      ),
    );
  }

  /** @type {(kind: string, news: any) => Promise<boolean>} */
  async #heard(kind, data) {
    if (kind === "back") {
      this.banner.connection("");
      if (this.unreached) this.news.tell([]); // the table answers again: what was said of its silence goes
      this.unreached = false;
      this.#news(Infinity);
    } else if (kind === "lost" && this.sheet) this.banner.connection("Reconnecting…");
    else if (kind === "moved") this.#news(data.entries);
    else if (kind === "seats" || kind === "asked") this.#news(Infinity);
    else if (kind === "clock") {
      if (this.sheet) this.sheet.clock = data;
      this.banner.clock(data);
    } else if (kind === "closed") {
      this.banner.connection("");
      await this.refresh(); // the sheet says why; if it does not, there may be news again
    }
    return Boolean(this.sheet);
  }

  /**
   * Show what is new; while an order is being given, after it, or the next tap would be at a table that takes none yet.
   * @type {(entries: number) => void}
   */
  #news(entries) {
    if (this.busy) this.missed = Math.max(this.missed, entries);
    else if (entries !== this.sheet?.entries) this.refresh();
  }

  /**
   * The table has nothing more for this browser: say why, and show nothing that is no longer so. Without a seat, `gone`, it is
   * not asked again.
   * @type {(fault?: string, gone?: boolean) => void}
   */
  #lost(fault = "This table cannot be shown.", gone = false) {
    this.left = gone;
    if (gone) this.server.close();
    this.root.dataset.lost = "yes";
    this.#empty();
    this.news.tell([]);
    this.banner.connection("");
    for (const open of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (open).close();
    const agreed = gone && this.agreed;
    element("#screen", this.panel).replaceChildren(
      agreed ? h("h2", {}, "You have left the table") : "",
      h("p", { class: agreed ? "notice calm" : "notice", role: "alert" }, agreed || fault),
      h(
        "p",
        { class: "row" },
        agreed ? "" : h("a", { class: "button main", href: location.href }, "Load again"),
        h("a", { class: agreed ? "button main" : "button", href: "/games" }, "All games"),
      ),
    );
  }

  /**
   * Give an order, asking for dice as they are needed. Without a command it is an automatic side's, which waits for them.
   * What is refused is said beside the `control` that gives it.
   * @type {(command: Command | null, waiting?: Need | null, control?: Control | null) => Promise<void>}
   */
  async order(command, waiting = null, control = null) {
    if (this.busy) return;
    this.busy = true;
    this.root.classList.add("busy");
    this.panel.ariaBusy = "true";
    forgive(this.panel);
    try {
      const answer = await decided(this, command, waiting, control).finally(putAway);
      if (answer) await this.#ordered(answer, control);
    } finally {
      this.busy = false;
      this.root.classList.remove("busy");
      this.panel.ariaBusy = null;
      if (this.missed) this.#news(this.missed);
      this.missed = 0;
    }
  }

  /**
   * Order what comes next for a side that leaves it to people.
   * @type {(command: Command, side: string, control: Control) => Promise<void>}
   */
  async lead(command, side, control) {
    const body = { as: side, entries: this.sheet.entries, command, dice: [], key: freshKey() };
    const answer = await this.asked(this.server.post("order", body), control);
    if (answer) await this.#ordered(answer, control);
  }

  /** @type {(answer: Answer & Answers["order"], control: Control | null) => Promise<void>} */
  async #ordered(answer, control) {
    if (answer.done) {
      this.seen = answer.entries;
      this.news.went(answer.told, answer.rolls);
      await this.refresh();
      if (!this.theatre.running) this.news.came();
    } else if (answer.status === 409) {
      await this.refresh();
      this.say("The table has moved on meanwhile. Look again, then give your order.");
    } else if (answer.objections) {
      this.refuse(control, nodes([h("p", {}, "The rules do not allow this order:"), objections(answer.objections)]));
    } else {
      this.refuse(control, answer.fault ?? "The order was not carried out.");
    }
  }

  /**
   * Take the last order back, or bring it back.
   * @type {(kind: "undo" | "redo", control: Control) => Promise<void>}
   */
  async step(kind, control) {
    await stepped(this, kind, control);
  }

  /**
   * End the game: give up, offer a draw, or claim it from a side whose time is over; or ask for another one.
   * @type {(how: "resign" | "claim" | "draw" | "ask-rematch", control: Control) => Promise<void>}
   */
  async end(how, control) {
    const at = how === "draw" ? { entries: this.sheet.entries } : {};
    const answer = await this.asked(this.server.post(how, { as: this.as, ...at }), control);
    if (answer?.fault) this.refuse(control, sentence(answer.fault));
    if (answer) await this.refresh();
  }

  /**
   * Answer what another player asks for, or take back what one has asked for oneself.
   * @type {(id: string, said: string, control: Control) => Promise<void>}
   */
  async reply(id, choice, control) {
    const { side = "", what = "" } = (choice === "agree" && this.sheet?.asked) || {};
    const player = what === "here" ? "who opened the table plays" : "the automatic player plays";
    this.agreed = side && `As you agreed, ${player} ${this.name(side)} from now on.`;
    const answer = await this.asked(this.server.post("answer", { id, answer: choice }), control);
    if (!answer || answer.fault) this.agreed = "";
    if (!answer) return;
    if (answer.fault) return this.refuse(control, sentence(answer.fault));
    await this.refresh();
  }

  /**
   * Say why something was refused: beside its control, or where that is gone, above the orders.
   * @type {(control: Control | null, why: string | (string | Node)[]) => void}
   */
  refuse(control, why) {
    if (control?.isConnected) refuse(control, why);
    else this.news.tell([h("p", {}, why)]);
  }

  /** @type {(text: string) => void} */
  say(text) {
    this.news.tell(text ? [h("p", {}, text)] : []);
  }

  /** What others did since this player last ordered something. */
  #heardOf() {
    /** @type {(entry: Entry) => boolean} */
    const elsewhere = ({ by, kind }) => by !== this.as || kind !== "command"; // or others agreed to what was asked for
    this.news.add(this.log.filter((entry) => entry.entry >= this.seen && elsewhere(entry) && entry.lines.length));
    this.seen = Math.max(this.seen, this.sheet.entries);
  }

  /**
   * Open a screen; `quietly`: nobody has asked for it, and what is told stays.
   * @type {(screen: Screen, quietly?: boolean) => void}
   */
  go(screen, quietly = false) {
    const leaves = screen instanceof HomeScreen || screen instanceof PieceScreen;
    if (!leaves && !("from" in screen)) screen.from = (screen.alone ? this.screen?.from : this.screen) ?? undefined;
    this.screen?.close?.();
    this.map.clear();
    if (!(screen instanceof HomeScreen) && !quietly && !(this.past.order && screen instanceof LogScreen)) {
      this.#present();
      this.news.past();
      this.news.tell([]);
      this.map.hush();
    }
    this.screen = screen;
    const from = document.activeElement;
    const inPanel = this.panel.contains(from);
    screen.open();
    this.turn();
    if (inPanel) element("#screen", this.panel).focus({ preventScroll: true });
  }

  /**
   * Open the page of a piece; of the one that alone may act its editor at once, with the page behind it.
   * @type {(piece: Piece) => void}
   */
  see(piece) {
    const [id, type] = this.sheet.opens ?? [];
    this.go(new PieceScreen(this, piece, piece.id === id ? type : ""));
  }

  /**
   * Have the picture drawn about what the screen is about, where the board draws it so: its piece, or something else that it
   * names.
   * @type {(about?: string) => Promise<void>}
   */
  async turn(about = this.screen?.piece?.id ?? this.screen?.offer?.subject ?? "") {
    if (!this.turns || !this.sheet || about === this.about || this.past.order) return;
    this.about = about;
    const { entries } = this.sheet;
    const drawn = about ? await this.asked(this.server.picture(this.as, about)) : { text: this.picture, entries };
    if (about !== this.about || drawn?.entries !== this.sheet?.entries || this.theatre.running) return;
    this.map.show(drawn.text, lostIn(this.log, this.sheet.undone));
    this.map.mark("chosen", (name) => name === (this.screen?.piece?.id ?? about));
    this.screen?.proposal?.again();
  }

  /**
   * Put a screen's content into the panel, under a heading with a way back; `foot` is what gives the order.
   * @type {(content: Node, heading: string, foot?: Node | string) => void}
   */
  show(content, heading, foot = "") {
    const place = element("#screen", this.panel);
    place.replaceChildren(content);
    element("#foot", this.panel).replaceChildren(foot);
    element("#back", this.panel).hidden = !heading;
    const over = !this.held && this.sheet.over ? this.sheet.verdict?.headline : "";
    element("#heading", this.panel).textContent = heading || over || (this.as ? "Orders" : "Looking on");
    this.panel.toggleAttribute("data-over", Boolean(over && !heading)); // what was told last stands below who has won
    element("#show-log", this.panel).hidden = heading === "Log";
    place.scrollTop = place.scrollLeft = 0;
    const kind = this.screen?.constructor.name ?? "";
    if (this.panel.dataset.screen !== kind) this.pull.open(kind, this.screen?.level);
    this.panel.dataset.screen = kind;
    const end = place.querySelector(".lead > a")?.cloneNode(true);
    const [hint] = (place.querySelector(".hint")?.textContent ?? "").split(/(?<=\.)\s/); // its first sentence: all of it is in the panel
    element("#gist", this.panel).replaceChildren(heading ? "" : (end ?? hint));
  }

  #back() {
    const before = this.#anew(this.screen?.from);
    this.go(before);
    if (before instanceof HomeScreen) this.camera.release();
  }

  /**
   * A screen that was open, as it opens now; the first one where its piece is there no more.
   * @type {(was?: Screen) => Screen}
   */
  #anew(was) {
    if (!was || was instanceof HomeScreen) return new HomeScreen(this);
    const piece = was.piece && this.find(was.piece.id);
    if (was.piece && !piece) return new HomeScreen(this);
    if (piece && was instanceof PieceScreen) return new PieceScreen(this, piece);
    const of = piece ? [piece, was.doing] : was.offer ? [was.offer] : [];
    const Kind = /** @type {new (room: Room, ...of: unknown[]) => Screen} */ (was.constructor);
    return Object.assign(new Kind(this, ...of), { alone: was.alone, from: was.from });
  }

  #tools() {
    /** @type {(id: string, act: (event: MouseEvent) => unknown) => void} */
    const on = (id, act) => element(id, this.root).addEventListener("click", act);
    on("#zoom-in", () => this.camera.zoom(1.4));
    on("#zoom-out", () => this.camera.zoom(1 / 1.4));
    on("#zoom-all", () => this.camera.fit());
    on("#back", () => this.sheet && this.#back());
    on("#show-log", () => this.sheet && this.go(new LogScreen(this)));
    on("#events-again", () => this.#again());
    on("#undo-last", (event) => this.sheet && this.step("undo", /** @type {HTMLElement} */ (event.currentTarget)));
    this.panel.addEventListener("click", (event) => this.#overtakes(event), { capture: true });
    helpsHere();
    on("#show-bar", (event) => {
      const shown = document.body.classList.toggle("with-bar");
      /** @type {Element} */ (event.currentTarget).setAttribute("aria-expanded", String(shown));
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.sheet && !document.querySelector("dialog[open]")) {
        if (this.screen instanceof HomeScreen) this.pull.fold();
        else this.#back();
      }
      const target = /** @type {Element} */ (event.target);
      const plain = !(event.ctrlKey || event.metaKey || event.altKey) && !target.closest("input, select, textarea, dialog");
      if (plain && this.panel.contains(target) && this.screen?.key?.(event.key)) event.preventDefault();
    });
  }

  /**
   * A tap on what is no longer so, because the board shows orders: see how things are now, and with them the piece that was meant.
   * No order is given by it, and that is told; what would give it now is marked.
   * @type {(event: MouseEvent) => void}
   */
  #overtakes(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.held || !(this.screen instanceof HomeScreen) || !target.closest("#screen, #foot")) return;
    if (target.closest("a[href]")) return; // it leads to another page, and orders nothing
    event.preventDefault();
    event.stopPropagation();
    const id = target.closest("[data-id]")?.getAttribute("data-id");
    const words = target.closest("button")?.textContent ?? "";
    this.#present();
    const piece = id && this.find(id);
    if (piece) this.see(piece);
    if (id || !words) return;
    const control = elements("#screen button, #foot button", this.panel).find(({ textContent }) => textContent === words);
    this.news.note(`“${words}” was not ordered: the board still showed earlier orders. ${control ? AGAIN : NOT_NOW}`);
    control?.classList.add("meant");
    control?.focus();
  }

  laid() {
    this.legend?.laid();
  }

  /** @type {(point: Spot) => void} */
  tap(point) {
    if (!this.sheet) return;
    if (this.theatre.running || this.past.order) return this.#present(); // the picture that was tapped is not that of now
    if (this.screen?.tap?.(point)) return;
    const meant = this.map.meant(point);
    const piece = meant?.piece && this.find(meant.piece);
    if (piece) this.see(piece);
    else if (meant?.note) this.say(meant.note);
    else if (this.screen instanceof PieceScreen) this.#back(); // a tap beside all pieces
  }

  // What a finger or a mouse does on the table goes to the screen that is open, if it draws something there.

  /** @type {(point: Spot) => boolean} */
  grab(point) {
    return this.screen?.grab?.(point) ?? false;
  }

  /** @type {(point: Spot) => void} */
  drag(point) {
    this.screen?.drag?.(point);
  }

  /** @type {(point: Spot) => void} */
  release(point) {
    this.screen?.release?.(point);
  }

  letGo() {
    this.screen?.letGo?.();
  }
}

new Room(element("#board")).begin();
