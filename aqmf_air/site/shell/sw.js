// Answers the app's own addresses from the engine of the shell, and files of the site from the cache. It keeps nothing itself:
// a browser may stop it at any time.

const scope = /** @type {any} */ (self);
/** @type {{ version: string, files: Record<string, string>, later: string[], bytes: number }} the files with their SHA-256, */
const { version, files, later, bytes } = scope.SITE; // those for later, and bytes of the others: said by the build, above
const WHO_MS = 300;
const TRIES = 100;
const TELL_MS = 500;
const WORKERS = ["/engine/engine.js", "/engine/check-worker.js"];
const LANES = 4; // files at once: each has a connection of its own then, and one that is silent is at fault
const STILL_MS = 15_000; // and is cut off: asked again, it may come before the page says that it stands still
const PAUSES_MS = [1000, 3000, 9000]; // before a file is asked for again
const PLAIN = { "content-type": "text/plain; charset=utf-8" };
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

// All files of a version, or none of it: without one of them it is not installed, and the version before stays. What fails
// is asked for again, and what came is there for the next try.
scope.addEventListener("install", (/** @type {any} */ event) => {
  const isUpdate = Boolean(scope.registration.active); // of which nobody need hear, nor that it fails
  const first = Object.keys(files).filter((path) => !later.includes(path));
  const all = async () => {
    const telling = setInterval(() => isUpdate || tell({ kind: "came", share: Math.min(came / bytes, 1) }), TELL_MS);
    const lanes = Array.from({ length: LANES }, async () => {
      for (let path = first.shift(); path; path = first.shift()) await obtained(path, PAUSES_MS);
    });
    const ends = await Promise.allSettled(lanes);
    clearInterval(telling);
    const lack = ends.find((lane) => lane.status === "rejected");
    if (lack && !isUpdate) await lacking(lack.reason);
    if (lack) throw lack.reason;
  };
  event.waitUntil(all());
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== version) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(old());
});

scope.addEventListener("message", (/** @type {any} */ event) => {
  const { kind } = event.data;
  if (kind === "begin") scope.skipWaiting(); // the shell says so while no engine runs
  if (kind === "claim") event.waitUntil(scope.clients.claim()); // a page that was loaded past us
  if (kind !== "anew") return;
  leader = ""; // what waits for an engine that is gone would wait for ever, and keep a new version from being used
  for (const end of [...waited]) end(event.data.again);
});

/** @type {(message: object) => Promise<void>} */
async function tell(message) {
  for (const tab of await scope.clients.matchAll({ type: "window", includeUncontrolled: true })) tab.postMessage(message);
}

/** @type {(bad: Error) => Promise<never>} */
async function lacking(bad) {
  await tell({
    kind: "fault",
    words: `${bad.name === "QuotaExceededError" ? "This browser has no room for the app" : bad.message}.`,
  });
  throw bad;
}

let leader = "";
/** @type {Set<(again: boolean) => void>} */
const waited = new Set(); // ends an answer that has not come to its end; what only reads may be asked of another tab

/** The tab whose engine answers. */
async function leading() {
  const last = leader && (await scope.clients.get(leader));
  if (last) return last;
  for (let tries = 0; tries < TRIES; tries++) {
    const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    const asked = tabs
      .filter((/** @type {any} */ tab) => tab.frameType === "top-level")
      .map(
        (/** @type {any} */ tab) =>
          new Promise((yes) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => yes(tab);
            tab.postMessage({ kind: "who" }, [port2]);
          }),
      );
    const tab = await Promise.race([...asked, new Promise((none) => setTimeout(none, WHO_MS, null))]);
    if (tab) {
      leader = tab.id;
      return tab;
    }
  }
  throw new Error("no tab has the engine");
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname in files && url.pathname !== "/") event.respondWith(fromSite(url.pathname));
  else if (request.mode === "navigate" && request.destination === "document") event.respondWith(fromSite("/"));
  else if (url.pathname !== "/sw.js") event.respondWith(fromEngine(request, url));
});

/**
 * A file of this version: as it was kept, of another version that has the same one, or from the host, asked again after each
 * of the pauses. What is torn, or is of a version that the host has meanwhile, is not it.
 * @type {(path: string, pauses?: number[]) => Promise<Response>}
 */
async function obtained(path, pauses = []) {
  const cache = await caches.open(version);
  const kept = await cache.match(path);
  if (kept && (await isWhole(kept, path))) return kept;
  const again = pauses.map((time) => async () => {
    await new Promise((done) => setTimeout(done, time));
    return counted(path);
  });
  for (const from of [() => caches.match(path), () => counted(path), ...again]) {
    const answer = await from();
    if (!answer || !(await isWhole(answer, path))) continue;
    await cache.put(path, answer.clone());
    return answer;
  }
  throw new Error(`${path} is not here whole, and the host does not send it: load the page again where the network is good`);
}

let came = 0;

/**
 * A file from the host, whole in memory; nothing, if that fails or stands still.
 * @type {(path: string) => Promise<Response | undefined>}
 */
async function counted(path) {
  const ending = new AbortController();
  const end = () => ending.abort();
  let [late, ours] = [setTimeout(end, STILL_MS), 0];
  try {
    const answer = await fetch(path, { cache: "reload", signal: ending.signal });
    const counting = new TransformStream({
      transform(part, on) {
        clearTimeout(late);
        late = setTimeout(end, STILL_MS);
        ours += part.length;
        came += part.length;
        on.enqueue(part);
      },
    });
    const whole = await new Response(answer.body?.pipeThrough(counting)).arrayBuffer();
    return new Response(whole, answer);
  } catch {
    came -= ours;
    return undefined;
  } finally {
    clearTimeout(late);
  }
}

/** @type {(answer: Response, path: string) => Promise<boolean>} */
async function isWhole(answer, path) {
  if (!answer.ok) return false;
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === files[path];
}

/** @type {(path: string) => Promise<Response>} */
async function fromSite(path) {
  try {
    const answer = await obtained(path);
    if (!WORKERS.includes(path)) return answer;
    const headers = new Headers(answer.headers); // a worker has the policy of its own answer, not that of its page
    headers.set("content-security-policy", WORKER_POLICY);
    return new Response(answer.body, { status: answer.status, headers });
  } catch (bad) {
    lacking(/** @type {Error} */ (bad)).catch(() => {});
    return new Response(/** @type {Error} */ (bad).message, { status: 503, headers: PLAIN });
  }
}

/** @type {(request: Request, url: URL) => Promise<Response>} */
async function fromEngine(request, url) {
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  const headers = [...request.headers].filter(([name]) => name !== "origin" && name !== "referer");
  const from = request.referrer.startsWith("http") ? new URL(request.referrer) : null;
  if (from) headers.push(["referer", from.href]);
  if (request.mode !== "navigate") headers.push(["origin", location.origin]); // only pages of this origin ask us by a script
  const asked = { kind: "request", method: request.method, target: url.pathname + url.search, headers, body };
  return fromTab(asked).catch(
    (bad) => new Response(`The app does not answer: ${bad.message}. Load the page again.`, { status: 503, headers: PLAIN }),
  );
}

/** @type {(asked: { method: string, [more: string]: unknown }) => Promise<Response>} */
async function fromTab(asked) {
  const tab = await leading();
  const { port1, port2 } = new MessageChannel();
  return new Promise((answered) => {
    /** @type {ReadableStreamDefaultController} */
    let parts;
    let isBegun = false;
    const end = (again = false) => {
      waited.delete(end);
      port1.close();
      const reads = ["GET", "HEAD"].includes(asked.method);
      if (!isBegun) answered(again && reads ? fromTab(asked) : Response.error());
      isBegun = true;
      try {
        parts.close();
      } catch {
        // nobody reads it any more
      }
    };
    waited.add(end);
    const stream = new ReadableStream({
      start(controller) {
        parts = controller;
      },
      cancel() {
        port1.postMessage("left");
        end();
      },
    });
    port1.onmessage = ({ data }) => {
      if (data.status) {
        isBegun = true;
        const bare = [204, 205, 304].includes(data.status) || asked.method === "HEAD";
        answered(new Response(bare ? null : stream, { status: data.status, headers: data.headers }));
      } else if (data.chunk) parts.enqueue(data.chunk);
      else if (data.end) end();
      else if (data.elsewhere) {
        leader = "";
        isBegun = true;
        answered(fromTab(asked));
        end();
      }
    };
    tab.postMessage(asked, [port2]);
  });
}
