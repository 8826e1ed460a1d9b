// Drawings with words stand in the page once they are there: a picture takes no typefaces from its page, a part of it does.
// Without this script they stay pictures, in the letters of the machine.

const WITH_WORDS = ".plate img, .moment img, .with-moment img, img.preview, .outcome img, .turned img";
const PHONE = matchMedia("(max-width: 44rem)"); // where a plate has a drawing of its own: see plate in marks.html
let count = 0;

document.addEventListener("load", ({ target }) => standIn(target), true); // of those, too, that come later
for (const shown of document.images) if (shown.complete) standIn(shown);

/** @type {(shown: EventTarget | null) => Promise<void>} */
async function standIn(shown) {
  if (!(shown instanceof HTMLImageElement) || !shown.matches(WITH_WORDS)) return;
  const from = shown.currentSrc;
  const answer = await fetch(from).catch(() => null);
  if (shown.currentSrc !== from || !answer?.ok || !answer.headers.get("content-type")?.startsWith("image/svg")) return;
  const drawn = own(await answer.text());
  if (!(drawn instanceof SVGElement) || !shown.isConnected) return;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", shown.alt);
  drawn.classList.add(...shown.classList);
  const whole = shown.closest("picture");
  (whole ?? shown).replaceWith(drawn);
  if (whole) instead(drawn, whole, shown);
}

/**
 * The picture again once the screen stays another: what changes for a blink, as while it is photographed, stays.
 * @type {(drawn: SVGElement, whole: HTMLElement, shown: HTMLImageElement) => void}
 */
function instead(drawn, whole, shown) {
  const phone = PHONE.matches;
  const turned = () =>
    setTimeout(() => {
      if (PHONE.matches === phone) return;
      PHONE.removeEventListener("change", turned);
      drawn.replaceWith(whole); // it loads the other one
      if (shown.complete) standIn(shown);
    }, 200);
  PHONE.addEventListener("change", turned);
}

/**
 * A drawing whose ids are no other's in the page, and whose parts take no focus.
 * @type {(text: string) => Element}
 */
function own(text) {
  count += 1;
  const named = text.replace(/( id="|url\(#|href="#)/g, `$1drawing-${count}-`).replace(/ tabindex="[^"]*"/g, "");
  const drawn = new DOMParser().parseFromString(named, "image/svg+xml").documentElement;
  drawn.querySelector(":scope > title")?.remove(); // the page says it in its own words
  return document.importNode(drawn, true);
}
