// Plays golden games, one after the other, in a Python of its own: what it keeps is in memory, and gone with it.

import { fetched, started } from "./python.js";

addEventListener("message", async ({ data }) => {
  try {
    await play(data.only);
  } catch (bad) {
    postMessage({ fault: /** @type {Error} */ (bad).message ?? String(bad) });
  }
});

/** @type {(only?: number) => Promise<void>} */
async function play(only) {
  const recorded = fetched("/engine/golden.json");
  const python = await started(() => {});
  const games = JSON.parse(new TextDecoder().decode(await recorded)).slice(0, only);
  const golden = python.pyimport("aqmf_air.site.golden");
  for (const [at, game] of games.entries()) {
    postMessage({ number: at + 1, whole: games.length, title: game.title });
    postMessage(JSON.parse(golden.check(JSON.stringify(game))));
  }
  postMessage({ done: true });
}
