// Two players, one device: the table is covered before the other side's view of it is shown.

import { button, h } from "./dom.js";

const OPENLY = "aqmf-board-openly";

export function openly() {
  return sessionStorage.getItem(OPENLY) === "yes";
}

/** Cover the page; resolves when the other player says that they are there. */
export function covered(name) {
  return new Promise((uncovered) => {
    const box = h("input", { type: "checkbox", id: "openly" });
    const cover = h("dialog", { class: "cover", "aria-labelledby": "cover-title" },
      h("h2", { id: "cover-title", tabindex: "-1", autofocus: true }, `Hand over to: ${name}`),
      h("p", {}, "The table is covered. Nobody else should look now."),
      h("p", {}, h("label", { class: "chip" }, box, " do not cover it again: everybody here may see every side")),
      button(`I play ${name}: show the table`, () => {
        if (box.checked) sessionStorage.setItem(OPENLY, "yes");
        cover.close();
      }, { class: "main", id: "uncover" }));
    cover.addEventListener("cancel", (event) => event.preventDefault());
    cover.addEventListener("close", () => {
      cover.remove();
      uncovered();
    });
    document.body.append(cover);
    cover.showModal();
  });
}

/** The other side of this device, if it is its turn now and `as` has nothing to do. */
export function nextSeat(sheet, as) {
  if (sheet.over || sheet.you.length < 2) return null;
  const others = sheet.you.filter((side) => side !== as && sheet.active.includes(side));
  const idle = !sheet.active.includes(as) || (sheet.offers ?? []).length === 0;
  return idle ? others[0] ?? null : null;
}
