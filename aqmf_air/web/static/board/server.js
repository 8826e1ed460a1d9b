// What the page asks of the table, and the news that the table sends.

export const AGAIN_MS = 2000;

class Unreachable extends Error {}

export class Server {
  constructor(game) {
    this.base = `/game/${encodeURIComponent(game)}`;
  }

  async get(what, query = {}) {
    return this.#asked(`${this.base}/${what}?${new URLSearchParams(query)}`, {});
  }

  async post(what, body) {
    const headers = { "content-type": "application/json" };
    return this.#asked(`${this.base}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** The drawing of the position, and the number of log entries that it shows. */
  async picture(side) {
    const answer = await this.#asked(`${this.base}/board.svg?${new URLSearchParams({ as: side })}`, {}, "text");
    return answer;
  }

  /** News until the page goes; "closed" when the table gives none any more, and then again if what hears it says so. */
  listen(heard) {
    const stream = new EventSource(`${this.base}/stream`);
    for (const kind of ["moved", "seats", "clock", "asked"]) {
      stream.addEventListener(kind, (event) => heard(kind, JSON.parse(event.data)));
    }
    stream.addEventListener("open", () => heard("open", {}));
    stream.addEventListener("error", async () => {
      const closed = stream.readyState === EventSource.CLOSED;
      if ((await heard(closed ? "closed" : "lost", {})) && closed) setTimeout(() => this.listen(heard), AGAIN_MS);
    });
    addEventListener("pagehide", () => stream.close());
  }

  async #asked(address, options, kind = "json") {
    let answer;
    try {
      answer = await fetch(address, { cache: "no-store", ...options });
    } catch {
      throw new Unreachable("The table cannot be reached.");
    }
    if (kind === "text" && answer.ok) {
      return { status: 200, text: await answer.text(), entries: Number(answer.headers.get("x-entries")) };
    }
    let document;
    try {
      document = await answer.json();
    } catch {
      document = { fault: `The app answered with ${answer.status}, and said no more.` };
    }
    return { ...document, status: answer.status };
  }
}

/** A text that no other order has: the same order sent twice counts once. */
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
