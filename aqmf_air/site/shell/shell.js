// The shell: owns the engine (one tab at a time), hands it what the service worker asks, and shows the app in a frame: a page
// that navigates would end its own worker.

const PATIENCE_MS = 10_000;
const AWAKE_MS = 15_000; // more often than a browser puts a service worker to sleep that holds streams open
const [POLL_MS, TICK_MS, SILENCE_MS, STILL_MS] = [100, 1000, 2000, 20_000];
const LOCK = "engine";
const NO_INSTALL = "no-install";
// What the runtime needs and the oldest phones lack: a module that catches an exception.
const CATCHES = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
const SILENT =
  "The app is open in another tab, which does not answer. Go on there, or use it here: what was acknowledged is kept.";
/** @type {<E extends HTMLElement>(id: string) => E} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));
/** @type {HTMLIFrameElement} */
const frame = byId("app");
const [notice, take, again, save, install] = [byId("notice"), byId("take"), byId("again"), byId("save"), byId("install")];
const workers = navigator.serviceWorker;
const tabs = new BroadcastChannel("engine");

/** @type {Worker | null} */
let engine = null;
let standing = ""; // what stays true on every page
let cause = ""; // what the service worker lacks
let ready = () => {};
const isReady = new Promise((done) => {
  ready = () => done(true);
});

/** @type {(words: string, offer?: boolean) => void} */
function say(words, offer = false) {
  notice.textContent = words || standing;
  notice.hidden = !notice.textContent;
  take.hidden = !offer;
  save.hidden = !standing || offer;
}

// -- how far it is, until the app is seen -----------------------------------------------------------------------------------

let [came, share] = [0, ""]; // of the files, in the first step
let [since, moved] = [Date.now(), Date.now()]; // the begin of the step, and the last that was heard of it
let ticking = 0;

/** @type {(step: number) => void} */
function reached(step) {
  for (const [at, item] of [...byId("steps").children].entries()) {
    item.className = at < step ? "done" : "";
    if (at === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  since = Date.now();
  move("");
}

/** @type {(percent: string) => void} */
function move(percent) {
  [share, moved] = [percent, Date.now()];
  if (!ticking) return;
  if (!again.hidden) say("");
  again.hidden = true;
  tick();
}

/** What is not there after two seconds says how long it takes; what stands still offers the one way on. */
function tick() {
  const now = Date.now();
  const passed = now - since > SILENCE_MS ? `${Math.floor((now - since) / 1000)} s` : "";
  for (const item of byId("steps").children) {
    const far = /** @type {HTMLElement} */ (item.lastElementChild);
    far.textContent = item.hasAttribute("aria-current") ? [share, passed].filter(Boolean).join(", ") : "";
  }
  if (now - moved < STILL_MS || !again.hidden) return;
  again.hidden = false;
  if (notice.hidden) say("This stands still. A slow telephone may need longer; else load it again: what came is kept.");
}

/** @type {(words: string) => void} */
function halt(words) {
  clearInterval(ticking);
  ticking = 0;
  say(words);
  again.hidden = false;
}

again.addEventListener("click", async () => {
  const half = async () => {
    const registration = await workers?.getRegistration();
    if (registration && !registration.active) await registration.unregister(); // else the page waits for the same again
  };
  await Promise.race([half().catch(() => {}), pause(TICK_MS)]);
  (window.frameElement ? parent : window).location.reload();
});

/** @type {(time: number) => Promise<void>} */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/**
 * Asks again and again: an event may come before who waits for it.
 * @type {(isSo: () => boolean) => Promise<void>}
 */
async function until(isSo) {
  while (!isSo()) await pause(POLL_MS);
}

// -- the engine, and who has it ---------------------------------------------------------------------------------------------

workers?.addEventListener("message", ({ data, ports }) => {
  if (data.kind === "who" && engine) ports[0].postMessage("me");
  if (data.kind === "request" && engine) engine.postMessage(data, [ports[0]]);
  else if (data.kind === "request") ports[0].postMessage({ elsewhere: true }); // another tab has taken over
  if (data.kind === "came" && data.share > came) {
    came = data.share;
    move(`${Math.floor(100 * came)} %`);
  }
  if (data.kind !== "fault") return;
  cause = data.words;
  if (!frame.src) halt(cause);
});

tabs.addEventListener("message", ({ data }) => {
  if (data === "asked" && engine) tabs.postMessage("here");
});

/** Whether the tab that has the engine answers, be it this one; it does while the engine is at work, too. */
async function answers() {
  let isHeard = false;
  const heard = (/** @type {MessageEvent} */ { data }) => {
    isHeard ||= data === "here";
  };
  tabs.addEventListener("message", heard);
  tabs.postMessage("asked");
  const late = Date.now() + PATIENCE_MS;
  await until(() => isHeard || engine !== null || Date.now() > late);
  tabs.removeEventListener("message", heard);
  return isHeard || engine !== null;
}

function begin() {
  workers.controller?.postMessage({ kind: "anew", again: true });
  let isBegun = false;
  engine = new Worker("/engine/engine.js", { type: "module" });
  if (frame.src) say("The tab that ran the app is gone: it starts here.");
  const failed = () => fail("The app could not be started in this browser. Load the page again.");
  engine.addEventListener("error", failed);
  engine.addEventListener("message", ({ data }) => {
    if (data.pong) heard();
    if (data.step !== undefined) reached(data.step);
    if (data.fault) fail(data.fault);
    if (data.gone) taken();
    if (data.standing !== undefined) {
      standing = data.standing;
      say("");
    }
    if (data.notice !== undefined) say(data.notice);
    if (data.lost && !isBegun) fail("The engine could not be started: perhaps there is no memory left for it.");
    else if (data.lost) {
      engine?.terminate();
      begin();
      say("The engine failed, and begins anew. What was acknowledged is kept.");
    }
    if (!data.ready) return;
    engine?.removeEventListener("error", failed); // one request that goes wrong ends no table
    isBegun = true;
    ready();
    move("");
    say("");
  });
}

/** @type {(words: string) => void} */
function fail(words) {
  halt(cause || words);
  workers.controller?.postMessage({ kind: "anew" }); // nobody answers what was asked of it
  stop();
}

function stop() {
  engine?.terminate();
  engine = null;
  leave();
}

/** The data are another tab's now: what was acknowledged here is kept, and nothing more may be written. */
function taken() {
  stop();
  frame.remove();
  standing = "";
  say("Another tab has taken over. Close this one, or load it again.");
}

let queued = new AbortController();
let leave = () => {};

/** @type {(steal: boolean) => void} */
function lead(steal) {
  queued.abort(); // a place in the queue would give back what another tab takes from this one
  queued = new AbortController();
  const { signal } = queued;
  const held = navigator.locks.request(LOCK, steal ? { steal } : { signal }, () => {
    begin();
    return new Promise((done) => {
      leave = () => done(null);
    });
  });
  held.catch((bad) => {
    if (signal.aborted) return;
    if (engine) taken();
    else fail(`The app could not be started: ${bad.message ?? bad}.`);
  });
}

/** Another tab has the engine: it is looked after, for a browser may freeze it. */
async function watch() {
  if (engine || document.hidden || !frame.isConnected) return;
  if (!(await answers())) say(SILENT, true);
  else if (!take.hidden) say("");
}

let [pinged, isLate] = [0, false];

/** The engine answers nothing while it thinks: who waits is told for how long it has. */
function listen() {
  const passed = Date.now() - pinged;
  if (!engine || ticking) pinged = 0;
  else if (!pinged) {
    pinged = Date.now();
    engine.postMessage({ kind: "ping" });
  } else if (passed > SILENCE_MS) {
    isLate = true;
    say(`The app thinks, and goes on by itself: ${Math.floor(passed / 1000)} s.`);
  }
}

function heard() {
  pinged = 0;
  if (isLate) say("");
  isLate = false;
}

async function isLedElsewhere() {
  const { held } = await navigator.locks.query();
  return Boolean(held?.some(({ name }) => name === LOCK));
}

// -- the service worker, and its versions -----------------------------------------------------------------------------------

/** All files of the site are here, and the service worker answers this page. Raises Error: they are not. */
async function fetched() {
  const registration = await workers.register("/sw.js", { updateViaCache: "none" }).catch((bad) => {
    throw bad instanceof TypeError
      ? bad
      : new Error("this browser lets the site keep nothing. Allow that in its settings, or use another");
  });
  await until(() => {
    if (workers.controller) return true;
    const { active, installing, waiting } = registration;
    if (!active && !installing && !waiting) throw new Error("its files did not come whole. Load the page again");
    active?.postMessage({ kind: "claim" }); // the page was loaded past it
    return false;
  });
}

/** A whole new version that was fetched before is used from now on, if no table can be open. */
async function update() {
  const { waiting } = (await workers.getRegistration()) ?? {};
  if (!waiting || (await isLedElsewhere())) return;
  workers.controller?.postMessage({ kind: "anew" });
  waiting.postMessage({ kind: "begin" });
  setTimeout(() => say("A new version waits for other windows of the app: close them."), PATIENCE_MS);
  await until(() => ["activated", "redundant"].includes(waiting.state));
  location.reload();
  await new Promise(() => {});
}

// -- what is shown ----------------------------------------------------------------------------------------------------------

function show() {
  frame.addEventListener("load", () => {
    clearInterval(ticking);
    ticking = 0;
    again.hidden = true;
    byId("first").hidden = true;
    frame.hidden = false;
    if (take.hidden) say("");
    try {
      const { location: at, document: page } = /** @type {Window} */ (frame.contentWindow);
      if (at.protocol === "about:") return;
      history.replaceState(null, "", at.pathname + at.search + at.hash);
      document.title = page.title;
      offer();
    } catch {
      // a page of another site, of which nothing is told
    }
  });
  frame.src = location.pathname + location.search + location.hash;
}

/** @type {any} */
let prompt = null; // what the browser asks when the app is to be installed

/** Where nobody is at a table. */
function offer() {
  install.hidden = !prompt || NO_INSTALL in localStorage || !["/", "/browser"].includes(location.pathname);
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  prompt = event;
  if (frame.src) offer();
});
byId("yes").addEventListener("click", () => {
  prompt.prompt();
  prompt = null;
  offer();
});
byId("no").addEventListener("click", () => {
  localStorage.setItem(NO_INSTALL, "yes");
  offer();
});

async function start() {
  byId("late").remove();
  if (!isSecureContext) return say("The app works by itself only where it is reached by https.");
  if (!workers)
    return say("This browser lets no site work by itself: perhaps the window is a private one. Use an ordinary one.");
  if (!WebAssembly.validate(new Uint8Array(CATCHES)))
    return say("This browser is too old for the app: update it, or use another.");
  if (window.frameElement) return halt("The app does not answer.");
  ticking = setInterval(tick, TICK_MS);
  reached(0);
  byId("fetches").hidden = Boolean(workers.controller);
  await fetched();
  await update();
  lead(false); // at once, or when the tab that has the engine is closed
  take.addEventListener("click", () => {
    lead(true);
    say("The app starts here.");
  });
  setInterval(() => workers.controller?.postMessage({ kind: "awake" }), AWAKE_MS);
  while (!engine) {
    // Who has it is asked after we stand in the queue: two tabs that start at once would each wait for the other.
    if (!(await isLedElsewhere())) await pause(POLL_MS);
    else if (await answers()) break;
    else say(SILENT, true);
  }
  say("");
  if (engine) await isReady;
  setInterval(watch, AWAKE_MS);
  setInterval(listen, TICK_MS);
  if (!frame.src) show();
  navigator.storage?.persist?.();
}

start().catch((bad) => halt(cause || `The app could not be started: ${bad.message ?? bad}.`));
