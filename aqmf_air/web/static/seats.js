// The page of seats: who sits down, comes or goes is seen at once.

import { element } from "./board/dom.js";
import { patch } from "./patch.js";

async function refresh() {
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#page");
  if (fresh) patch(element("#page"), document.importNode(fresh, true));
}

const stream = new EventSource(`${element("[data-seats]").dataset.seats}/stream`);
for (const kind of ["seats", "asked"]) stream.addEventListener(kind, refresh);
addEventListener("pagehide", () => stream.close());
