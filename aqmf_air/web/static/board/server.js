// What the page asks of the table, and the news that the table sends.

/** @import { Answer, Answers } from "../payloads" */

/** @typedef {(kind: string, news: any) => unknown} Hears what is told of news; of "closed" it says whether to listen again */
/** @typedef {Record<string, string | number>} Query */

export const AGAIN_MS = 2000;

export class Server {
  /** @param {string} game */
  constructor(game) {
    /** @type {Hears | null} */
    this.heard = null;
    this.silent = false;
    this.base = `/game/${encodeURIComponent(game)}`;
  }

  /** @type {<K extends keyof Answers>(what: K, query?: Query) => Promise<Answer & Answers[K]>} */
  async get(what, query = {}) {
    return this.#asked(`${this.base}/${what}?${new URLSearchParams(/** @type {Record<string, string>} */ (query))}`, {});
  }

  /** @type {<K extends keyof Answers>(what: K, body: object) => Promise<Answer & Answers[K]>} */
  async post(what, body) {
    const headers = { "content-type": "application/json" };
    return this.#asked(`${this.base}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /**
   * The drawing of the position, about a piece if one is given, after so many entries of the log if it is still kept, and the
   * number of entries that it shows.
   * @type {(side: string, chosen?: string, entries?: number) => Promise<Answer & { text: string, entries: number }>}
   */
  async picture(side, chosen = "", entries = undefined) {
    /** @type {(answer: Response) => Promise<any>} */
    const read = async (answer) => ({ text: await answer.text(), entries: Number(answer.headers.get("x-entries")) });
    const query = new URLSearchParams({ as: side, names: "later", ...(chosen ? { chosen } : {}) });
    if (entries !== undefined) query.set("entries", String(entries));
    return this.#asked(`${this.base}/board.svg?${query}`, {}, read);
  }

  /**
   * News until the page goes; "closed" when the table gives none any more, and then again if what hears it says so.
   * @type {(heard: Hears) => void}
   */
  listen(heard) {
    this.heard = heard;
    const stream = new EventSource(`${this.base}/stream`);
    this.stream = stream;
    for (const kind of ["moved", "seats", "clock", "asked"]) {
      stream.addEventListener(kind, (event) => heard(kind, JSON.parse(event.data)));
    }
    stream.addEventListener("open", () => this.#back());
    stream.addEventListener("error", async () => {
      if (stream.readyState !== EventSource.CLOSED) this.lost();
      else if (await heard("closed", {})) setTimeout(() => this.listen(heard), AGAIN_MS);
    });
    addEventListener("pagehide", () => stream.close());
    addEventListener("offline", () => this.lost()); // a stream that is cut off says nothing for a while
    addEventListener("online", () => this.#again());
  }

  /** No more news are wanted. */
  close() {
    this.stream?.close();
    this.heard = null;
  }

  /** The table does not answer: it is asked again and again until it does, which is heard as "back". */
  lost() {
    if (this.silent || !this.heard) return;
    this.silent = true;
    this.heard("lost", {});
    setTimeout(() => this.#again(), AGAIN_MS);
  }

  async #again() {
    if (!this.silent) return;
    try {
      await fetch("/answers", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(4 * AGAIN_MS) });
      this.#back();
    } catch {
      setTimeout(() => this.#again(), AGAIN_MS);
    }
  }

  #back() {
    if (this.silent) this.heard?.("back", {});
    this.silent = false;
  }

  /** @type {(address: string, options: RequestInit, read?: (answer: Response) => Promise<any>) => Promise<any>} */
  async #asked(address, options, read = (/** @type {Response} */ answer) => answer.json()) {
    const answer = await fetch(address, { cache: "no-store", ...options }).catch(() => {
      this.lost();
      throw new Error("The table cannot be reached.");
    });
    const sent = await (answer.ok ? read(answer) : answer.json()).catch(() => ({
      fault: `The app answered with ${answer.status}, and said no more.`,
    }));
    return { ...sent, status: answer.status };
  }
}

/**
 * A text that no other order has: the same order sent twice counts once.
 * @type {() => string}
 */
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
