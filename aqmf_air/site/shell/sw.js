// Answers the app's own addresses from the engine of the shell, and files of the site from the cache. It keeps nothing itself:
// a browser may stop it at any time.

const scope = /** @type {any} */ (self);
/** @type {{ version: string, files: string[] }} */
const { version, files } = scope.SITE; // said by the build, above
const WHO_MS = 300;
const TRIES = 100;
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

scope.addEventListener("install", (/** @type {any} */ event) => {
  const all = async () => {
    const cache = await caches.open(version);
    await cache.addAll(files.map((path) => new Request(path, { cache: "no-cache" }))); // all of them, or none
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
  if (event.data.kind === "begin") scope.skipWaiting(); // the shell says so while no engine runs
  if (event.data.kind !== "anew") return;
  leader = ""; // what waits for an engine that is gone would wait for ever, and keep a new version from being used
  for (const end of [...waited]) end();
});

let leader = "";
/** @type {Set<() => void>} */
const waited = new Set(); // ends an answer that has not come to its end

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
  const isFile = /^\/(engine|static)\//.test(url.pathname) || files.includes(url.pathname);
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(fromSite("/"));
  else if (isFile && url.pathname !== "/") event.respondWith(fromSite(url.pathname));
  else if (url.pathname !== "/sw.js") event.respondWith(fromEngine(request, url));
});

/** @type {(path: string) => Promise<Response>} */
async function fromSite(path) {
  const cache = await caches.open(version);
  const kept = await cache.match(path, { ignoreSearch: true });
  let answer = kept ?? (await fetch(path));
  if (!kept && answer.ok) await cache.put(path, answer.clone()); // what is fetched on first use
  if (path === "/engine/engine.js") {
    const headers = new Headers(answer.headers); // a worker has the policy of its own answer, not that of its page
    headers.set("content-security-policy", WORKER_POLICY);
    answer = new Response(answer.body, { status: answer.status, headers });
  }
  return answer;
}

/** @type {(request: Request, url: URL) => Promise<Response>} */
async function fromEngine(request, url) {
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  const headers = [...request.headers].filter(([name]) => name !== "origin" && name !== "referer");
  const from = request.referrer.startsWith("http") ? new URL(request.referrer) : null;
  if (from) headers.push(["referer", from.href]);
  if (request.mode !== "navigate") headers.push(["origin", location.origin]); // only pages of this origin ask us by a script
  return fromTab({ kind: "request", method: request.method, target: url.pathname + url.search, headers, body });
}

/** @type {(asked: { method: string, [more: string]: unknown }) => Promise<Response>} */
async function fromTab(asked) {
  const tab = await leading();
  const { port1, port2 } = new MessageChannel();
  return new Promise((answered) => {
    /** @type {ReadableStreamDefaultController} */
    let parts;
    const end = () => {
      waited.delete(end);
      port1.close();
      answered(Response.error()); // if it has not begun
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
        const bare = [204, 205, 304].includes(data.status) || asked.method === "HEAD";
        answered(new Response(bare ? null : stream, { status: data.status, headers: data.headers }));
      } else if (data.chunk) parts.enqueue(data.chunk);
      else if (data.end) end();
      else if (data.elsewhere) {
        leader = "";
        answered(fromTab(asked));
        end();
      }
    };
    tab.postMessage(asked, [port2]);
  });
}
