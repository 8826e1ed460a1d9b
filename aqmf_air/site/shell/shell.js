// The shell: owns the engine (one tab at a time), hands it what the service worker asks, and shows the app in a frame: a page
// that navigates would end its own worker.

const PATIENCE_MS = 10_000;
const AWAKE_MS = 15_000; // more often than a browser puts a service worker to sleep that holds streams open
const LOCK = "engine";
/** @type {<E extends HTMLElement>(id: string) => E} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));
/** @type {HTMLIFrameElement} */
const frame = byId("app");
const notice = byId("notice");
/** @type {HTMLButtonElement} */
const take = byId("take");
const workers = navigator.serviceWorker;

/** @type {Worker | null} */
let engine = null;
let ready = () => {};
const isReady = new Promise((done) => {
  ready = () => done(true);
});

/** @type {(words: string, offer?: boolean) => void} */
function say(words, offer = false) {
  notice.textContent = words;
  notice.hidden = !words;
  take.hidden = !offer;
}

/** @type {(step: number) => void} */
function reached(step) {
  for (const [at, item] of [...byId("steps").children].entries()) {
    item.className = at < step ? "done" : "";
    if (at === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
}

workers?.addEventListener("message", ({ data, ports }) => {
  if (data.kind === "who" && engine) ports[0].postMessage("me");
  if (data.kind === "request" && engine) engine.postMessage(data, [ports[0]]);
  else if (data.kind === "request") ports[0].postMessage({ elsewhere: true }); // another tab has taken over
});

function stop() {
  engine?.terminate();
  engine = null;
}

function begin() {
  workers.controller?.postMessage({ kind: "anew" });
  engine = new Worker("/engine/engine.js", { type: "module" });
  engine.addEventListener("error", () => say("The engine could not be started in this browser. Load the page again."));
  engine.addEventListener("message", ({ data }) => {
    if (data.step !== undefined) reached(data.step);
    if (data.ready) ready();
    if (data.fault) say(data.fault);
    if (data.gone) taken();
  });
}

/** The data are another tab's now: what was acknowledged here is kept, and nothing more may be written. */
function taken() {
  stop();
  frame.remove();
  say("Another tab has taken over. Close this one, or load it again.");
}

/** @type {(steal: boolean) => void} */
function lead(steal) {
  const held = navigator.locks.request(LOCK, { steal }, () => {
    begin();
    return new Promise(() => {}); // as long as this tab is open
  });
  held.catch(taken);
}

/** Whether the engine of another tab answers. */
async function answers() {
  try {
    await fetch("/answers", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  }
}

async function isLedElsewhere() {
  const { held } = await navigator.locks.query();
  return Boolean(held?.some(({ name }) => name === LOCK));
}

/** A whole new version that was fetched before is used from now on, if no table can be open. */
async function update() {
  const { waiting } = (await workers.getRegistration()) ?? {};
  if (!waiting || (await isLedElsewhere())) return;
  workers.controller?.postMessage({ kind: "anew" });
  const changed = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
  waiting.postMessage({ kind: "begin" });
  await changed;
  location.reload();
  await new Promise(() => {});
}

function show() {
  frame.addEventListener("load", () => {
    byId("first").hidden = true;
    frame.hidden = false;
    say("");
    try {
      const { location: at, document: page } = /** @type {Window} */ (frame.contentWindow);
      if (at.protocol === "about:") return;
      history.replaceState(null, "", at.pathname + at.search + at.hash);
      document.title = page.title;
    } catch {
      // a page of another site, of which nothing is told
    }
  });
  frame.src = location.pathname + location.search + location.hash;
}

async function start() {
  if (!workers || !navigator.locks) {
    say(
      isSecureContext
        ? "This browser lets no site work by itself: perhaps the window is a private one. Open the link in an ordinary window."
        : "A site can work by itself only where it is reached by https.",
    );
    return;
  }
  await workers.register("/sw.js", { updateViaCache: "none" });
  await workers.ready;
  if (!workers.controller) {
    await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
  }
  await update();
  const elsewhere = await isLedElsewhere();
  lead(false); // at once, or when the tab that has the engine is closed
  take.addEventListener("click", () => {
    lead(true);
    say("");
    isReady.then(show);
  });
  setInterval(() => workers.controller?.postMessage({ kind: "awake" }), AWAKE_MS);
  if (elsewhere && !engine) {
    if (!(await answers()) && !engine) {
      say("The app is open in another tab, which does not answer. Go on there, or use it here.", true);
      await isReady;
    }
  } else await isReady;
  if (!frame.src) show();
  navigator.storage?.persist?.();
}

start().catch((bad) => say(`The app could not be started: ${bad}`));
