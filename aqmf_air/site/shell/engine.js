// The engine: Python with the app, in a worker. It answers requests that come with a port; an answer after a change leaves only
// when the change is kept.

import { Folder, TakenOverError } from "./keep.js";
import { NotFetchedError, Paper } from "./paper.js";
import { APP, started } from "./python.js";

const HOME = "/data";
const OLDER =
  "This site is older than what is kept in this browser. You can read it and save it as one file, and change nothing: load the page again once the site is up to date.";
const NOT_KEPT = "This browser keeps nothing more: perhaps it has no room. Nothing from before is lost; what you do now is.";

/** @typedef {{ method: string, target: string, headers: [string, string][], body: ArrayBuffer }} Asked */

/** @type {[Asked, MessagePort][]} */
const waiting = [];
/** @type {any} */
let python = null;
/** @type {any} */
let bridge = null;
/** @type {Folder} */
let folder;
/** @type {Paper} */
let paper;
let number = 0;
let failing = false; // whether what was done last is not kept

addEventListener("message", ({ data, ports }) => {
  if (data.kind === "ping") postMessage({ pong: true });
  else if (bridge) answer(data, ports[0]);
  else waiting.push([data, ports[0]]);
});

/** @type {(step: number) => void} */
const reached = (step) => postMessage({ step });

async function begin() {
  reached(1);
  python = await started(() => reached(2));
  python._api.on_fatal = (/** @type {unknown} */ bad) => postMessage({ lost: String(bad) });
  paper = new Paper(python, APP, (notice) => postMessage({ notice }));
  reached(3);
  const engine = python.pyimport("aqmf_air.site.engine");
  folder = new Folder(python.FS, HOME);
  await folder.open(engine.FORM).catch((bad) => {
    throw new Error(`this browser does not let the site keep anything (${bad}). Allow that in its settings, or use another`);
  });
  if (folder.readOnly) postMessage({ standing: OLDER });
  reached(4);
  bridge = engine.begin(self.location.origin, HOME);
  postMessage({ ready: true, memory: python._module.HEAP8.length });
  for (const [asked, port] of waiting.splice(0)) answer(asked, port);
}

/** @type {(asked: Asked, port: MessagePort) => Promise<void>} */
async function answer({ method, target, headers, body }, port) {
  const mine = ++number;
  const reads = method === "GET" || method === "HEAD";
  let [before, begun, isRefused] = [Promise.resolve(), false, false];
  /** @type {(status: number, fault: string) => void} */
  const refuse = (status, fault) => {
    isRefused = true;
    const isShown = headers.some(([name, value]) => name === "accept" && value.includes("text/html")); // else a script reads it
    const refused = encodeURIComponent(JSON.stringify({ fault, key: "" }));
    const type = `${isShown ? "text/plain" : "application/json"}; charset=utf-8`;
    port.postMessage({
      status,
      headers: [
        ["content-type", type],
        ["x-refused", refused],
      ],
    });
    port.postMessage({ chunk: new TextEncoder().encode(isShown ? fault : JSON.stringify({ fault })) });
    port.postMessage({ end: true });
  };
  /** @type {(message: object) => void} */
  const put = (message) => {
    const kept = folder.isChanged ? folder.keep() : folder.saving; // what another request has begun to keep, too
    before = before.then(async () => {
      try {
        await kept;
        if (failing) postMessage({ standing: "" });
        failing = false;
      } catch (bad) {
        if (bad instanceof TakenOverError) throw bad;
        if (!reads && !begun) refuse(507, NOT_KEPT);
        postMessage({ standing: NOT_KEPT });
        failing = true;
      }
      begun = true;
      if (!isRefused) port.postMessage(message);
    });
    before.catch(() => {});
  };
  port.onmessage = ({ data }) => {
    if (data === "left") bridge.leave(mine);
  };
  if (!reads && folder.readOnly) return refuse(409, OLDER);
  let [answered, lacking, asked] = [false, false, 0];
  const ask = () => {
    asked++;
    return bridge.answer(
      mine,
      method,
      target,
      python.toPy(headers),
      python.globals.get("bytes")(python.toPy(body)),
      (/** @type {number} */ status, /** @type {any} */ given) => {
        const told = given.toJs();
        lacking = asked === 1 && reads && Paper.isLacking(status, told);
        if (lacking) return;
        answered = true;
        put({ status, headers: told });
      },
      (/** @type {any} */ chunk) => lacking || put({ chunk: chunk.toJs() }),
    );
  };
  try {
    await ask();
    if (lacking) {
      await paper.fetch();
      await ask();
    }
  } catch (bad) {
    console.error(bad);
    if (bad instanceof NotFetchedError) refuse(503, bad.message);
    else if (!answered)
      refuse(500, `The engine fails at this (${String(bad).slice(-200)}). Load the page again: all before it is kept.`);
  }
  put({ end: true });
  await before.catch(() => postMessage({ gone: true }));
}

begin().catch((bad) => postMessage({ fault: `The app could not be started: ${(bad.message ?? String(bad)).slice(-600)}.` }));
