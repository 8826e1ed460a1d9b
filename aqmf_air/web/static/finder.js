// Long lists of choices can be searched: a field above each takes a few letters, and what fits stands below it to be tapped.
// The app's own search answers, which forgives numerals and slips. Without this script the list alone does the same.

const MANY = 12; // choices from which a list can be searched
const SHOWN = 6;
const PAUSE_MS = 150;

function finder(list) {
  const input = Object.assign(document.createElement("input"), { type: "search", autocomplete: "off", placeholder: "Find by name" });
  input.setAttribute("aria-label", "Find by name in the list that follows");
  const found = Object.assign(document.createElement("div"), { className: "found-names" });
  found.setAttribute("role", "status");
  const made = Object.assign(document.createElement("div"), { className: "finder" });
  made.dataset.added = "";
  made.append(input, found);
  let asked = 0;
  let waiting = 0;

  function choose(value) {
    list.value = value;
    input.value = "";
    found.replaceChildren();
    list.dispatchEvent(new Event("change", { bubbles: true }));
    list.focus({ preventScroll: true });
  }

  async function ask() {
    const turn = ++asked;
    const options = [...list.options].filter((option) => option.value);
    const body = JSON.stringify({ text: input.value, names: options.map((option) => option.value) });
    const answer = input.value.trim() && await fetch("/find", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => null);
    if (turn !== asked) return;
    const values = answer?.ok ? (await answer.json()).found : [];
    const words = new Map(options.map((option) => [option.value, option.textContent]));
    found.replaceChildren(...values.slice(0, SHOWN).map((value) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: words.get(value) });
      button.addEventListener("click", () => choose(value));
      return button;
    }));
    if (!values.length && input.value.trim()) found.textContent = "Nothing is called that.";
  }

  input.addEventListener("input", (event) => {
    event.stopPropagation(); // it is no choice yet
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE_MS);
  });
  input.addEventListener("change", (event) => event.stopPropagation());
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const buttons = found.querySelectorAll("button");
    if (buttons.length) buttons[0].click();
  });
  list.before(made);
}

function offer() {
  for (const list of document.querySelectorAll("select")) {
    if (list.options.length > MANY && !list.multiple && !list.parentElement.querySelector(":scope > .finder")) finder(list);
  }
}

document.addEventListener("htmx:afterSwap", offer);
offer();
