// A film of a game: each frame is a list of pieces of the drawing; what moved glides from where it was.

const film = JSON.parse(document.getElementById("film").textContent);
const picture = document.getElementById("picture");
const summary = document.getElementById("summary");
const scrub = document.getElementById("scrub");
const run = document.getElementById("run");
const pace = document.getElementById("pace");
const log = document.getElementById("log");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let shown = -1;
let timer = 0;

function place(frame) {
  return `${frame.when}: ${frame.phase}`;
}

function ended(frame) {
  if (!frame.winner) return "";
  return frame.winner === "draw" ? (film.sides.length > 1 ? ". A draw" : ". The game is lost") : `. Won by ${film.sides.find((one) => one.id === frame.winner)?.name ?? frame.winner}`;
}

function standing() {
  return new Map([...picture.querySelectorAll("[data-piece][data-x]")].map((one) => [key(one), one.dataset]));
}

function key({ dataset }) {
  return `${dataset.piece}/${dataset.part ?? ""}`;
}

function glide(before, time) {
  for (const one of picture.querySelectorAll("[data-piece][data-x]")) {
    const was = before.get(key(one));
    if (!was || (was.x === one.dataset.x && was.y === one.dataset.y)) continue;
    const right = (was.x - one.dataset.x) * film.scale;
    const down = (was.y - one.dataset.y) * (film.up ? -film.scale : film.scale);
    one.animate([{ transform: `translate(${right}px, ${down}px)` }, { transform: "none" }], { duration: time, easing: "ease-in-out" });
  }
}

function show(at, time = 450) {
  const next = Math.min(Math.max(at, 0), film.frames.length - 1);
  if (next === shown) return;
  const frame = film.frames[next];
  if (picture) {
    const before = standing();
    picture.innerHTML = frame.parts.map((part) => film.pieces[part]).join("");
    if (Math.abs(next - shown) === 1 && !still.matches) glide(before, time);
  } else {
    summary.replaceChildren(...frame.summary.map((text) => made("li", {}, text)));
  }
  shown = next;
  scrub.value = next;
  scrub.setAttribute("aria-valuetext", `${next} of ${film.frames.length - 1}, ${place(frame)}`);
  document.getElementById("when").textContent = place(frame) + ended(frame);
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = log.querySelector(`[data-frame="${next}"]`);
  line?.setAttribute("aria-current", "step");
  if (line) log.scrollTop = line.offsetTop - log.clientHeight / 2;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  run.textContent = "Play";
  run.setAttribute("aria-pressed", "false");
}

function start() {
  if (shown === film.frames.length - 1) show(0);
  run.textContent = "Pause";
  run.setAttribute("aria-pressed", "true");
  const each = Number(pace.value);
  timer = setInterval(() => {
    show(shown + 1, Math.min(900, each * 0.6));
    if (shown === film.frames.length - 1) stop();
  }, each);
}

function toggle() {
  if (timer) stop();
  else start();
}

function jump(at) {
  stop();
  show(at);
}

function made(tag, properties, ...kids) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...kids);
  return element;
}

function line(frame, at) {
  const before = film.frames[at - 1];
  const said = frame.lines.length ? frame.lines : [place(frame) === place(before) ? "Nothing to be seen." : "The stage ends."];
  const words = said.flatMap((text, n) => [...(n ? [made("br")] : []), text.charAt(0).toUpperCase() + text.slice(1)]);
  const rolls = frame.rolls.filter((one) => one.faces.length).map((one) => `${one.label}: ${one.faces.join(" ")}`).join("; ");
  const item = made("li", {}, made("button", { type: "button", onclick: () => jump(at) },
    made("span", { className: frame.undone ? "undone" : "" }, ...words), ...(rolls ? [made("small", {}, rolls)] : [])));
  item.dataset.frame = at;
  item.style.setProperty("--side", film.sides.find((one) => one.id === frame.by)?.colour ?? "transparent");
  return item;
}

function tell() {
  let there = "";
  film.frames.slice(1).forEach((frame, at) => {
    const from = place(film.frames[at]);
    if (from !== there) log.append(made("li", { className: "place" }, from));
    there = from;
    log.append(line(frame, at + 1));
  });
}

function drawn() {
  const copy = picture.cloneNode(true);
  const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) copy.setAttribute(name, value);
  return { width, height, href: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}` };
}

function keep(href, kind) {
  made("a", { href, download: `${document.querySelector("h1").textContent} ${shown}.${kind}` }).click();
}

async function keepPixels() {
  const { width, height, href } = drawn();
  const image = Object.assign(new Image(width, height), { src: href });
  await image.decode();
  const canvas = made("canvas", { width: width * 2, height: height * 2 });
  const ink = canvas.getContext("2d");
  ink.fillStyle = "#efe4c9";
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(image, 0, 0, canvas.width, canvas.height);
  keep(canvas.toDataURL("image/png"), "png");
}

tell();
const tools = { svg: () => keep(drawn().href, "svg"), png: keepPixels, first: () => jump(0), back: () => jump(shown - 1), on: () => jump(shown + 1), last: () => jump(film.frames.length - 1) };
for (const [id, act] of Object.entries(tools)) document.getElementById(id)?.addEventListener("click", act);
run.addEventListener("click", toggle);
scrub.addEventListener("input", () => jump(Number(scrub.value)));
pace.addEventListener("change", () => {
  if (timer) {
    stop();
    start();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, button") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") {
    event.preventDefault();
    toggle();
  } else if (event.key === "ArrowLeft") jump(shown - 1);
  else if (event.key === "ArrowRight") jump(shown + 1);
});
show(0);
