// A ledger that several devices have open: when one goes on with it, the others show it, by themselves where nobody is busy.

const { ledger, entries } = document.querySelector("[data-ledger]").dataset;
const news = document.getElementById("news");

const LEAVING_MS = 5000;
let left = -LEAVING_MS;
for (const kind of ["submit", "beforeunload"]) addEventListener(kind, () => { left = performance.now(); });

// What a player is in the middle of stays as it is until they ask for the news: their dice wait in the page's address.
function busy() {
  return Boolean(document.querySelector("#act, main details[open]") || document.activeElement?.matches("select, input"));
}

const stream = new EventSource(`${ledger}/stream?since=${entries}`);
stream.addEventListener("moved", (event) => {
  if (JSON.parse(event.data).entries === Number(entries)) return;
  if (performance.now() - left < LEAVING_MS) return; // this page has sent something itself, and its answer is on the way
  if (busy()) news.hidden = false;
  else location.reload();
});
news.querySelector("button").addEventListener("click", () => location.reload());
addEventListener("pagehide", () => stream.close());
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // back from another page: what it shows is old
