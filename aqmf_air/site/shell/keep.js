// The player's folder in IndexedDB, file by file. What is changed in memory is kept in one transaction: the folder in the
// database is always as it was in memory at some moment.

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
    this.touched = new Set(); // all that is in memory otherwise than in the database
    /** @type {IDBDatabase | null} */
    this.db = null;
    this.turn = 0;
    this.readOnly = false;
    /** @type {Promise<void>} */
    this.saving = Promise.resolve();
  }

  /**
   * Read all that is kept, and notice from then on what is changed. What is of a newer form than ours is only read.
   * @param {number} ours the form in which we keep it
   */
  async open(ours) {
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
    this.readOnly = form > ours;
    this.turn = (turn ?? 0) + 1;
    about.put(this.turn, "turn");
    if (!this.readOnly) about.put(ours, "form");
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
   * Keep all that was changed until now; ends when it is kept for good. What cannot be kept is tried again the next time.
   * @returns {Promise<void>}
   */
  keep() {
    this.saving = this.saving
      .catch(() => {})
      .then(async () => {
        if (this.readOnly) return;
        const paths = [...this.touched];
        this.touched.clear();
        try {
          await this.#write(paths);
        } catch (bad) {
          for (const path of paths) this.touched.add(path);
          throw bad;
        }
      });
    return this.saving;
  }

  /** @type {(paths: string[]) => Promise<void>} */
  async #write(paths) {
    if (!paths.length || !this.db) return;
    const transaction = this.db.transaction([FILES, ABOUT], "readwrite", { durability: "strict" });
    const files = transaction.objectStore(FILES);
    try {
      for (const path of paths) {
        files.delete(path);
        files.delete(IDBKeyRange.bound(`${path}/`, `${path}0`, false, true)); // "0" comes after "/"
        this.#put(files, path);
      }
    } catch (bad) {
      transaction.abort(); // else what is deleted would be, and what is put would not
      throw bad;
    }
    // Asked in the same transaction: another tab that has taken over wrote its turn before it, or does so after it.
    const asking = transaction.objectStore(ABOUT).get("turn");
    let isOurs = true;
    asking.onsuccess = () => {
      isOurs = asking.result === this.turn;
      if (!isOurs) transaction.abort();
    };
    await ended(transaction).catch((bad) => {
      throw isOurs ? bad : new TakenOverError();
    });
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
    transaction.onabort = () => failed(transaction.error ?? new Error("not kept"));
  });
}
