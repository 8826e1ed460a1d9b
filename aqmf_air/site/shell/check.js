// Has golden games played in a worker of its own, and shows what differs from how they were recorded.

/** @type {(id: string) => HTMLElement} */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [state, games, stop, again] = [byId("state"), byId("games"), byId("stop"), byId("again")];
/** @type {Record<string, string>} */
const TOLD = { same: "as recorded", differs: "differs", "not here": "not here" };
/** @type {Record<string, number>} */
const counted = { same: 0, differs: 0, "not here": 0 };
let whole = 0;

const worker = new Worker("/engine/check-worker.js", { type: "module" });
worker.postMessage({ only: Number(new URLSearchParams(location.search).get("only")) || undefined });

function summary() {
  const { same, differs, "not here": absent } = counted;
  const parts = [`${same} as recorded`, `${differs} ${differs === 1 ? "differs" : "differ"}`];
  if (absent) parts.push(`${absent} not here`);
  return `${same + differs + absent} of ${whole} games played: ${parts.join(", ")}.`;
}

/** @type {(words: string) => void} */
function end(words) {
  worker.terminate();
  state.textContent = words;
  stop.hidden = true;
  again.hidden = false;
}

worker.addEventListener("message", ({ data }) => {
  if (data.fault) end(`The check could not be started: ${data.fault}`);
  else if (data.done) end(`${summary()}${counted.differs ? "" : " This browser plays as it should."}`);
  else if (data.status) {
    counted[data.status]++;
    const item = /** @type {HTMLElement} */ (games.lastElementChild);
    item.className = data.status === "differs" ? "differs" : "";
    item.append(`: ${TOLD[data.status]}. ${data.words}.`);
  } else {
    whole = data.whole;
    state.textContent = `${data.number} of ${whole}: ${data.title} ...`;
    const item = document.createElement("li");
    item.append(data.title);
    games.append(item);
  }
});
worker.addEventListener("error", (bad) => end(`The check could not be started: ${bad.message ?? "its worker fails"}.`));
stop.addEventListener("click", () => end(`Stopped. ${summary()}`));
again.addEventListener("click", () => location.reload());
