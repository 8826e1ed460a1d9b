// The player's folder in IndexedDB, file by file. What is changed in memory is kept in one transaction: the folder in the
// database is always as it was in memory at some moment.

const FORM = 1; // of what is kept; a site that is older than its data only reads them
const [FILES, ABOUT] = ["files", "about"];

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const asked = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

export class TakenOverError extends Error {}

export class Folder {
  /**
   * @param {any} fs the file system of the runtime
   * @param {string} root where the folder is in it
   */
  constructor(fs, root) {
    this.fs = fs;
    this.root = root;
    /** @type {Set<string>} */
    this.touched = new Set();
    /** @type {IDBDatabase | null} */
    this.db = null;
    this.turn = 0;
    this.readOnly = false;
    /** @type {Promise<void>} */
    this.saving = Promise.resolve();
  }

  /** Read all that is kept, and notice from then on what is changed. */
  async open() {
    const opening = indexedDB.open("aqmf", 1);
    opening.onupgradeneeded = () => {
      for (const name of [FILES, ABOUT]) opening.result.createObjectStore(name);
    };
    this.db = await asked(opening);
    const transaction = this.db.transaction([FILES, ABOUT], "readwrite", { durability: "strict" });
    const [files, about] = [transaction.objectStore(FILES), transaction.objectStore(ABOUT)];
    const [paths, contents, form, turn] = await Promise.all([
      asked(files.getAllKeys()),
      asked(files.getAll()),
      asked(about.get("form")),
      asked(about.get("turn")),
    ]);
    this.readOnly = form > FORM;
    this.turn = (turn ?? 0) + 1;
    about.put(this.turn, "turn");
    if (!this.readOnly) about.put(FORM, "form");
    await ended(transaction);
    this.fs.mkdirTree(this.root);
    for (const [at, path] of paths.entries()) {
      if (contents[at] === null) this.fs.mkdirTree(path);
      else {
        this.fs.mkdirTree(String(path).replace(/\/[^/]*$/, ""));
        this.fs.writeFile(path, contents[at]);
      }
    }
    this.#watch();
  }

  #watch() {
    /** @type {(path: string) => void} */
    const touch = (path) => {
      if (path.startsWith(`${this.root}/`) && !path.endsWith("-shm")) this.touched.add(path); // made anew by who opens it
    };
    const CREATES_OR_EMPTIES = 0o1100; // O_CREAT, O_TRUNC
    Object.assign(this.fs.trackingDelegate, {
      onWriteToFile: touch,
      onDeletePath: touch,
      onMakeDirectory: touch,
      onMovePath: (/** @type {string} */ from, /** @type {string} */ to) => {
        touch(from);
        touch(to);
      },
      onOpenFile: (/** @type {string} */ path, /** @type {number} */ flags) => {
        if (flags & CREATES_OR_EMPTIES) touch(path);
      },
    });
  }

  get isChanged() {
    return this.touched.size > 0;
  }

  /**
   * Keep all that was changed until now; ends when it is kept for good.
   * @returns {Promise<void>}
   */
  keep() {
    this.saving = this.saving.then(() => this.#written());
    return this.saving;
  }

  async #written() {
    if (this.readOnly || !this.isChanged || !this.db) return;
    const paths = [...this.touched];
    this.touched.clear();
    const transaction = this.db.transaction([FILES, ABOUT], "readwrite", { durability: "strict" });
    const done = ended(transaction);
    const files = transaction.objectStore(FILES);
    for (const path of paths) {
      files.delete(path);
      files.delete(IDBKeyRange.bound(`${path}/`, `${path}0`, false, true)); // "0" comes after "/"
      this.#put(files, path);
    }
    // Asked in the same transaction: another tab that has taken over wrote its turn before it, or does so after it.
    if ((await asked(transaction.objectStore(ABOUT).get("turn"))) !== this.turn) {
      done.catch(() => {});
      transaction.abort();
      throw new TakenOverError();
    }
    await done;
  }

  /**
   * A file, or a folder with all that is in it, as it is now; nothing, if it is there no more.
   * @type {(files: IDBObjectStore, path: string) => void}
   */
  #put(files, path) {
    const { exists, object } = this.fs.analyzePath(path);
    if (!exists) return;
    if (!this.fs.isDir(object.mode)) {
      files.put(this.fs.readFile(path), path);
      return;
    }
    files.put(null, path);
    for (const name of this.fs.readdir(path)) if (name !== "." && name !== "..") this.#put(files, `${path}/${name}`);
  }
}

/** @type {(transaction: IDBTransaction) => Promise<void>} */
function ended(transaction) {
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onerror = () => failed(transaction.error);
    transaction.onabort = () => failed(transaction.error ?? new Error("not kept"));
  });
}
