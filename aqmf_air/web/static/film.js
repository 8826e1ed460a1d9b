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
    summary.replaceChildren(...frame.summary.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
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

function rolled(roll) {
  return `${roll.label}: ${roll.faces.join(" ")}`;
}

function quiet(frame, before) {
  return place(frame) === place(before) ? "Nothing to be seen." : "The stage ends.";
}

function line(frame, at) {
  const item = document.createElement("li");
  item.dataset.frame = at;
  item.style.setProperty("--side", film.sides.find((one) => one.id === frame.by)?.colour ?? "transparent");
  const button = document.createElement("button");
  button.type = "button";
  const words = document.createElement("span");
  const said = frame.lines.length ? frame.lines : [quiet(frame, film.frames[at - 1])];
  said.forEach((text, n) => words.append(...(n ? [document.createElement("br")] : []), text.charAt(0).toUpperCase() + text.slice(1)));
  if (frame.undone) words.className = "undone";
  button.append(words);
  const rolls = frame.rolls.filter((one) => one.faces.length);
  if (rolls.length) {
    const dice = document.createElement("small");
    dice.textContent = rolls.map(rolled).join("; ");
    button.append(dice);
  }
  button.addEventListener("click", () => jump(at));
  item.append(button);
  return item;
}

function tell() {
  let there = "";
  film.frames.forEach((frame, at) => {
    if (!at) return;
    const from = place(film.frames[at - 1]);
    if (from !== there) {
      const heading = document.createElement("li");
      heading.className = "place";
      heading.textContent = there = from;
      log.append(heading);
    }
    log.append(line(frame, at));
  });
}

function drawn() {
  const copy = picture.cloneNode(true);
  const [, , wide, deep] = copy.getAttribute("viewBox").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", wide);
  copy.setAttribute("height", deep);
  return { wide, deep, text: new XMLSerializer().serializeToString(copy) };
}

function keep(href, kind) {
  const link = document.createElement("a");
  link.href = href;
  link.download = `${document.querySelector("h1").textContent} ${shown}.${kind}`;
  link.click();
}

function keepPicture() {
  const { text } = drawn();
  keep(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`, "svg");
}

async function keepPixels() {
  const { wide, deep, text } = drawn();
  const image = new Image(wide, deep);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = wide * 2;
  canvas.height = deep * 2;
  const ink = canvas.getContext("2d");
  ink.fillStyle = "#efe4c9";
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(image, 0, 0, canvas.width, canvas.height);
  keep(canvas.toDataURL("image/png"), "png");
}

tell();
document.getElementById("svg")?.addEventListener("click", keepPicture);
document.getElementById("png")?.addEventListener("click", keepPixels);
document.getElementById("first").addEventListener("click", () => jump(0));
document.getElementById("back").addEventListener("click", () => jump(shown - 1));
document.getElementById("on").addEventListener("click", () => jump(shown + 1));
document.getElementById("last").addEventListener("click", () => jump(film.frames.length - 1));
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
