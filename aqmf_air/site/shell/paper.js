// What prints need, and only they: fetched with the first of them, in parts, so that little is lost where the network breaks off.

const PARTS = "/engine/print.json";
const COMPILED = /\.so$/;

export class NotFetchedError extends Error {}

export class Paper {
  /**
   * @param {any} python the runtime
   * @param {string} folder where its packages are
   * @param {(words: string) => void} tell says how far it is; nothing, when it is there
   */
  constructor(python, folder, tell) {
    this.python = python;
    this.folder = folder;
    this.tell = tell;
    /** @type {Promise<void> | null} */
    this.coming = null;
  }

  /**
   * Whether an answer says that it lacks what prints need, and asking again may help.
   * @type {(status: number, headers: [string, string][]) => boolean}
   */
  static isLacking(status, headers) {
    return status === 501 && headers.some(([name, value]) => name === "x-not-here" && value === "typst");
  }

  /** Ends when all of it is there. */
  fetch() {
    this.coming ??= this.#fetch().catch((bad) => {
      this.coming = null;
      throw bad;
    });
    return this.coming;
  }

  async #fetch() {
    try {
      const { parts } = JSON.parse(await (await got(PARTS)).text());
      const packed = [];
      for (let part = 0; part < parts; part++) {
        this.tell(`What prints need is fetched with the first print, once: part ${part + 1} of ${parts}.`);
        packed.push(await (await got(`/engine/print-${part}.part`)).blob());
      }
      this.tell("The first print takes some seconds longer.");
      if (parts) this.#unpack(await new Blob(packed).arrayBuffer());
    } finally {
      this.tell("");
    }
  }

  /** @type {(packed: ArrayBuffer) => void} */
  #unpack(packed) {
    const { FS: fs } = this.python;
    this.python.unpackArchive(packed, "zip", { extractDir: this.folder });
    this.python.runPython("import importlib; importlib.invalidate_caches(); import typst");
    const package_ = `${this.folder}/typst`;
    for (const name of fs.readdir(package_)) if (COMPILED.test(name)) fs.unlink(`${package_}/${name}`); // it is loaded: 57 MB
  }
}

/** @type {(path: string) => Promise<Response>} */
async function got(path) {
  const answer = await fetch(path);
  if (!answer.ok) {
    throw new NotFetchedError(
      "What prints need is fetched with the first print, and cannot be had now: try again with a network.",
    );
  }
  return answer;
}
