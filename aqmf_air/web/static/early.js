// A choice that was made before the scripts had come is asked about as soon as they are there.

function changed(one) {
  if (one.type === "hidden") return false;
  if (one.type === "checkbox" || one.type === "radio") return one.checked !== one.defaultChecked;
  if (one.nodeName === "SELECT") return one.value !== ([...one.options].find((each) => each.defaultSelected) ?? one.options[0])?.value;
  return one.defaultValue !== undefined && one.value !== one.defaultValue;
}

document.addEventListener("htmx:load", (event) => {
  if (event.target !== document.body) return; // the page itself; what is laid down later comes with its scripts
  for (const form of document.querySelectorAll("form[hx-get]")) {
    const what = /\bchange\b/.test(form.getAttribute("hx-trigger")) ? "change" : "input"; // a search asks while one types
    [...form.querySelectorAll("input, select, textarea")].find(changed)?.dispatchEvent(new Event(what, { bubbles: true }));
  }
});
