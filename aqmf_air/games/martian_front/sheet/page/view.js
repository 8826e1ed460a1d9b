// How things are shown. Text is only ever set as text.

function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== false && one !== ""));
  return made;
}

function bar(millionths) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  const rect = document.createElementNS(ns, "rect");
  for (const [name, value] of [["viewBox", "0 0 100 10"], ["preserveAspectRatio", "none"], ["aria-hidden", "true"]]) svg.setAttribute(name, value);
  rect.setAttribute("width", (millionths / 10000).toFixed(2));
  rect.setAttribute("height", "10");
  svg.append(rect);
  return svg;
}

function field(id, label, control, small) {
  return h("div", { class: "field" }, h("label", { for: id }, label, small ? h("small", {}, ` ${small}`) : ""), control);
}

function chooser(id, options, value, change, empty) {
  const made = h("select", { id, onchange: (event) => change(event.target.value) }, empty ? h("option", { value: "" }, empty) : null);
  for (const group of options) {
    const listed = group.options.map((one) => h("option", { value: one.value, selected: String(one.value) === String(value) }, one.title));
    made.append(...(group.title ? [h("optgroup", { label: group.title }, ...listed)] : listed));
  }
  return made;
}

function stepper(id, value, least, most, change, about) {
  const step = (by) => h("button", {
    type: "button", id: `${id}${by > 0 ? "-more" : "-less"}`, "aria-label": `${by > 0 ? "One more" : "One fewer"}: ${about}`,
    "aria-disabled": by > 0 ? value >= most : value <= least, onclick: () => (by > 0 ? value < most : value > least) && change(value + by),
  }, by > 0 ? "+" : "−");
  return h("div", { class: "stepper", role: "group", "aria-label": about }, step(-1), h("output", { id }, String(value)), step(1));
}

// The rules that are named, in the register's words, behind one line.
function rulesNamed(key, ids) {
  const known = [...new Set(ids)].filter((id) => FACTS.rules[id]);
  if (!known.length) return null;
  return h("details", { class: "rules", "data-key": key }, h("summary", {}, known.length > 1 ? "What these rules say" : "What the rule says"),
    h("dl", {}, known.map((id) => [h("dt", {}, id), h("dd", {}, FACTS.rules[id])])));
}

function needsShown(numbers) {
  const rules = numbers.flatMap((one) => one.reasons.map(([, , rule]) => rule));
  return [...numbers.map((one) => h("div", { class: "need" },
    h("p", { class: "dial" }, h("span", {}, one.what), " ", h("strong", {}, one.takes)),
    h("ul", {}, one.reasons.map(([value, reason, rule], at) => h("li", {}, h("b", {}, `${at && value > 0 ? "+" : ""}${value}`), ` ${reason} `, h("small", {}, rule)))))), rulesNamed("rules", rules)];
}

function headline(odds) {
  const some = odds.more[1] ?? 0;
  const also = [oneIn(some), odds.exact && `exactly ${odds.exact}`].filter(Boolean).join("; ");
  return h("p", { class: "lead" }, h("strong", {}, percent(some)), `${also ? ` (${also})` : ""} for at least one; ${odds.mean.toFixed(2)} on average.`);
}

function chancesShown(rows, caption) {
  return h("table", {}, h("caption", {}, caption), h("tbody", {},
    rows.map(([name, chance]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, percent(chance)), h("td", { class: "barred" }, bar(chance))))));
}

function oddsShown(odds, what) {
  const rows = odds.just.map((just, value) => [value, just, odds.more[value]]).filter(([value, , more]) => value <= 1 || more >= 1000);
  const heads = ["How many", "Just that", "Or more"].map((title) => h("th", { scope: "col", class: "number" }, title));
  return h("table", {}, h("caption", {}, capital(what)), h("thead", {}, h("tr", {}, heads, h("td", { class: "barred" }))),
    h("tbody", {}, rows.map(([value, just, more]) => h("tr", {}, h("th", { scope: "row", class: "number" }, String(value)), h("td", { class: "number" }, percent(just)), h("td", { class: "number" }, percent(more)), h("td", { class: "barred" }, bar(just))))));
}

function diceShown(roll) {
  return roll.faces.map((face, at) => h("span", { class: "die" }, String(roll.names[at] ?? face)));
}

function rollShown(roll) {
  return h("li", {}, h("strong", {}, [capital(roll.label), roll.takes].filter(Boolean).join(" ")), ": ", ...diceShown(roll), " ", h("span", { class: "tag" }, roll.by === "app" ? "rolled here" : "your dice"));
}

function markName(name) {
  return { immobile: "legs hit" }[name] ?? name.replace(/^.*\./, "").replaceAll("-", " ");
}

// Put what is shown anew in the place of what was, and leave the focus where it was.
function renew(id, ...children) {
  const place = document.getElementById(id);
  const focused = document.activeElement?.id;
  const open = new Set([...place.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key));
  place.replaceChildren(...children.flat().filter(Boolean));
  for (const one of place.querySelectorAll("details[data-key]")) if (open.has(one.dataset.key)) one.open = true;
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
