// Forms that change something are sent by their page: what was refused is said beside the control, and nothing that was typed
// is lost; what was done leads on. Without this script the browser sends them, and shows the answer as a page.
// What was pressed shows at once that it works; of a file that the app makes (data-file) the page says how long it is at it.

import { h } from "./board/dom.js";
import { patch } from "./patch.js";
import { fieldOf, forgive, refusedIn, refuse } from "./refusal.js";
import { onceItAnswers, say, SILENT } from "./silence.js";

const GOING_MS = 20_000; // a page that has not come by then was given up
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
    if ("file" in form.dataset) return void fetchFile(button ?? form.querySelector("button"), asked(form, button));
    if (button) going(button);
    passed = form;
    form.requestSubmit(button);
    passed = null;
  });
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const plain = !(
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  );
  if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if ("file" in link.dataset) {
    event.preventDefault();
    fetchFile(link, link.href);
  } else if (!link.hash) going(link);
});

function actionOf(form, button) {
  return button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
}

/** The address that a form asks for with its fields. */
function asked(form, button) {
  const url = new URL(actionOf(form, button), location.href);
  url.search = new URLSearchParams(new FormData(form, button));
  return url;
}

/** The control leads to another page: it shows that it works until that comes. */
function going(control) {
  control.setAttribute("aria-busy", "true");
  const stay = () => control.removeAttribute("aria-busy");
  setTimeout(stay, GOING_MS);
  addEventListener("pagehide", stay, { once: true });
}

/** Have a file made, and keep it or show it; meanwhile the page says beside the control how long that takes. */
async function fetchFile(control, address) {
  if (control.getAttribute("aria-busy")) return; // it is being made
  forgive(control.form ?? control.parentElement);
  control.setAttribute("aria-busy", "true");
  const seconds = h("span", { "aria-hidden": "true" });
  const note = h(
    "p",
    { class: "making", "data-added": "" },
    h("progress", { "aria-label": "The file is being made" }),
    h("span", { role: "status" }, "Making the file"),
    seconds,
  );
  const place = control.closest(".fields, .row") ?? control.parentElement;
  if (place.matches("p, li")) place.after(note);
  else place.append(note);
  const begun = performance.now();
  const ticking = setInterval(() => {
    seconds.textContent = `${Math.round((performance.now() - begun) / 1000)} s`;
  }, 1000);
  try {
    const answer = await fetch(address, { headers: { "x-in-place": "yes" } });
    const refused = refusedIn(answer.headers.get("x-refused"));
    const file = await answer.blob();
    const [, how, name = ""] = /^(\w+)(?:.*filename="([^"]+)")?/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
    if (refused || !answer.ok)
      refuse(
        fieldOf(refused?.key ?? "", control.form ?? document) ?? control,
        refused?.fault ?? "The file was not made. Try again.",
      );
    else if (how === "inline")
      location.assign(address); // the browser has it by now
    else save(file, name);
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    say(SILENT);
  } finally {
    clearInterval(ticking);
    note.remove();
    control.removeAttribute("aria-busy");
  }
}

function save(file, name) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), GOING_MS);
}

async function send(form, button) {
  const address = actionOf(form, button);
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
