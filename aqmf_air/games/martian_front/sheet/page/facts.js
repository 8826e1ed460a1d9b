// What was worked out when the sheet was made: numbers, odds, charts. Nothing here knows a rule; it only looks things up.

const FACTS = JSON.parse(document.getElementById("facts").textContent);
const MILLION = 1000000;

function percent(millionths) {
  if (millionths === 0 || millionths === MILLION) return `${millionths / 10000}%`;
  const shown = (millionths / 10000).toFixed(1);
  return shown === "0.0" ? "<0.1%" : shown === "100.0" ? ">99.9%" : `${shown}%`;
}

function oneIn(millionths) {
  if (!millionths || millionths > 900000) return "";
  const n = MILLION / millionths;
  return `1 in ${n >= 10 ? Math.round(n).toLocaleString("en") : n.toFixed(1).replace(/\.0$/, "")}`;
}

function plural(n, word, more) {
  return `${n} ${n === 1 ? word : more ?? `${word}s`}`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// A target number: what for, what it takes, its grade, and its reasons.
function numberOf(at) {
  const [need, ...reasons] = FACTS.numbers[at];
  const [what, takes, grade] = FACTS.needs[need];
  return { what, takes, grade, reasons: reasons.map((one) => FACTS.reasons[one]) };
}

// The two numbers of an attack: in a cover, at a range, on what is left of the target.
function pairOf(way, target, cover, band, armor) {
  const [, covers] = FACTS.takes[way.at[target]][band] ?? FACTS.takes[way.at[target]][0];
  const [hit, damage] = covers[cover];
  const numbers = [numberOf(hit), numberOf(damage[Math.min(armor, damage.length) - 1] ?? damage[0])];
  return { numbers, tables: FACTS.pairs[numbers.map((one) => one.grade).join("/")] };
}

function refusalOf(way, target) {
  const at = way.at[target];
  return at === null || at === undefined ? null : at < 0 ? FACTS.refusals[-1 - at] : null;
}

function oddsOf(at) {
  const [just, more, mean, exact] = FACTS.odds[at];
  return { just, more, mean, exact };
}

function fatesOf(at) {
  const names = ["it explodes", "it is wrecked", "it is damaged", "it is unharmed"];
  return FACTS.fates[at].map((chance, place) => [names[place], chance]).filter(([, chance]) => chance);
}
