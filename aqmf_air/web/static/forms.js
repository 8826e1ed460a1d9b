// Forms that change something are sent by their page: what was refused is said beside the control, and nothing that was typed
// is lost; what was done leads on. Without this script the browser sends them, and shows the answer as a page.

import { patch } from "./patch.js";
import { fieldOf, forgive, refusedIn, refuse } from "./refusal.js";
import { onceItAnswers, say, SILENT } from "./silence.js";

let passed = null; // the form that the browser sends now

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form === passed) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy")) return; // it is on its way
  onceItAnswers(() => {
    if (!form.isConnected) return;
    const button = submitter?.isConnected ? submitter : null;
    if ((button?.getAttribute("formmethod") ?? form.method) === "post") return void send(form, button);
    passed = form;
    form.requestSubmit(button);
    passed = null;
  });
});

async function send(form, button) {
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const fields = new FormData(form, button);
  const body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields);
  forgive(form);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(new URL(address, location.href), { method: "POST", body, headers: { "x-in-place": "yes" } });
    const refused = refusedIn(answer.headers.get("x-refused"));
    const to = answer.headers.get("location");
    if (refused) refuse(fieldOf(refused.key, form) ?? button ?? form.querySelector("button"), refused.fault);
    else if (to) go(new URL(to, answer.url));
    else lay(await answer.text());
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    say(SILENT);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function go(url) {
  const same = url.pathname + url.search === location.pathname + location.search;
  location.assign(url);
  if (same && url.hash) location.reload(); // it is another page by now
}

/** The answer is this page again, with more in it. */
function lay(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#page");
  if (!fresh) return say(SILENT);
  patch(document.querySelector("#page"), document.importNode(fresh, true));
  htmx.process(document.querySelector("#page"));
  scrollTo({ top: 0 });
  document.querySelector("#page").focus({ preventScroll: true });
}

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // the browser has kept the page as it was; on the pages since, much may have changed
});
