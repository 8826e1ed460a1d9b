// What a player is told when the app does not answer, or cannot do what a change on the page asks for.

const notice = document.getElementById("silence");
const silent = notice.textContent;

function say(words) {
  notice.textContent = words;
  notice.hidden = !words;
}

document.addEventListener("htmx:sendError", () => say(silent));
document.addEventListener("htmx:responseError", () => say("That could not be done. Load the page again."));
document.addEventListener("htmx:afterOnLoad", (event) => { if (event.detail.successful) say(""); });
