// The engine: Python with the app, in a worker. It answers requests that come with a port; an answer after a change leaves only
// when the change is kept.

import { Folder, TakenOverError } from "./keep.js";

const RUNTIME = "/engine/pyodide.mjs";
const [APP, HOME] = ["/app", "/data"];
const OLDER = "This site is older than what you have kept: it can be read and saved, and changed once the site is updated.";

/** @typedef {{ method: string, target: string, headers: [string, string][], body: ArrayBuffer }} Asked */

/** @type {[Asked, MessagePort][]} */
const waiting = [];
/** @type {any} */
let python = null;
/** @type {any} */
let bridge = null;
/** @type {Folder} */
let folder;
let number = 0;

addEventListener("message", ({ data, ports }) => {
  if (bridge) answer(data, ports[0]);
  else waiting.push([data, ports[0]]);
});

/** @type {(step: number) => void} */
const reached = (step) => postMessage({ step });

/** @type {(path: string) => Promise<ArrayBuffer>} */
async function fetched(path) {
  const given = await fetch(path);
  if (!given.ok) throw new Error(`${path}: ${given.status}`);
  return given.arrayBuffer();
}

async function begin() {
  reached(1);
  const packed = fetched("/engine/app.zip");
  const { loadPyodide } = await import(RUNTIME);
  python = await loadPyodide({
    indexURL: "/engine/",
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
  });
  reached(2);
  python.FS.mkdirTree(APP);
  python.unpackArchive(await packed, "zip", { extractDir: APP });
  reached(3);
  folder = new Folder(python.FS, HOME);
  await folder.open();
  reached(4);
  python.runPython(`import sys; sys.path.insert(0, "${APP}")`);
  const engine = python.pyimport("aqmf_air.site.engine");
  bridge = engine.begin(self.location.origin, HOME);
  postMessage({ ready: true, memory: python._module.HEAP8.length });
  for (const [asked, port] of waiting.splice(0)) answer(asked, port);
}

/** @type {(asked: Asked, port: MessagePort) => Promise<void>} */
async function answer({ method, target, headers, body }, port) {
  const mine = ++number;
  let before = Promise.resolve();
  /** @type {(message: object) => void} */
  const put = (message) => {
    const kept = folder.isChanged ? folder.keep() : folder.saving; // what another request has begun to keep, too
    before = before.then(() => kept).then(() => port.postMessage(message));
    before.catch(() => {});
  };
  port.onmessage = ({ data }) => {
    if (data === "left") bridge.leave(mine);
  };
  if (folder.readOnly && method !== "GET" && method !== "HEAD") {
    put({ status: 409, headers: [["content-type", "text/plain; charset=utf-8"]] });
    put({ chunk: new TextEncoder().encode(OLDER) });
  } else {
    let begun = false;
    try {
      await bridge.answer(
        mine,
        method,
        target,
        python.toPy(headers),
        python.globals.get("bytes")(python.toPy(body)),
        (/** @type {number} */ status, /** @type {any} */ given) => {
          begun = true;
          put({ status, headers: given.toJs() });
        },
        (/** @type {any} */ chunk) => put({ chunk: chunk.toJs() }),
      );
    } catch (bad) {
      console.error(bad);
      if (!begun) put({ status: 500, headers: [["content-type", "text/plain"]] });
    }
  }
  put({ end: true });
  try {
    await before;
  } catch (bad) {
    if (bad instanceof TakenOverError) postMessage({ gone: true });
    else postMessage({ fault: `This browser keeps nothing more (${bad}): save everything as one file.` });
  }
}

begin().catch((bad) => postMessage({ fault: `The engine could not be started: ${String(bad).slice(-600)}` }));
